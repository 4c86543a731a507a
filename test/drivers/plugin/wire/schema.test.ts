import {
  bool,
  computed,
  oneOfListed,
  listOf,
  mapOf,
  nested,
  number,
  optional,
  optionalComputed,
  required,
  setOf,
  string,
  type Attribute,
  type AttributeType,
} from '../../../../lib/schema';
import { codec } from '../../../../lib/drivers/plugin/wire/service';
import { encodeSchema, typeNotation } from '../../../../lib/drivers/plugin/wire/schema';

const about = { description: 'x' };

describe('the notation of a type', () => {
  const leaf = { a: optional(string, about), b: optional(listOf(number), about) };
  const object = ['object', { a: 'string', b: ['list', 'number'] }];
  it.each<[AttributeType, unknown]>([
    [string, 'string'],
    [number, 'number'],
    [bool, 'bool'],
    [listOf(string), ['list', 'string']],
    [setOf(mapOf(bool)), ['set', ['map', 'bool']]],
    [nested('single', leaf), object],
    [nested('list', leaf), ['list', object]],
    [nested('set', leaf), ['set', object]],
    [nested('map', leaf), ['map', object]],
  ])('is that of Terraform (%#)', (type, notation) => {
    expect(typeNotation(type)).toEqual(notation);
  });
});

describe('the schema of a contract', () => {
  const attributes = {
    name: required(string, { description: 'Its *name*.' }),
    note: optional(string, { ...about, sensitive: true }),
    size: optional(number, { ...about, default: 1 }),
    zone: optionalComputed(string, about),
    id: computed(string, about),
    password: optional(string, { ...about, writeOnly: true }),
    steps: optional(nested('map', { key: required(string, about) }), about),
  };
  const schema = encodeSchema(attributes, 3, 'A thing.');
  const row = (name: string) => schema.block.attributes.find((each) => each.name === name);

  it('has its version, its description and every attribute', () => {
    expect(schema).toMatchObject({
      version: 3,
      block: { version: 3, description: 'A thing.', descriptionKind: 1 },
    });
    expect(schema.block.attributes.map(({ name }) => name)).toEqual(Object.keys(attributes));
  });

  it.each([
    ['name', { required: true, optional: false, computed: false }],
    ['note', { required: false, optional: true, computed: false, sensitive: true }],
    ['size', { required: false, optional: true, computed: true }],
    ['zone', { required: false, optional: true, computed: true }],
    ['id', { required: false, optional: false, computed: true }],
    ['password', { optional: true, computed: false, writeOnly: true }],
  ])('declares who sets %s', (name, presence) => {
    expect(row(name)).toMatchObject(presence);
  });

  it.each<[string, Partial<Attribute>, string]>([
    ['a default', { default: true }, 'Defaults to `true`.'],
    ['a default text', { default: 'refuse' }, 'Defaults to `refuse`.'],
    ['an empty default', { default: '' }, 'Defaults to an empty string.'],
    ['several default values', { default: ['pool', 'origin'] }, 'Defaults to `pool`, `origin`.'],
    ['what an omitted value stands for', { serviceDefault: 3600 }, 'Defaults to `3600`.'],
    ['a replacement', { replaces: true }, 'Changing it forces a new resource.'],
    [
      'the month of a list',
      { checks: [oneOfListed(['a'], '2026-07')] },
      'Values as of 2026-07: newer ones are sent too.',
    ],
    ['since when it can be set', { writeOnly: true }, 'Needs Terraform 1.11 or OpenTofu 1.11.'],
    ['both', { default: 1, replaces: true }, 'Defaults to `1`. Changing it forces a new resource.'],
  ])('states %s', (_, options, sentences) => {
    const attribute: Attribute = { type: string, presence: 'optional', description: 'Its size.', ...options };
    const [encoded] = encodeSchema({ attribute }, 0, '').block.attributes;
    expect(encoded?.description).toBe(`Its size. ${sentences}`);
  });

  it('describes nested attributes by a nested table, not by a type', () => {
    expect(row('steps')).toMatchObject({
      nestedType: { nesting: 4, attributes: [{ name: 'key', required: true }] },
    });
    expect(row('steps')?.type).toBeUndefined();
  });

  it('is unchanged after encoding and decoding, with the mark of what is deprecated', () => {
    const old: Attribute = { type: string, presence: 'optional', description: 'x', deprecated: true };
    const messages = codec('GetProviderSchemaResponse');
    const sent = messages.decode(
      messages.encode({
        provider: encodeSchema({ old, name: { ...old, deprecated: undefined } }, 0, 'P'),
        resourceSchemas: { thing: schema },
        serverCapabilities: {
          planDestroy: true,
          getProviderSchemaOptional: true,
          moveResourceState: true,
          generateResourceConfig: true,
        },
      }),
    );
    expect(sent).toMatchObject({
      provider: { block: { attributes: [{ deprecated: true }, { deprecated: false }] } },
      resourceSchemas: {
        thing: { version: 3, block: { attributes: [{ name: 'name' }, {}, {}, {}, {}, {}, {}] } },
      },
      serverCapabilities: { planDestroy: true },
    });
  });
});

describe('the messages', () => {
  it('distinguish the first element of a list from no element', () => {
    const messages = codec('DiagnosticsResponse');
    const steps = [{ attributeName: 'a' }, { elementKeyInt: 0 }, { elementKeyString: '' }];
    const bytes = messages.encode({
      diagnostics: [{ severity: 1, summary: 's', detail: 'd', attribute: { steps } }],
    });
    // Field 3 with the value 0, then field 2 with an empty text: both are written although they are the defaults.
    expect(bytes.toString('hex')).toMatch(/0a021800/);
    expect(bytes.toString('hex')).toMatch(/0a021200/);
  });

  it('ignore fields that a newer Terraform sends', () => {
    const request = codec('ReadResourceRequest');
    const known = request.encode({ typeName: 't', currentState: {}, private: new Uint8Array([1]) });
    const newer = Buffer.concat([known, Buffer.from([0xa2, 0x06, 0x01, 0x00])]);
    expect(request.decode(newer)).toMatchObject({ typeName: 't' });
  });
});
