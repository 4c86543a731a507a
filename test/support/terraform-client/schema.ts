import type { Messages } from '../../../lib/drivers/plugin/wire/shapes';

/** A type as the schema on the wire gives it. Nested attributes are collections of objects, or an object. */
export type Type =
  | { readonly kind: 'string' | 'number' | 'bool' }
  | { readonly kind: 'list' | 'set'; readonly element: Type }
  | { readonly kind: 'map'; readonly element: Type }
  | { readonly kind: 'object'; readonly attributes: Attributes };

export interface Attribute {
  readonly type: Type;
  readonly required: boolean;
  readonly computed: boolean;
  readonly writeOnly: boolean;
  /** Whether the configuration may set it. */
  readonly configurable: boolean;
}

export type Attributes = Readonly<Record<string, Attribute>>;

export interface Schema {
  readonly version: number;
  readonly attributes: Attributes;
  /** Undefined for a resource type without. */
  readonly identity?: Attributes;
}

const nestings = ['invalid', 'single', 'list', 'set', 'map'] as const;

export function readSchema({ version, block }: Messages['Schema']): Schema {
  return { version, attributes: readAttributes(block.attributes) };
}

/** The attributes of an identity, of which an import may leave out those that are optional. */
export function readIdentitySchema(messages: readonly Messages['IdentityAttribute'][]): Attributes {
  return Object.fromEntries(
    messages.map(({ name, type, requiredForImport }) => [
      name,
      {
        type: parseType(JSON.parse(Buffer.from(type).toString())),
        required: requiredForImport,
        computed: false,
        writeOnly: false,
        configurable: true,
      },
    ]),
  );
}

function readAttributes(messages: readonly Messages['Attribute'][]): Attributes {
  return Object.fromEntries(
    messages.map((message) => [
      message.name,
      {
        type: typeOf(message),
        required: message.required,
        computed: message.computed,
        writeOnly: message.writeOnly,
        configurable: message.required || message.optional,
      },
    ]),
  );
}

function typeOf({ name, type, nestedType }: Messages['Attribute']): Type {
  if (nestedType) {
    const object: Type = { kind: 'object', attributes: readAttributes(nestedType.attributes) };
    const kind = nestings[nestedType.nesting];
    if (kind === undefined || kind === 'invalid') throw new Error(`${name}: invalid nesting`);
    return kind === 'single' ? object : { kind, element: object };
  }
  return parseType(JSON.parse(Buffer.from(type ?? []).toString()));
}

/** Terraform's notation: `"string"`, `["set","string"]`, `["object",{…}]`. */
export function parseType(notation: unknown): Type {
  if (notation === 'string' || notation === 'number' || notation === 'bool') return { kind: notation };
  if (Array.isArray(notation)) {
    const [kind, element] = notation as [unknown, unknown];
    if (kind === 'list' || kind === 'set' || kind === 'map') return { kind, element: parseType(element) };
    if (kind === 'object') return { kind, attributes: parseMembers(element as Record<string, unknown>) };
  }
  throw new Error(`unsupported type ${JSON.stringify(notation)}`);
}

/** The members of an object, of which a type says nothing else. */
function parseMembers(types: Readonly<Record<string, unknown>>): Attributes {
  const about = { required: false, computed: false, writeOnly: false, configurable: true };
  return Object.fromEntries(
    Object.entries(types).map(([name, notation]) => [name, { ...about, type: parseType(notation) }]),
  );
}
