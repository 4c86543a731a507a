import { fieldsOf, isObject, listOf, parseJson } from '../../../ground/json';
import { own } from '../../../ground/record';
import { isUnknown } from '../../../schema';
import type { Messages } from './shapes';
import { refuseDeep, unpack } from './value';

/** Reads a value by the type of the user's expression, which Terraform sends beside it. An integer beyond ±(2^53 - 1) is a bigint. */
export function decodeDynamicValue(value: Messages['DynamicValue']): unknown {
  return withItsType(refuseDeep(unpack(value)));
}

/** Decodes a value beside its type. Only null and unknown values come without one. */
function withItsType(raw: unknown): unknown {
  if (!Array.isArray(raw)) return raw;
  const [notation, inner] = raw as readonly unknown[];
  if (!(notation instanceof Uint8Array)) throw new Error('Terraform sent a value without its type.');
  return plain(parseJson(Buffer.from(notation).toString('utf8')), inner);
}

/** Plain data by its type, which matters for numbers alone: one that is no float64 is a text. */
function plain(type: unknown, raw: unknown): unknown {
  if (raw === null || isUnknown(raw)) return raw;
  if (type === 'dynamic') return withItsType(raw);
  if (type === 'number') return numberOf(raw);
  if (Array.isArray(raw)) return raw.map((item, index) => plain(memberType(type, index), item));
  if (!isObject(raw)) return raw;
  return Object.fromEntries(
    Object.entries(raw).map(([name, item]) => [name, plain(memberType(type, name), item)]),
  );
}

/** The type of a member: `["list", T]`, `["set", T]` and `["map", T]` have one type, `["tuple", […]]` and `["object", {…}]` one for each member. */
function memberType(type: unknown, member: string | number): unknown {
  const [kind, inner] = listOf(type);
  if (typeof member === 'number') return kind === 'tuple' ? listOf(inner)[member] : inner;
  return kind === 'object' ? own(fieldsOf(inner), member) : inner;
}

function numberOf(raw: unknown): unknown {
  const isInteger = typeof raw === 'bigint' || (typeof raw === 'string' && /^-?\d+$/.test(raw));
  const value = Number(raw);
  return isInteger && !Number.isSafeInteger(value) ? BigInt(raw) : value;
}
