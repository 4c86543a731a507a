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
export const deepest = 500;

/** The children of a group and how they are joined; `undefined` for a leaf. */
export function groupOf(
  condition: Condition,
): { readonly kind: 'and' | 'or'; readonly children: readonly Condition[] } | undefined {
  if ('and' in condition) return { kind: 'and', children: condition.and };
  if ('or' in condition) return { kind: 'or', children: condition.or };
  return undefined;
}

export function isLeaf(condition: Condition): condition is Leaf {
  return 'operator' in condition;
}

/** All comparisons, in their order. */
export function* leavesOf(condition: Condition): Generator<Leaf, void, undefined> {
  if (isLeaf(condition)) yield condition;
  else for (const child of groupOf(condition)?.children ?? []) yield* leavesOf(child);
}

/** How many operators a filter has: see {@link filterLimits}. */
export interface OperatorCount {
  readonly conditions: number;
  readonly groups: number;
}

export function countOperators(condition: Condition): OperatorCount {
  if (isLeaf(condition)) return { conditions: 1, groups: 0 };
  let [conditions, groups] = [0, 1];
  for (const child of groupOf(condition)?.children ?? []) {
    const inner = countOperators(child);
    conditions += inner.conditions;
    groups += inner.groups;
  }
  return { conditions, groups };
}

export function group(kind: 'and' | 'or', children: readonly Condition[]): Group {
  return kind === 'and' ? { and: children } : { or: children };
}
