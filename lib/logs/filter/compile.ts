import { typeOf, type Dataset } from '../catalogue';
import { groupOf, isLeaf, type Condition, type Filter, type Leaf, type Scalar } from './filter';
import { filterKind, type FilterKind } from './operators';

/** Whether a record matches. */
export type CompiledFilter = (record: Readonly<Record<string, unknown>>) => boolean;

/**
 * Compiles a filter for many records: the result is that of `matchesFilter`, which compiles the filter for its one record.
 *
 * @example
 * ```ts
 * const dataset = findDataset('http_requests');
 * const { filter } = parseExpression('EdgeResponseStatus >= 500');
 * const passes = dataset && filter && compileFilter(filter, dataset);
 * passes?.({ EdgeResponseStatus: 503 }); // true
 * ```
 */
export function compileFilter(filter: Filter, dataset: Dataset): CompiledFilter {
  return compile(filter.where, dataset);
}

/**
 * Whether a record matches a filter, that is, whether its line is delivered (specification 4.3).
 *
 * Fields compare by their type in the dataset: strings case-sensitively, ints as integers of any size, arrays by one
 * equal element for `contains`. A field that is missing, null or not of its type matches no operator, and so matches
 * every negated one. How the service treats these cases is not public.
 *
 * @param record field name to value; an int may be a number, a bigint or a string of digits
 *
 * @example
 * ```ts
 * const dataset = findDataset('http_requests');
 * const { filter } = parseFilter('{"where":{"and":[{"key":"BotScore","operator":"lt","value":"30"}]}}');
 * if (dataset && filter) matchesFilter(filter, { BotScore: 2 }, dataset); // true
 * ```
 */
export function matchesFilter(
  filter: Filter,
  record: Readonly<Record<string, unknown>>,
  dataset: Dataset,
): boolean {
  return compileFilter(filter, dataset)(record);
}

/** Whether the value of a field matches an operator, ignoring `!`. */
type Test = (found: unknown) => boolean;

function compile(condition: Condition, dataset: Dataset): CompiledFilter {
  if (isLeaf(condition)) return compileLeaf(condition, dataset);
  const { kind, children } = groupOf(condition);
  const parts = children.map((child) => compile(child, dataset));
  return kind === 'and' ? all(parts) : any(parts);
}

/** Pairs of functions are faster than a loop over an array, since the engine can inline the calls. */
function all(parts: readonly CompiledFilter[]): CompiledFilter {
  const [first, second] = parts;
  if (first === undefined) return () => true;
  if (second === undefined) return first;
  if (parts.length === 2) return (record) => first(record) && second(record);
  const [one, other] = halves(parts).map(all);
  return one === undefined || other === undefined ? first : (record) => one(record) && other(record);
}

function any(parts: readonly CompiledFilter[]): CompiledFilter {
  const [first, second] = parts;
  if (first === undefined) return () => false;
  if (second === undefined) return first;
  if (parts.length === 2) return (record) => first(record) || second(record);
  const [one, other] = halves(parts).map(any);
  return one === undefined || other === undefined ? first : (record) => one(record) || other(record);
}

function halves<Item>(items: readonly Item[]): (readonly Item[])[] {
  const middle = items.length >> 1;
  return [items.slice(0, middle), items.slice(middle)];
}

function compileLeaf({ key, operator, value }: Leaf, dataset: Dataset): CompiledFilter {
  const type = typeOf(key, dataset);
  const isNegated = operator.startsWith('!');
  const positive = isNegated ? operator.slice(1) : operator;
  const test = compileTest(type === undefined ? undefined : filterKind(type), positive, value);
  if (test === undefined) return () => isNegated;
  // An inherited property is not a field of the record. `hasOwn` comes last, since it is the slower test.
  return isNegated
    ? (record) => !(test(record[key]) && Object.hasOwn(record, key))
    : (record) => test(record[key]) && Object.hasOwn(record, key);
}

