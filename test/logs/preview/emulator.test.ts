import { isUtf8 } from 'node:buffer';
import { parseRecords, parseTraffic } from '../../../lib/emulator/products/logpush/exchange';
import { linePreviewer } from '../../../lib/logs';
import { runs, seed } from '../../support/exhaustive';
import { httpRequests } from '../dataset-of';
import { PreviewGenerator } from './generate';

/** Why the emulator refuses a line; undefined for one that it accepts. */
function refusalOf(line: string): string | undefined {
  try {
    (isExchange(line) ? parseTraffic : parseRecords)(Buffer.from(line), httpRequests);
    return undefined;
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    return error.message;
  }
}

/** A line is an exchange if it has nothing but parts of one: a record of `{"fields": …}` has no meaning. */
function isExchange(line: string): boolean {
  try {
    const value: unknown = JSON.parse(line);
    const keys = typeof value === 'object' && value !== null ? Object.keys(value) : [];
    return keys.length > 0 && keys.every((key) => ['request', 'response', 'fields', 'waf'].includes(key));
  } catch {
    return false;
  }
}

describe('a sample line', () => {
  it('is bad exactly where the emulator refuses it, except that unknown members are ignored', () => {
    const generator = new PreviewGenerator(seed);
    const counts = { refused: 0, accepted: 0, unknown: 0 };
    for (let count = 0; count < runs(1500);) {
      const preview = linePreviewer(generator.job());
      for (const line of linesOf(generator.sample(20))) {
        count += 1;
        const { outcome } = preview(line);
        const refusal = refusalOf(line);
        if (refusal !== undefined && /is not a field of the dataset|unknown/.test(refusal)) {
          counts.unknown += 1;
          continue;
        }
        expect([line, refusal, outcome === 'bad']).toEqual([line, refusal, refusal !== undefined]);
        counts[refusal === undefined ? 'accepted' : 'refused'] += 1;
      }
    }
    expect(Math.min(...Object.values(counts))).toBeGreaterThan(100);
  });
});

function linesOf(sample: Buffer): string[] {
  if (!isUtf8(sample)) return [];
  const lines = sample
    .toString()
    .replace(/^\ufeff/, '')
    .split('\n');
  return lines.map((line) => line.replace(/^\ufeff/, ' '));
}
