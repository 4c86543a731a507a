import { runs, seed } from '../../support/exhaustive';
import { fuzzPreviews } from './agreement';

describe('a preview of blocks', () => {
  // `npm run fuzz:logs` tries more lines.
  it('agrees with the preview of each line, which agrees with JSON.parse, in all modes and formats', () => {
    const { lines, delivered, dropped, bad, wrong } = fuzzPreviews(runs(2500), seed);
    expect(wrong).toEqual([]);
    expect(Math.min(delivered, dropped)).toBeGreaterThan(lines / 5);
    expect(bad).toBeGreaterThan(lines / 50);
  });
});
