import { connected, type Connection, type Target } from './connection';
import { formatDocument } from './document';
import type { Block, Table } from './report/blocks';
import { renderCsv } from './report/csv';
import { renderText } from './report/text';
import { print, warn, widthOf } from './terminal';

export interface OutputOptions {
  readonly csv?: true;
  readonly json?: true;
}

/** The options of a command whose result comes from the API. */
export interface ServiceOptions extends OutputOptions {
  readonly baseUrl?: string;
}

export interface Outcome {
  readonly data: object;
  /** Levels of its lists whose objects have a line each. */
  readonly depth?: number;
  readonly blocks: () => readonly Block[];
  readonly table?: () => Table;
  /** Whether the text has what it would cut. */
  readonly all?: boolean | undefined;
  readonly isClear: boolean;
  /** Whether a part could not be read, so that there is no answer. */
  readonly isPartial?: boolean;
  /** For stderr. */
  readonly warnings?: readonly string[];
}

/** Prints a result in the form of the options, and sets the exit status of its answer. */
export async function printOutcome(options: OutputOptions, outcome: Outcome): Promise<void> {
  const { data, depth, table, blocks, all, isClear, isPartial, warnings } = outcome;
  warnings?.forEach(warn);
  if (options.json === true) await print(formatDocument(data, depth));
  else if (options.csv === true && table !== undefined) await print(renderCsv(table()));
  else await printBlocks(blocks(), all);
  process.exitCode = isPartial === true ? 2 : isClear ? 0 : 1;
}

export function printBlocks(blocks: readonly Block[], all?: boolean): Promise<void> {
  return print(renderText(blocks, { width: widthOf(process.stdout), all }));
}

export async function runService(
  options: ServiceOptions,
  target: Target,
  find: (connection: Connection) => Promise<Outcome>,
): Promise<void> {
  await printOutcome(options, await connected(target, options.baseUrl, find));
}
