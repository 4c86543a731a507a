/** A table with columns as wide as their longest cell, as the formatter writes them. A column without a cell is left out. */
export function table(heads: readonly string[], rows: readonly (readonly string[])[]): string {
  const kept = heads.flatMap((_, column) => (rows.some((row) => row[column] !== '') ? [column] : []));
  const cells = [heads, ...rows].map((row) => kept.map((column) => escapeCell(row[column] ?? '')));
  const widths = kept.map((_, at) => Math.max(3, ...cells.map((row) => (row[at] ?? '').length)));
  const line = (row: readonly string[]) =>
    `| ${row.map((cell, at) => cell.padEnd(widths[at] ?? 0)).join(' | ')} |`;
  const [head = [], ...body] = cells;
  return [line(head), line(widths.map((width) => '-'.repeat(width))), ...body.map(line)].join('\n');
}

/** The anchor that GitHub gives a heading. */
export function anchorOf(heading: string): string {
  return heading
    .toLowerCase()
    .replaceAll(/[^\w\- ]/g, '')
    .replaceAll(' ', '-');
}

export function paragraphs(parts: readonly string[]): string {
  return parts.join('\n\n');
}

export function fence(language: string, text: string): string {
  return `\`\`\`${language}\n${text.trim()}\n\`\`\``;
}

/** A text whose lines are joined. */
export function onOneLine(text: string): string {
  return text.replaceAll(/\s*\n\s*/g, ' ');
}

function escapeCell(text: string): string {
  return onOneLine(text).replaceAll('|', '\\|');
}
