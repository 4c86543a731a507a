import { printable } from '../../ground/visible';
import type { Cell, Table } from './blocks';

/**
 * A table as CSV by RFC 4180: CRLF after each row, and quotes around a cell that needs them. A spreadsheet evaluates a cell that
 * begins as a formula does, so such a cell gets an apostrophe in front. Each cell is one line, without what a terminal would obey.
 * The names of a cell are separated by `; `.
 */
export function renderCsv({ headings, rows }: Table): string {
  return [headings, ...rows].map((row) => `${row.map(formatCell).join(',')}\r\n`).join('');
}

/** The characters that begin a formula in a spreadsheet, some of which skip blanks, with their full-width forms. */
const formula = /^\s*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20]|^[\t\r\n]/;

function formatCell(cell: Cell): string {
  const text = typeof cell === 'object' ? cell.join('; ') : String(cell);
  const line = printable(text);
  const safe = formula.test(text) ? `'${line}` : line;
  return /[",]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
