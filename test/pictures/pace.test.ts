import { pace } from '../../scripts/pictures/pace';

const chunk = (at: number, text: string) => ({ at, bytes: Buffer.from(text) });

describe('the pace of a recording', () => {
  it('shows lines that were written at once one after another', () => {
    const beats = pace([chunk(0, 'one\ntwo\nthree\n')]);
    expect(beats.map(({ text }) => text)).toEqual(['one\n', 'two\n', 'three\n']);
    expect(beats[0]?.ms).toBe(beats[1]?.ms);
  });

  it.each([
    [20, 70],
    [310, 500],
    [800, 1000],
    [40_000, 1500],
  ])('makes a wait of %i ms one of %i ms', (waited, ms) => {
    expect(pace([chunk(0, 'a\n'), chunk(waited, 'b\n')])[0]).toEqual({ text: 'a\n', ms });
  });

  it('keeps a character together that arrives in two pieces', () => {
    const [first = 0, ...rest] = Buffer.from('│');
    const beats = pace([
      { at: 0, bytes: Uint8Array.of(first) },
      { at: 1, bytes: Uint8Array.from(rest) },
    ]);
    expect(beats.map(({ text }) => text).join('')).toBe('│');
  });
});
