import { asFields } from '../../ground/json';
import {
  equalObjects,
  equalValues,
  errorAt,
  isListValue,
  type AttributeType,
  type Attributes,
  type Diagnostic,
  type Path,
  type Value,
} from '../../schema';
import { own } from '../../ground/record';
import type { NestedType } from '../state/nested-lookup';

interface Coerced {
  readonly value: Value;
  readonly faults: readonly Diagnostic[];
}

/**
 * Coerces plain JSON to a type, with Terraform's conversions: numbers and booleans to strings and back, a list to a set
 * without duplicates.
 */
export function coerce(type: AttributeType, given: unknown, path: Path): Coerced {
  if (given === null || given === undefined) return { value: null, faults: [] };
  switch (type.kind) {
    case 'string':
      return typeof given === 'string' || typeof given === 'number' || typeof given === 'boolean'
        ? valid(String(given))
        : wrongType(path, 'a string', given);
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
    case 'list':
    case 'set': {
      if (!Array.isArray(given)) return wrongType(path, 'a list', given);
      const items = concat(given.map((item: unknown, at) => coerce(type.element, item, [...path, at])));
      if (type.kind === 'list') return items;
      return withoutDuplicates(items, (a, b) => equalValues(type.element, a, b));
    }
    case 'map':
      return coerceEntries(given, path, (item, at) => coerce(type.element, item, at));
    case 'nested':
      return coerceNested(type, given, path);
  }
}

/** What Terraform accepts as a number in a string. */
const decimal = /^[-+]?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?$/i;

function coerceNested({ nesting, attributes }: NestedType, given: unknown, path: Path): Coerced {
  if (nesting === 'single') return coerceObject(attributes, given, path);
  if (nesting === 'map') return coerceEntries(given, path, (item, at) => coerceObject(attributes, item, at));
  if (!Array.isArray(given)) return wrongType(path, 'a list', given);
  const items = concat(given.map((item: unknown, at) => coerceObject(attributes, item, [...path, at])));
  return nesting === 'list' ? items : withoutDuplicates(items, (a, b) => equalObjects(attributes, a, b));
}

function coerceObject(attributes: Attributes, given: unknown, path: Path): Coerced {
  const fields = asFields(given);
  if (fields === undefined) return wrongType(path, 'an object', given);
  const entries = Object.entries(attributes).map(
    ([name, { type }]) => [name, coerce(type, own(fields, name), [...path, name])] as const,
  );
  return ofEntries(entries);
}

function coerceEntries(given: unknown, path: Path, each: (item: unknown, at: Path) => Coerced): Coerced {
  const fields = asFields(given);
  if (fields === undefined) return wrongType(path, 'a map', given);
  return ofEntries(Object.entries(fields).map(([key, item]) => [key, each(item, [...path, key])] as const));
}

function ofEntries(entries: readonly (readonly [string, Coerced])[]): Coerced {
  return {
    value: Object.fromEntries(entries.map(([name, { value }]) => [name, value])),
    faults: entries.flatMap(([, { faults }]) => faults),
  };
}

function concat(items: readonly Coerced[]): Coerced {
  return { value: items.map(({ value }) => value), faults: items.flatMap(({ faults }) => faults) };
}

function withoutDuplicates(items: Coerced, isSame: (a: Value, b: Value) => boolean): Coerced {
  const { value } = items;
  if (!isListValue(value)) return items;
  return {
    ...items,
    value: value.filter((item, at) => value.findIndex((each) => isSame(each, item)) === at),
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
