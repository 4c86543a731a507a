import { isListValue, isSettable, type Attributes, type ObjectValue } from '../../lib/schema';

/** What a plan compares: everything that a user may set and the state may hold. Sets have no order. */
export function settingsOf(attributes: Attributes, state: ObjectValue): ObjectValue {
  return Object.fromEntries(
    Object.entries(attributes)
      .filter(([, attribute]) => isSettable(attribute))
      .map(([name, { writeOnly }]) => {
        const value = state[name] ?? null;
        if (writeOnly === true) return [name, null];
        return [name, isListValue(value) ? [...value].map(String).sort() : value];
      }),
  );
}
