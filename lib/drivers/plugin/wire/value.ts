import { decode, encode, ExtData, ExtensionCodec } from '@msgpack/msgpack';
import {
  DiagnosticError,
  errorAt,
  formatPath,
  isListValue,
  isObjectValue,
  isUnknown,
  unknown,
  type AttributeType,
  type Attributes,
  type ObjectValue,
  type Path,
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

/**
 * Reads an object of the given attributes; null where there is none (nothing before a create, nothing after a destroy).
 * A value that can't be held here exactly is told at its path.
 */
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
export function conformObject(attributes: Attributes, raw: unknown, path: Path = []): ObjectValue {
  if (!isRecord(raw)) throw mismatch(path, 'an object', raw);
  return Object.fromEntries(
    Object.entries(attributes).map(([name, { type }]) => {
      const value = Object.hasOwn(raw, name) ? raw[name] : null;
      return [name, conform(type, value, [...path, name])];
    }),
  );
}

function conform(type: AttributeType, raw: unknown, path: Path): Value {
  if (raw === null || raw === undefined) return null;
  if (isUnknown(raw)) return unknown;
  switch (type.kind) {
    case 'string':
      if (typeof raw !== 'string') throw mismatch(path, 'a string', raw);
      return raw;
    case 'bool':
      if (typeof raw !== 'boolean') throw mismatch(path, 'a bool', raw);
      return raw;
    case 'number':
      return conformNumber(raw, path);
    case 'list':
    case 'set':
      return conformList(raw, path, (item, at) => conform(type.element, item, at));
    case 'map':
      return conformMap(raw, path, (item, at) => conform(type.element, item, at));
    case 'nested': {
      const object = (item: unknown, at: Path) =>
        item === null ? null : isUnknown(item) ? unknown : conformObject(type.attributes, item, at);
      if (type.nesting === 'single') return object(raw, path);
      return type.nesting === 'map' ? conformMap(raw, path, object) : conformList(raw, path, object);
    }
  }
}

/** Terraform's numbers have any precision: those that a float64 holds come as such, others as decimal text. */
function conformNumber(raw: unknown, path: Path): number {
  if (typeof raw !== 'number' && typeof raw !== 'bigint' && typeof raw !== 'string')
    throw mismatch(path, 'a number', raw);
  const value = Number(raw);
  if (Number.isNaN(value)) throw mismatch(path, 'a number', raw);
  if (Number.isSafeInteger(value) ? isWhole(raw) : isShort(raw, value)) return value;
  throw new DiagnosticError([
    errorAt(
      path,
      'Number with too many digits',
      `${formatPath(path)} is ${String(raw)}, which can't be kept exactly. Whole numbers go up to ±(2^53 - 1), others ` +
        'have up to 15 significant digits. Round it.',
    ),
  ]);
}

/** A text that reads as a whole number may have had digits behind the point that got lost in reading. */
function isWhole(raw: number | bigint | string): boolean {
  return typeof raw !== 'string' || !/\.0*[1-9]/.test(raw);
}

/** Whether the number written out again is the same decimal. */
function isShort(raw: number | bigint | string, value: number): boolean {
  if (typeof raw === 'bigint' || !Number.isFinite(value) || Number.isInteger(value)) return false;
  return typeof raw === 'number' || digitsOf(raw) === digitsOf(String(value));
}

/** The significant digits of a decimal, without sign, point and exponent. */
function digitsOf(decimal: string): string {
  return decimal
    .replace(/e.*$/i, '')
    .replace(/[-+.]/g, '')
    .replace(/^0+|0+$/g, '');
}

function conformList(raw: unknown, path: Path, item: (raw: unknown, at: Path) => Value): Value {
  if (!Array.isArray(raw)) throw mismatch(path, 'a list', raw);
  return raw.map((each, index) => item(each, [...path, index]));
}

function conformMap(raw: unknown, path: Path, item: (raw: unknown, at: Path) => Value): Value {
  if (!isRecord(raw)) throw mismatch(path, 'a map', raw);
  return Object.fromEntries(Object.entries(raw).map(([key, each]) => [key, item(each, [...path, key])]));
}

/** Terraform converts values by the schema: only a state of another shape than its version says comes to this. */
function mismatch(path: Path, wanted: string, raw: unknown): DiagnosticError {
  const at = path.length === 0 ? 'The value' : formatPath(path);
  const found = Array.isArray(raw) ? 'a list' : `of type ${typeof raw}`;
  const cure = 'The state may be of another version of the provider: upgrade it, or import the object anew.';
  return new DiagnosticError([
    errorAt(path, 'Value of the wrong type', `${at} is ${found}, expected ${wanted}. ${cure}`),
  ]);
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
  return type.kind === 'number' ? packNumber(value) : value;
}

/**
 * Terraform reads 0.1 as the decimal it is, not as the nearest float64, and compares exactly: a fraction goes back as
 * the text that it came from.
 */
function packNumber(value: Value): unknown {
  return typeof value === 'number' && !Number.isInteger(value) ? String(value) : value;
}

function packMap(value: Value, item: (value: Value) => unknown): unknown {
  if (!isObjectValue(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, item(each)]));
}

function isRecord(raw: unknown): raw is Readonly<Record<string, unknown>> {
  return typeof raw === 'object' && raw !== null && !Array.isArray(raw);
}
