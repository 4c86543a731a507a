import type { FaultPath } from '../fault';
import type { Operator } from './operators';

/**
 * A value in a filter. The service requires scalars as strings, also for numbers and booleans.
 * A `bigint` is an integer that a `number` cannot represent exactly (beyond 2^53).
 */
export type Scalar = string | number | bigint | boolean;

/** One comparison. `value` is an array for `in` and `!in`, a scalar for every other operator. */
export interface Leaf {
  readonly key: string;
  readonly operator: Operator;
  readonly value: Scalar | readonly Scalar[];
}

export type Group = { readonly and: readonly Condition[] } | { readonly or: readonly Condition[] };

export type Condition = Leaf | Group;

/** The filter of a log-delivery job (specification 4.3). A condition alone under `where` is sent in a group. */
export interface Filter {
  readonly where: Condition;
}

/** The maximum depth of nested groups: more than 1000 bytes of text can have, and not too much for the stack. */
export const maxDepth = 500;

interface Joined {
  readonly kind: 'and' | 'or';
  readonly children: readonly Condition[];
}

/** The children of a group and how they are joined; `undefined` for a leaf. */
export function groupOf(condition: Group): Joined;
export function groupOf(condition: Condition): Joined | undefined;
export function groupOf(condition: Condition): Joined | undefined {
  if ('and' in condition) return { kind: 'and', children: condition.and };
  if ('or' in condition) return { kind: 'or', children: condition.or };
  return undefined;
}

export function isLeaf(condition: Condition): condition is Leaf {
  return 'operator' in condition;
}

export function leavesOf(condition: Condition, found: Leaf[] = []): readonly Leaf[] {
  if (isLeaf(condition)) found.push(condition);
  else for (const child of groupOf(condition).children) leavesOf(child, found);
  return found;
}

export function keysIn({ where }: Filter): string[] {
  return [...new Set(leavesOf(where).map(({ key }) => key))];
}

export function mapLeaves(condition: Condition, change: (leaf: Leaf) => Leaf): Condition {
  if (isLeaf(condition)) return change(condition);
  const { kind, children } = groupOf(condition);
  return group(
    kind,
    children.map((child) => mapLeaves(child, change)),
  );
}

/** Collects the results of a function for each comparison and its path, such as `['where', 'and', 2]`. */
export function findInLeaves<Found>(
  condition: Condition,
  path: FaultPath,
  find: (leaf: Leaf, path: FaultPath) => readonly Found[],
): readonly Found[] {
  if (isLeaf(condition)) return find(condition, path);
  const { kind, children } = groupOf(condition);
  return children.flatMap((child, index) => findInLeaves(child, [...path, kind, index], find));
}

/** How many operators a filter has: see {@link filterLimits}. */
export interface OperatorCount {
  readonly conditions: number;
  readonly groups: number;
}

export function countOperators(condition: Condition): OperatorCount {
  if (isLeaf(condition)) return { conditions: 1, groups: 0 };
  let [conditions, groups] = [0, 1];
  for (const child of groupOf(condition).children) {
    const inner = countOperators(child);
    conditions += inner.conditions;
    groups += inner.groups;
  }
  return { conditions, groups };
}

export function group(kind: 'and' | 'or', children: readonly Condition[]): Group {
  return kind === 'and' ? { and: children } : { or: children };
}
