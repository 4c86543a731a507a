import {
  errorAt,
  type AttributeType,
  type Attributes,
  type Diagnostic,
  type Path,
  type Value,
} from '../../schema';

interface Conformed {
  readonly value: Value;
  readonly faults: readonly Diagnostic[];
}

/**
 * Plain JSON as a value of a type, with the conversions that Terraform makes: numbers and booleans to texts and back,
 * a list to a set without what is in it twice.
 */
export function conform(type: AttributeType, given: unknown, path: Path): Conformed {
  if (given === null || given === undefined) return { value: null, faults: [] };
  switch (type.kind) {
    case 'string':
      return typeof given === 'string' || typeof given === 'number' || typeof given === 'boolean'
        ? fine(String(given))
        : wrong(path, 'a text', given);
    case 'number': {
      const number = typeof given === 'string' && given.trim() !== '' ? Number(given) : given;
      return typeof number === 'number' && Number.isFinite(number)
        ? fine(number)
        : wrong(path, 'a number', given);
    }
    case 'bool':
      if (typeof given === 'boolean') return fine(given);
      return given === 'true' || given === 'false'
        ? fine(given === 'true')
        : wrong(path, 'true or false', given);
    case 'list':
    case 'set': {
      if (!Array.isArray(given)) return wrong(path, 'a list', given);
      const items = joined(given.map((item: unknown, at) => conform(type.element, item, [...path, at])));
      return type.kind === 'list' ? items : { ...items, value: distinct(items.value) };
    }
    case 'map':
      return conformEntries(given, path, (item, at) => conform(type.element, item, at));
    case 'nested':
      return conformNested(type, given, path);
  }
}

type NestedType = Extract<AttributeType, { kind: 'nested' }>;

function conformNested({ nesting, attributes }: NestedType, given: unknown, path: Path): Conformed {
  if (nesting === 'single') return conformObject(attributes, given, path);
  if (nesting === 'map')
    return conformEntries(given, path, (item, at) => conformObject(attributes, item, at));
  if (!Array.isArray(given)) return wrong(path, 'a list', given);
  return joined(given.map((item: unknown, at) => conformObject(attributes, item, [...path, at])));
}

function conformObject(attributes: Attributes, given: unknown, path: Path): Conformed {
  const fields = fieldsOf(given);
  if (fields === undefined) return wrong(path, 'an object', given);
  const entries = Object.entries(attributes).map(
    ([name, { type }]) => [name, conform(type, fields[name], [...path, name])] as const,
  );
  return ofEntries(entries);
}

function conformEntries(given: unknown, path: Path, each: (item: unknown, at: Path) => Conformed): Conformed {
  const fields = fieldsOf(given);
  if (fields === undefined) return wrong(path, 'a map', given);
  return ofEntries(Object.entries(fields).map(([key, item]) => [key, each(item, [...path, key])] as const));
}

function ofEntries(entries: readonly (readonly [string, Conformed])[]): Conformed {
  return {
    value: Object.fromEntries(entries.map(([name, { value }]) => [name, value])),
    faults: entries.flatMap(([, { faults }]) => faults),
  };
}

function joined(items: readonly Conformed[]): Conformed {
  return { value: items.map(({ value }) => value), faults: items.flatMap(({ faults }) => faults) };
}

function distinct(items: Value): Value {
  return Array.isArray(items) ? [...new Set(items as readonly Value[])] : items;
}

function fine(value: Value): Conformed {
  return { value, faults: [] };
}

function wrong(path: Path, what: string, given: unknown): Conformed {
  const fault = errorAt(path, 'Wrong type', `The value is ${JSON.stringify(given)}. It has to be ${what}.`);
  return { value: null, faults: [fault] };
}

function fieldsOf(value: unknown): Readonly<Record<string, unknown>> | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value))
    : undefined;
}
