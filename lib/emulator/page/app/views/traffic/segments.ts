import { countEach } from '../../../../../ground/remember';

/** A part of a line, and whether it is the value of custom fields. */
export interface Segment {
  readonly text: string;
  readonly isCustom: boolean;
}

/** Cuts a line at its marks, which are in order and do not overlap. */
export function segmentsOf(
  line: string,
  marks: readonly (readonly [from: number, to: number])[],
): readonly Segment[] {
  const segments: Segment[] = [];
  let at = 0;
  for (const [from, to] of marks) {
    if (from > at) segments.push({ text: line.slice(at, from), isCustom: false });
    segments.push({ text: line.slice(from, to), isCustom: true });
    at = to;
  }
  if (at < line.length) segments.push({ text: line.slice(at), isCustom: false });
  return segments;
}

/** How many of the outcomes have each text, the most frequent first. */
export function countTexts(texts: readonly string[]): readonly (readonly [text: string, count: number])[] {
  return [...countEach(texts)].sort(([, a], [, b]) => b - a);
}

/** The offsets of line `number`, from 1, in a text. */
export function lineRange(text: string, number: number): readonly [from: number, to: number] {
  const lines = text.split('\n');
  const from = lines.slice(0, number - 1).reduce((sum, line) => sum + line.length + 1, 0);
  return [from, from + (lines[number - 1]?.length ?? 0)];
}
