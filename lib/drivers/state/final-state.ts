import {
  equalValues,
  isListValue,
  isObjectValue,
  isUnknown,
  isWhollyKnown,
  mapNested,
  type Attribute,
  type Attributes,
  type ObjectValue,
  type Value,
} from '../../schema';
import { objectAt, takeObject } from './nested-lookup';

/**
 * The state after an apply. What the plan promised stands, in the plan's spelling, null included; what it left open
 * comes from the handler. Write-only values never get in.
 */
export function stateAfterApply(
  attributes: Attributes,
  planned: ObjectValue,
  result: ObjectValue,
): ObjectValue {
  return eachStored(attributes, (name, attribute) =>
    keepPromise(attribute, planned[name] ?? null, result[name] ?? null),
  );
}

/**
 * The state after a failed create or update: what was there before, and over it what the handler kept. After a create
 * the settings of the plan stand too, so that the object can be deleted or finished.
 */
export function stateAfterFailure(
  attributes: Attributes,
  before: ObjectValue,
  kept: ObjectValue,
): ObjectValue {
  return eachStored(attributes, (name, attribute) => {
    const value = kept[name] === undefined ? before[name] : kept[name];
    return withoutUnknown(attribute, value ?? null);
  });
}

/** The state after a read: the old spelling stays where the service's means the same. */
export function stateAfterRead(attributes: Attributes, prior: ObjectValue, read: ObjectValue): ObjectValue {
  return eachStored(attributes, (name, attribute) =>
    keepSpelling(attribute, prior[name] ?? null, read[name] ?? null),
  );
}

/** What a handler gives or takes: unknown becomes null, in whatever depth, and write-only values are left out. */
export function normalizeObject(
  attributes: Attributes,
  value: Readonly<Record<string, Value | undefined>>,
): ObjectValue {
  return eachStored(attributes, (name, attribute) => withoutUnknown(attribute, value[name] ?? null));
}

function keepPromise(attribute: Attribute, promised: Value, result: Value): Value {
  if (isUnknown(promised)) return withoutUnknown(attribute, result);
  if (isWhollyKnown(promised)) return promised;
  const { type } = attribute;
  if (type.kind !== 'nested' || isUnknown(result)) return withoutUnknown(attribute, result);
  const taken = new Set<ObjectValue>();
  return mapNested(type.nesting, promised, (item, key) => {
    if (!isObjectValue(item)) return item;
    const found =
      type.nesting === 'set'
        ? takeObject(result, taken, (each) => fulfils(type.attributes, item, each))
        : objectAt(result, key);
    return stateAfterApply(type.attributes, item, found ?? {});
  });
}

/** Whether an element of a set is the one that was promised: it agrees in all that was known then. */
function fulfils(attributes: Attributes, promised: ObjectValue, result: ObjectValue): boolean {
  return Object.entries(attributes).every(([name, attribute]) => {
    if (attribute.writeOnly === true) return true;
    const [wanted, found] = [promised[name] ?? null, result[name] ?? null];
    if (!isWhollyKnown(wanted)) return true;
    return isSame(attribute, wanted, found);
  });
}

function keepSpelling(attribute: Attribute, from: Value, to: Value): Value {
  if (from === null || to === null || isUnknown(from) || isUnknown(to)) return withoutUnknown(attribute, to);
  if (isSame(attribute, from, to)) return from;
  const { type } = attribute;
  if (type.kind !== 'nested') return withoutUnknown(attribute, to);
  const taken = new Set<ObjectValue>();
  return mapNested(type.nesting, to, (item, key) => {
    if (!isObjectValue(item)) return item;
    const found =
      type.nesting === 'set'
        ? takeObject(from, taken, (each) => fulfils(type.attributes, each, item))
        : objectAt(from, key);
    return stateAfterRead(type.attributes, found ?? {}, item);
  });
}

function isSame(attribute: Attribute, a: Value, b: Value): boolean {
  if (equalValues(attribute.type, a, b)) return true;
  return a !== null && b !== null && attribute.sameMeaning?.(a, b) === true;
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
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, nullForUnknown(item)]));
}

function eachStored(
  attributes: Attributes,
  value: (name: string, attribute: Attribute) => Value,
): ObjectValue {
  return Object.fromEntries(
    Object.entries(attributes).map(([name, attribute]) => [
      name,
      attribute.writeOnly === true ? null : value(name, attribute),
    ]),
  );
}
