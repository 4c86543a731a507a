import { countTexts, lineRange, segmentsOf } from '../../lib/emulator/page/app/views/traffic/segments';

describe('what the page does with lines', () => {
  it('cuts a line at its marks, and loses nothing', () => {
    const line = '{"Cookies":{"a":"b"},"x":1}';
    const segments = segmentsOf(line, [
      [0, 1],
      [11, 20],
    ]);
    expect(segments).toEqual([
      { text: '{', isCustom: true },
      { text: '"Cookies":', isCustom: false },
      { text: '{"a":"b"}', isCustom: true },
      { text: ',"x":1}', isCustom: false },
    ]);
    expect(segmentsOf('', [])).toEqual([]);
  });

  it('counts conditions, the most frequent first', () => {
    expect(countTexts(['a', 'b', 'b'])).toEqual([
      ['b', 2],
      ['a', 1],
    ]);
  });

  it('finds a line of a text by its number', () => {
    expect('one\n\nthree'.slice(...lineRange('one\n\nthree', 3))).toBe('three');
    expect('one'.slice(...lineRange('one', 9))).toBe('');
  });
});
