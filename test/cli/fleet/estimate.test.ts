import fc from 'fast-check';
import { expectedCalls, leastTimeMs, usualTimeMs } from '../../../lib/cli/fleet/estimate';

const limit = 1200;
const minute = 60_000;

/** The estimates of all calls, after each subject of these costs. */
function estimates(costs: readonly number[], least: number, most: number): number[] {
  const total = costs.length;
  let callsOfDone = 0;
  return [0, ...costs].map((cost, done) => {
    callsOfDone += cost;
    return expectedCalls({ total, done, callsOfDone, least: least * total, most: most * total });
  });
}

const steps = (values: readonly number[]) => values.slice(1).map((value, at) => value - (values[at] ?? 0));
const lowest = 2;
const highest = 14;

describe('the estimate of a reading', () => {
  it('only comes closer to the calls that it takes while each subject takes as many, and never jumps', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 2000 }),
        fc.integer({ min: lowest, max: highest }),
        (total, cost) => {
          const found = estimates(Array<number>(total).fill(cost), lowest, highest);
          const errors = found.map((calls) => Math.abs(calls - total * cost));
          const largest = ((errors[0] ?? 0) * (total + 10)) / (11 * total);
          expect(Math.max(...steps(errors))).toBeLessThanOrEqual(1e-6);
          expect(Math.min(...steps(errors))).toBeGreaterThanOrEqual(-largest - 1e-6);
          expect(found.at(-1)).toBe(total * cost);
        },
      ),
    );
  });

  it('changes by less than two minutes with any zone of 300, whatever each takes', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: lowest, max: highest }), { minLength: 300, maxLength: 300 }),
        (costs) => {
          const times = estimates(costs, lowest, highest).map((calls) => usualTimeMs(calls, limit));
          // Below the limit there is no wait at all, and the first minutes above it appear at once.
          const jumps = steps(times).filter((_, at) => times[at] !== 0 && times[at + 1] !== 0);
          expect(Math.max(...jumps.map(Math.abs))).toBeLessThan(2 * minute);
        },
      ),
    );
  });

  it('is never further than half a window from the least time of its calls', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 100_000 }), (calls) => {
        const [usual, least] = [usualTimeMs(calls, limit), leastTimeMs(calls, limit)];
        expect(Math.abs(usual - least)).toBeLessThanOrEqual(2.5 * minute);
      }),
    );
  });
});
