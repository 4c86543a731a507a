import type { Leaf } from '../../../lib/logs';
import { httpRequests } from '../dataset-of';
import type { Built } from './dense';
import { interpretFilter } from './interpret';

type Found = Readonly<Record<string, unknown>>;

function passes(leaf: Leaf, record: Found): boolean {
  return interpretFilter({ where: leaf }, record, httpRequests);
}

const turned: Readonly<Record<string, Leaf['operator']>> = { lt: 'geq', leq: 'gt', gt: 'leq', geq: 'lt' };

/** What a builder's filter means: `not` is plain negation, except of comparisons by size, which turn round. */
export function means(built: Built, record: Found, isNegated = false): boolean {
  if ('not' in built) return means(built.not, record, !isNegated);
  if ('leaf' in built) {
    const { leaf } = built;
    if (!isNegated) return passes(leaf, record);
    const operator = turned[leaf.operator];
    return operator === undefined ? !passes(leaf, record) : passes({ ...leaf, operator }, record);
  }
  const isAnd = 'and' in built;
  const children = isAnd ? built.and : built.or;
  const check = (child: Built) => means(child, record, isNegated);
  return isAnd !== isNegated ? children.every(check) : children.some(check);
}
