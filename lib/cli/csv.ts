import { printable } from '../ground/visible';

/**
 * Rows as CSV by RFC 4180: CRLF after each row, and quotes around a cell that needs them. A spreadsheet evaluates a cell that
 * begins as a formula does, so such a cell gets an apostrophe in front. Each cell is one line, without what a terminal would obey.
 */
export function formatCsv(rows: readonly (readonly string[])[]): string {
  return rows.map((row) => `${row.map(formatCell).join(',')}\r\n`).join('');
}

/** A row for each item, below the names of the columns. */
export function formatCsvOf<Item>(
  columns: Readonly<Record<string, (item: Item) => string>>,
  items: readonly Item[],
): string {
  const cellsOf = Object.values(columns);
  return formatCsv([Object.keys(columns), ...items.map((item) => cellsOf.map((read) => read(item)))]);
}

/** The characters that begin a formula in a spreadsheet, some of which skip blanks, with their full-width forms. */
const formula = /^\s*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20]|^[\t\r\n]/;

function formatCell(text: string): string {
  const line = printable(text);
  const safe = formula.test(text) ? `'${line}` : line;
  return /[",]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
