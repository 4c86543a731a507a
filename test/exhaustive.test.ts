import fc from 'fast-check';
import type * as Exhaustive from './support/exhaustive';

const grid = Array.from({ length: 50 }, (_, index) => `case ${index}`);
const { TEST_SEED, EXHAUSTIVE } = process.env;

/** A fresh copy of the module, with these variables. */
function sampleWith(environment: { TEST_SEED?: string; EXHAUSTIVE?: string }): typeof Exhaustive.sample {
  Object.assign(process.env, environment);
  let module: typeof Exhaustive | undefined;
  jest.isolateModules(() => {
    module = jest.requireActual('./support/exhaustive');
  });
  if (module === undefined) throw new Error('jest loads no module');
  return module.sample;
}

afterEach(() => {
  process.env.TEST_SEED = TEST_SEED;
  if (EXHAUSTIVE === undefined) delete process.env.EXHAUSTIVE;
  else process.env.EXHAUSTIVE = EXHAUSTIVE;
});

describe('A sample of a grid', () => {
  it('has the first case, the last case and some between, in order', () => {
    const chosen = sampleWith({ EXHAUSTIVE: '0' })(grid, 5);
    expect(chosen).toHaveLength(5);
    expect(chosen[0]).toBe('case 0');
    expect(chosen[4]).toBe('case 49');
    expect(grid.filter((each) => chosen.includes(each))).toEqual(chosen);
  });

  it('is the same for the same seed and another for another seed', () => {
    const [one, again, two] = ['1', '1', '2'].map((TEST_SEED) =>
      sampleWith({ TEST_SEED, EXHAUSTIVE: '0' })(grid, 10),
    );
    expect(again).toEqual(one);
    expect(two).not.toEqual(one);
  });

  it('contains every case with some seed', () => {
    const chosen = Array.from({ length: 100 }, (_, seed) =>
      sampleWith({ TEST_SEED: String(seed), EXHAUSTIVE: '0' })(grid, 8),
    );
    expect(new Set(chosen.flat()).size).toBe(grid.length);
  });

  it('is the whole grid if that is not larger, and in an exhaustive run', () => {
    expect(sampleWith({ EXHAUSTIVE: '0' })(grid, 50)).toEqual(grid);
    expect(sampleWith({ EXHAUSTIVE: '1' })(grid, 2)).toEqual(grid);
  });

  it('is any case if it is too small for the first and the last one', () => {
    const chosen = Array.from({ length: 100 }, (_, seed) =>
      sampleWith({ TEST_SEED: String(seed), EXHAUSTIVE: '0' })(grid, 1),
    );
    expect(chosen.every(({ length }) => length === 1)).toBe(true);
    expect(new Set(chosen.flat()).size).toBeGreaterThan(grid.length / 2);
  });
});

it('Property tests have the seed of the run', () => {
  expect(fc.readConfigureGlobal()).toMatchObject({ seed: Number(TEST_SEED) });
});
