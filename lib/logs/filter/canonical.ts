import { configure } from 'safe-stable-stringify';
import { groupOf, isLeaf, group, type Condition, type Filter, type Leaf, type Scalar } from './filter';
import { parseFilter } from './parse';

/** Writes a bigint as its digits. */
const stringify = configure({ bigint: true, circularValue: Error, deterministic: false });

function write(value: Condition | Scalar | { readonly where: Condition }): string {
  try {
    return JSON.stringify(value);
  } catch {
    // It refuses a bigint, and is several times as fast otherwise.
    return stringify(value) ?? 'null';
  }
}

/**
 * The canonical text of a filter: the same for all filters that differ only in order and nesting. The service accepts it.
 *
 * Keys are in the order key, operator, value. Scalars are strings. Nested groups of the same kind are merged, and a
 * group of one condition is replaced by the condition (`where` keeps its `and`). Conditions and the sets of `in` and
 * `!in` are sorted and without duplicates. It never has more operators than the given filter.
 *
 * @example
 * ```ts
 * const { filter } = parseFilter('{"where":{"or":[{"value":30,"key":"BotScore","operator":"lt"}]}}');
 * if (filter) canonicalFilter(filter);
 * // '{"where":{"and":[{"key":"BotScore","operator":"lt","value":"30"}]}}'
 * ```
 */
export function canonicalFilter(filter: Filter): string {
  return writeForm(canonicalForm(filter));
}

/** @internal the text of what canonicalForm returns */
export function writeForm(where: Condition): string {
  return write({ where: isLeaf(where) ? group('and', [where]) : where });
}

/** @internal what canonicalFilter writes */
export function canonicalForm(filter: Filter): Condition {
  return normal(filter.where);
}

/**
 * Whether two texts are equivalent filters, that is, whether their canonical texts are equal. A text that is not a
 * filter is equivalent only to itself, character by character.
 */
export function sameFilter(a: string, b: string): boolean {
  if (a === b) return true;
  const [one, other] = [parseFilter(a).filter, parseFilter(b).filter];
  return one !== undefined && other !== undefined && canonicalFilter(one) === canonicalFilter(other);
}

/** From the leaves upwards, so that groups are flattened after their children. */
function normal(condition: Condition): Condition {
  if (isLeaf(condition)) return normalLeaf(condition);
  const outer = groupOf(condition);
  if (outer === undefined) return condition;
  const children = outer.children.map(normal).flatMap((child) => {
    const inner = groupOf(child);
    return inner?.kind === outer.kind ? inner.children : [child];
  });
  const distinct = sortedByText(children);
  const [only] = distinct;
  return distinct.length === 1 && only !== undefined ? only : group(outer.kind, distinct);
}

/** Scalars are strings. Inside a set a number stays a number, which is how the service decodes it. */
function normalLeaf({ key, operator, value }: Leaf): Leaf {
  if (typeof value !== 'object') return { key, operator, value: String(value) };
  const isSet = operator === 'in' || operator === '!in';
  return { key, operator, value: isSet ? sortedByText(value) : value };
}

/** Each once, by code unit and not by locale: the order is the same on every machine. */
function sortedByText<Item extends Condition | Scalar>(items: readonly Item[]): Item[] {
  if (items.length < 2) return [...items];
  return [...new Map(items.map((item) => [write(item), item]))]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([, item]) => item);
}
