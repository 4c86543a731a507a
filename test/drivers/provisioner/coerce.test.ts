import { coerce } from '../../../lib/drivers/provisioner/coerce';
import {
  bool,
  listOf,
  mapOf,
  nested,
  number,
  optional,
  setOf,
  string,
  type AttributeType,
} from '../../../lib/schema';
import { describeAll } from '../../support/handler-harness';

const about = { description: 'x' };
const rule = { name: optional(string, about), score: optional(number, about) };

describe('a value of plain JSON', () => {
  it.each<[what: string, type: AttributeType, given: unknown, value: unknown]>([
    ['a text from a number', string, 1.5, '1.5'],
    ['a text from a truth value', string, true, 'true'],
    ['a number from a text', number, '0.25', 0.25],
    ['a number from a text with an exponent', number, '-1e3', -1000],
    ['a truth value from "1"', bool, '1', true],
    ['a truth value from "0"', bool, '0', false],
    ['null, whatever the type', listOf(string), null, null],
    ['a set without what is in it twice', setOf(string), ['b', 'a', 'b'], ['b', 'a']],
    ['a set whose items are equal after conversion', setOf(string), [1, '1'], ['1']],
    ['a set of lists', setOf(listOf(number)), [[1], ['1'], [2]], [[1], [2]]],
    ['a map, value by value', mapOf(number), { a: '1', b: null }, { a: 1, b: null }],
    ['an object with every attribute', nested('single', rule), { score: '1' }, { name: null, score: 1 }],
    ['an object without unknown members', nested('single', rule), { other: 1 }, { name: null, score: null }],
    ['objects once each', nested('set', rule), [{ score: 1 }, { score: '1' }], [{ name: null, score: 1 }]],
  ])('becomes %s', (_, type, given, value) => {
    expect(coerce(type, given, ['it'])).toEqual({ value, faults: [] });
  });

  it.each<[what: string, type: AttributeType, given: unknown, place: string, rule: string]>([
    ['a list for a text', string, ['a'], 'it', 'The value is ["a"]. It must be a string'],
    ['a word for a number', number, 'ten', 'it', 'The value is "ten". It must be a number'],
    ['an empty text for a number', number, '', 'it', 'The value is "". It must be a number'],
    ['a hexadecimal number', number, '0x10', 'it', 'The value is "0x10". It must be a number'],
    ['spaces around a number', number, ' 5 ', 'it', 'The value is " 5 ". It must be a number'],
    ['a truth value for a number', number, true, 'it', 'The value is true. It must be a number'],
    ['a number for a truth value', bool, 1, 'it', 'The value is 1. It must be true or false'],
    ['a capitalized truth value', bool, 'True', 'it', 'The value is "True". It must be true or false'],
    ['a text for a list', listOf(string), 'a', 'it', 'The value is "a". It must be a list'],
    ['an item of a list', listOf(number), [1, {}], 'it.1', 'The value is {}. It must be a number'],
    ['an object for a list of objects', nested('set', rule), {}, 'it', 'The value is {}. It must be a list'],
    [
      'an attribute of an object in a list',
      nested('list', rule),
      [{ score: 'x' }],
      'it.0.score',
      'The value is "x". It must be a number',
    ],
  ])('fails with %s, at its path', (_, type, given, place, text) => {
    expect(describeAll(coerce(type, given, ['it']).faults)).toEqual([
      `error at ${place}: Wrong type: ${text}: correct the expression that it comes from.`,
    ]);
  });

  it('fails with all faults at once', () => {
    const { faults } = coerce(nested('list', rule), [{ score: 'x' }, 'y', { name: [] }], ['it']);
    expect(faults.map(({ path }) => path)).toEqual([
      ['it', 0, 'score'],
      ['it', 1],
      ['it', 2, 'name'],
    ]);
  });
});
