import { readFile } from 'node:fs/promises';
import {
  canonicalFilter,
  checkExpressionText,
  checkFilter,
  checkFilterText,
  datasetNames,
  findDataset,
  fitFilter,
  parseExpression,
  parseFilter,
  spellFilter,
  suggest,
  type Dataset,
  type Fault,
  type Filter,
} from '../../logs';
import { isObject, jobKeys } from './preview/found-job';

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

/** JSON is judged as it is sent, and an expression in the form that `where` sends of it, which may be a shorter one. */
export function readFilter({ text: written }: FilterText, dataset: Dataset): ReadFilter {
  const text = withoutMark(written);
  if (isJson(text)) return readJsonFilter(text, dataset);
  const faults = checkExpressionText(text, dataset).filter((fault) => !isOfSize(fault));
  const { filter: read } = parseExpression(text);
  if (read === undefined || faults.length > 0) return { filter: undefined, faults };
  const filter = spellFilter(read, dataset);
  return { filter, faults: fitFilter(filter, dataset).faults };
}

/** The filter of a job, which is JSON: the service reads nothing else. */
export function readJsonFilter(text: string, dataset: Dataset): ReadFilter {
  const stranger = isJson(text) ? jobFault(text) : expressionFault(text, dataset);
  if (stranger !== undefined) return { filter: undefined, faults: [stranger] };
  const faults = checkFilterText(text, dataset);
  if (!faults.every(isOfSize)) return { filter: undefined, faults };
  const { filter } = parseFilter(text);
  if (filter === undefined) return { filter, faults };
  // A text far beyond the limit was not looked into.
  const others = checkFilter(filter, dataset).filter((fault) => !isOfSize(fault));
  return others.length > 0 ? { filter: undefined, faults: [...faults, ...others] } : { filter, faults };
}

function expressionFault(text: string, dataset: Dataset): Fault | undefined {
  const { filter } = parseExpression(text);
  if (filter === undefined) return undefined;
  const json = canonicalFilter(spellFilter(filter, dataset));
  const message = `The filter is an expression, and the service reads JSON. Write ${json}, or in code where: LogFilter.fromExpression(...).`;
  return { code: 'filter.syntax', message, path: [], position: { offset: 0, line: 1, column: 1 } };
}

function jobFault(text: string): Fault | undefined {
  const value = jsonOf(text);
  if (!isObject(value) || 'where' in value || !jobKeys.some((key) => key in value)) return undefined;
  const message =
    'This is a job, and not a filter: its filter is the text under "filter". Give that alone, as jq -r .filter prints it.';
  return { code: 'filter.unknown_key', message, path: [], position: { offset: 0, line: 1, column: 1 } };
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Whether a fault is of the size alone: what the filter means is clear then, though the service may refuse it. */
export function isOfSize(fault: Fault): boolean {
  return fault.code === 'filter.too_many_operators' || fault.code === 'filter.too_long';
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
