import type { Row } from './rows';

const columns = ['applies', 'duplicates', 'orphans', 'lost', 'wrong deletions'];

/** The rows as a Markdown table, as docs/reliability.md shows them. */
export function formatTable(what: string, rows: readonly Row[]): string {
  const lines = rows.map(({ name, applies, damage }) => {
    const { duplicates, orphans, lost, wrongDeletions } = damage;
    const counts = [duplicates, orphans, lost, wrongDeletions].map(({ length }) => length);
    return [name, ...[applies, ...counts].map(String)];
  });
  const all = [[what, ...columns], ...lines];
  const widths = all[0]?.map((_, index) => Math.max(...all.map((line) => line[index]?.length ?? 0))) ?? [];
  const format = (cells: readonly string[]) =>
    `| ${cells.map((cell, index) => cell.padEnd(widths[index] ?? 0)).join(' | ')} |`;
  const [head = [], ...body] = all;
  return [format(head), format(widths.map((width) => '-'.repeat(width))), ...body.map(format)].join('\n');
}

/** Shows the rows that a test file has collected, without jest's frame around it. */
export function printTable(what: string, rows: readonly Row[]): void {
  if (rows.length > 0) process.stdout.write(`\n${formatTable(what, rows)}\n\n`);
}
