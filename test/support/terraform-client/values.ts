import { decode, encode, ExtData, ExtensionCodec } from '@msgpack/msgpack';
import { makeDecoder } from '../../../lib/drivers/plugin/wire/value';
import type { Messages } from '../../../lib/drivers/plugin/wire/shapes';
import { compareKeys } from '../../../lib/ground/compare';
import {
  isListValue,
  isObjectValue,
  isUnknown,
  unknown,
  unknownWithPrefix,
  type ObjectValue,
  type Value,
} from '../../../lib/schema';
import type { Attributes, Type } from './schema';

/**
 * The wire format of values, written independently of the plugin's own: a mistake that the plugin makes both ways shows
 * against it.
 */
const extensionCodec = new ExtensionCodec();
extensionCodec.register({ type: 0, encode: () => null, decode: () => unknown });
extensionCodec.register({
  type: 12,
  encode: () => null,
  decode: (data) => {
    const { 2: prefix } = decode(data) as { readonly 2?: string };
    return prefix === undefined ? unknown : unknownWithPrefix(prefix);
  },
});

const decodeMessagePack = makeDecoder({ extensionCodec });

export function encodeObject(attributes: Attributes, value: ObjectValue | null): Messages['DynamicValue'] {
  return encodeValue({ kind: 'object', attributes }, value);
}

export function encodeValue(type: Type, value: Value): Messages['DynamicValue'] {
  return { msgpack: encode(pack(type, value), { extensionCodec }) };
}

/** Reads a reply of the plugin. Terraform refuses one that lacks an attribute or has one too many. */
export function decodeObject(attributes: Attributes, value: Messages['DynamicValue']): ObjectValue | null {
  return decodeValue({ kind: 'object', attributes }, value) as ObjectValue | null;
}

export function decodeValue(type: Type, { msgpack }: Messages['DynamicValue']): Value {
  return unpack(type, decodeMessagePack(msgpack ?? new Uint8Array()), '');
}

function pack(type: Type, value: Value): unknown {
  if (value === null) return null;
  if (isUnknown(value)) return new ExtData(0, new Uint8Array([0]));
  if (type.kind === 'number') return typeof value === 'number' && !isExact(value) ? String(value) : value;
  return mapValue(type, value, pack);
}

function unpack(type: Type, raw: unknown, path: string): Value {
  const wrong = () => new Error(`the plugin sent a wrong value at ${path}: ${JSON.stringify(raw)}`);
  if (raw === null) return null;
  if (isUnknown(raw)) return raw;
  switch (type.kind) {
    case 'string':
    case 'bool':
      if (typeof raw !== (type.kind === 'bool' ? 'boolean' : 'string')) throw wrong();
      return raw as Value;
    case 'number':
      // Terraform reads a float64 exactly, and then 0.1 is not the 0.1 of the configuration.
      if (typeof raw === 'number' ? !isExact(raw) : typeof raw !== 'string') throw wrong();
      return Number(raw);
    case 'list':
    case 'set':
      if (!Array.isArray(raw)) throw wrong();
      return ordered(
        type,
        raw.map((each, index) => unpack(type.element, each, `${path}[${index}]`)),
      );
    case 'map':
    case 'object': {
      if (typeof raw !== 'object' || Array.isArray(raw)) throw wrong();
      const names = Object.keys(raw);
      const isComplete =
        type.kind === 'map' ||
        (names.length === Object.keys(type.attributes).length &&
          names.every((name) => Object.hasOwn(type.attributes, name)));
      if (!isComplete) throw wrong();
      return Object.fromEntries(
        Object.entries(raw).map(([name, each]) => [
          name,
          unpack(memberType(type, name), each, `${path}.${name}`),
        ]),
      );
    }
  }
}

