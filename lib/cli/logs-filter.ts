import { readFile } from 'node:fs/promises';
import {
  canonicalFilter,
  checkExpressionText,
  checkFilter,
  checkFilterText,
  datasetNames,
  findDataset,
  parseExpression,
  parseFilter,
  spellFilter,
  suggest,
  type Dataset,
  type Fault,
  type Filter,
} from '../logs';

/** A filter as it was given: JSON as the service has it, or an expression. */
export interface FilterText {
  readonly text: string;
  /** Where it is from, e.g. `filter.json`; undefined for an argument. */
  readonly path?: string;
}

/** The filter, unless it cannot be understood, and all that is wrong with it. */
export interface ReadFilter {
  readonly filter: Filter | undefined;
  readonly faults: readonly Fault[];
}

/** An argument is a filter, the name of a file that has one, or `-` for stdin. */
export async function findFilter(argument: string): Promise<FilterText> {
  if (argument === '-') return { text: await readAll(process.stdin), path: 'stdin' };
  if (isJson(argument)) return { text: argument };
  try {
    return { text: await readFile(argument, 'utf8'), path: argument };
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    const isMissing = code === 'ENOENT' || code === 'ENAMETOOLONG' || code === 'ENOTDIR';
    if (isMissing && !isFileName(argument)) return { text: argument };
    const reason = isMissing ? 'there is none' : error instanceof Error ? error.message : String(error);
    throw new Error(
      `the filter cannot be read from the file ${argument}: ${reason}. Name a file, or write the filter itself in quotes.`,
      { cause: error },
    );
  }
}

export function readFilter({ text: written }: FilterText, dataset: Dataset): ReadFilter {
  const text = withoutMark(written);
  const isWritten = isJson(text);
  const faults = isWritten ? checkFilterText(text, dataset) : checkExpressionText(text, dataset);
  if (!faults.every(isOfSize)) return { filter: undefined, faults };
  const { filter: read } = isWritten ? parseFilter(text) : parseExpression(text);
  if (read === undefined) return { filter: undefined, faults };
  const filter = isWritten ? read : spellFilter(read, dataset);
  // A text far beyond the limit was not looked into, and of an expression the JSON that is sent was not measured.
  const others = checkFilter(filter, dataset).filter((fault) => !isOfSize(fault));
  if (others.length > 0) return { filter: undefined, faults: [...faults, ...others] };
  const ofJson = isWritten ? [] : checkFilterText(canonicalFilter(filter), dataset).filter(isTooLong);
  return { filter, faults: [...faults, ...ofJson] };
}

/** Whether a fault is of the size alone: what the filter means is clear then, though the service may refuse it. */
export function isOfSize(fault: Fault): boolean {
  return fault.code === 'filter.too_many_operators' || isTooLong(fault);
}

function isTooLong({ code }: Fault): boolean {
  return code === 'filter.too_long';
}

/** @param option - what the name was given as, for the message */
export function datasetCalled(name: string, option: string): Dataset {
  const dataset = findDataset(name);
  if (dataset !== undefined) return dataset;
  const meant = suggest(name, datasetNames);
  const cure = meant === undefined ? `Use one of ${datasetNames.join(', ')}.` : `Did you mean "${meant}"?`;
  throw new Error(`${option}: there is no dataset "${name}". ${cure}`);
}

/** A file that an editor wrote may begin with a byte order mark. */
export function withoutMark(text: string): string {
  return text.startsWith('\ufeff') ? text.slice(1) : text;
}

function isJson(text: string): boolean {
  return /^[\ufeff\s]*[{[]/.test(text) || text.trim() === '';
}

/** No expression has an ending, or a folder without quotes around it. */
function isFileName(text: string): boolean {
  return /^[^\s"'={}<>()]+$/.test(text) && /[./\\]/.test(text);
}

async function readAll(source: AsyncIterable<Buffer>): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of source) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}
