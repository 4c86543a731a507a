import { Decoder, Encoder, ExtData, ExtensionCodec, type DecoderOptions } from '@msgpack/msgpack';
import { isObject, parseJson, isDeeperThan } from '../../../ground/json';
import {
  collectionOf,
  DiagnosticError,
  errorAt,
  formatPath,
  isListValue,
  isObjectValue,
  isUnknown,
  mapAttributes,
  unknown,
} from '../../../schema';
import type { AttributeType, Attributes, ObjectValue, Path, Unknown, Value } from '../../../schema';
import type { Messages } from './shapes';
import { mapRecord, own } from '../../../ground/record';
import { limits } from '../../../ground/limits';

/** Extension 0 is an unknown value, 12 one with refinements, which are not read. Source: "Object Wire Format" of Terraform's plugin protocol. */
const unknownExtension = 0;
const refinedUnknownExtension = 12;
const prefixRefinement = 2;

const extensionCodec = new ExtensionCodec();
for (const type of [unknownExtension, refinedUnknownExtension])
  extensionCodec.register({ type, encode: () => null, decode: () => unknown });

/** Null where there is no object (before a create, after a destroy). A number that JavaScript cannot represent exactly is an error at its path. */
export function decodeObject(
  attributes: Attributes,
  value: Messages['DynamicValue'] | null | undefined,
): ObjectValue | null {
  if (value?.msgpack !== undefined && value.msgpack.length > 0) {
    const raw = unpack(value);
    return raw === null ? null : checkedObject(attributes, raw);
  }
  if (value?.json !== undefined && value.json.length > 0) {
    const raw = parseJson(Buffer.from(value.json).toString('utf8'));
    return raw === null ? null : checkedObject(attributes, raw);
  }
  return null;
}

/** Whether there is no object. An object with attributes takes more than one byte, and is not decoded. */
export function isNull(value: Messages['DynamicValue']): boolean {
  return (value.msgpack?.length ?? 0) <= 1 && decodeObject({}, value) === null;
}

/** The encoder of all values: each one would have a buffer. */
const encoder = new Encoder();

/** Writes an object of the given attributes: all of them, null where it has none. */
export function encodeObject(attributes: Attributes, value: ObjectValue | null): Messages['DynamicValue'] {
  return { msgpack: encoder.encode(value === null ? null : packObject(attributes, value)) };
}

/** Reads one value of a type, as the argument of a function is sent. */
export function decodeValue(type: AttributeType, value: Messages['DynamicValue']): Value {
  return checked(type, unpack(value), [], undefined);
}

export function encodeValue(type: AttributeType, value: Value): Messages['DynamicValue'] {
  return { msgpack: encoder.encode(pack(type, value)) };
}

/** The data of a message, without a check of its type. OpenTofu sends no data where an argument is null. */
export function unpack({ msgpack }: Messages['DynamicValue']): unknown {
  if (msgpack === undefined || msgpack.length === 0) return null;
  return decodeMessagePack(msgpack);
}

/** Checks plain data (msgpack or JSON) against the attributes' types. Names that are not attributes are dropped. */
export function checkedObject(attributes: Attributes, raw: unknown, path: Path = []): ObjectValue {
  if (!isObject(raw)) throw mismatch(path, 'an object', raw);
  return mapAttributes(attributes, (name, { type }) => checked(type, own(raw, name), path, name));
}

/** A value of a type. @param step - from the container at `at` to the value; undefined for the container itself */
function checked(type: AttributeType, raw: unknown, at: Path, step: string | number | undefined): Value {
  if (raw === null || raw === undefined) return null;
  if (isUnknown(raw)) return unknown;
  if (type.kind === 'string' && typeof raw === 'string') return raw;
  if (type.kind === 'bool' && typeof raw === 'boolean') return raw;
  const path = step === undefined ? at : [...at, step];
  const collection = collectionOf(type);
  if (collection !== undefined) {
    const item = (each: unknown, key: string | number) => checked(collection.element, each, path, key);
    return collection.kind === 'map' ? checkedMap(raw, path, item) : checkedList(raw, path, item);
  }
  if (type.kind === 'nested') return checkedObject(type.attributes, raw, path);
  if (type.kind === 'number') return checkedNumber(raw, path);
  throw mismatch(path, `a ${type.kind}`, raw);
}

/** A number of the wire. Terraform's numbers have any precision: those that fit a float64 arrive as such, the rest as decimal text. */
function checkedNumber(raw: unknown, path: Path): number {
  if (typeof raw !== 'number' && typeof raw !== 'bigint' && typeof raw !== 'string')
    throw mismatch(path, 'a number', raw);
  const value = Number(raw);
  if (Number.isNaN(value)) throw mismatch(path, 'a number', raw);
  if (Number.isSafeInteger(value) ? isWhole(raw) : isShort(raw, value)) return value;
  throw new DiagnosticError([
    errorAt(
      path,
      'Number with too many digits',
      `${formatPath(path)} is ${String(raw)}, which cannot be stored exactly. Whole numbers go up to ±(2^53 - 1), fractions ` +
        'have up to 15 significant digits. Round it.',
    ),
  ]);
}

