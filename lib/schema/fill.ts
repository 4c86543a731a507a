import { mapAttributes, type Attribute, type Attributes, type Contract } from './attribute';
import type { State } from './typed';
import { isListValue, isObjectValue, isUnknown, type ObjectValue, type Value } from './value';
import { own } from '../ground/record';

/**
 * Fills the defaults of omitted attributes into a configuration. Write-only values stay. Attributes that the service
 * computes become `missing`.
 */
export function fillDefaults(attributes: Attributes, config: ObjectValue, missing: Value): ObjectValue {
  return mapAttributes(attributes, (name, attribute) =>
    fillAttribute(attribute, own(config, name) ?? null, missing),
  );
}

function fillAttribute(attribute: Attribute, value: Value, missing: Value): Value {
  if (value !== null) return fillNested(attribute, value, missing);
  if (attribute.default !== undefined) return attribute.default;
  return attribute.presence === 'required' || attribute.presence === 'optional' ? null : missing;
}

function fillNested({ type }: Attribute, value: Value, missing: Value): Value {
  if (type.kind !== 'nested' || isUnknown(value)) return value;
  return mapNested(type.nesting, value, (item) =>
    isObjectValue(item) ? fillDefaults(type.attributes, item, missing) : item,
  );
}

/** A state that has only these attributes: all others are null, as after an import. */
export function importedState<A extends Attributes>(
  { attributes }: Contract<A>,
  given: ObjectValue,
): State<A> {
  const nothing = mapAttributes(attributes, () => null);
  return { ...nothing, ...given } as unknown as State<A>;
}

/** Applies a function to each object of a nested attribute. */
export function mapNested(
  nesting: 'single' | 'list' | 'set' | 'map',
  value: Value,
  change: (item: Value, key: string | number | undefined) => Value,
): Value {
  if (nesting === 'single') return change(value, undefined);
  if (isListValue(value)) return value.map((item, index) => change(item, index));
  if (isObjectValue(value))
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, change(item, key)]));
  return value;
}
