import { entriesOf, type Attributes, type AttributeType } from './attribute';
import { isListValue, isObjectValue, type Value } from './value';
import { own } from '../ground/record';

export const string = { kind: 'string' } as const;
export const number = { kind: 'number' } as const;
export const bool = { kind: 'bool' } as const;

export const listOf = <const E extends AttributeType>(element: E) => ({ kind: 'list', element }) as const;
export const setOf = <const E extends AttributeType>(element: E) => ({ kind: 'set', element }) as const;
export const mapOf = <const E extends AttributeType>(element: E) => ({ kind: 'map', element }) as const;

export const nested = <const N extends 'single' | 'list' | 'set' | 'map', const A extends Attributes>(
  nesting: N,
  attributes: A,
) => ({ kind: 'nested', nesting, attributes }) as const;

/** Whether two values of one type are equal, regardless of the order of sets. */
export function equalValues(type: AttributeType, a: Value, b: Value): boolean {
  if (a === b) return true;
  const collection = collectionOf(type);
  if (collection === undefined) return type.kind === 'nested' && equalObjects(type.attributes, a, b);
  const { kind, element } = collection;
  return equalCollections[kind](a, b, (x, y) => equalValues(element, x, y));
}

/** A list, set or map. A nested type of several objects is one of single objects. */
export function collectionOf(type: AttributeType): Collection | undefined {
  if (type.kind === 'list' || type.kind === 'set' || type.kind === 'map') return type;
  if (type.kind !== 'nested' || type.nesting === 'single') return undefined;
  return { kind: type.nesting, element: { ...type, nesting: 'single' } };
}

export type Collection = Extract<AttributeType, { readonly element: AttributeType }>;

/** Whether two objects have equal attributes. A missing attribute counts as null. */
export function equalObjects(attributes: Attributes, a: Value, b: Value): boolean {
  if (a === b) return true;
  if (!isObjectValue(a) || !isObjectValue(b)) return false;
  return entriesOf(attributes).every(([name, attribute]) =>
    equalValues(attribute.type, own(a, name) ?? null, own(b, name) ?? null),
  );
}

type Equal = (a: Value, b: Value) => boolean;

const equalCollections = { list: equalLists, set: equalSets, map: equalMaps };

function equalLists(a: Value, b: Value, equal: Equal): boolean {
  if (!isListValue(a) || !isListValue(b) || a.length !== b.length) return false;
  return a.every((item, index) => equal(item, b[index] ?? null));
}

function equalSets(a: Value, b: Value, equal: Equal): boolean {
  if (!isListValue(a) || !isListValue(b) || a.length !== b.length) return false;
  const left = [...b];
  return a.every((item) => {
    const at = left.findIndex((other) => equal(item, other));
    if (at < 0) return false;
    left.splice(at, 1);
    return true;
  });
}

function equalMaps(a: Value, b: Value, equal: Equal): boolean {
  if (!isObjectValue(a) || !isObjectValue(b)) return false;
  const keys = Object.keys(a);
  if (keys.length !== Object.keys(b).length) return false;
  return keys.every((key) => {
    const x = own(a, key);
    const y = own(b, key);
    return x !== undefined && y !== undefined && equal(x, y);
  });
}
