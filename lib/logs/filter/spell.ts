import type { Dataset } from '../catalogue';
import { group, groupOf, isLeaf, type Condition, type Filter, type Leaf, type Scalar } from './filter';

/**
 * Converts the values of a filter to the form that the service decodes: scalars are strings, and sets have numbers for
 * a field of type int and strings for a field of type string. Other values are kept, and `checkFilter` reports them.
 * Without a dataset sets are kept.
 */
export function spellFilter(filter: Filter, dataset?: Dataset): Filter {
  const spell = (condition: Condition): Condition => {
    if (isLeaf(condition)) return { ...condition, value: spellValue(condition, dataset) };
    const { kind, children } = groupOf(condition) ?? { kind: 'and', children: [] };
    return group(kind, children.map(spell));
  };
  return { where: spell(filter.where) };
}

function spellValue({ key, value }: Leaf, dataset: Dataset | undefined): Leaf['value'] {
  if (typeof value !== 'object') return String(value);
  const type = dataset?.fields.get(key);
  if (type === 'string') return value.map(String);
  return type === 'int' ? value.map(spellInt) : value;
}

function spellInt(item: Scalar): Scalar {
  if (typeof item !== 'string' || !/^(?:0|[1-9]\d{0,19})$/.test(item)) return item;
  const number = Number(item);
  return Number.isSafeInteger(number) ? number : BigInt(item);
}
