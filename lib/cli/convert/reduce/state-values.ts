import type { JsonObject } from '../../../ground/json';
import { localAddress } from '../addresses';
import type { StateObject } from '../../../terraform/state';
import { getOrAdd } from '../../../ground/remember';
import { setOwn } from '../../../ground/record';

/** Values of a module's state by address without keys: the attributes of one object, a list with `count`, an object with `for_each`. */
export type ModuleState = Readonly<Record<string, JsonObject | readonly (JsonObject | null)[]>>;

/**
 * The values of a state as the expressions of a module refer to them, for each instance of a module by its address. Each instance has
 * its own part, since it reads all that it is given.
 */
export function stateValues(state: readonly StateObject[]): ReadonlyMap<string, ModuleState> {
  const modules = new Map<string, Map<string, Values>>();
  for (const { moduleAddress, key, attributes, ...object } of state) {
    const values = getOrAdd(modules, moduleAddress, () => new Map<string, Values>());
    const address = localAddress(object);
    values.set(address, withValue(values.get(address), key, attributes));
  }
  return new Map([...modules].map(([address, values]) => [address, Object.fromEntries(values)]));
}

type Key = string | number | undefined;
type Values = Record<string, unknown> | (JsonObject | null)[];

/** Adds a value to a list or object, in place: a module may have thousands of keys. */
function withValue(before: Values | undefined, key: Key, value: JsonObject): Values {
  if (key === undefined) return value;
  if (typeof key === 'string') {
    const object = before === undefined || Array.isArray(before) ? {} : before;
    setOwn(object, key, value);
    return object;
  }
  const list = Array.isArray(before) ? before : [];
  while (list.length < key) list.push(null);
  list[key] = value;
  return list;
}
