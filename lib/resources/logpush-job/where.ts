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

/** What a job is told of its filter. */
export interface FilterProps {
  readonly filter?: string;
  readonly where?: LogFilter;
  readonly dataset?: string;
}

/** The `filter` attribute, and what is wrong with `where`, one line each. The contract checks what is a text. */
export function filterOf({ filter, where, dataset: name }: FilterProps): {
  readonly filter?: string;
  readonly faults: readonly string[];
} {
  if (where === undefined) return { filter, faults: [] };
  if (filter !== undefined) {
    return { faults: ['where: Two filters: filter and where are both given. Keep one of them.'] };
  }
  const given = where._filter();
  const text = canonicalFilter(given);
  if (text.includes('#{TfToken[')) {
    const fault =
      'where: Log filter: A list that only Terraform knows cannot be a set of values. Name the values, or give ' +
      'filter as Fn.jsonencode(...).';
    return { faults: [fault] };
  }
  const known = name ?? logpushJobContract.attributes.dataset.default;
  const dataset = typeof known === 'string' && !isExpression(known) ? findDataset(known, 'zone') : undefined;
  if (dataset === undefined) return { filter: text, faults: [] };
  if (!isExpression(text)) {
    const fitted = fitFilter(given, dataset);
    return fitted.faults.length > 0 ? { faults: told(fitted.faults) } : { filter: fitted.text, faults: [] };
  }
  // How long a token's value is, and what it is, only Terraform knows: no shorter form is looked for.
  const spelled = spellFilter(given, dataset);
  const faults = checkFilter(spelled, dataset).filter(({ path }) => !isExpression(partAt(spelled, path)));
  return faults.length > 0 ? { faults: told(faults) } : { filter: canonicalFilter(spelled), faults: [] };
}

function told(faults: readonly Fault[]): string[] {
  return faults.map(({ message }) => `where: Log filter: ${message}`);
}

/** What a path of a filter leads to, such as a value. */
function partAt(filter: Filter, path: Fault['path']): unknown {
  let part: unknown = filter;
  for (const step of path) part = new Map<string, unknown>(Object.entries(part ?? {})).get(String(step));
  return part;
}
