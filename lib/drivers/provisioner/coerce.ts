import { asFields } from '../../ground/json';
import {
  collectionOf,
  entriesOf,
  equalValues,
  errorAt,
  type AttributeType,
  type Attributes,
  type Collection,
  type Diagnostic,
  type Path,
  type Value,
} from '../../schema';
import { own } from '../../ground/record';

interface Coerced {
  readonly value: Value;
  readonly faults: readonly Diagnostic[];
}

/** Coerces plain JSON with Terraform's conversions: numbers and booleans to strings and back, a list to a set without duplicates. */
export function coerce(type: AttributeType, given: unknown, path: Path): Coerced {
  if (given === null || given === undefined) return valid(null);
  const collection = collectionOf(type);
  if (collection !== undefined) return coerceCollection(collection, given, path);
  if (type.kind === 'nested') return coerceObject(type.attributes, given, path);
  switch (type.kind) {
    case 'number': {
      const number = typeof given === 'string' && decimal.test(given) ? Number(given) : given;
      return typeof number === 'number' && Number.isFinite(number)
        ? valid(number)
        : wrongType(path, 'a number', given);
    }
    case 'bool':
      if (typeof given === 'boolean') return valid(given);
      if (given === 'true' || given === '1') return valid(true);
      return given === 'false' || given === '0' ? valid(false) : wrongType(path, 'true or false', given);
    default:
      return typeof given === 'string' || typeof given === 'number' || typeof given === 'boolean'
        ? valid(String(given))
        : wrongType(path, 'a string', given);
  }
}

/** The pattern of strings that Terraform accepts as numbers. */
const decimal = /^[-+]?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?$/i;

function coerceCollection({ kind, element }: Collection, given: unknown, path: Path): Coerced {
  if (kind === 'map') {
    const fields = asFields(given);
    if (fields === undefined) return wrongType(path, 'a map', given);
    const names = Object.keys(fields);
    return ofEntries(names.map((key) => [key, coerce(element, own(fields, key), [...path, key])]));
  }
  if (!Array.isArray(given)) return wrongType(path, 'a list', given);
  const items = given.map((item: unknown, at) => coerce(element, item, [...path, at]));
  const values = items.map(({ value }) => value);
  const isFirst = (item: Value, at: number) =>
    values.findIndex((each) => equalValues(element, each, item)) === at;
  return {
    value: kind === 'set' ? values.filter(isFirst) : values,
    faults: items.flatMap(({ faults }) => faults),
  };
}

function coerceObject(attributes: Attributes, given: unknown, path: Path): Coerced {
  const fields = asFields(given);
  if (fields === undefined) return wrongType(path, 'an object', given);
  return ofEntries(
    entriesOf(attributes).map(([name, { type }]) => [name, coerce(type, own(fields, name), [...path, name])]),
  );
}

function ofEntries(entries: readonly (readonly [string, Coerced])[]): Coerced {
  return {
    value: Object.fromEntries(entries.map(([name, { value }]) => [name, value])),
    faults: entries.flatMap(([, { faults }]) => faults),
  };
}

function valid(value: Value): Coerced {
  return { value, faults: [] };
}

function wrongType(path: Path, what: string, given: unknown): Coerced {
  const value = JSON.stringify(given);
  const detail = `The value is ${value}. It must be ${what}: correct the expression that it comes from.`;
  return { value: null, faults: [errorAt(path, 'Wrong type', detail)] };
}