/** Decimal text that parses to a whole number may have lost fractional digits. */
function isWhole(raw: number | bigint | string): boolean {
  return typeof raw !== 'string' || !/\.0*[1-9]/.test(raw);
}

/** Whether the number written out again is the same decimal. */
function isShort(raw: number | bigint | string, value: number): boolean {
  if (typeof raw === 'bigint' || !Number.isFinite(value) || Number.isInteger(value)) return false;
  return typeof raw === 'number' || digitsOf(raw) === digitsOf(String(value));
}

function digitsOf(decimal: string): string {
  return decimal
    .replace(/e.*$/i, '')
    .replace(/[-+.]/g, '')
    .replace(/^0+|0+$/g, '');
}

function checkedList(raw: unknown, path: Path, item: (raw: unknown, index: number) => Value): Value {
  if (!Array.isArray(raw)) throw mismatch(path, 'a list', raw);
  return raw.map(item);
}

function checkedMap(raw: unknown, path: Path, item: (raw: unknown, key: string) => Value): Value {
  if (!isObject(raw)) throw mismatch(path, 'a map', raw);
  return mapRecord(raw, item);
}

/** The error for a value of another type. Terraform converts values by the schema: only a state whose shape does not match its version gets here. */
function mismatch(path: Path, expected: string, raw: unknown): DiagnosticError {
  const at = path.length === 0 ? 'The value' : formatPath(path);
  const found = Array.isArray(raw) ? 'a list' : `of type ${typeof raw}`;
  const fix =
    'Another version of the provider may have written the state: upgrade it, or import the object again.';
  return new DiagnosticError([
    errorAt(path, 'Wrong type', `${at} is ${found}, expected ${expected}. ${fix}`),
  ]);
}

function packObject(attributes: Attributes, value: ObjectValue): unknown {
  return mapAttributes(attributes, (name, { type }) => pack(type, own(value, name) ?? null));
}

function pack(type: AttributeType, value: Value): unknown {
  if (value === null) return null;
  if (isUnknown(value)) return packUnknown(value);
  const collection = collectionOf(type);
  if (collection !== undefined) {
    const item = (each: Value) => pack(collection.element, each);
    return isListValue(value) ? value.map(item) : packMap(value, item);
  }
  if (type.kind === 'nested') return isObjectValue(value) ? packObject(type.attributes, value) : value;
  return type.kind === 'number' ? packNumber(value) : value;
}

function packUnknown({ prefix }: Unknown): ExtData {
  if (prefix === undefined) return new ExtData(unknownExtension, new Uint8Array([0]));
  // A map with one entry, whose key is a number: objects of JavaScript have none.
  return new ExtData(
    refinedUnknownExtension,
    Buffer.concat([[0x81, prefixRefinement], encoder.encode(prefix)].map((each) => Buffer.from(each))),
  );
}

/** Terraform reads 0.1 as a decimal, not as the nearest float64, and compares exactly: so a fraction is encoded as decimal text. */
function packNumber(value: Value): unknown {
  return typeof value === 'number' && !Number.isInteger(value) ? String(value) : value;
}

function packMap(value: Value, item: (value: Value) => unknown): unknown {
  if (!isObjectValue(value)) return value;
  return mapRecord(value, item);
}

const refused = '__proto__';

/** The key in place of `__proto__`. It begins with half of a surrogate pair, which no text in UTF-8 has. */
const standIn = `\ud800${refused}`;

/** Decodes maps with any key: the library refuses `__proto__`. Make it once: that takes as long as to decode a small message. */
export function makeDecoder(options: DecoderOptions): (bytes: Uint8Array) => unknown {
  const standIns = new Set<string>();
  const decoder = new Decoder({
    ...options,
    keyDecoder: {
      canBeCached: (length) => length === refused.length,
      decode: (all, start, length) => {
        const key = Buffer.from(all.buffer, all.byteOffset + start, length).toString('utf8');
        if (key !== refused) return key;
        standIns.add(standIn);
        return standIn;
      },
    },
  });
  return (bytes) => {
    standIns.clear();
    const raw = decoder.decode(bytes);
    return standIns.size > 0 ? restore(refuseDeep(raw)) : raw;
  };
}

const decodeMessagePack = makeDecoder({ extensionCodec, useBigInt64: true });

/** Refuses a value that is nested too deep, and that is read without a type. */
export function refuseDeep(raw: unknown): unknown {
  if (isDeeperThan(raw, limits.depth))
    throw new Error(`The value is nested more than ${limits.depth} levels deep.`);
  return raw;
}

function restore(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(restore);
  if (!isObject(value) || Object.getPrototypeOf(value) !== Object.prototype) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, member]) => [key === standIn ? refused : key, restore(member)]),
  );
}
