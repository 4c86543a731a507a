import { group, groupOf, isLeaf, type Condition } from './filter';
import type { Operator } from './operators';

/**
 * The operator that says the opposite. Every operator has one, so there is nothing that cannot be negated; the type
 * holds a new operator to that.
 */
const opposites: Readonly<Record<Operator, Operator>> = {
  eq: '!eq',
  '!eq': 'eq',
  lt: 'geq',
  leq: 'gt',
  gt: 'leq',
  geq: 'lt',
  startsWith: '!startsWith',
  endsWith: '!endsWith',
  '!startsWith': 'startsWith',
  '!endsWith': 'endsWith',
  contains: '!contains',
  '!contains': 'contains',
  in: '!in',
  '!in': 'in',
};

export function oppositeOf(operator: Operator): Operator {
  return opposites[operator];
}

/**
 * The condition that holds where the given one does not. The service has no `not`: it is pushed inwards to the
 * operators, by De Morgan's laws through the groups.
 *
 * The `!` operators are exact opposites for every record. `lt` and `geq`, `leq` and `gt` turn into each other, which
 * is exact for every record that has the field: one that lacks it, or has it as null, passes neither of the two, and
 * no operator of the service says otherwise. So a condition and its negation never both hold, and exactly one of them
 * holds for a record that has the fields which are compared by size.
 */
export function negate(condition: Condition): Condition {
  if (isLeaf(condition)) return { ...condition, operator: oppositeOf(condition.operator) };
  const { kind, children } = groupOf(condition) ?? { kind: 'and', children: [] };
  return group(kind === 'and' ? 'or' : 'and', children.map(negate));
}
