import fc from 'fast-check';
import { connectedComponents } from '../../lib/ground/connected-components';

describe('connected', () => {
  it('puts items together that have a key in common, or each with the next one', () => {
    const items = ['ab', 'c', 'bd', 'e', 'df', ''];
    expect(connectedComponents(items, (item) => item)).toEqual([['ab', 'bd', 'df'], ['c'], ['e'], ['']]);
  });

  it('has each item once, and none of two sets with a key in common', () => {
    const keys = fc.uniqueArray(fc.nat(12), { maxLength: 4 });
    fc.assert(
      fc.property(fc.array(keys), (items) => {
        const sets = connectedComponents(items, (item) => item);
        expect(sets.flat().length).toBe(items.length);
        expect(new Set(sets.flat())).toEqual(new Set(items));
        const ofSets = sets.map((set) => new Set(set.flat()));
        for (const [at, one] of ofSets.entries())
          for (const other of ofSets.slice(at + 1))
            expect([...one].some((key) => other.has(key))).toBe(false);
        // A set falls into no two parts without a common key.
        for (const [first, ...rest] of sets) {
          const reached = new Set(first);
          for (let left = rest; left.length > 0;) {
            const next = left.filter((item) => item.some((key) => reached.has(key)));
            expect(next).not.toEqual([]);
            for (const key of next.flat()) reached.add(key);
            left = left.filter((item) => !next.includes(item));
          }
        }
      }),
    );
  });
});
