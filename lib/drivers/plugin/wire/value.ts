import { decode, encode, ExtData, ExtensionCodec } from '@msgpack/msgpack';
import {
  isListValue,
  isObjectValue,
  isUnknown,
  unknown,
  type AttributeType,
  type Attributes,
  type ObjectValue,
  type Value,
} from '../../../schema';
import type { DynamicValue } from './shapes';

/** Extension 0 is an unknown value, 12 one of which Terraform knows something (never null, a prefix); both are unknown here. */
const unknownExtension = 0;
const refinedUnknownExtension = 12;

const extensionCodec = new ExtensionCodec();
for (const type of [unknownExtension, refinedUnknownExtension]) {
  extensionCodec.register({ type, encode: () => null, decode: () => unknown });
}

/** Reads an object of the given attributes; null where there is none (nothing before a create, nothing after a destroy). */
export function decodeObject(
  attributes: Attributes,
  value: DynamicValue | null | undefined,
): ObjectValue | null {
  if (value?.msgpack !== undefined && value.msgpack.length > 0) {
    const raw: unknown = decode(value.msgpack, { extensionCodec, useBigInt64: true });
    return raw === null ? null : conformObject(attributes, raw);
  }
  if (value?.json !== undefined && value.json.length > 0) {
    const raw: unknown = JSON.parse(Buffer.from(value.json).toString('utf8'));
    return raw === null ? null : conformObject(attributes, raw);
  }
  return null;
}

/** Writes an object of the given attributes: all of them, null where it has none. */
export function encodeObject(attributes: Attributes, value: ObjectValue | null): DynamicValue {
  return { msgpack: encode(value === null ? null : packObject(attributes, value)) };
}

/** Brings plain data (msgpack or JSON) into the attributes' types; names that are not attributes are dropped. */
export function conformObject(attributes: Attributes, raw: unknown): ObjectValue {
  if (!isRecord(raw)) throw new TypeError(`an object was expected where ${typeof raw} stands`);
  return Object.fromEntries(
    Object.entries(attributes).map(([name, { type }]) => [name, conform(type, raw[name])]),
  );
}

function conform(type: AttributeType, raw: unknown): Value {
  if (raw === null || raw === undefined) return null;
  if (isUnknown(raw)) return unknown;
  switch (type.kind) {
    case 'string':
      return expect(typeof raw === 'string', raw, 'a string');
    case 'bool':
      return expect(typeof raw === 'boolean', raw, 'a bool');
    case 'number':
      return conformNumber(raw);
    case 'list':
    case 'set':
      return conformList(raw, (item) => conform(type.element, item));
    case 'map':
      return conformMap(raw, (item) => conform(type.element, item));
    case 'nested': {
      const object = (item: unknown) =>
        item === null ? null : isUnknown(item) ? unknown : conformObject(type.attributes, item);
      if (type.nesting === 'single') return object(raw);
      return type.nesting === 'map' ? conformMap(raw, object) : conformList(raw, object);
    }
  }
}

/** Terraform's numbers have any precision: small ones come as msgpack numbers, others as decimal text. */
function conformNumber(raw: unknown): number {
  const value = typeof raw === 'bigint' || typeof raw === 'string' ? Number(raw) : raw;
  if (typeof value !== 'number' || Number.isNaN(value))
    throw new TypeError(`a number was expected where ${typeof raw} stands`);
  if (Number.isInteger(value) && !Number.isSafeInteger(value)) {
    throw new RangeError(`the number ${String(raw)} is beyond ±(2^53 - 1), the largest that is exact here`);
  }
  return value;
}

function conformList(raw: unknown, item: (raw: unknown) => Value): Value {
  if (!Array.isArray(raw)) throw new TypeError(`a list was expected where ${typeof raw} stands`);
  return raw.map(item);
}

function conformMap(raw: unknown, item: (raw: unknown) => Value): Value {
  if (!isRecord(raw)) throw new TypeError(`a map was expected where ${typeof raw} stands`);
  return Object.fromEntries(Object.entries(raw).map(([key, each]) => [key, item(each)]));
}

function packObject(attributes: Attributes, value: ObjectValue): unknown {
  return Object.fromEntries(
    Object.entries(attributes).map(([name, { type }]) => [name, pack(type, value[name] ?? null)]),
  );
}

function pack(type: AttributeType, value: Value): unknown {
  if (value === null) return null;
  if (isUnknown(value)) return new ExtData(unknownExtension, new Uint8Array([0]));
  if (type.kind === 'nested') {
    const object = (item: Value) =>
      isObjectValue(item) ? packObject(type.attributes, item) : item === null ? null : pack(type, item);
    if (type.nesting === 'single') return object(value);
    if (isListValue(value)) return value.map(object);
    return packMap(value, object);
  }
  if (type.kind === 'list' || type.kind === 'set') {
    return isListValue(value) ? value.map((item) => pack(type.element, item)) : value;
  }
  if (type.kind === 'map') return packMap(value, (item) => pack(type.element, item));
  return value;
}

function packMap(value: Value, item: (value: Value) => unknown): unknown {
  if (!isObjectValue(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, item(each)]));
}

function expect(holds: boolean, raw: unknown, wanted: string): Value {
  if (!holds) throw new TypeError(`${wanted} was expected where ${typeof raw} stands`);
  return raw as Value;
}

function isRecord(raw: unknown): raw is Readonly<Record<string, unknown>> {
  return typeof raw === 'object' && raw !== null && !Array.isArray(raw);
}
