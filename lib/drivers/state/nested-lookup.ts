import { isListValue, isObjectValue, isUnknown, type ObjectValue, type Value } from '../../schema';
import { own } from '../../ground/record';

/**
 * The object at a key of a nested attribute: `key` is a list's index or a map's key, undefined where the attribute is one
 * object. The elements of a set have no keys: see `takeObject`.
 */
export function objectAt(container: Value | undefined, key: string | number | undefined): ObjectValue | null {
  const found = valueAt(container, key);
  return isObjectValue(found) ? found : null;
}

/** The first matching object of a set that was not taken before, so that no two elements share a counterpart. */
export function takeObject(
  container: Value | undefined,
  taken: Set<ObjectValue>,
  matches: (candidate: ObjectValue) => boolean,
): ObjectValue | null {
  if (!isListValue(container)) return null;
  const found = container.find((each) => isObjectValue(each) && !taken.has(each) && matches(each));
  if (!isObjectValue(found)) return null;
  taken.add(found);
  return found;
}

/** The value at a key: that of an object, an index of a list, or the container itself. */
export function valueAt(container: Value | undefined, key: string | number | undefined): Value | undefined {
  if (key === undefined) return container;
  if (isUnknown(container)) return undefined;
  if (isListValue(container)) return typeof key === 'number' ? container[key] : undefined;
  return isObjectValue(container) && typeof key === 'string' ? own(container, key) : undefined;
}
