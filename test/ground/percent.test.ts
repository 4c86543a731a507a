import fc from 'fast-check';
import { decodePercent } from '../../lib/ground/percent';

describe('percent-encoding', () => {
  it('is decoded to what was encoded', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        expect(decodePercent(encodeURIComponent(text))).toBe(text);
      }),
    );
  });

  it('fails to decode what is no encoding', () => {
    expect(['%', '%zz', '%ff'].map(decodePercent)).toEqual([undefined, undefined, undefined]);
  });
});
