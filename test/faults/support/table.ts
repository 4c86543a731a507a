import { isExhaustive } from '../../support/exhaustive';
import type { Row } from './rows';

const columns = ['applies', 'duplicates, orphans', 'lost, wrong deletions'];

/** The rows of a test file. An exhaustive run shows each as soon as it is there, and all at the end. */
export class Table {
  readonly #what: string;
  readonly #rows: Row[] = [];

  /** @param what - the head of the column with the names of the rows */
  constructor(what: string) {
    this.#what = what;
  }

  add(row: Row): void {
    this.#rows.push(row);
    // Without jest's frame around it.
    if (isExhaustive) process.stdout.write(`${cellsOf(row).join(' | ')}\n`);
  }

  print(): void {
    if (isExhaustive)
      process.stdout.write(`\n${format([[this.#what, ...columns], ...this.#rows.map(cellsOf)])}\n\n`);
  }
}

function cellsOf({ name, applies, damage }: Row): string[] {
  const { duplicates, orphans, lost, wrongDeletions } = damage;
  const pairs = [
    [duplicates, orphans],
    [lost, wrongDeletions],
  ];
  const counts = pairs.map((lists) => lists.map(({ length }) => length).join(', '));
  return [name, String(applies), ...counts];
}

function format([head = [], ...body]: readonly (readonly string[])[]): string {
  const widths = head.map((_, index) => Math.max(...[head, ...body].map((line) => line[index]?.length ?? 0)));
  const lineOf = (cells: readonly string[]) =>
    `| ${cells.map((cell, index) => cell.padEnd(widths[index] ?? 0)).join(' | ')} |`;
  return [lineOf(head), lineOf(widths.map((width) => '-'.repeat(width))), ...body.map(lineOf)].join('\n');
}
