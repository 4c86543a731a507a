import {
  fileNameAt,
  formatDuration,
  formatSize,
  summaryOf,
} from '../../lib/emulator/page/app/views/world/format';
import { plural } from '../../lib/ground/words';

describe('the world on the page', () => {
  it.each([
    [0, '0 s'],
    [250, '250 ms'],
    [1500, '1 s 500 ms'],
    [300_000, '5 min'],
    [3_900_000, '1 h 5 min'],
    [90_061_000, '1 d 1 h'],
  ])('shows a duration of %d ms as %s', (ms, text) => {
    expect(formatDuration(ms)).toBe(text);
  });

  it('shows the size of a file in bytes of UTF-8, and counts in the singular and plural', () => {
    expect(['é', 'x'.repeat(12_345), 'x'.repeat(2_000_000)].map(formatSize)).toEqual([
      '2 bytes',
      '12.3 kB',
      '2.0 MB',
    ]);
    expect([plural(1, 'zone'), plural(0, 'policy', 'policies')]).toEqual(['1 zone', '0 policies']);
    expect(fileNameAt('2026-01-02T03:04:05.678Z')).toBe('world-20260102T030405Z.json');
  });

  it('counts the accounts and zones of anything that is JSON', () => {
    expect([null, [], 1, { accounts: [{}], zones: 1 }].map(summaryOf)).toEqual([
      '0 accounts and 0 zones',
      '0 accounts and 0 zones',
      '0 accounts and 0 zones',
      '1 account and 0 zones',
    ]);
  });
});
