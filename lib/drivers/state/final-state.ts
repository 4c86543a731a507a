import {
  entriesOf,
  equalValues,
  isListValue,
  isObjectValue,
  isUnknown,
  isWhollyKnown,
  mapAttributes,
  mapNested,
  type Attribute,
  type Attributes,
  type ObjectValue,
  type Value,
} from '../../schema';
import { mapCounterparts } from './nested-lookup';
import { mapRecord, own } from '../../ground/record';

/** The state after an apply: planned values as they are, null included; unknown ones from the handler. Write-only values are never stored. */
export function stateAfterApply(
  attributes: Attributes,
  planned: ObjectValue,
  result: ObjectValue,
): ObjectValue {
  return eachStored(attributes, (name, attribute) =>
    keepPlanned(attribute, own(planned, name) ?? null, own(result, name) ?? null),
  );
}

/** The state after a failure: the values before, and what the handler kept. After a create the planned settings stay, to delete or complete it. */
export function stateAfterFailure(
  attributes: Attributes,
  before: ObjectValue,
  kept: ObjectValue,
): ObjectValue {
  return eachStored(attributes, (name, attribute) => {
    const value = own(kept, name) === undefined ? own(before, name) : own(kept, name);
    return withoutUnknown(attribute, value ?? null);
  });
}

/** The state after a read: the old notation stays where the service's value is equivalent. */
export function stateAfterRead(attributes: Attributes, prior: ObjectValue, read: ObjectValue): ObjectValue {
  return eachStored(attributes, (name, attribute) =>
    attribute.stateOnly === true
      ? (own(prior, name) ?? null)
      : keepSpelling(attribute, own(prior, name) ?? null, own(read, name) ?? null, read),
  );
}

/** Replaces unknown values with null, at any depth, and drops write-only values. */
export function normalizeObject(
  attributes: Attributes,
  value: Readonly<Record<string, Value | undefined>>,
): ObjectValue {
  return eachStored(attributes, (name, attribute) => withoutUnknown(attribute, own(value, name) ?? null));
}

function keepPlanned(attribute: Attribute, planned: Value, result: Value): Value {
  if (isUnknown(planned)) return withoutUnknown(attribute, result);
  if (isWhollyKnown(planned)) return planned;
  const { type } = attribute;
  if (type.kind !== 'nested' || isUnknown(result)) return withoutUnknown(attribute, result);
  const { attributes } = type;
  const matches = (other: ObjectValue, item: ObjectValue) => matchesPlanned(attributes, item, other);
  return mapCounterparts(type, planned, result, matches, (item, found) =>
    stateAfterApply(attributes, item, found ?? {}),
  );
}

/** Whether an element of a set is the planned one: it matches in every value that the plan knew. */
function matchesPlanned(attributes: Attributes, planned: ObjectValue, result: ObjectValue): boolean {
  return entriesOf(attributes).every(([name, attribute]) => {
    if (attribute.writeOnly === true) return true;
    const [expected, found] = [own(planned, name) ?? null, own(result, name) ?? null];
    if (!isWhollyKnown(expected)) return true;
    return isSame(attribute, expected, found, result);
  });
}

function keepSpelling(attribute: Attribute, from: Value, to: Value, object: ObjectValue): Value {
  if (from === null || to === null || isUnknown(from) || isUnknown(to)) return withoutUnknown(attribute, to);
  if (isSame(attribute, from, to, object)) return from;
  const { type } = attribute;
  if (type.kind !== 'nested') return withoutUnknown(attribute, to);
  const { attributes } = type;
  const matches = (other: ObjectValue, item: ObjectValue) => matchesPlanned(attributes, other, item);
  return mapCounterparts(type, to, from, matches, (item, found) =>
    stateAfterRead(attributes, found ?? {}, item),
  );
}

function isSame(attribute: Attribute, a: Value, b: Value, object: ObjectValue): boolean {
  if (equalValues(attribute.type, a, b)) return true;
  return a !== null && b !== null && attribute.sameMeaning?.(a, b, object) === true;
}

function withoutUnknown({ type }: Attribute, value: Value): Value {
  if (type.kind !== 'nested') return nullForUnknown(value);
  if (isUnknown(value)) return null;
  return mapNested(type.nesting, value, (item) =>
    isObjectValue(item) ? normalizeObject(type.attributes, item) : nullForUnknown(item),
  );
}

function nullForUnknown(value: Value): Value {
  if (isUnknown(value)) return null;
  if (isListValue(value)) return value.map(nullForUnknown);
  if (!isObjectValue(value)) return value;
  return mapRecord(value, nullForUnknown);
}

function eachStored(
  attributes: Attributes,
  value: (name: string, attribute: Attribute) => Value,
): ObjectValue {
  return mapAttributes(attributes, (name, attribute) =>
    attribute.writeOnly === true ? null : value(name, attribute),
  );
}
