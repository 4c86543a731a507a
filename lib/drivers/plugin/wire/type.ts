import type { AttributeType } from '../../../schema';

/** Terraform's own notation of a type, as JSON: `"string"`, `["set","string"]`, `["object",{…}]`. */
export type TypeNotation = string | readonly [string, TypeNotation | Readonly<Record<string, TypeNotation>>];

/** The type of an attribute as the schema message carries it. */
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
