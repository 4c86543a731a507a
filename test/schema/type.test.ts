import {
  DiagnosticError,
  equalValues,
  errorAt,
  isDiagnosticError,
  isObjectValue,
  isWhollyKnown,
  listOf,
  mapOf,
  nested,
  number,
  optional,
  setOf,
  string,
  unknown,
  type AttributeType,
  type Value,
} from '../../lib/schema';

const about = { description: 'x' };
const part = { a: optional(string, about), b: optional(setOf(number), about) };

describe('two values', () => {
  it.each<[string, AttributeType, Value, Value]>([
    ['sets in another order', setOf(string), ['a', 'b', 'a'], ['a', 'a', 'b']],
    [
      'objects of which one lacks what is null in the other',
      nested('single', part),
      { a: 'x' },
      { a: 'x', b: null },
    ],
    [
      'sets of objects',
      nested('set', part),
      [{ a: 'x', b: [1, 2] }, { a: 'y' }],
      [{ a: 'y' }, { a: 'x', b: [2, 1] }],
    ],
    ['maps of lists', mapOf(listOf(number)), { x: [1], y: [] }, { y: [], x: [1] }],
    ['unknown and unknown', string, unknown, unknown],
  ])('are the same: %s', (_what, type, a, b) => {
    expect(equalValues(type, a, b)).toBe(true);
    expect(equalValues(type, b, a)).toBe(true);
  });

  it.each<[string, AttributeType, Value, Value]>([
    ['lists in another order', listOf(string), ['a', 'b'], ['b', 'a']],
    ['sets with another count of the same', setOf(string), ['a', 'b', 'b'], ['a', 'a', 'b']],
    ['maps with other keys', mapOf(string), { x: 'a' }, { y: 'a' }],
    ['a map with null and one without the key', mapOf(string), { x: null }, {}],
    ['null and unknown', string, null, unknown],
    ['null and empty', listOf(string), null, []],
    ['objects in a list that differ', nested('list', part), [{ a: 'x' }], [{ a: 'y' }]],
  ])('differ: %s', (_what, type, a, b) => {
    expect(equalValues(type, a, b)).toBe(false);
    expect(equalValues(type, b, a)).toBe(false);
  });
});

describe('unknown', () => {
  it('is neither null nor an object, and makes what holds it not wholly known', () => {
    expect(isObjectValue(unknown)).toBe(false);
    expect(isWhollyKnown(null)).toBe(true);
    expect(isWhollyKnown([{ a: ['x', unknown] }])).toBe(false);
    expect(String(unknown)).toBe('(known after apply)');
  });
});

describe('an error with diagnostics', () => {
  it('is recognised also when another copy of the package threw it', () => {
    const foreign = Object.assign(new Error('x'), {
      [Symbol.for('cdktf-edge-platform.DiagnosticError')]: true,
    });
    expect(isDiagnosticError(foreign)).toBe(true);
    expect(isDiagnosticError(new DiagnosticError([errorAt([], 's', 'd')]))).toBe(true);
    expect(isDiagnosticError(new Error('x'))).toBe(false);
  });
});
