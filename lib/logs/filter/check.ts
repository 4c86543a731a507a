import type { Dataset } from '../catalogue';
import type { Fault } from '../fault';
import type { Filter } from './filter';

export const filterLimits = { operators: 30, bytes: 1000 } as const;

export function checkFilter(filter: Filter, dataset: Dataset): Fault[] {
  throw new Error(`not yet: ${JSON.stringify([filter, dataset.name])}`);
}

export function checkFilterText(text: string, dataset: Dataset): Fault[] {
  throw new Error(`not yet: ${text} ${dataset.name}`);
}
