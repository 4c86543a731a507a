import type { Dataset } from '../catalogue';
import type { Filter } from './filter';

export function matchesFilter(
  filter: Filter,
  record: Readonly<Record<string, unknown>>,
  dataset: Dataset,
): boolean {
  throw new Error(`not yet: ${JSON.stringify([filter, record, dataset.name])}`);
}
