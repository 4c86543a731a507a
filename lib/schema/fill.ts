import { mapAttributes, type Attributes, type Contract } from './attribute';
import type { State } from './typed';
import { isListValue, isObjectValue, type ObjectValue, type Value } from './value';
import { mapRecord } from '../ground/record';

/** A state that has only these attributes: all others are null, as after an import. */
export function importedState<A extends Attributes>(
  { attributes }: Contract<A>,
  given: ObjectValue,
): State<A> {
  const nothing = mapAttributes(attributes, () => null);
  return { ...nothing, ...given } as unknown as State<A>;
}

export function mapNested(
  nesting: 'single' | 'list' | 'set' | 'map',
  value: Value,
  change: (item: Value, key: string | number | undefined) => Value,
): Value {
  if (nesting === 'single') return change(value, undefined);
  if (isListValue(value)) return value.map((item, index) => change(item, index));
  if (isObjectValue(value)) return mapRecord(value, change);
  return value;
}
