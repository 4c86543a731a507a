import { isFilledIn, type Attribute, type AttributeType, type Attributes } from '../../../schema';
import type { AttributeMessage, SchemaMessage } from './shapes';
import { encodeType } from './type';

const markdown = 1;
const nesting = { single: 1, list: 2, set: 3, map: 4 } as const;

/** An attribute table as Terraform's schema. */
export function encodeSchema(attributes: Attributes, version: number, description: string): SchemaMessage {
  return {
    version,
    block: { version, attributes: encodeAttributes(attributes), description, descriptionKind: markdown },
  };
}

function encodeAttributes(attributes: Attributes): AttributeMessage[] {
  return Object.entries(attributes).map(([name, attribute]) => ({
    name,
    ...encodeAttributeType(attribute.type),
    description: attribute.description,
    descriptionKind: markdown,
    ...encodePresence(attribute),
    sensitive: attribute.sensitive ?? false,
    writeOnly: attribute.writeOnly ?? false,
  }));
}

/** For Terraform, an optional attribute with a default is optional and computed: the provider fills it in. */
function encodePresence(attribute: Attribute): Pick<AttributeMessage, 'required' | 'optional' | 'computed'> {
  return {
    required: attribute.presence === 'required',
    optional: attribute.presence === 'optional' || attribute.presence === 'optional-computed',
    computed: isFilledIn(attribute),
  };
}

function encodeAttributeType(type: AttributeType): Pick<AttributeMessage, 'type' | 'nestedType'> {
  if (type.kind !== 'nested') return { type: encodeType(type) };
  return { nestedType: { attributes: encodeAttributes(type.attributes), nesting: nesting[type.nesting] } };
}
