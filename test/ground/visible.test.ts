import { visible } from '../../lib/ground/visible';

describe('a text on one line', () => {
  it.each([
    ['a\nb', 'a b'],
    ['a\r\n\u200bb', 'a b'],
    ['\u202ea\u00a0b\u0000', 'a b'],
    ['a  b', 'a  b'],
  ])('has a space for what a reader cannot see: %j', (text, shown) => {
    expect(visible(text)).toBe(shown);
  });
});
