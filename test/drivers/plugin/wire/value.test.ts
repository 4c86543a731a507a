import { decode, encode, ExtData } from '@msgpack/msgpack';
import fc from 'fast-check';
import {
  bool,
  isDiagnosticError,
  listOf,
  mapOf,
  nested,
  number,
  optional,
  string,
  unknown,
  type AttributeType,
  type Attributes,
  type Value,
} from '../../../../lib/schema';
import { checkedObject, decodeObject, encodeObject } from '../../../../lib/drivers/plugin/wire/value';
import { anyAttributes, anyObject } from '../../../schema/arbitraries';
import { runs } from '../../../support/exhaustive';

const tableOf = (type: AttributeType): Attributes => ({ it: optional(type, { description: 'x' }) });
const inner = { word: optional(string, { description: 'x' }), count: optional(number, { description: 'x' }) };

function travel(type: AttributeType, value: Value): Value | undefined {
  return decodeObject(tableOf(type), encodeObject(tableOf(type), { it: value }))?.it;
}

function read(type: AttributeType, raw: unknown): Value | undefined {
  return decodeObject(tableOf(type), { msgpack: encode({ it: raw }, { useBigInt64: true }) })?.it;
}

const unknownAsTerraformSendsIt = new ExtData(0, new Uint8Array([0]));
const refinedUnknown = new ExtData(12, encode(new Map([[1, false]])));

describe('values on the wire', () => {
  it('are unchanged after encoding and decoding, for any contract', () => {
    fc.assert(
      fc.property(
        anyAttributes.chain((attributes) =>
          fc.tuple(fc.constant(attributes), anyObject(attributes, { unknowns: true })),
        ),
        ([attributes, value]) => {
          expect(decodeObject(attributes, encodeObject(attributes, value))).toEqual(value);
        },
      ),
      { numRuns: runs(40) },
    );
  });

  it('may be maps with any keys, also those of inherited properties', () => {
    const names = ['constructor', '__proto__', 'toString', '', 'then', '__proto_2'];
    const map = Object.fromEntries(names.map((name) => [name, name]));
    const inner = Object.fromEntries(names.map((name) => [name, ['__proto__']]));
    for (const value of [map, Object.fromEntries([['__proto__', 'x']])]) {
      expect(travel(mapOf(string), value)).toEqual(value);
      expect(Object.keys(read(mapOf(string), value) ?? {})).toEqual(Object.keys(value));
    }
    expect(travel(mapOf(listOf(string)), inner)).toEqual(inner);
    const refined = Object.fromEntries([['__proto__', unknownAsTerraformSendsIt]]);
    expect(read(mapOf(string), refined)).toEqual(Object.fromEntries([['__proto__', unknown]]));
  });

  it('are all written, null where the object has none', () => {
    expect(decode(encodeObject(inner, { word: 'a' }).msgpack ?? new Uint8Array())).toEqual({
      word: 'a',
      count: null,
    });
  });

  it('distinguish no object from an object of nulls', () => {
    expect(decodeObject(inner, encodeObject(inner, null))).toBeNull();
    expect(decodeObject(inner, encodeObject(inner, {}))).toEqual({ word: null, count: null });
    expect(decodeObject(inner, undefined)).toBeNull();
    expect(decodeObject(inner, { msgpack: new Uint8Array() })).toBeNull();
  });

  it('are read from JSON too', () => {
    const json = Buffer.from(JSON.stringify({ word: 'a', count: 0.1, other: 1 }));
    expect(decodeObject(inner, { json })).toEqual({ word: 'a', count: 0.1 });
  });

  it('are unknown, also with refinements', () => {
    expect(read(string, unknownAsTerraformSendsIt)).toBe(unknown);
    expect(read(string, refinedUnknown)).toBe(unknown);
    expect(read(listOf(string), [refinedUnknown, 'a'])).toEqual([unknown, 'a']);
    expect(read(nested('map', inner), { a: { word: refinedUnknown, count: 1 } })).toEqual({
      a: { word: unknown, count: 1 },
    });
  });

  it('are encoded as unknown in Terraform’s form', () => {
    const { msgpack = new Uint8Array() } = encodeObject(tableOf(string), { it: unknown });
    expect(Buffer.from(msgpack).toString('hex')).toBe('81a26974d40000');
  });

  it('are decimals in both directions: a fraction is returned as the text that it came as', () => {
    expect(read(number, '0.1')).toBe(0.1);
    expect(read(number, '-12.500')).toBe(-12.5);
    expect(read(number, 42n)).toBe(42);
    const { msgpack = new Uint8Array() } = encodeObject(tableOf(number), { it: 0.1 });
    expect(decode(msgpack)).toEqual({ it: '0.1' });
  });

  it.each<[string, unknown]>([
    ['beyond 2^53', 2n ** 53n],
    ['beyond 64 bits', '36893488147419103232'],
    ['beyond float64', '1e400'],
    ['with more digits than fit', '0.12345678901234567890123'],
    ['just beside a whole number', '1.00000000000000000001'],
  ])('fail for a number %s, at its path', (_what, raw) => {
    expect(diagnosticsOf(() => read(listOf(number), [1, raw]))).toMatchObject([
      { severity: 'error', path: ['it', 1], summary: 'Number with too many digits' },
    ]);
  });

  it.each<[string, AttributeType, unknown, readonly (string | number)[]]>([
    ['a number for a string', string, 1, ['it']],
    ['a string for a bool', bool, 'true', ['it']],
    ['a word for a number', number, 'many', ['it']],
    ['a map for a list', listOf(string), {}, ['it']],
    ['a list for a map', mapOf(string), [], ['it']],
    ['a string for an object', nested('single', inner), 'a', ['it']],
    ['a wrong value deep inside', nested('map', inner), { a: { word: 1 } }, ['it', 'a', 'word']],
  ])('fail for %s, at its path', (_what, type, raw, path) => {
    expect(diagnosticsOf(() => read(type, raw))).toMatchObject([{ path, summary: 'Wrong type' }]);
  });

  it('have exactly the contract’s attributes, whatever a stored state has', () => {
    expect(checkedObject(inner, { word: 'a', gone: true })).toEqual({ word: 'a', count: null });
    const oddNames = tableOf(string);
    expect(checkedObject({ ...oddNames, constructor: inner.word }, { it: 'a' })).toEqual({
      it: 'a',
      constructor: null,
    });
  });
});

function diagnosticsOf(act: () => unknown): readonly object[] {
  try {
    act();
  } catch (error) {
    if (isDiagnosticError(error)) return error.diagnostics;
    throw error;
  }
  return [];
}
