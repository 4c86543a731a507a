import { typeOf, type Dataset, type FieldType } from '../catalogue';
import { mapLeaves, type Filter, type Leaf, type Scalar } from './filter';

/**
 * Converts the values of a filter to the form that the service decodes: scalars are strings, and sets have numbers for
 * a field of type int and strings for a field of type string. Other values are kept, and `checkFilter` reports them.
 * Without a dataset sets are kept.
 */
export function spellFilter(filter: Filter, dataset?: Dataset): Filter {
  const spell = (leaf: Leaf): Leaf => ({
    key: leaf.key,
    operator: leaf.operator,
    value: spellValue(leaf, dataset),
  });
  return { where: mapLeaves(filter.where, spell) };
}

function spellValue({ key, value }: Leaf, dataset: Dataset | undefined): Leaf['value'] {
  if (typeof value !== 'object') return String(value);
  const type = dataset && typeOf(key, dataset);
  return value.map((item) => spellItem(item, type));
}

/** An item of a set, as the service decodes it for a field of a type. */
export function spellItem(item: Scalar, type: FieldType | undefined): Scalar {
  if (type === 'string') return String(item);
  if (type !== 'int' || typeof item !== 'string' || !integerPattern.test(item)) return item;
  const number = Number(item);
  return Number.isSafeInteger(number) ? number : BigInt(item);
}

/** The texts that stand for an item of a set of integers. */
export const integerPattern = /^(?:0|[1-9][0-9]{0,19})$/;
