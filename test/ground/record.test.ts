import { own, setOwn } from '../../lib/ground/record';

const inherited = [...Object.getOwnPropertyNames(Object.prototype), ''];

describe('a record', () => {
  it.each(inherited)('has no member %j unless it was set', (name) => {
    const record: Record<string, string> = {};
    expect(own(record, name)).toBeUndefined();
    setOwn(record, name, 'x');
    expect(own(record, name)).toBe('x');
    expect(Object.keys(record)).toEqual([name]);
    expect(Object.getPrototypeOf(record)).toBe(Object.prototype);
    setOwn(record, name, 'y');
    expect(JSON.parse(JSON.stringify(record))).toEqual(Object.fromEntries([[name, 'y']]));
  });

  it('that is missing has no members', () => {
    expect([own(undefined, 'x'), own(null, 'x')]).toEqual([undefined, undefined]);
  });
});
