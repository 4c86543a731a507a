import { listsAsOf } from '../../ground/lists-as-of';
import { isObject, jsonOf, withoutByteOrderMark } from '../../ground/json';
import {
  canonicalFilter,
  checkDatasetName,
  checkExpressionText,
  checkFilter,
  checkFilterText,
  checkFilterToSend,
  datasetNames,
  findDataset,
  fitFilter,
  isWrong,
  parseExpression,
  parseFilter,
  spellFilter,
  unlistedDataset,
  type Dataset,
  type DatasetScope,
  type Fault,
  type Filter,
} from '../../logs';
import { didYouMean } from '../../logs/catalogue';
import { jobKeys } from './preview/job-config';

/** A filter as the user wrote it: the service's JSON, or an expression. */
export interface FilterText {
  readonly text: string;
  /** Source of the text, such as `filter.json`; undefined for an argument. */
  readonly path?: string;
}

/** A filter with its faults; without the filter where the text cannot be understood. */
export interface ReadFilter {
  readonly filter: Filter | undefined;
  readonly faults: readonly Fault[];
}

/** Checks JSON in the notation that is sent, and an expression in the form that `where` sends, which may be shorter. */
export function readFilter({ text: written }: FilterText, dataset: Dataset): ReadFilter {
  const text = withoutByteOrderMark(written);
  if (isJson(text)) return readJsonFilter(text, dataset, checkFilterToSend);
  const faults = checkExpressionText(text, dataset).filter((fault) => !isAboutSize(fault));
  const { filter: read } = parseExpression(text);
  if (read === undefined || faults.some(isWrong)) return { filter: undefined, faults };
  const filter = spellFilter(read, dataset);
  return { filter, faults: [...faults, ...fitFilter(filter, dataset).faults.filter(isWrong)] };
}

/** Reads the filter of a job, which is always JSON: the service accepts nothing else, and counts each byte of it. */
export function readJsonFilter(text: string, dataset: Dataset, check = checkFilterText): ReadFilter {
  const misplaced = isJson(text) ? jobFault(text) : expressionFault(text, dataset);
  if (misplaced !== undefined) return { filter: undefined, faults: [misplaced] };
  const faults = check(text, dataset);
  if (!faults.every(isTolerable)) return { filter: undefined, faults };
  const { filter } = parseFilter(text);
  if (filter === undefined) return { filter, faults };
  // The check does not look into a text far beyond the limit.
  const unseen = checkFilter(filter, dataset).filter((fault) => !isTolerable(fault));
  return unseen.length > 0 ? { filter: undefined, faults: [...faults, ...unseen] } : { filter, faults };
}

function expressionFault(text: string, dataset: Dataset): Fault | undefined {
  const { filter } = parseExpression(text);
  if (filter === undefined) return undefined;
  const json = canonicalFilter(spellFilter(filter, dataset));
  const message = `The filter is an expression, but the service accepts only JSON. Write ${json}, or in code where: LogFilter.fromExpression(...).`;
  return { code: 'filter.syntax', message, path: [], position: { offset: 0, line: 1, column: 1 } };
}

function jobFault(text: string): Fault | undefined {
  const value = jsonOf(text);
  if (!isObject(value) || 'where' in value || !jobKeys.some((key) => key in value)) return undefined;
  const message =
    'This is a job, not a filter: the filter is its member "filter". Pass only that, as jq -r .filter prints it.';
  return { code: 'filter.unknown_key', message, path: [], position: { offset: 0, line: 1, column: 1 } };
}

/** Whether a fault is only about the size: the meaning of the filter is clear, though the service may reject it. */
export function isAboutSize(fault: Fault): boolean {
  return fault.code === 'filter.too_many_operators' || fault.code === 'filter.too_long';
}

/** Whether a filter with the fault can be understood, and may be right. */
function isTolerable(fault: Fault): boolean {
  return isAboutSize(fault) || !isWrong(fault);
}

/** A dataset to check a filter against. One that this version does not know has any fields, and a fault that says so. */
export function datasetToCheck(
  name: string,
  option: string,
  scope?: DatasetScope,
): { readonly dataset: Dataset; readonly faults: readonly Fault[] } {
  const faults = checkDatasetName(name);
  if (faults.length === 0 || faults.some(isWrong))
    return { dataset: datasetCalled(name, option, scope), faults: [] };
  return { dataset: unlistedDataset(name, scope ?? 'zone'), faults };
}

/**
 * @param option - which option or job the name is from, for the message
 * @param scope - whose fields it has; by default those of zones where it exists for both
 */
export function datasetCalled(name: string, option: string, scope?: DatasetScope): Dataset {
  const dataset = findDataset(name, scope);
  if (dataset !== undefined) return dataset;
  const [only] = findDataset(name)?.scopes ?? [];
  if (only !== undefined)
    throw new Error(`${option}: the dataset ${name} belongs to ${only}s. Leave out --scope ${scope ?? ''}.`);
  const fix = describeChoice(name, datasetNames);
  throw new Error(`${option}: this version, as of ${listsAsOf}, knows no dataset "${name}". ${fix}`);
}

/** What to write instead of a name that is none of these. */
export function describeChoice(name: string, names: readonly string[]): string {
  return didYouMean(name, names, `Use one of ${names.join(', ')}.`);
}

export function isJson(text: string): boolean {
  return /^[\ufeff\s]*[{[]/.test(text) || text.trim() === '';
}
