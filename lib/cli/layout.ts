import Table from 'cli-table3';
import stringWidth from 'string-width';
import { printable } from '../ground/visible';

// Texts are from the API or a file too, so every function here makes them printable first: a name cannot begin a line.

export interface TableLayout {
  /** Columns of the terminal. Left out, no cell is wrapped: a row is one line. */
  readonly width?: number | undefined;
  /** Columns that are aligned to the right, counted from 0. */
  readonly rightAligned?: readonly number[];
  /** Columns that never wrap, counted from 0: names that a reader copies. */
  readonly unbroken?: readonly number[];
}

/**
 * Rows as lines of aligned columns, two spaces apart and without rules. Where they are wider than the terminal, the
 * widest columns shrink and their cells wrap.
 */
export function formatTable(
  rows: readonly (readonly string[])[],
  { width, rightAligned = [], unbroken = [] }: TableLayout = {},
): string[] {
  const count = Math.max(0, ...rows.map((row) => row.length));
  if (count === 0) return [];
  const shown = rows.map((row) => row.map(printable));
  const columns = Array.from({ length: count }, (_, at) => shown.map((row) => row[at] ?? ''));
  const available = width === undefined ? Infinity : width - gap.length * (count - 1);
  const widths = fitWidths(columns, available, unbroken);
  const table = new Table({
    chars: noRules,
    style: { 'padding-left': 0, 'padding-right': 0, compact: true, head: [], border: [] },
    colWidths: widths,
    colAligns: widths.map((_, at) => (rightAligned.includes(at) ? 'right' : 'left')),
    wordWrap: width !== undefined,
  });
  for (const row of shown) table.push(widths.map((most, at) => breakLongWords(row[at] ?? '', most)));
  return table
    .toString()
    .split('\n')
    .map((line) => line.trimEnd());
}

/** Texts as lines that are no wider than `width`; each begins a line. */
export function wrapTexts(texts: readonly string[], width: number): string[] {
  return texts.flatMap((text) => wrapText(text, width));
}

/**
 * Text as lines that are no wider than `width`. A path or URL that is wider is a line of its own: a reader copies it, and a terminal
 * wraps it without a break.
 */
export function wrapText(given: string, width: number): string[] {
  const text = printable(given);
  if (widthOf(text) <= width) return [text];
  return breakLongWords(text, width, address)
    .split('\n')
    .flatMap((line) => fill(line.split(/(?<= )(?=[^ ])/), width))
    .map((line) => line.trimEnd());
}

/** The columns that a text takes in a terminal. */
export function widthOf(text: string): number {
  // string-width compiles a large expression at each call, and most texts are ASCII.
  return /^[\x20-\x7e]*$/.test(text) ? text.length : stringWidth(text);
}

/** Wrapped text behind a mark such as `1. `, with the further lines indented by its width. */
export function hangText(mark: string, text: string, width: number): string[] {
  return wrapText(text, width - mark.length).map(
    (line, at) => (at === 0 ? mark : ' '.repeat(mark.length)) + line,
  );
}

/** The width of prose: that of the terminal up to 100 columns, since longer lines are hard to read. */
export function proseWidth(terminal = 80): number {
  return Math.min(terminal, 100);
}

/** Paragraphs with a blank line between them, without those that are empty. */
export function joinParagraphs(paragraphs: readonly (readonly string[])[]): string {
  return `${paragraphs
    .filter((lines) => lines.some((line) => line !== ''))
    .map((lines) => lines.map(printable).join('\n'))
    .join('\n\n')}\n`;
}

/** The characters that a reader sees, each with its combining marks and joiners. */
export function charactersOf(text: string): string[] {
  return Array.from(segmenter.segment(text), ({ segment }) => segment);
}

const segmenter = new Intl.Segmenter();
const gap = '  ';
const noRules = {
  ...Object.fromEntries(
    ['top', 'bottom', 'left', 'right', 'mid'].flatMap((side) =>
      ['', '-left', '-mid', '-right'].map((end) => [side + end, '']),
    ),
  ),
  middle: gap,
};

/** A narrower column cannot be read; on a terminal that narrow the lines are longer than it. */
const narrowest = 8;

/** Shrinks the widest columns first: down to their longest list items, then words, and only then below. */
function fitWidths(
  columns: readonly (readonly string[])[],
  available: number,
  unbroken: readonly number[],
): number[] {
  const widths = columns.map((cells) => Math.max(1, widest(cells)));
  const longest = (separator: RegExp) =>
    columns.map((cells) => widest(cells.flatMap((cell) => cell.split(separator))));
  for (const floors of [longest(itemEnd), longest(wordEnd), columns.map(() => narrowest)])
    while (widths.reduce((sum, each) => sum + each, 0) > available) {
      const room = widths.map((width, at) =>
        width > (floors[at] ?? width) && !unbroken.includes(at) ? width : 0,
      );
      const most = Math.max(...room);
      if (most === 0) break;
      widths[room.indexOf(most)] = most - 1;
    }
  return widths;
}

const itemEnd = /(?<=,) /;
/** The parts of a name or address. */
const partEnd = /(?<=[-._])|(?=@)/;
const wordEnd = new RegExp(` |${partEnd.source}`);

/** The beginning of a path or a URL. */
const address = /^(?:\.{0,2}\/|~\/|[A-Za-z]:\\|[a-z][a-z0-9+.-]*:\/\/)/;
const never = /(?!)/;

/** cli-table3 cuts off what is longer than a column, so a long word is broken beforehand: between parts if possible. */
function breakLongWords(text: string, width: number, unbroken = never): string {
  if (widthOf(text) <= width) return text;
  return text
    .split(/(\s+)/)
    .map((word) =>
      widthOf(word) <= width || unbroken.test(word) ? word : fill(piecesOf(word, width), width).join('\n'),
    )
    .join('');
}

function piecesOf(word: string, width: number): string[] {
  return word
    .split(partEnd)
    .flatMap((part) => (widthOf(part) <= width ? [part] : fill(charactersOf(part), width)));
}

/** Joins pieces to lines of at most `width` columns. */
function fill(pieces: readonly string[], width: number): string[] {
  const lines: string[] = [];
  let line = '';
  for (const piece of pieces) {
    if (line !== '' && widthOf((line + piece).trimEnd()) > width) {
      lines.push(line);
      line = '';
    }
    line += piece;
  }
  return [...lines, line];
}

function widest(texts: readonly string[]): number {
  return texts.reduce((most, text) => Math.max(most, widthOf(text)), 0);
}
