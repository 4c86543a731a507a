import fc from 'fast-check';
import { countCalls, planClearing, type ClearingCandidate, type ClearingStep } from '../../lib/pools';

/** `bare` has no e-mail, and one that comes meanwhile would have to stay. */
type Kind = 'covered' | 'uncovered' | 'none' | 'bare';

const makePools = (kinds: readonly Kind[]): ClearingCandidate[] =>
  kinds.map((kind, index) => ({
    id: String(index),
    isLegacy: kind === 'covered' || kind === 'uncovered',
    mayClear: kind === 'covered' || kind === 'none',
  }));

/** What the service would do: the ids of the pools that a step touches. */
const touched = (step: ClearingStep, pools: readonly ClearingCandidate[]): string[] =>
  step.kind === 'pool'
    ? [step.id]
    : pools.slice(step.offset, step.offset + step.limit).map((pool) => pool.id);

/** The least cost by trying everything, for few pools. */
function leastCalls(pools: readonly ClearingCandidate[], longest: number): number {
  const keepsSome = pools.some((pool) => pool.isLegacy && !pool.mayClear);
  const priceOf = (stretch: readonly ClearingCandidate[]) =>
    keepsSome || stretch.some((pool) => !pool.mayClear) ? 2 : 1;
  const costFrom = (at: number): number => {
    const pool = pools[at];
    if (pool === undefined) return 0;
    const choices: number[] = [];
    if (!pool.isLegacy || !pool.mayClear) choices.push(costFrom(at + 1));
    else choices.push(1 + costFrom(at + 1));
    for (let end = at + 1; end <= Math.min(at + longest, pools.length); end += 1) {
      if (pools.slice(at, end).some((one) => one.isLegacy && !one.mayClear)) break;
      choices.push(priceOf(pools.slice(at, end)) + costFrom(end));
    }
    return Math.min(...choices);
  };
  return costFrom(0);
}

const kinds = fc.array(fc.constantFrom<Kind>('covered', 'uncovered', 'none', 'bare'), { maxLength: 14 });

describe('a plan for clearing', () => {
  it('clears every e-mail that may be cleared, and none that must stay', () => {
    fc.assert(
      fc.property(kinds, fc.integer({ min: 1, max: 20 }), (given, longest) => {
        const pools = makePools(given);
        const reached = planClearing(pools, longest).flatMap((step) => touched(step, pools));
        const may = pools.filter((pool) => pool.isLegacy && pool.mayClear).map(({ id }) => id);
        const must = pools.filter((pool) => pool.isLegacy && !pool.mayClear).map(({ id }) => id);
        expect(reached).toEqual(expect.arrayContaining(may));
        expect(must.filter((id) => reached.includes(id))).toEqual([]);
        expect(new Set(reached).size).toBe(reached.length);
      }),
    );
  });

  it('needs the fewest possible calls', () => {
    fc.assert(
      fc.property(kinds, fc.integer({ min: 1, max: 20 }), (given, longest) => {
        const pools = makePools(given);
        expect(countCalls(planClearing(pools, longest))).toBe(leastCalls(pools, longest));
      }),
    );
  });

  it('lists the pools of each step whose e-mails are cleared', () => {
    fc.assert(
      fc.property(kinds, (given) => {
        const pools = makePools(given);
        for (const step of planClearing(pools, 25)) {
          if (step.kind === 'pool') continue;
          const legacy = touched(step, pools).filter((id) => pools[Number(id)]?.isLegacy);
          expect(legacy).toEqual(step.ids);
        }
      }),
    );
  });

  const half = (isCovered: (index: number) => boolean) =>
    makePools(Array.from({ length: 500 }, (_, index) => (isCovered(index) ? 'covered' : 'uncovered')));

  it.each([
    ['all of 500', makePools(Array<Kind>(500).fill('covered')), 1000, { page: 1, pool: 0, calls: 1 }],
    [
      'all of 500, 25 at a time',
      makePools(Array<Kind>(500).fill('covered')),
      25,
      { page: 20, pool: 0, calls: 20 },
    ],
    ['the first half', half((index) => index < 250), 1000, { page: 1, pool: 0, calls: 2 }],
    [
      'every other page of 25',
      half((index) => Math.floor(index / 25) % 2 === 0),
      1000,
      { page: 10, pool: 0, calls: 20 },
    ],
    ['every other pool', half((index) => index % 2 === 0), 1000, { page: 0, pool: 250, calls: 250 }],
    ['every other two pools', half((index) => index % 4 < 2), 1000, { page: 0, pool: 250, calls: 250 }],
    [
      'all of 500 but one without an e-mail, whose e-mail would have to stay',
      makePools(Array.from({ length: 500 }, (_, index) => (index === 250 ? 'bare' : 'covered'))),
      1000,
      { page: 2, pool: 0, calls: 2 },
    ],
    ['one pool', makePools(['none', 'covered', 'none']), 1000, { page: 0, pool: 1, calls: 1 }],
    ['nothing', makePools(['none', 'uncovered']), 1000, { page: 0, pool: 0, calls: 0 }],
  ])('for %s', (_, pools, longest, expected) => {
    const steps = planClearing(pools, longest);
    const count = (kind: ClearingStep['kind']) => steps.filter((step) => step.kind === kind).length;
    expect({ page: count('page'), pool: count('pool'), calls: countCalls(steps) }).toEqual(expected);
  });

  it('reads a page before clearing it only if a pool of the account keeps its e-mail, or would have to', () => {
    const guards = (given: Kind[]) =>
      planClearing(makePools(given), 25).map((step) => step.kind === 'page' && step.isGuarded);
    expect(guards(['covered', 'covered', 'covered'])).toEqual([false]);
    expect(guards(['covered', 'none', 'covered', 'covered', 'bare'])).toEqual([false]);
    expect(guards(['covered', 'covered', 'covered', 'uncovered'])).toEqual([true]);
    expect(guards(['covered', 'bare', 'covered', 'bare', 'covered'])).toEqual([true]);
  });
});
