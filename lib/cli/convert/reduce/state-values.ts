import type { JsonObject } from '../../logs/json-file';
import type { StateObject } from '../model';
import { moduleSteps } from '../addresses';

/**
 * The values of a state as expressions refer to them, by the address without its key: the attributes of a single object, a list with
 * `count`, an object with `for_each`. Modules that are called several times have the same with their keys.
 */
export function stateValues(state: readonly StateObject[]): JsonObject {
  const values = new Map<string, JsonObject | (JsonObject | null)[]>();
  for (const object of state) {
    const { mode, type, name, moduleAddress, key, attributes } = object;
    const prefix = moduleAddress === '' ? '' : `${moduleAddress}.`;
    add(values, `${prefix}${mode === 'data' ? 'data.' : ''}${type}.${name}`, key, attributes);
    for (const { address, key: ofModule } of moduleSteps(moduleAddress)) add(values, address, ofModule, {});
  }
  return Object.fromEntries(values);
}

function add(
  values: Map<string, JsonObject | (JsonObject | null)[]>,
  address: string,
  key: string | number | undefined,
  value: JsonObject,
): void {
  if (key === undefined) {
    values.set(address, value);
    return;
  }
  const before = values.get(address);
  if (typeof key === 'string') {
    values.set(address, { ...(Array.isArray(before) ? {} : before), [key]: value });
    return;
  }
  const list = Array.isArray(before) ? before : [];
  while (list.length < key) list.push(null);
  list[key] = value;
  values.set(address, list);
}
