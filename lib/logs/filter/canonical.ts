import { groupOf, isLeaf, group, type Condition, type Filter, type Leaf, type Scalar } from './filter';
import { parseFilter } from './parse';

/**
 * The one text for all filters that say the same thing in another order or nesting, as it can be sent to the service.
 *
 * Keys come as key, operator, value; scalars are strings; groups of one kind inside each other are one group; a group
 * of one condition gives way to the condition (`where` keeps its `and`); conditions and the sets of `in` and `!in`
 * are sorted and without repetition. It never has more operators than the filter it was made from.
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
  return `{"where":${write(isLeaf(where) ? group('and', [where]) : where)}}`;
}

/** @internal what canonicalFilter writes */
export function canonicalForm(filter: Filter): Condition {
  return normal(filter.where);
}

/**
 * Whether two texts are the same filter by meaning, that is, whether their canonical texts are equal. A text that is
 * not a filter is the same only as itself, character by character.
 */
export function sameFilter(a: string, b: string): boolean {
  if (a === b) return true;
  const [one, other] = [parseFilter(a).filter, parseFilter(b).filter];
  return one !== undefined && other !== undefined && canonicalFilter(one) === canonicalFilter(other);
}

/** From the leaves upwards, so that what is lifted or flattened is already normal. */
function normal(condition: Condition): Condition {
  const outer = groupOf(condition);
  if (outer === undefined) return condition;
  const children = outer.children.map(normal).flatMap((child) => {
    const inner = groupOf(child);
    return inner?.kind === outer.kind ? inner.children : [child];
  });
  const distinct = [...new Map(children.map((child) => [write(child), child]))]
    .sort(([a], [b]) => byCodeUnit(a, b))
    .map(([, child]) => child);
  const [only] = distinct;
  return distinct.length === 1 && only !== undefined ? only : group(outer.kind, distinct);
}

function write(condition: Condition): string {
  if (isLeaf(condition)) return writeLeaf(condition);
  const inner = groupOf(condition);
  return `{"${inner?.kind ?? 'and'}":[${(inner?.children ?? []).map(write).join(',')}]}`;
}

function writeLeaf({ key, operator, value }: Leaf): string {
  return `{"key":${JSON.stringify(key)},"operator":"${operator}","value":${writeValue(operator, value)}}`;
}

function writeValue(operator: string, value: Leaf['value']): string {
  if (typeof value !== 'object') return JSON.stringify(String(value));
  const items = value.map(writeItem);
  if (operator !== 'in' && operator !== '!in') return `[${items.join(',')}]`;
  return `[${[...new Set(items)].sort(byCodeUnit).join(',')}]`;
}

/** Inside a set a number stays a number: that is how the service decodes it. */
function writeItem(item: Scalar): string {
  return typeof item === 'string' ? JSON.stringify(item) : String(item);
}

/** Not by locale: the same text on every machine. */
function byCodeUnit(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
