import {
  canonicalFilter,
  checkFilter,
  checkFilterText,
  countOperators,
  filterLimits,
  datasetOrUnlisted,
  fitFilter,
  isAboutOperators,
  isWrong,
  spellFilter,
  type Dataset,
  type Fault,
  type Filter,
  type LogFilter,
} from '../../logs';
import { isExpression } from '../edge-resource';
import { faultDiagnostics } from '../faults';
import type { PropRule } from '../props';
import { logpushJobContract } from './contract';

/** The prop `where`. Not by class: the filter may come from another copy of the package. */
export const whereRule: PropRule = {
  rule: 'a LogFilter, such as LogFilter.field("EdgeResponseStatus").atLeast(500)',
  accepts: (value) => typeof value === 'object' && value !== null && '_filter' in value,
  fix: (value) =>
    typeof value === 'string'
      ? 'Read an expression with LogFilter.fromExpression, or give the JSON of a filter as filter.'
      : undefined,
};

/** The props of a job that filter its lines. */
export interface FilterProps {
  readonly zoneId?: string;
  readonly accountId?: string;
  readonly filter?: string;
  readonly where?: LogFilter;
  readonly dataset?: string;
}

/** The `filter` attribute, and one line for each fault of `where` and each warning. */
interface FilterToSend {
  readonly filter?: string;
  readonly faults: readonly string[];
  readonly warnings: readonly string[];
}

/**
 * The `filter` attribute and the faults of `where`. The contract checks a filter that is given as text, this function one that
 * is built in code. Too many operators are a warning where an existing job may have them (see `checkChangedFilter`).
 */
export function filterOf(props: FilterProps): FilterToSend {
  const { filter, where } = props;
  const dataset = datasetOf(props);
  if (where === undefined) return { filter, faults: [], warnings: warningsOfText(filter, dataset) };
  if (filter !== undefined && filter !== '')
    return refused(['where: Two filters: filter and where are both set. Remove one of them.']);
  const given = where._filter();
  const scalars = scalarsIn(given);
  if (scalars.some(isListToken)) {
    const fault =
      'where: Log filter: A list that only Terraform knows cannot be a set of values. List the values, or give ' +
      'filter as Fn.jsonencode(...).';
    return refused([fault]);
  }
  if (dataset === undefined) return { filter: canonicalFilter(given), faults: [], warnings: [] };
  if (!scalars.some(isExpression)) {
    const { text, faults } = fitFilter(given, dataset);
    return judged(text, faults, isShort(text));
  }
  // Only Terraform knows the value of a token and its length, so the filter cannot be shortened.
  const spelled = spellFilter(given, dataset);
  const faults = checkFilter(spelled, dataset).filter(({ path }) => !isExpression(partAt(spelled, path)));
  const { conditions } = countOperators(spelled.where);
  return judged(canonicalFilter(spelled), faults, conditions <= filterLimits.operators);
}

/** As the scope of the job has it; undefined where only Terraform knows the dataset, or the contract refuses it. */
function datasetOf({ dataset: name, zoneId, accountId }: FilterProps): Dataset | undefined {
  if (isExpression(name) || (zoneId === undefined) === (accountId === undefined)) return undefined;
  const known: unknown = name ?? logpushJobContract.attributes.dataset.default;
  return typeof known === 'string'
    ? datasetOrUnlisted(known, accountId === undefined ? 'zone' : 'account')
    : undefined;
}

/** @param isAllowedLarge - whether the filter may have too many operators */
function judged(text: string, faults: readonly Fault[], isAllowedLarge: boolean): FilterToSend {
  const wrong = faults.filter(isWrong);
  if (wrong.length > 0 && !(isAllowedLarge && wrong.every(isAboutOperators)))
    return refused(wrong.map(({ message }) => `where: Log filter: ${message}`));
  const others = faultDiagnostics(
    ['where'],
    'Log filter',
    faults.filter((fault) => !isWrong(fault)),
  ).map(({ summary, detail }) => `where: ${summary}: ${detail}`);
  return { filter: text, faults: [], warnings: [...others, ...warningLines('where', wrong)] };
}

function refused(faults: readonly string[]): FilterToSend {
  return { faults, warnings: [] };
}

function warningsOfText(filter: string | undefined, dataset: Dataset | undefined): readonly string[] {
  // A caller in JavaScript may pass another type, which Terraform reports.
  if (typeof filter !== 'string' || filter === '' || !mayHaveTooManyOperators(filter)) return [];
  if (dataset === undefined || isExpression(filter) || !isShort(filter)) return [];
  return warningLines('filter', checkFilterText(filter, dataset).filter(isAboutOperators));
}

/** A fast check: every operator is an object in the text. */
function mayHaveTooManyOperators(filter: string): boolean {
  return filter.split('{').length > filterLimits.operators;
}

function isShort(text: string): boolean {
  return Buffer.byteLength(text) <= filterLimits.bytes;
}

function warningLines(prop: string, faults: readonly Fault[]): readonly string[] {
  return faults.map(
    ({ message }) =>
      `${prop}: ${message} An existing job can keep such a filter; the plan refuses it in a new job, and a change to it.`,
  );
}

/** The values at every depth of a filter: keys, operators and what they compare with. */
function scalarsIn(part: unknown, found: unknown[] = []): readonly unknown[] {
  if (typeof part !== 'object' || part === null) found.push(part);
  else for (const each of Object.values(part)) scalarsIn(each, found);
  return found;
}

function isListToken(value: unknown): boolean {
  return typeof value === 'string' && value.includes('#{TfToken[');
}

/** The part of a filter at a path. */
function partAt(filter: Filter, path: Fault['path']): unknown {
  let part: unknown = filter;
  for (const step of path) part = new Map<string, unknown>(Object.entries(part ?? {})).get(String(step));
  return part;
}
