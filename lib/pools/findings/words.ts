export interface PolicyName {
  readonly account_id: string;
  readonly name: string;
}

/** Pools are given by their labels: the name, with the ID if the name is not unique. */
export type Names = readonly string[];

export interface AddressCount {
  readonly address: string;
  readonly pools: number;
}

export function listNames(names: readonly string[], most = 10): string {
  if (names.length <= most + 1) return names.join(', ');
  return `${names.slice(0, most).join(', ')} and ${names.length - most} more`;
}

/** Ready to be pasted into the code. */
export function keepRecipients(carried: readonly string[]): string {
  if (carried.length === 0) return '';
  const list = carried.map((address) => `'${address}'`).join(', ');
  return `The carried-over recipients are recorded nowhere else. To keep them, set emailAddresses: [${list}].`;
}

/** Rows of a table: few, because a plan shows the resource too. */
export const fewRows = 3;

/** Terraform does not wrap lines that begin with a space. */
export function tableOf(
  headings: readonly string[],
  rows: readonly (readonly string[])[],
  most = fewRows,
): string {
  if (rows.length === 0) return '';
  // A line for one more row would be no shorter than the row.
  const isWhole = rows.length <= most + 1;
  const shown = [headings, ...(isWhole ? rows : rows.slice(0, most))];
  const widths = headings.map((_, column) => Math.max(...shown.map((row) => row[column]?.length ?? 0)));
  const lines = shown.map((row) => row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  '));
  if (!isWhole) lines.push(`and ${rows.length - most} more`);
  return lines.map((line) => `  ${line.trimEnd()}\n`).join('');
}

export function countTable(addresses: readonly AddressCount[], heading = 'LEGACY RECIPIENT'): string {
  return tableOf(
    [heading, 'POOLS'],
    addresses.map(({ address, pools }) => [address, String(pools)]),
  );
}
