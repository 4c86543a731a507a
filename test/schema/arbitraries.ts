import fc from 'fast-check';
import {
  bool,
  computed,
  isFilledIn,
  listOf,
  mapOf,
  nested,
  number,
  optional,
  optionalComputed,
  required,
  setOf,
  string,
  unknown,
  type Attribute,
  type AttributeType,
  type Attributes,
  type ObjectValue,
  type Value,
} from '../../lib/schema';

const primitive = fc.constantFrom<AttributeType>(string, number, bool);
const about = { description: 'x' };

/** Any type, without nested attributes. */
const plainType: fc.Arbitrary<AttributeType> = fc.letrec<{ type: AttributeType }>((tie) => ({
  type: fc.oneof(
    { maxDepth: 2, withCrossShrink: true },
    primitive,
    tie('type').map((element) => listOf(element)),
    tie('type').map((element) => setOf(element)),
    tie('type').map((element) => mapOf(element)),
  ),
})).type;

const nestings = ['single', 'list', 'set', 'map'] as const;

/** An attribute of any type and presence; nested ones down to a depth. */
function attributeOf(depth: number): fc.Arbitrary<Attribute> {
  const nestedType =
    depth === 0
      ? plainType
      : fc
          .tuple(fc.constantFrom(...nestings), attributesOf(depth - 1))
          .map(([nesting, attributes]): AttributeType => nested(nesting, attributes));
  return fc
    .tuple(fc.oneof(plainType, nestedType), fc.nat(4), fc.boolean())
    .map(([type, presence, stable]): Attribute => {
      switch (presence) {
        case 0:
          return required(type, about);
        case 1:
          return computed(type, { ...about, useStateForUnknown: stable });
        case 2:
          return optionalComputed(type, { ...about, useStateForUnknown: stable });
        default:
          return optional(type, about);
      }
    });
}

function attributesOf(depth: number): fc.Arbitrary<Attributes> {
  return fc.dictionary(fc.stringMatching(/^[a-z][a-z_]{0,6}$/), attributeOf(depth), {
    minKeys: 1,
    maxKeys: 4,
  });
}

/** A contract's table with attributes nested up to two deep. */
export const anyAttributes = attributesOf(2);

const exactNumber = fc.oneof(
  fc.maxSafeInteger().map((each) => each + 0),
  fc.integer({ min: -1_000_000, max: 1_000_000 }).map((each) => each / 1000 + 0),
);

interface Options {
  /** Whether unknown values occur, at any depth. */
  readonly unknowns: boolean;
}

export function anyValue(type: AttributeType, options: Options): fc.Arbitrary<Value> {
  const element = (of: AttributeType) => anyValue(of, options);
  const known = knownValue(type, element, options);
  return options.unknowns ? fc.oneof({ weight: 8, arbitrary: known }, fc.constant(unknown)) : known;
}

function knownValue(
  type: AttributeType,
  element: (type: AttributeType) => fc.Arbitrary<Value>,
  options: Options,
): fc.Arbitrary<Value> {
  const dictionary = (of: fc.Arbitrary<Value>) =>
    fc.dictionary(fc.stringMatching(/^[a-z]{1,5}$/), of, { maxKeys: 3, noNullPrototype: true });
  switch (type.kind) {
    case 'string':
      return fc.string({ unit: 'binary' });
    case 'number':
      return exactNumber;
    case 'bool':
      return fc.boolean();
    case 'list':
    case 'set':
      return fc.array(element(type.element), { maxLength: 3 });
    case 'map':
      return dictionary(element(type.element));
    case 'nested': {
      const object = anyObject(type.attributes, options);
      if (type.nesting === 'single') return object;
      return type.nesting === 'map' ? dictionary(object) : fc.array(object, { maxLength: 3 });
    }
  }
}

/** An object with every attribute of the table; any of them may be null. */
export function anyObject(attributes: Attributes, options: Options): fc.Arbitrary<ObjectValue> {
  return fc.record(
    Object.fromEntries(
      Object.entries(attributes).map(([name, { type }]) => [
        name,
        fc.option(anyValue(type, options), { nil: null }),
      ]),
    ),
    { noNullPrototype: true },
  );
}

/** What a user may write: required attributes, perhaps optional ones, nothing that only the service sets. */
export function anyConfig(attributes: Attributes): fc.Arbitrary<ObjectValue> {
  return anyObject(attributes, { unknowns: false }).map((value) => asConfig(attributes, value, ''));
}

/** Elements of a set get a word of their own where they can, since Terraform never sends two that are equal. */
function asConfig(attributes: Attributes, value: ObjectValue, word: string): ObjectValue {
  return Object.fromEntries(
    Object.entries(attributes).map(([name, attribute]) => {
      if (attribute.presence === 'computed') return [name, null];
      const found = value[name] ?? null;
      if (found !== null) return [name, settable(attribute.type, found, word)];
      return [
        name,
        attribute.presence === 'required' && !isFilledIn(attribute) ? smallest(attribute.type, word) : null,
      ];
    }),
  );
}

function settable(type: AttributeType, value: Value, word: string): Value {
  if (type.kind !== 'nested') return value;
  const each = (item: Value, key: string) => asConfig(type.attributes, item as ObjectValue, `${word}/${key}`);
  if (type.nesting === 'single') return each(value, '');
  if (Array.isArray(value)) return value.map((item: Value, index) => each(item, String(index)));
  return Object.fromEntries(
    Object.entries(value as ObjectValue).map(([key, item]) => [key, each(item, key)]),
  );
}

function smallest(type: AttributeType, word: string): Value {
  switch (type.kind) {
    case 'string':
      return word;
    case 'number':
      return 0;
    case 'bool':
      return false;
    case 'list':
    case 'set':
      return [];
    case 'map':
      return {};
    case 'nested':
      if (type.nesting === 'single') return asConfig(type.attributes, {}, word);
      return type.nesting === 'map' ? {} : [];
  }
}
