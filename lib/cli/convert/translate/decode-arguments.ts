import { isObject, type JsonObject } from '../../../ground/json';
import { decodeCode, Expression, isSet, UnreadableState, type RetiredKind } from '../../../retired';
import {
  escapeTemplates,
  literalOf,
  mapTexts,
  type Written,
  type WrittenObject,
} from '../../../hcl/template';
import type { Leftover } from './arguments';
import { mapRecord } from '../../../ground/record';

/** Arguments of an old block as the members that the object has in the API, with the expressions of the code. */
export interface DecodedCode {
  readonly body: WrittenObject;
  /** The arguments that no known version of the provider has. */
  readonly leftovers: readonly Leftover[];
}

/** @throws an UnreadableState for what no version of the provider takes */
export function decodeWritten(
  kind: RetiredKind,
  given: WrittenObject,
  members: (name: string) => boolean = () => true,
): DecodedCode {
  // Texts as they are, instead of templates.
  const open = mapTexts(given, (text) => literalOf(text) ?? new Expression(text)) as JsonObject;
  const { body, unread } = decodeCode(kind, open, members);
  const left = unread.filter(({ value }) => isSet(value));
  return {
    body: closeMembers(body),
    leftovers: left.map(({ path, value }) => ({ path, value: close(value) })),
  };
}

export function decodeArgument(kind: RetiredKind, name: string, written: Written): DecodedCode {
  return decodeWritten(kind, { [name]: written }, (member) => member === name);
}

/** The result of `read`; undefined for arguments that no version of the provider takes. */
export function unlessUnreadable<Read>(read: () => Read): Read | undefined {
  try {
    return read();
  } catch (error) {
    if (error instanceof UnreadableState) return undefined;
    throw error;
  }
}

function close(value: unknown): Written {
  if (value instanceof Expression) return value.source;
  if (typeof value === 'string') return escapeTemplates(value);
  if (Array.isArray(value)) return value.map(close);
  return isObject(value) ? closeMembers(value) : (value as Written);
}

function closeMembers(object: JsonObject): WrittenObject {
  return mapRecord(object, close);
}
