import { encode, ExtData } from '@msgpack/msgpack';
import { decodeDynamicValue } from '../../../../lib/drivers/plugin/wire/dynamic-value';
import { encodeFunctionError } from '../../../../lib/drivers/plugin/wire/function';
import { codec } from '../../../../lib/drivers/plugin/wire/service';
import { decodeValue } from '../../../../lib/drivers/plugin/wire/value';
import { string, unknown } from '../../../../lib/schema';

/** As Terraform encodes a value of an expression: the notation of its type, and the value. */
const dynamic = (type: unknown, value: unknown) => ({
  msgpack: encode([Buffer.from(JSON.stringify(type)), value]),
});

describe('a value with the type that it has in the configuration', () => {
  it.each<[string, unknown, unknown, unknown]>([
    ['a text', 'string', '503', '503'],
    ['a number', 'number', 503, 503],
    ['a fraction', 'number', '0.1', 0.1],
    ['an integer beyond 2^64', 'number', '18446744073709551616', 18446744073709551616n],
    ['a whole number as text', 'number', '12', 12],
    [
      'a tuple',
      ['tuple', ['string', 'number', 'number']],
      ['1', '1', '18446744073709551616'],
      ['1', 1, 18446744073709551616n],
    ],
    ['lists of lists', ['list', ['set', 'number']], [['1'], ['2', 3]], [[1], [2, 3]]],
    ['a map', ['map', 'number'], { a: '1.5', constructor: 2 }, { a: 1.5, constructor: 2 }],
    [
      'an object',
      ['object', { a: 'number', b: ['map', 'string'] }],
      { a: '2', b: { c: '2' } },
      { a: 2, b: { c: '2' } },
    ],
    ['nulls', ['object', { a: 'dynamic', b: 'number' }], { a: null, b: null }, { a: null, b: null }],
    ['a value inside with its own type', ['list', 'dynamic'], [[Buffer.from('"number"'), '7']], [7]],
    ['unknown', ['object', { a: 'number' }], { a: new ExtData(0, new Uint8Array([0])) }, { a: unknown }],
  ])('is read: %s', (_, type, value, expected) => {
    expect(decodeDynamicValue(dynamic(type, value))).toEqual(expected);
  });

  it('is null or unknown without a type', () => {
    expect(decodeDynamicValue({ msgpack: encode(null) })).toBeNull();
    // OpenTofu sends null as a message without data.
    expect(decodeDynamicValue({ msgpack: new Uint8Array() })).toBeNull();
    expect(decodeValue(string, { msgpack: new Uint8Array() })).toBeNull();
    expect(decodeDynamicValue({ msgpack: encode(new ExtData(0, new Uint8Array([0]))) })).toBe(unknown);
  });

  it('fails without its type', () => {
    expect(() => decodeDynamicValue({ msgpack: encode(['number', 1]) })).toThrow('a value without its type');
  });
});

describe('the error of a function', () => {
  const messages = codec('CallFunctionResponse');
  const decoded = (index?: number) =>
    messages.decode(messages.encode({ error: encodeFunctionError('Wrong.\u001b[2J', index) })).error;

  it('distinguishes the first argument from none', () => {
    expect(decoded(0)).toEqual({ text: 'Wrong. [2J', functionArgument: 0 });
    expect(decoded()).toEqual({ text: 'Wrong. [2J' });
  });

  it('ends without a full stop, which Terraform writes', () => {
    expect(encodeFunctionError('Wrong. Correct it.').text).toBe('Wrong. Correct it');
  });
});
