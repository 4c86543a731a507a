import { isObject, type JsonObject } from '../../../ground/json';
import type { StateObject } from '../../../terraform/state';
import { own, setOwn } from '../../../ground/record';
import { isSet } from '../../../retired';

/** A resource of the state that is not part of the world. */
export interface LeftOutResource {
  readonly address: string;
  readonly reason: string;
}

/** The API object of a resource of a state, as the body of a create with an ID, or why the emulator cannot have it. */
export type Translated = { readonly body: JsonObject } | { readonly reason: string };

export type Translate = (attributes: JsonObject, object: StateObject) => Translated;

/** The object of an attribute of version 5, or of the only block of versions 3 and 4. */
export function blockOf(value: unknown): JsonObject | undefined {
  const block: unknown = Array.isArray(value) ? value[0] : value;
  return isObject(block) ? block : undefined;
}

/** The members of these names that are set. */
export function pick<Name extends string>(
  object: JsonObject,
  names: readonly Name[],
): Partial<Record<Name, unknown>> {
  const picked: Partial<Record<Name, unknown>> = {};
  for (const name of names) {
    const value = own(object, name);
    if (isSet(value)) setOwn(picked, name, value);
  }
  return picked;
}
