import { isExhaustive, sample, seed } from '../support/exhaustive';
import { faults, mix, refusals, withProbability } from './support/faults';
import { localPlugins } from './support/local-plugin';
import { noDamage, runWithFaults, type Row } from './support/rows';
import { Table } from './support/table';

const table = new Table('a part of all calls meets');
afterAll(() => {
  table.print();
});

/** 60 objects in an exhaustive run, otherwise 16. */
const zones = isExhaustive ? 12 : 3;

/** Creates, updates and destroys the objects, which leaves nothing behind and takes nothing with it. */
async function run(name: string, orders: readonly object[], timeoutMs = 30_000): Promise<Row> {
  const row = await runWithFaults(name, orders, { startPlugin: localPlugins({ timeoutMs }), zones });
  table.add(row);
  expect(row.damage).toEqual(noDamage);
  return row;
}

async function expectOneApply(name: string, orders: readonly object[], timeoutMs?: number): Promise<void> {
  expect(await run(name, orders, timeoutMs)).toMatchObject({ applies: 1, errors: [] });
}

it.each(sample(faults, 1))('a deployment takes one apply while 1 of 5 calls meets $name', async (fault) => {
  const timeoutMs = fault.isTimeout === true ? 500 : undefined;
  await expectOneApply(`${fault.name}, 20 %`, [withProbability(fault, 0.2, seed)], timeoutMs);
});

const mixes = [0.05, 0.2].flatMap((part) =>
  [1, 2, 3, 4].map((number) => ({ percent: 100 * part, part, number })),
);

it.each(sample(mixes, 1))(
  'a deployment takes one apply while $percent of 100 calls meet any fault, with seed $number',
  async ({ percent, part, number }) => {
    await expectOneApply(`any of them, ${percent} %, seed ${number}`, mix(part, (seed + number) % 2 ** 24));
  },
);

it('a deployment takes one apply when replies to creates are lost and the lists that would show the objects are refused', async () => {
  const creates = { method: 'POST' };
  const lists = { method: 'GET', path: '/*/*/logpush/jobs' };
  await expectOneApply('HTTP 524 after a create, then HTTP 429 for the list, 50 %', [
    { kind: 'not_json', status: 524, after: true, match: creates, probability: 0.5, seed },
    { kind: 'status', status: 429, match: lists, probability: 0.5, seed, headers: { 'retry-after': '5' } },
  ]);
});

it.each(sample(refusals, 1))(
  'a deployment takes a second apply when one call is answered with $name',
  async ({ name, order }) => {
    const row = await run(`${name}, one call`, [{ ...order, skip: seed % 100 }]);
    expect(row.applies).toBeLessThanOrEqual(2);
  },
);
