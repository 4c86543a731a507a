import { createHash } from 'node:crypto';

/** The seed of this run: set by jest.config.js, printed in the summary, repeated with `TEST_SEED=<seed> npm test`. */
export const seed = Number(process.env.TEST_SEED);

/** Whether every case of every grid runs: `npm run test:exhaustive`. */
export const isExhaustive = process.env.EXHAUSTIVE === '1';

/**
 * `count` cases of a grid, in order: the first, the last and a random choice of the rest that depends on nothing but the
 * seed. A sample of one is a random choice of all. An exhaustive run has all of them. For a grid of several kinds, sample
 * each kind.
 */
export function sample<Case>(cases: readonly Case[], count: number): readonly Case[] {
  return isExhaustive ? cases : choose(cases, count);
}

/** Such a choice in an exhaustive run too: for a grid whose every case would take hours. */
export function choose<Case>(cases: readonly Case[], count: number): readonly Case[] {
  if (count >= cases.length) return cases;
  const indexes = cases.map((_, index) => index);
  if (count === 1) {
    const [chosen] = indexes.sort((one, two) => rank(one) - rank(two));
    return cases.filter((_, index) => index === chosen);
  }
  const between = indexes.slice(1, -1);
  const chosen = between.sort((one, two) => rank(one) - rank(two)).slice(0, count - 2);
  return cases.filter((_, index) => index === 0 || index === cases.length - 1 || chosen.includes(index));
}

/** The number of runs of a property whose cases are slow to make: ten times as many in an exhaustive run. */
export function runs(count: number): number {
  return isExhaustive ? 10 * count : count;
}

function rank(index: number): number {
  return createHash('sha256').update(`${seed} ${index}`).digest().readUInt32BE();
}