/** Converts a value of the configuration as Terraform does: names that the schema lacks and wrong types are refused. */
export function coerce(type: Type, raw: unknown, path: string): Value {
  if (raw === null || raw === undefined) return null;
  if (isUnknown(raw)) return unknown;
  const wrong = () => new Error(`Incorrect attribute value type: ${path} is ${JSON.stringify(raw)}`);
  switch (type.kind) {
    case 'string':
      if (typeof raw !== 'string' && typeof raw !== 'number' && typeof raw !== 'boolean') throw wrong();
      return String(raw);
    case 'number': {
      const number = typeof raw === 'boolean' || raw === '' ? NaN : Number(raw);
      if (Number.isNaN(number)) throw wrong();
      return number;
    }
    case 'bool':
      if (raw !== true && raw !== false && raw !== 'true' && raw !== 'false') throw wrong();
      return raw === true || raw === 'true';
    case 'list':
    case 'set': {
      if (!Array.isArray(raw)) throw wrong();
      return ordered(
        type,
        raw.map((each, index) => coerce(type.element, each, `${path}[${index}]`)),
      );
    }
    case 'map':
    case 'object': {
      if (typeof raw !== 'object' || Array.isArray(raw)) throw wrong();
      const given = raw as Readonly<Record<string, unknown>>;
      if (type.kind === 'map')
        return Object.fromEntries(
          Object.entries(given).map(([key, each]) => [key, coerce(type.element, each, `${path}.${key}`)]),
        );
      return coerceObject(type.attributes, given, path);
    }
  }
}

export function coerceObject(
  attributes: Attributes,
  given: Readonly<Record<string, unknown>>,
  path: string,
): ObjectValue {
  for (const name of Object.keys(given))
    if (attributes[name]?.configurable !== true) throw new Error(`Unsupported argument: ${path}.${name}`);
  return Object.fromEntries(
    Object.entries(attributes).map(([name, { type, required }]) => {
      const value = coerce(type, given[name], `${path}.${name}`);
      if (required && value === null) throw new Error(`Missing required argument: ${path}.${name}`);
      return [name, value];
    }),
  );
}

export function equal(type: Type, a: Value, b: Value): boolean {
  return canonical(type, a) === canonical(type, b);
}

export function equalObjects(attributes: Attributes, a: ObjectValue | null, b: ObjectValue | null): boolean {
  return equal({ kind: 'object', attributes }, a, b);
}

/** A text that two values share when Terraform holds them equal: sets have no order. */
function canonical(type: Type, value: Value): string {
  if (isUnknown(value)) return 'unknown';
  if (isListValue(value) && 'element' in type) {
    const items = value.map((each) => canonical(type.element, each));
    return `[${(type.kind === 'set' ? items.sort() : items).join()}]`;
  }
  if (isObjectValue(value)) {
    const members = Object.keys(value).sort();
    return `{${members.map((name) => `${JSON.stringify(name)}:${canonical(memberType(type, name), value[name] ?? null)}`).join()}}`;
  }
  return JSON.stringify(value);
}

/** A list as it is; a set without duplicates and in an order of its own, like Terraform's. */
function ordered(type: Type, items: readonly Value[]): readonly Value[] {
  if (type.kind !== 'set') return items;
  const byText = new Map(items.map((each) => [canonical(type.element, each), each]));
  return [...byText].sort(compareKeys).map(([, each]) => each);
}

/** The same function on every element, entry or attribute of a value. */
function mapValue(type: Type, value: Value, each: (type: Type, value: Value) => unknown): unknown {
  if (isListValue(value) && 'element' in type) return value.map((item) => each(type.element, item));
  if (!isObjectValue(value)) return value;
  const names = type.kind === 'object' ? Object.keys(type.attributes) : Object.keys(value);
  return Object.fromEntries(names.map((name) => [name, each(memberType(type, name), value[name] ?? null)]));
}

export function memberType(type: Type, name: string): Type {
  const member = type.kind === 'object' ? type.attributes[name]?.type : 'element' in type && type.element;
  if (!member) throw new Error(`no attribute ${name}`);
  return member;
}

/** Whether a float64 is the decimal that its text says: only those travel as numbers. */
function isExact(value: number): boolean {
  return Number.isInteger(value * 2 ** 20);
}
