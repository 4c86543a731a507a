import { matchesFilter, valueFault } from '../../../logs';
import { leavesOf } from '../../../logs/filter/filter';
import type { Condition, Dataset, Filter, Leaf } from '../../../logs';
import { own, setOwn } from '../../../ground/record';

type Fields = Readonly<Record<string, unknown>>;

/** The fields of a record with as few changes as this finds so that a filter delivers it; undefined when it finds none. */
export function matchingRecord(filter: Filter, base: Fields, dataset: Dataset): Fields | undefined {
  for (const leaves of waysOf(filter.where)) {
    const record: Record<string, unknown> = { ...base };
    for (const key of new Set(leaves.map((leaf) => leaf.key))) {
      const alone: Filter = { where: { and: leaves.filter((leaf) => leaf.key === key) } };
      const value = valuesFor(key, leaves, dataset, own(base, key)).find((each) =>
        matchesFilter(alone, { [key]: each }, dataset),
      );
      if (value !== undefined) setOwn(record, key, value);
    }
    if (matchesFilter(filter, record, dataset)) return record;
  }
  return undefined;
}

export function droppedRecord(filter: Filter, base: Fields, dataset: Dataset): Fields | undefined {
  const record: Record<string, unknown> = { ...base };
  if (!matchesFilter(filter, record, dataset)) return record;
  for (const leaf of leavesOf(filter.where)) {
    const value = valuesFor(leaf.key, [leaf], dataset, own(base, leaf.key)).find(
      (each) => !matchesFilter({ where: leaf }, { [leaf.key]: each }, dataset),
    );
    if (value !== undefined) setOwn(record, leaf.key, value);
    if (!matchesFilter(filter, record, dataset)) return record;
  }
  return undefined;
}

/** Conditions that together meet the whole: all of an `and`, one of an `or`. Not all ways, which may be too many. */
function waysOf(condition: Condition): readonly (readonly Leaf[])[] {
  if ('operator' in condition) return [[condition]];
  if ('or' in condition) return condition.or.flatMap(waysOf).slice(0, mostWays);
  return condition.and
    .map(waysOf)
    .reduce<readonly (readonly Leaf[])[]>(
      (ways, more) => ways.flatMap((way) => more.map((further) => [...way, ...further])).slice(0, mostWays),
      [[]],
    );
}

const mostWays = 32;

/** Values that conditions on a field may be met, or not met, with: that of the record first. */
function valuesFor(key: string, leaves: readonly Leaf[], dataset: Dataset, present: unknown): unknown[] {
  const type = dataset.fields.get(key);
  if (type === undefined) return [];
  const own = leaves.filter((leaf) => leaf.key === key);
  const named = own.flatMap(({ value }) => (typeof value === 'object' ? value : [value])).map(String);
  return [...(present === undefined ? [] : [present]), ...candidates(type, own, named)].filter(
    (value) => valueFault(value, type) === undefined,
  );
}

function candidates(type: string, own: readonly Leaf[], named: readonly string[]): readonly unknown[] {
  switch (type) {
    case 'bool':
      return [true, false];
    case 'int':
      return [...named, '0']
        .filter((text) => /^\d{1,15}$/.test(text))
        .flatMap((text) => [+text, +text + 1, +text - 1])
        .filter((int) => int >= 0);
    case 'array[int]':
      return [wanted(own).map(Number), [], named.map(Number)];
    case 'array[string]':
      return [wanted(own), [], named];
    default: {
      const valuesOf = (operator: string) =>
        own.filter((leaf) => leaf.operator === operator).map(({ value }) => String(value));
      const [start = ''] = valuesOf('startsWith');
      const [end = ''] = valuesOf('endsWith');
      const middle = valuesOf('contains').join('');
      return [...named, start + middle + end, `${start}${middle}sample${end}`, 'sample', ''];
    }
  }
}

function wanted(own: readonly Leaf[]): readonly string[] {
  return own.filter(({ operator }) => operator === 'contains').map(({ value }) => String(value));
}
