import fc from 'fast-check';
import { decodeOrKeep, decodePercent, decodeQuery } from '../../lib/ground/percent';

describe('percent-encoding', () => {
  it('is decoded to what was encoded', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        const encoded = encodeURIComponent(text);
        expect([decodePercent(encoded), decodeOrKeep(encoded)]).toEqual([text, text]);
      }),
    );
  });

  it('has + for a space in a query alone', () => {
    expect([decodeQuery('a+b%2B'), decodePercent('a+b%2B')]).toEqual(['a b+', 'a+b+']);
  });

  it('fails to decode what is no encoding', () => {
    const wrong = ['%', '%zz', '%ff'];
    expect(wrong.map(decodePercent)).toEqual([undefined, undefined, undefined]);
    expect(wrong.map(decodeOrKeep)).toEqual(wrong);
  });
});
