import { group, groupOf, isLeaf, type Condition } from './filter';
import type { Operator } from './operators';

/** The opposite of each operator: every condition can be negated. The type requires one for a new operator too. */
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
 * Negates a condition. The service has no `not`, so the negation moves inwards to the operators, through the groups by
 * De Morgan's laws.
 *
 * The `!` operators are exact opposites for every record. `lt` and `geq`, `leq` and `gt` become each other, which is
 * exact for every record that has the field: a record without it, or with null, matches neither of the two, and the
 * service has no operator that does. So a condition and its negation never both match, and exactly one of them matches
 * a record that has the fields compared by size.
 */
export function negate(condition: Condition): Condition {
  if (isLeaf(condition)) return { ...condition, operator: oppositeOf(condition.operator) };
  const { kind, children } = groupOf(condition);
  return group(kind === 'and' ? 'or' : 'and', children.map(negate));
}
