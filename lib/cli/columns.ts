const gap = '  ';

/**
 * Rows in aligned columns, as lines. Where they are wider than `width`, the widest columns give way and their cells go
 * on in further lines, an item of a list a line if need be.
 */
export function alignColumns(rows: readonly (readonly string[])[], width = Infinity): string[] {
  const count = Math.max(0, ...rows.map((row) => row.length));
  const columns = Array.from({ length: count }, (_, at) => rows.map((row) => row[at] ?? ''));
  const widths = fit(columns, width - gap.length * (count - 1));
  return rows.flatMap((row) => {
    const cells = widths.map((most, at) => wrapText(row[at] ?? '', most));
    const height = Math.max(...cells.map((lines) => lines.length));
    return Array.from({ length: height }, (_, line) =>
      widths
        .map((most, at) => padTo(cells[at]?.[line] ?? '', most))
        .join(gap)
        .trimEnd(),
    );
  });
}

/** A list in lines of at most so many columns of a terminal, broken where it hurts least. */
export function wrapText(text: string, width: number): string[] {
  return breakAt(breaks, text, width).map((line) => line.trimEnd());
}

/** Columns for prose: those of the terminal, but no more than an eye follows. Elsewhere it is for 80. */
export function proseWidth(terminal = 80): number {
  return Math.min(terminal, 100);
}

/** Sentences in lines. */
export function wrapProse(text: string, width: number): string[] {
  return breakAt([words, parts], text, width).map((line) => line.trimEnd());
}

/** Sentences in lines, the first of which begins with a mark, such as `1. `, that the others are indented by. */
export function hangText(mark: string, text: string, width: number): string[] {
  return wrapProse(text, width - mark.length).map(
    (line, at) => (at === 0 ? mark : ' '.repeat(mark.length)) + line,
  );
}

/** A name that others chose, without what would move the cursor of a terminal. */
export function printable(text: string): string {
  return text.replace(/\p{Cc}+/gu, ' ');
}

/** Where a text can be broken, from the best place to the worst: between items, words, parts of a name or address. */
const items = /(?<=, )/;
const words = /(?<= )/;
const parts = /(?<=[-._])|(?=@)/;
const breaks: readonly RegExp[] = [items, words, parts];

/** Below this a column is of no use to anybody; a terminal as narrow as that breaks the lines itself. */
const narrowest = 8;

function fit(columns: readonly (readonly string[])[], available: number): number[] {
  const widths = columns.map((cells) => widest(cells));
  const longest = (...places: RegExp[]) =>
    columns.map((cells) =>
      widest(places.reduce<readonly string[]>((texts, at) => texts.flatMap((each) => each.split(at)), cells)),
    );
  for (const floors of [longest(items), longest(words, parts), widths.map(() => narrowest)])
    while (sum(widths) > available) {
      const room = widths.map((width, at) => (width > (floors[at] ?? width) ? width : 0));
      const most = Math.max(...room);
      if (most === 0) break;
      widths[room.indexOf(most)] = most - 1;
    }
  return widths;
}

function breakAt([place, ...worse]: readonly RegExp[], text: string, width: number): string[] {
  const units = place === undefined ? lettersOf(text) : text.split(place);
  const lines: string[] = [];
  let line = '';
  for (const unit of units) {
    if (fits(line + unit, width)) {
      line += unit;
      continue;
    }
    if (line !== '') lines.push(line);
    const pieces = fits(unit, width) || place === undefined ? [unit] : breakAt(worse, unit, width);
    lines.push(...pieces.slice(0, -1));
    line = pieces.at(-1) ?? '';
  }
  return [...lines, line];
}

/** The blank before a break is not shown. */
function fits(text: string, width: number): boolean {
  return columnsOf(text.trimEnd()) <= width;
}

function padTo(text: string, width: number): string {
  return text + ' '.repeat(Math.max(0, width - columnsOf(text)));
}

function widest(texts: readonly string[]): number {
  return texts.reduce((most, text) => Math.max(most, columnsOf(text.trimEnd())), 0);
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, each) => total + each, 0);
}

/** A terminal gives most letters one column, East Asian ones and emoji two. */
export function columnsOf(text: string): number {
  // Nearly every text, and to cut one into letters takes a hundred times as long.
  if (isAscii.test(text)) return text.length;
  return lettersOf(text).reduce((count, letter) => count + (wide.test(letter) ? 2 : 1), 0);
}

/** With the marks and joiners that belong to them. */
export function lettersOf(text: string): string[] {
  return Array.from(segmenter.segment(text), ({ segment }) => segment);
}

const isAscii = /^[\x20-\x7e]*$/;
const segmenter = new Intl.Segmenter();
const wide =
  /\p{Emoji_Presentation}|[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]/u;
