import fc from 'fast-check';
import {
  countCalls,
  longestBatch,
  planClearing,
  type ClearingBatch,
  type ClearingCandidate,
  type ClearingStep,
} from '../../lib/pools';

const makePools = (mayClear: readonly boolean[]): ClearingCandidate[] =>
  mayClear.map((each, index) => ({ id: String(index), mayClear: each }));

/** What the service would do: the ids of the pools that a step touches. */
const touched = (step: ClearingStep, pools: readonly ClearingCandidate[]): string[] =>
  step.kind === 'pool'
    ? [...step.ids]
    : pools.slice(step.offset, step.offset + step.ids.length).map(({ id }) => id);

const accounts = fc.array(fc.boolean(), { maxLength: 300 });
const already = fc.constantFrom(0, 601);

describe('a plan for clearing', () => {
  it('clears every e-mail that may be cleared, once, and touches no other pool', () => {
    fc.assert(
      fc.property(accounts, already, (given, before) => {
        const pools = makePools(given);
        const steps = planClearing(pools, before).flat();
        const may = pools.filter(({ mayClear }) => mayClear).map(({ id }) => id);
        expect(steps.flatMap((step) => touched(step, pools))).toEqual(may);
        expect(steps.flatMap(({ ids }) => ids)).toEqual(may);
      }),
    );
  });

  it('checks the policies after 50 pools at most, and takes no more calls than two for each pool', () => {
    fc.assert(
      fc.property(accounts, already, (given, before) => {
        const batches = planClearing(makePools(given), before);
        for (const batch of batches)
          expect(batch.flatMap(({ ids }) => ids).length).toBeLessThanOrEqual(longestBatch);
        expect(countCalls(batches)).toBeLessThanOrEqual(2 * given.filter(Boolean).length);
      }),
    );
  });

  const count = (batches: readonly ClearingBatch[]) => ({
    pages: batches.flat().filter(({ kind }) => kind === 'page').length,
    single: batches.flat().filter(({ kind }) => kind === 'pool').length,
    batches: batches.length,
    calls: countCalls(batches),
  });
  const some = (length: number, mayClear: (index: number) => boolean = () => true) =>
    makePools(Array.from({ length }, (_, index) => mayClear(index)));

  it.each([
    ['no pool', some(5, () => false), { pages: 0, single: 0, batches: 0, calls: 0 }],
    ['one pool', some(5, (index) => index === 2), { pages: 0, single: 1, batches: 1, calls: 2 }],
    ['600 pools', some(600), { pages: 0, single: 600, batches: 12, calls: 1200 }],
    ['2,000 pools', some(2000), { pages: 40, single: 0, batches: 40, calls: 80 }],
    [
      'every other one of 2,000 pools',
      some(2000, (index) => index % 2 === 0),
      { pages: 0, single: 1000, batches: 20, calls: 2000 },
    ],
    [
      '2,000 pools without every 25th',
      some(2000, (index) => index % 25 !== 0),
      { pages: 80, single: 0, batches: 40, calls: 160 },
    ],
  ])('for %s uses operation 6 only for large amounts of consecutive pools', (_, pools, expected) => {
    expect(count(planClearing(pools))).toEqual(expected);
  });
});
