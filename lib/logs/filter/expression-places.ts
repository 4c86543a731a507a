import type { FaultPath } from '../fault';
import { groupOf, isLeaf, type Condition, type Filter } from './filter';

/** The offsets of a condition in the text of an expression. */
export interface Place {
  readonly start: number;
  /** Offsets of its operator, its value, and the values of its set. */
  readonly operator?: number;
  readonly value?: number;
  readonly items?: readonly number[];
}

export type Places = ReadonlyMap<Condition, Place>;

/** The innermost condition on a path such as `['where', 'and', 2, 'operator']`, and the steps from there. */
export function conditionAt(
  filter: Filter,
  path: FaultPath,
): { readonly condition: Condition; readonly rest: FaultPath } {
  let condition = filter.where;
  let at = 1;
  for (; !isLeaf(condition) && at + 1 < path.length; at += 2) {
    const next = groupOf(condition).children[Number(path[at + 1])];
    if (next === undefined) break;
    condition = next;
  }
  return { condition, rest: path.slice(at) };
}

export function offsetOf(filter: Filter, places: Places, path: FaultPath): number {
  const { condition, rest } = conditionAt(filter, path);
  const place = places.get(condition) ?? places.get(firstIn(condition));
  if (place === undefined) return 0;
  const [part, index] = rest;
  if (part === 'operator') return place.operator ?? place.start;
  if (part !== 'value') return place.start;
  return (typeof index === 'number' ? place.items?.[index] : undefined) ?? place.value ?? place.start;
}

/** A group without parentheses begins at its first condition. */
function firstIn(condition: Condition): Condition {
  const [first] = groupOf(condition)?.children ?? [];
  return first === undefined ? condition : firstIn(first);
}
