import type { Film, Frame, Run } from './frames';

/** One content of a line of the whole output, and when the terminal shows it. */
export interface Strip {
  /** The number of the line in the whole output, from 0. */
  readonly line: number;
  readonly runs: readonly Run[];
  readonly from: number;
  /** When something else replaces it; undefined where it stays until it scrolls away. */
  readonly to?: number;
}

/** Each line once, however many frames show it. */
export function cutStrips({ frames }: Film): readonly Strip[] {
  const done: Strip[] = [];
  const current = new Map<number, Strip>();
  for (const { at, scrolled, rows } of frames) {
    for (const [row, runs] of rows.entries()) {
      const line = scrolled + row;
      const before = current.get(line);
      if (JSON.stringify(before?.runs ?? []) === JSON.stringify(runs)) continue;
      if (before !== undefined) done.push({ ...before, to: at });
      current.set(line, { line, runs, from: at });
    }
  }
  return [...done, ...current.values()]
    .filter(({ runs }) => runs.length > 0)
    .sort((one, other) => one.line - other.line || one.from - other.from);
}

export function isShownAt({ from, to = Infinity }: Strip, { at }: Frame): boolean {
  return from <= at && at < to;
}
