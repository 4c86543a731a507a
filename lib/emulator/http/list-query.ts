import { compare } from '../../ground/compare';
import { memberOf } from '../../ground/json';
import { generalRefusals } from './errors';
import { cut, readPage, type PageSizes } from './paging';
import { answer, type Answer } from './route';
import { own } from '../../ground/record';

type Filter<Item> = (item: Item, value: string) => boolean;

export interface ListRules<Item> {
  readonly filters?: Readonly<Record<string, Filter<Item>>>;
  /** Those of the parameters that can have several values, with commas or as several parameters: an item has one of them. */
  readonly lists?: readonly string[];
  /** Values of `order`, each with the value to compare. */
  readonly orders?: Readonly<Record<string, (item: Item) => string | number>>;
  /** @default 5 to 100, and 50 by default */
  readonly sizes?: PageSizes;
}

export function equal<Key extends string>(...members: readonly Key[]) {
  type Filter = (item: Readonly<Record<Key, unknown>>, value: string) => boolean;
  return Object.fromEntries(
    members.map((key): [string, Filter] => [key, (item, value) => String(memberOf(item, key)) === value]),
  );
}

export function oneOfWords<Item>(
  name: string,
  words: readonly string[],
  wordOf: (item: Item) => string,
): Filter<Item> {
  return (item, value) => {
    if (!words.includes(value)) throw badChoice(name, value, words);
    return wordOf(item) === value;
  };
}

/** A filter for a text: the whole text, or an operator and its operand, such as `contains:shop`. */
export function textFilter<Item>(textOf: (item: Item) => string): Filter<Item> {
  return (item, value) => {
    const text = textOf(item);
    const [, operator = '', operand = ''] = /^(\w+):(.*)$/s.exec(value) ?? [];
    const exact = own(comparisons, operator);
    if (exact !== undefined) return exact(text, operand);
    const folded = own(comparisons, `${operator}_case_sensitive`);
    return folded?.(text.toLowerCase(), operand.toLowerCase()) ?? text === value;
  };
}

const comparisons: Readonly<Record<string, (text: string, operand: string) => boolean>> = {
  equal: (text, operand) => text === operand,
  not_equal: (text, operand) => text !== operand,
  starts_with_case_sensitive: (text, operand) => text.startsWith(operand),
  ends_with_case_sensitive: (text, operand) => text.endsWith(operand),
  contains_case_sensitive: (text, operand) => text.includes(operand),
};

const usualSizes: PageSizes = { least: 5, most: 100, otherwise: 50 };

/** One page of a list: `match`, `order`, `direction`, `page`, `per_page` and the filters of its kind. */
export function listed<Item>(
  items: readonly Item[],
  query: URLSearchParams,
  { filters = {}, lists = [], orders = {}, sizes = usualSizes }: ListRules<Item>,
  render: (item: Item) => object,
): Answer {
  const page = readPage(query, sizes);
  const matchAll = chosen(query, 'match', ['all', 'any'], 'all') === 'all';
  const asked = Object.entries(filters).flatMap(([name, has]) => {
    const values = lists.includes(name)
      ? query.getAll(name).flatMap((all) => all.split(','))
      : one(query, name);
    // Each value is judged, also those behind one that the item has.
    return values.length === 0
      ? []
      : [(item: Item) => values.map((value) => has(item, value)).includes(true)];
  });
  const found = items.filter((item) =>
    asked.length === 0 || matchAll ? asked.every((has) => has(item)) : asked.some((has) => has(item)),
  );
  const { part, info } = cut(ordered(found, query, orders), page);
  return answer.resource(part.map(render), info);
}

function one(query: URLSearchParams, name: string): readonly string[] {
  const value = query.get(name);
  return value === null ? [] : [value];
}

function ordered<Item>(
  items: readonly Item[],
  query: URLSearchParams,
  orders: NonNullable<ListRules<Item>['orders']>,
): readonly Item[] {
  const back = chosen(query, 'direction', ['asc', 'desc'], 'asc') === 'desc';
  const order = query.get('order');
  if (order === null) return back ? [...items].reverse() : items;
  const key = own(orders, order);
  if (key === undefined) throw badChoice('order', order, Object.keys(orders));
  const sorted = [...items].sort((one, other) => compare(key(one), key(other)));
  return back ? sorted.reverse() : sorted;
}

export function chosen(
  query: URLSearchParams,
  name: string,
  allowed: readonly string[],
  otherwise: string,
): string {
  const value = query.get(name) ?? otherwise;
  if (!allowed.includes(value)) throw badChoice(name, value, allowed);
  return value;
}

export function badChoice(name: string, value: string, allowed: readonly string[]): Error {
  return generalRefusals.badQuery(name, value, `it must be one of ${allowed.join(', ')}`);
}
