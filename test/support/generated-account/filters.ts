import { checkFilterText, operators, type Dataset } from '../../../lib/logs';
import type { Draw } from '../random';
import { filterWords } from './names';

/** The most bytes of a filter (specification 4.3). */
const mostBytes = 1000;

/** The fields of a dataset that a filter can have, with their kinds and operators. */
export function filterFields(dataset: Dataset): readonly FilterField[] {
  const known = found.get(dataset) ?? findFields(dataset);
  found.set(dataset, known);
  return known;
}

const found = new WeakMap<Dataset, readonly FilterField[]>();

type FilterField = ReturnType<typeof findFields>[number];

function findFields(dataset: Dataset) {
  return [...dataset.fields].flatMap(([key, type]) => {
    const kind = type === 'array[string]' || type === 'array[int]' ? 'array' : type;
    const usable = operators.filter(({ types }) => types.some((each) => each === kind));
    return usable.length === 0 || isExcluded(key, kind, dataset) ? [] : [{ key, type, kind, usable }];
  });
}

/** The service excludes a few fields. */
function isExcluded(key: string, kind: string, dataset: Dataset): boolean {
  const operator = kind === 'array' ? 'contains' : 'eq';
  const value = kind === 'bool' ? 'true' : '1';
  return checkFilterText(JSON.stringify({ where: { and: [{ key, operator, value }] } }), dataset).length > 0;
}

/** From one condition to almost as many bytes as the service takes, in several spellings. */
export function filterOf(draw: Draw, index: number, dataset: Dataset): string {
  switch (index % 6) {
    case 0:
      return write({ and: [leafOf(draw, dataset)] }, index);
    case 1:
      return write({ or: [leafOf(draw, dataset), leafOf(draw, dataset), leafOf(draw, dataset)] }, index);
    case 2:
      return longest(draw, dataset);
    case 4:
      return deepest(draw, dataset, index);
    default:
      return write(groupOf(draw, dataset, 3), index);
  }
}

type Condition = { readonly and: readonly Condition[] } | { readonly or: readonly Condition[] } | Leaf;

interface Leaf {
  readonly key: string;
  readonly operator: string;
  readonly value: string | readonly (string | number)[];
}

function write(where: Condition, index: number): string {
  // The dashboard, the API's clients and people write differently.
  const text = JSON.stringify({ where }, undefined, index % 4 === 1 ? 1 : 0);
  return Buffer.byteLength(text) <= mostBytes ? text : JSON.stringify({ where: firstOf(where) });
}

function firstOf(where: Condition): Condition {
  const children = 'and' in where ? where.and : 'or' in where ? where.or : [];
  const [leaf] = children.filter((child) => 'key' in child);
  return { and: [leaf ?? firstOf(children[0] ?? where)] };
}

function groupOf(draw: Draw, dataset: Dataset, depth: number): Condition {
  const children = draw.list(1, 3, () =>
    depth > 0 && draw.oneIn(2) ? groupOf(draw, dataset, depth - 1) : leafOf(draw, dataset),
  );
  return draw.oneIn(2) ? { and: children } : { or: children };
}

function longest(draw: Draw, dataset: Dataset): string {
  const text = filterFields(dataset).filter(({ kind }) => kind === 'string');
  if (text.length === 0) return write({ and: [leafOf(draw, dataset)] }, 0);
  const { key } = draw.pick(text);
  const values: string[] = [];
  const filter = () => JSON.stringify({ where: { and: [{ key, operator: 'in', value: values }] } });
  while (Buffer.byteLength(filter()) < mostBytes - 60)
    values.push(`${draw.pick(filterWords).slice(0, 12)} ${values.length}`);
  return filter();
}

/** As many conditions as fit, which is above what a strict count of operators allows. */
function deepest(draw: Draw, dataset: Dataset, index: number): string {
  const children: Condition[] = [];
  const [field] = filterFields(dataset).filter(({ kind }) => kind === 'int' || kind === 'string');
  if (field === undefined) return write(groupOf(draw, dataset, 2), index);
  const filter = () => JSON.stringify({ where: { or: [{ and: children }, { or: children.slice(0, 1) }] } });
  while (children.length < 30 && Buffer.byteLength(filter()) < mostBytes - 80)
    children.push({ key: field.key, operator: '!eq', value: String(children.length) });
  return filter();
}

function leafOf(draw: Draw, dataset: Dataset): Leaf {
  const { key, type, kind, usable } = draw.pick(filterFields(dataset));
  const { operator, value } = draw.pick(usable);
  const isNumber = kind === 'int' || type === 'array[int]';
  const scalar = () =>
    kind === 'bool'
      ? draw.pick(['true', 'false'])
      : isNumber
        ? draw.pick(['0', '1', '200', '9007199254740993', '18446744073709551615'])
        : draw.pick(filterWords);
  if (value === 'scalar') return { key, operator, value: scalar() };
  const items = draw.list(1, 4, scalar).filter((each) => !isNumber || each.length < 10);
  const distinct = [...new Set(items.length === 0 ? ['1'] : items)];
  return { key, operator, value: isNumber ? distinct.map(Number) : distinct };
}
