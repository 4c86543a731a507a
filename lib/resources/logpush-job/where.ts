import {
  canonicalFilter,
  checkFilter,
  findDataset,
  fitFilter,
  spellFilter,
  type Fault,
  type Filter,
  type LogFilter,
} from '../../logs';
import { isExpression } from '../edge-resource';
import { logpushJobContract } from './contract';

/** The props of a job that filter its lines. */
export interface FilterProps {
  readonly filter?: string;
  readonly where?: LogFilter;
  readonly dataset?: string;
}

/**
 * The `filter` attribute and the faults of `where`, one line each. The contract checks a filter that is given as text, this
 * function one that is built in code.
 */
export function filterOf({ filter, where, dataset: name }: FilterProps): {
  readonly filter?: string;
  readonly faults: readonly string[];
} {
  if (where === undefined) return { filter, faults: [] };
  if (filter !== undefined) {
    return { faults: ['where: Two filters: filter and where are both set. Remove one of them.'] };
  }
  const given = where._filter();
  const scalars = scalarsIn(given);
  if (scalars.some(isListToken)) {
    const fault =
      'where: Log filter: A list that only Terraform knows cannot be a set of values. List the values, or give ' +
      'filter as Fn.jsonencode(...).';
    return { faults: [fault] };
  }
  const known = name ?? logpushJobContract.attributes.dataset.default;
  const dataset = typeof known === 'string' && !isExpression(known) ? findDataset(known, 'zone') : undefined;
  if (dataset === undefined) return { filter: canonicalFilter(given), faults: [] };
  if (!scalars.some(isExpression)) {
    const fitted = fitFilter(given, dataset);
    return fitted.faults.length > 0
      ? { faults: faultLines(fitted.faults) }
      : { filter: fitted.text, faults: [] };
  }
  // Only Terraform knows the value of a token and its length, so the filter cannot be shortened.
  const spelled = spellFilter(given, dataset);
  const faults = checkFilter(spelled, dataset).filter(({ path }) => !isExpression(partAt(spelled, path)));
  return faults.length > 0
    ? { faults: faultLines(faults) }
    : { filter: canonicalFilter(spelled), faults: [] };
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

function faultLines(faults: readonly Fault[]): string[] {
  return faults.map(({ message }) => `where: Log filter: ${message}`);
}

/** The part of a filter at a path. */
function partAt(filter: Filter, path: Fault['path']): unknown {
  let part: unknown = filter;
  for (const step of path) part = new Map<string, unknown>(Object.entries(part ?? {})).get(String(step));
  return part;
}
