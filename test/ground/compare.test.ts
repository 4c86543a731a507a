import fc from 'fast-check';
import { compareKeys, compare, distinctBy } from '../../lib/ground/compare';

describe('ordering', () => {
  it('sorts texts as sort does, by code units', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: 'binary' })), (texts) => {
        expect([...texts].sort(compare)).toEqual([...texts].sort());
      }),
    );
  });

  it('sorts numbers by their size', () => {
    expect([10, 9, -1, 9].sort(compare)).toEqual([-1, 9, 9, 10]);
  });

  it('sorts entries by their keys', () => {
    expect(Object.entries({ b: 1, a: 2, B: 3 }).sort(compareKeys)).toEqual([
      ['B', 3],
      ['a', 2],
      ['b', 1],
    ]);
  });

  it('keeps the last item of each key, at the place of the first', () => {
    expect(distinctBy(['a1', 'b1', 'a2'], (each) => each[0])).toEqual(['a2', 'b1']);
  });
});
