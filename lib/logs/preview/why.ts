import type { Dataset } from '../catalogue';
import type { FaultPath } from '../fault';
import { matchesFilter } from '../filter/evaluate';
import { groupOf, isLeaf, type Condition, type Filter, type Leaf } from '../filter/filter';
import { own } from '../../ground/record';

/** A condition that a record does not meet, so that its line is not delivered. */
export interface Unmet {
  /** Its path in the filter, e.g. `['where', 'and', 1]`. */
  readonly path: FaultPath;
  readonly condition: Leaf;
  /** The value of the record; undefined when the field is missing. */
  readonly value: unknown;
}

/**
 * Why a filter drops a record: for conditions joined by `and` the first that is not met, for those joined by `or` all.
 * Empty when the record is delivered.
 *
 * @example
 * ```ts
 * const dataset = findDataset('http_requests');
 * const { filter } = parseFilter('{"where":{"and":[{"key":"BotScore","operator":"lt","value":"30"}]}}');
 * if (dataset && filter) whyDropped(filter, { BotScore: 40 }, dataset);
 * // [{ path: ['where', 'and', 0], condition: { key: 'BotScore', operator: 'lt', value: '30' }, value: 40 }]
 * ```
 */
export function whyDropped(
  filter: Filter,
  record: Readonly<Record<string, unknown>>,
  dataset: Dataset,
): readonly Unmet[] {
  const unmet = (condition: Condition, path: FaultPath): readonly Unmet[] => {
    if (matchesFilter({ where: condition }, record, dataset)) return [];
    if (isLeaf(condition)) {
      const value = own(record, condition.key);
      return [{ path, condition, value }];
    }
    const inner = groupOf(condition);
    if (inner === undefined) return [];
    const { kind, children } = inner;
    const all = children.map((child, index) => () => unmet(child, [...path, kind, index]));
    if (kind === 'or') return all.flatMap((find) => find());
    for (const find of all) {
      const found = find();
      if (found.length > 0) return found;
    }
    return [];
  };
  return unmet(filter.where, ['where']);
}
