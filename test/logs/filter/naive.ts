import type { Leaf } from '../../../lib/logs';
import type { Built } from './dense';

type Found = Readonly<Record<string, unknown>>;

const int = (value: unknown): bigint | undefined => {
  if (typeof value === 'bigint') return value;
  if (typeof value === 'number') return Number.isInteger(value) ? BigInt(value) : undefined;
  return typeof value === 'string' && /^-?[0-9]+$/.test(value) ? BigInt(value) : undefined;
};

/** What the operator table says, written down once more and without a thought for speed. */
function passes({ key, operator, value }: Leaf, record: Found): boolean {
  const found = record[key];
  const values = (Array.isArray(value) ? value : [value]).map(String);
  const [expected = ''] = values;
  if (operator.startsWith('!'))
    return !passes({ key, operator: operator.slice(1) as Leaf['operator'], value }, record);
  if (['BotScore', 'EdgeResponseStatus'].includes(key)) {
    const [left, right] = [int(found), int(expected)];
    if (left === undefined || right === undefined) return false;
    if (operator === 'lt') return left < right;
    if (operator === 'leq') return left <= right;
    if (operator === 'gt') return left > right;
    if (operator === 'geq') return left >= right;
    return values.some((each) => int(each) === left);
  }
  if (key === 'CacheReserveUsed') return typeof found === 'boolean' && String(found) === expected;
  if (['BotTags', 'SecurityActions'].includes(key)) {
    return Array.isArray(found) && found.some((each) => String(each) === expected);
  }
  if (typeof found !== 'string') return false;
  if (operator === 'startsWith') return found.startsWith(expected);
  if (operator === 'endsWith') return found.endsWith(expected);
  if (operator === 'contains') return found.split(expected).length > 1 || expected === '';
  return values.includes(found);
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

/** What it would mean if `not` were plain negation everywhere. */
export function meansPlainly(built: Built, record: Found): boolean {
  if ('not' in built) return !meansPlainly(built.not, record);
  if ('leaf' in built) return passes(built.leaf, record);
  if ('and' in built) return built.and.every((child) => meansPlainly(child, record));
  return built.or.some((child) => meansPlainly(child, record));
}
