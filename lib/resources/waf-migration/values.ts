import { configure } from 'safe-stable-stringify';
import type { JsonObject } from '../../ground/json';

export function without(fields: JsonObject, name: string): JsonObject {
  return Object.fromEntries(Object.entries(fields).filter(([key]) => key !== name));
}

/** Deep equality, independent of the order of keys; undefined counts as missing. */
export function isSame(one: unknown, other: unknown): boolean {
  return canonical(one) === canonical(other);
}

/** JSON with sorted keys. Private state keeps it: its bytes must not change. */
export function canonical(value: unknown): string {
  return stringify(value) ?? 'null';
}

const stringify = configure({ circularValue: Error });
