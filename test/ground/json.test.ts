import fc from 'fast-check';
import {
  filledTextOf,
  formatJson,
  isDeeperThan,
  isObject,
  isTexts,
  memberOf,
  objectsOf,
  jsonOf,
  jsonOrText,
  textsOf,
  withoutByteOrderMark,
} from '../../lib/ground/json';

describe('JSON of unknown shape', () => {
  it('is an object, a list of objects or of texts, or neither', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const isArray = Array.isArray(value);
        expect(isObject(value)).toBe(JSON.stringify(value).startsWith('{'));
        expect(objectsOf(value)).toEqual(isArray ? value.filter(isObject) : []);
        expect(isTexts(value)).toBe(isArray && textsOf(value).length === value.length);
      }),
    );
  });

  it('has a text only where it is not empty', () => {
    expect(['a', '', null, 1].map(filledTextOf)).toEqual(['a', undefined, undefined, undefined]);
  });

  it('has members in objects, arrays and errors, and none in other values', () => {
    expect(memberOf({ a: 1 }, 'a')).toBe(1);
    expect(memberOf(['x'], 'length')).toBe(1);
    expect(memberOf(new Error('why'), 'message')).toBe('why');
    for (const value of [null, undefined, 'text', 1]) expect(memberOf(value, 'length')).toBeUndefined();
  });

  it('is as deep as its objects and arrays lie in each other', () => {
    const depthOf = (value: unknown): number =>
      typeof value === 'object' && value !== null ? 1 + Math.max(0, ...Object.values(value).map(depthOf)) : 0;
    fc.assert(
      fc.property(fc.jsonValue(), fc.nat(8), (value, levels) => {
        expect(isDeeperThan(value, levels)).toBe(depthOf(value) > levels);
      }),
    );
    const circular: unknown[] = [];
    circular.push(circular);
    expect(isDeeperThan(circular, 100)).toBe(true);
  });

  it('is read from what it is written to, with and without a byte order mark', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const text = formatJson(value);
        expect(text.endsWith('\n')).toBe(true);
        expect(formatJson(jsonOf(withoutByteOrderMark(`\ufeff${text}`)))).toBe(text);
      }),
    );
    expect([jsonOf('{"a":'), jsonOrText('{"a":'), jsonOrText('null')]).toEqual([undefined, '{"a":', null]);
  });
});