function compileTest(kind: FilterKind | undefined, operator: string, value: Leaf['value']): Test | undefined {
  switch (kind) {
    case 'string':
      return typeof value === 'object' ? stringSet(operator, value) : stringTest(operator, String(value));
    case 'int':
      return typeof value === 'object' ? intSet(operator, value) : intTest(operator, exactInt(value));
    case 'bool': {
      if (operator !== 'eq' || typeof value === 'object') return undefined;
      const text = String(value);
      if (text !== 'true' && text !== 'false') return undefined;
      const expected = text === 'true';
      return (found) => found === expected;
    }
    case 'array':
      return operator === 'contains' && typeof value !== 'object' ? elementTest(value) : undefined;
    case undefined:
      return undefined;
    default:
      return kind satisfies never;
  }
}

function stringSet(operator: string, values: readonly Scalar[]): Test | undefined {
  if (operator !== 'in') return undefined;
  const expected = new Set<unknown>(values.map(String));
  return (found) => expected.has(found);
}

function stringTest(operator: string, expected: string): Test | undefined {
  switch (operator) {
    case 'eq':
      return (found) => found === expected;
    case 'startsWith':
      return (found) => typeof found === 'string' && found.startsWith(expected);
    case 'endsWith':
      return (found) => typeof found === 'string' && found.endsWith(expected);
    case 'contains':
      return (found) => typeof found === 'string' && found.includes(expected);
    default:
      return undefined;
  }
}

function intSet(operator: string, values: readonly Scalar[]): Test | undefined {
  if (operator !== 'in') return undefined;
  const ints = values.flatMap((value) => exactInt(value) ?? []);
  const small = new Set<unknown>(ints.filter((int) => typeof int === 'number'));
  const large = new Set<unknown>(ints.filter((int) => typeof int === 'bigint'));
  return (found) => {
    const int = typeof found === 'number' && Number.isSafeInteger(found) ? found : exactInt(found);
    return typeof int === 'bigint' ? large.has(int) : small.has(int);
  };
}

/** Numbers and bigints compare exactly with each other, so only other values have to be parsed. A number with a fraction is no int. */
function intTest(operator: string, expected: number | bigint | undefined): Test | undefined {
  if (expected === undefined) return undefined;
  switch (operator) {
    case 'eq':
      return typeof expected === 'number'
        ? (found) => found === expected || (typeof found !== 'number' && exactInt(found) === expected)
        : (found) => exactInt(found) === expected;
    case 'lt':
      return (found) => {
        const int = comparable(found);
        return int !== undefined && int < expected;
      };
    case 'leq':
      return (found) => {
        const int = comparable(found);
        return int !== undefined && int <= expected;
      };
    case 'gt':
      return (found) => {
        const int = comparable(found);
        return int !== undefined && int > expected;
      };
    case 'geq':
      return (found) => {
        const int = comparable(found);
        return int !== undefined && int >= expected;
      };
    default:
      return undefined;
  }
}

function elementTest(value: Scalar): Test {
  const text = String(value);
  const int = exactInt(value);
  const isExpected = (item: unknown): boolean =>
    typeof item === 'string' ? item === text : int !== undefined && exactInt(item) === int;
  return (found) => Array.isArray(found) && found.some(isExpected);
}

function comparable(found: unknown): number | bigint | undefined {
  if (typeof found === 'number') return Number.isInteger(found) ? found : undefined;
  return exactInt(found);
}

/** One form for each integer: a number where that is exact, else a bigint. Never -0. */
function exactInt(value: unknown): number | bigint | undefined {
  if (typeof value === 'number') {
    if (Number.isSafeInteger(value)) return value + 0;
    return Number.isInteger(value) ? BigInt(value) : undefined;
  }
  if (typeof value === 'bigint') {
    const number = Number(value);
    return Number.isSafeInteger(number) ? number : value;
  }
  if (typeof value !== 'string' || !/^-?\d+$/.test(value)) return undefined;
  return value.length <= 15 ? Number(value) + 0 : exactInt(BigInt(value));
}
