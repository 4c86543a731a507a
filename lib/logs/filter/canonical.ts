import { configure } from 'safe-stable-stringify';
import { compare } from '../../ground/compare';
import { isLeaf, type Condition, type Filter, type Leaf, type Scalar } from './filter';

/** Writes a bigint as its digits. */
const stringify = configure({ bigint: true, circularValue: Error, deterministic: false });

/** @internal the JSON of a comparison, or of a value */
export function leafJson(value: Leaf | Scalar): string {
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
  return canonicalForm(filter).text;
}

/** @internal what canonicalFilter writes, and how many operators it has */
export function canonicalForm(filter: Filter): { readonly text: string; readonly operators: number } {
  const { text, operators, kind } = normal(filter.where);
  if (kind !== undefined) return { text: `{"where":${text}}`, operators };
  return { text: `{"where":{"and":[${text}]}}`, operators: operators + 1 };
}

/** A condition in its canonical form, as text. The children of a group are merged into a group of its kind. */
interface Canonical {
  readonly text: string;
  /** Number of conditions and groups, which `filterLimits` limits. */
  readonly operators: number;
  readonly kind: 'and' | 'or' | undefined;
  readonly children: readonly Canonical[];
}

/** From the leaves upwards, so that groups are flattened after their children. */
function normal(condition: Condition): Canonical {
  if (isLeaf(condition))
    return { text: leafJson(normalLeaf(condition)), operators: 1, kind: undefined, children: [] };
  return 'and' in condition ? normalGroup('and', condition.and) : normalGroup('or', condition.or);
}

function normalGroup(kind: 'and' | 'or', conditions: readonly Condition[]): Canonical {
  const merged: Canonical[] = [];
  for (const condition of conditions) {
    const child = normal(condition);
    if (child.kind === kind) merged.push(...child.children);
    else merged.push(child);
  }
  const children = distinctByText(merged);
  if (children.length === 1 && children[0] !== undefined) return children[0];
  let texts = '';
  let operators = 1;
  for (const child of children) {
    texts += `${texts === '' ? '' : ','}${child.text}`;
    operators += child.operators;
  }
  return { text: `{"${kind}":[${texts}]}`, operators, kind, children };
}

/** Each once, by code unit and not by locale: the order is the same on every machine. Sorts the given array. */
function distinctByText<Item extends { readonly text: string }>(items: Item[]): Item[] {
  items.sort((a, b) => compare(a.text, b.text));
  return items.filter((item, index) => item.text !== items[index - 1]?.text);
}

/** Scalars are strings. Inside a set a number stays a number, which is how the service decodes it. */
function normalLeaf({ key, operator, value }: Leaf): Leaf {
  if (typeof value !== 'object') return { key, operator, value: String(value) };
  const isSet = operator === 'in' || operator === '!in';
  return { key, operator, value: isSet ? sortedSet(value) : value };
}

function sortedSet(values: readonly Scalar[]): readonly Scalar[] {
  if (values.length < 2) return values;
  return distinctByText(values.map((value) => ({ text: leafJson(value), value }))).map(({ value }) => value);
}
