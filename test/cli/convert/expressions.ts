import type { ConvertedObject } from '../../../lib/cli/convert/model';
import { contracts } from '../../../lib/cli/import/write/config';
import type { Written, WrittenObject } from '../../../lib/hcl/template';
import type { ResourceType } from '../../../lib/resources';
import { isSettable, type Attribute, type Attributes, type AttributeType } from '../../../lib/schema';

/** Objects of each type whose attributes are expressions: whole ones, and in their innermost parts. */
export function objectsOfExpressions(): ConvertedObject[] {
  return (Object.keys(contracts) as ResourceType[]).flatMap((typeName) => {
    const { attributes } = contracts[typeName];
    const whole = mapAttributes(attributes, (name) => `\${var.${name}}`);
    const parts = mapAttributes(attributes, (name, { type }) => partsOf(name, type));
    return [objectOf(typeName, 'whole', 'whole.tf', whole), objectOf(typeName, 'parts', 'parts.tf', parts)];
  });
}

/** An object of the root module that replaces nothing. */
function objectOf(
  typeName: ConvertedObject['typeName'],
  name: string,
  file: string,
  config: WrittenObject,
): ConvertedObject {
  return { typeName, module: '', file, name, meta: {}, config, remarks: [], replaces: [] };
}

/** Those of an object of a zone that a person sets. */
function mapAttributes(
  attributes: Attributes,
  valueOf: (name: string, attribute: Attribute) => Written,
): WrittenObject {
  return Object.fromEntries(
    Object.entries(attributes).flatMap(([name, attribute]) =>
      isSettable(attribute) && (name !== 'account_id' || !('zone_id' in attributes))
        ? [[name, valueOf(name, attribute)]]
        : [],
    ),
  );
}

function partsOf(name: string, type: AttributeType): Written {
  switch (type.kind) {
    case 'list':
    case 'set':
      return [partsOf(name, type.element)];
    case 'map':
      return { 'header_a-key': partsOf(name, type.element) };
    case 'nested': {
      const one = mapAttributes(type.attributes, (member, { type: inner }) => partsOf(member, inner));
      if (type.nesting === 'single') return one;
      return type.nesting === 'map' ? { 'header_a-key': one } : [one];
    }
    default:
      // The order of the fields is a list of the same names.
      return `\${var.${name === 'field_names' ? 'fields' : name}}`;
  }
}
