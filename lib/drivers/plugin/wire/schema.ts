import { isFilledIn, isListValue } from '../../../schema';
import type { Attribute, AttributeType, Attributes, Value } from '../../../schema';
import type { Messages } from './shapes';

const markdown = 1;
const nesting = { single: 1, list: 2, set: 3, map: 4 } as const;

export function encodeSchema(
  attributes: Attributes,
  version: number,
  description: string,
): Messages['Schema'] {
  return {
    version,
    block: { version, attributes: encodeAttributes(attributes), description, descriptionKind: markdown },
  };
}

function encodeAttributes(attributes: Attributes): Messages['Attribute'][] {
  return Object.entries(attributes).map(([name, attribute]) => ({
    name,
    ...encodeAttributeType(attribute.type),
    description: describe(attribute),
    descriptionKind: markdown,
    ...(attribute.deprecated && { deprecated: true }),
    ...encodePresence(attribute),
    sensitive: attribute.sensitive ?? false,
    writeOnly: attribute.writeOnly ?? false,
  }));
}

function describe(attribute: Attribute): string {
  const {
    description,
    default: set,
    serviceDefault = set,
    checks = [],
    replaces = false,
    writeOnly = false,
  } = attribute;
  const months = checks.flatMap(({ asOf }) => asOf ?? []);
  return [
    description,
    ...months.map((asOf) => `Values as of ${asOf}: newer ones are sent too.`),
    ...(serviceDefault === undefined ? [] : [`Defaults to ${describeValue(serviceDefault)}.`]),
    ...(replaces ? ['Changing it forces a new resource.'] : []),
    ...(writeOnly ? ['Needs Terraform 1.11 or OpenTofu 1.11.'] : []),
  ].join(' ');
}

function describeValue(value: Value): string {
  if (isListValue(value)) return value.map(describeValue).join(', ');
  if (value === '') return 'an empty string';
  return `\`${typeof value === 'string' ? value : JSON.stringify(value)}\``;
}

/** The presence of an attribute. For Terraform, an optional attribute with a default is optional and computed: the provider fills it in. */
function encodePresence(
  attribute: Attribute,
): Pick<Messages['Attribute'], 'required' | 'optional' | 'computed'> {
  return {
    required: attribute.presence === 'required',
    optional: attribute.presence === 'optional' || attribute.presence === 'optional-computed',
    computed: isFilledIn(attribute),
  };
}

function encodeAttributeType(type: AttributeType): Pick<Messages['Attribute'], 'type' | 'nestedType'> {
  if (type.kind !== 'nested') return { type: encodeType(type) };
  return { nestedType: { attributes: encodeAttributes(type.attributes), nesting: nesting[type.nesting] } };
}

/** Terraform's own notation of a type, as JSON: `"string"`, `["set","string"]`, `["object",{…}]`. */
export type TypeNotation = string | readonly [string, TypeNotation | Readonly<Record<string, TypeNotation>>];

export function encodeType(type: AttributeType): Uint8Array {
  return Buffer.from(JSON.stringify(typeNotation(type)));
}

export function typeNotation(type: AttributeType): TypeNotation {
  switch (type.kind) {
    case 'string':
    case 'number':
    case 'bool':
      return type.kind;
    case 'list':
    case 'set':
    case 'map':
      return [type.kind, typeNotation(type.element)];
    case 'nested': {
      const object: TypeNotation = [
        'object',
        Object.fromEntries(
          Object.entries(type.attributes).map(([name, each]) => [name, typeNotation(each.type)]),
        ),
      ];
      return type.nesting === 'single' ? object : [type.nesting, object];
    }
  }
}
