import { Terminal, type IBufferCell, type IBufferLine } from '@xterm/headless';
import type { Beat } from './pace';
import type { TerminalSize } from './record';

/** Text of one style, without blanks around it. */
export interface Run {
  readonly column: number;
  readonly columns: number;
  readonly text: string;
  /** An ANSI color from 0 to 15; undefined is that of the terminal. */
  readonly color?: number;
  readonly isBold: boolean;
}

/** What the terminal shows from `at` on. */
export interface Frame {
  readonly at: number;
  /** The lines above the first row, which have scrolled away. */
  readonly scrolled: number;
  readonly rows: readonly (readonly Run[])[];
}

export interface Film extends TerminalSize {
  readonly frames: readonly Frame[];
  readonly ms: number;
}

/** Feeds a terminal, and takes a frame after each beat that changes what it shows. */
export async function takeFrames(beats: readonly Beat[], { columns, rows }: TerminalSize): Promise<Film> {
  const terminal = new Terminal({ cols: columns, rows, scrollback: 10_000, allowProposedApi: true });
  const frames: Frame[] = [];
  let at = 0;
  let last = '';
  for (const { text, ms } of beats) {
    await new Promise<void>((resolve) => {
      terminal.write(text, resolve);
    });
    const shown = { scrolled: terminal.buffer.active.baseY, rows: readRows(terminal) };
    const key = JSON.stringify(shown);
    if (key !== last) frames.push({ at, ...shown });
    last = key;
    at += ms;
  }
  terminal.dispose();
  return { columns, rows, frames, ms: at };
}

function readRows(terminal: Terminal): readonly (readonly Run[])[] {
  const { active } = terminal.buffer;
  return Array.from({ length: terminal.rows }, (_, row) => {
    const line = active.getLine(active.baseY + row);
    return line === undefined ? [] : readRuns(line);
  });
}

function readRuns(line: IBufferLine): readonly Run[] {
  const runs: Run[] = [];
  for (let column = 0; column < line.length; column += 1) {
    const cell = line.getCell(column);
    if (cell === undefined || cell.getWidth() === 0) continue;
    const next: Run = {
      column,
      columns: cell.getWidth(),
      text: cell.getChars() || ' ',
      isBold: cell.isBold() !== 0,
      ...colorOf(cell),
    };
    const before = runs.at(-1);
    if (before === undefined || !continues(before, next)) runs.push(next);
    else
      runs[runs.length - 1] = {
        ...before,
        columns: before.columns + next.columns,
        text: before.text + next.text,
      };
  }
  return runs.map(trim).filter(({ text }) => text !== '');
}

/** One blank has no style, and continues any run. Several end it, as XML keeps only one. */
function continues(before: Run, next: Run): boolean {
  if (next.text === ' ') return !before.text.endsWith(' ');
  return before.color === next.color && before.isBold === next.isBold;
}

function colorOf(cell: IBufferCell): { readonly color?: number } {
  // A demo that uses more must extend the picture with it.
  if (cell.isFgRGB() || !cell.isBgDefault() || cell.isInverse() !== 0 || cell.getFgColor() > 15)
    throw new Error(`The style of "${cell.getChars()}" is not one that the picture can show.`);
  return cell.isFgPalette() ? { color: cell.getFgColor() } : {};
}

function trim(run: Run): Run {
  const start = run.text.length - run.text.trimStart().length;
  const text = run.text.trim();
  const blanks = run.text.length - text.length;
  return { ...run, column: run.column + start, columns: run.columns - blanks, text };
}
