import {
  isListValue,
  isObjectValue,
  isUnknown,
  mapNested,
  type AttributeType,
  type ObjectValue,
  type Path,
  type Value,
} from '../../schema';
import { own } from '../../ground/record';

export type NestedType = Extract<AttributeType, { kind: 'nested' }>;

/** The object at a list's index or a map's key; without a key, the only one. Elements of a set have no keys: see `mapCounterparts`. */
export function objectAt(container: Value | undefined, key: string | number | undefined): ObjectValue | null {
  const found = valueAt(container, key);
  return isObjectValue(found) ? found : null;
}

/** Maps the objects of a nested attribute with their counterparts in another value: at the same key, or in a set the first match, each once. */
export function mapCounterparts(
  { nesting }: NestedType,
  value: Value,
  others: Value,
  matches: (other: ObjectValue, item: ObjectValue) => boolean,
  map: (item: ObjectValue, counterpart: ObjectValue | null) => Value,
): Value {
  const open = nesting === 'set' && isListValue(others) ? others.filter(isObjectValue) : [];
  return mapNested(nesting, value, (item, key) => {
    if (!isObjectValue(item)) return item;
    if (nesting !== 'set') return map(item, objectAt(others, key));
    const at = open.findIndex((other) => matches(other, item));
    return map(item, at < 0 ? null : (open.splice(at, 1)[0] ?? null));
  });
}

/** The objects of an attribute, each with its path and its key; none for an attribute that is not nested. */
export function objectsIn(name: string, type: AttributeType, value: Value) {
  const found: { path: Path; key: string | number | undefined; object: ObjectValue }[] = [];
  if (type.kind !== 'nested' || isUnknown(value)) return found;
  mapNested(type.nesting, value, (item, key) => {
    if (isObjectValue(item))
      found.push({ path: key === undefined ? [name] : [name, key], key, object: item });
    return item;
  });
  return found;
}

/** The value at a key: that of an object, an index of a list, or the container itself. */
export function valueAt(container: Value | undefined, key: string | number | undefined): Value | undefined {
  if (key === undefined) return container;
  if (isUnknown(container)) return undefined;
  if (isListValue(container)) return typeof key === 'number' ? container[key] : undefined;
  return isObjectValue(container) && typeof key === 'string' ? own(container, key) : undefined;
}
