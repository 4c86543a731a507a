import { typeOf, type Dataset } from '../../../lib/logs/catalogue';
import {
  groupOf,
  isLeaf,
  type Condition,
  type Filter,
  type Leaf,
  type Scalar,
} from '../../../lib/logs/filter/filter';
import { filterKind, type FilterKind } from '../../../lib/logs/filter/operators';
import { own } from '../../../lib/ground/record';

/** What `matchesFilter` means, interpreted condition by condition with no thought for speed. */
export function interpretFilter(
  filter: Filter,
  record: Readonly<Record<string, unknown>>,
  dataset: Dataset,
): boolean {
  const matches = (condition: Condition): boolean => {
    if (isLeaf(condition)) return matchesLeaf(condition, record, dataset);
    const { kind, children } = groupOf(condition);
    return kind === 'or' ? children.some(matches) : children.every(matches);
  };
  return matches(filter.where);
}

function matchesLeaf(leaf: Leaf, record: Readonly<Record<string, unknown>>, dataset: Dataset): boolean {
  const isNegated = leaf.operator.startsWith('!');
  const positive = isNegated ? leaf.operator.slice(1) : leaf.operator;
  const found = own(record, leaf.key);
  const type = typeOf(leaf.key, dataset);
  const kind = type === undefined ? undefined : filterKind(type);
  return comparesAs(kind, positive, found, leaf.value) !== isNegated;
}

function comparesAs(
  kind: FilterKind | undefined,
  operator: string,
  found: unknown,
  value: Leaf['value'],
): boolean {
  switch (kind) {
    case 'string':
      return typeof found === 'string' && compareStrings(operator, found, value);
    case 'int':
      return compareInts(operator, toInt(found), value);
    case 'bool':
      return (
        typeof found === 'boolean' && operator === 'eq' && isScalar(value) && String(found) === String(value)
      );
    case 'array':
      return (
        Array.isArray(found) &&
        operator === 'contains' &&
        isScalar(value) &&
        found.some((item) => isSame(item, value))
      );
    case undefined:
      return false;
    default:
      return kind satisfies never;
  }
}

function compareStrings(operator: string, found: string, value: Leaf['value']): boolean {
  if (!isScalar(value)) return operator === 'in' && value.some((item) => String(item) === found);
  const expected = String(value);
  switch (operator) {
    case 'eq':
      return found === expected;
    case 'startsWith':
      return found.startsWith(expected);
    case 'endsWith':
      return found.endsWith(expected);
    case 'contains':
      return found.includes(expected);
    default:
      return false;
  }
}

function compareInts(operator: string, found: bigint | undefined, value: Leaf['value']): boolean {
  if (found === undefined) return false;
  if (!isScalar(value)) return operator === 'in' && value.some((item) => toInt(item) === found);
  const expected = toInt(value);
  if (expected === undefined) return false;
  switch (operator) {
    case 'eq':
      return found === expected;
    case 'lt':
      return found < expected;
    case 'leq':
      return found <= expected;
    case 'gt':
      return found > expected;
    case 'geq':
      return found >= expected;
    default:
      return false;
  }
}

function isSame(item: unknown, value: Scalar): boolean {
  if (typeof item === 'string') return item === String(value);
  const int = toInt(item);
  return int !== undefined && int === toInt(value);
}

function isScalar(value: Leaf['value']): value is Scalar {
  return typeof value !== 'object';
}

/** As a bigint, since ints go up to 2^64 and a number is exact only up to 2^53. */
function toInt(value: unknown): bigint | undefined {
  if (typeof value === 'bigint') return value;
  if (typeof value === 'number' && Number.isInteger(value)) return BigInt(value);
  if (typeof value === 'string' && /^-?\d+$/.test(value)) return BigInt(value);
  return undefined;
}
