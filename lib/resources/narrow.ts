/** These functions narrow an unknown value to a type. They return undefined for a value of another type. */
import { asFields, textsOf, type JsonObject } from '../ground/json';

export { asFields } from '../ground/json';

/** Any JSON object. */
export type Fields = JsonObject;

export function asNumber(value: unknown): number | undefined {
  return typeof value === 'number' ? value : undefined;
}

/** A list of strings, without items of another type. */
export function asTexts(value: unknown): readonly string[] | undefined {
  return Array.isArray(value) ? textsOf(value) : undefined;
}

/** An object with the values that `asItem` can read. Drops the rest. */
export function asRecord<T>(
  value: unknown,
  asItem: (item: unknown) => T | undefined,
): Readonly<Record<string, T>> | undefined {
  const fields = asFields(value);
  if (fields === undefined) return undefined;
  const entries = Object.entries(fields).flatMap(([key, item]) => {
    const known = asItem(item);
    return known === undefined ? [] : [[key, known] as const];
  });
  return Object.fromEntries(entries);
}
