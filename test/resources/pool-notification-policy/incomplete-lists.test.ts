import { startAltering, type Altering } from '../../support/altered-replies';
import { at, errorOf, worlds, type World } from '../../support/handler-harness';
import { accountId, context, create, p, plan, planAgain, somePools, storedPolicies, update } from './support';

const webhookId = 'e'.repeat(32);
const allPools = { pool_ids: null, all_pools: true };
const all = (count: number) => Array.from({ length: count }, (_, index) => p(index + 1));

const start = worlds();
let world: World;
let api: Altering;

async function begin(pools = 60): Promise<void> {
  const webhooks = [{ id: webhookId, name: 'hook', url: 'https://example.com/hook' }];
  world = await start({}, { pools: somePools(pools, () => ({})), webhooks });
  api = await startAltering(world.access.baseUrl);
}
/** A plan or an apply behind a proxy that changes replies. */
const by = () => context(world, undefined, world.connect({ baseUrl: api.baseUrl }));

const isPools = (call: string) => /GET .*\/load_balancers\/pools\?/.test(call);

/** The list lacks pools, and tells of all or only of those that it has. */
function lackPools(ids: readonly string[], total: 'told' | 'hidden'): void {
  api.alter = (envelope, call) => {
    if (!isPools(call)) return envelope;
    const list = envelope.result as readonly unknown[];
    const result = list.filter((pool) => !ids.includes(String(at(pool, 'id'))));
    const lacking = total === 'told' ? 0 : ids.length;
    const numbers = {
      count: result.length,
      total_count: Number(at(envelope, 'result_info', 'total_count')) - lacking,
    };
    return { ...envelope, result, result_info: { page: 1, per_page: 1000, total_pages: 1, ...numbers } };
  };
}

const storedPools = async () => {
  const ids = at((await storedPolicies(world))[0], 'filters', 'pool_id') as readonly string[];
  return ids.toSorted();
};

describe('a policy for all pools keeps its pools', () => {
  it('when the list has 50 of 60: the plan and the apply fail', async () => {
    await begin();
    const state = await create(world, allPools, by());
    expect(await storedPools()).toEqual(all(60));
    lackPools(all(10), 'told');
    const changed = { ...allPools, description: 'changed' };
    for (const attempt of [planAgain(world, state, by()), update(world, state, changed, by())])
      expect(await errorOf(attempt)).toMatchObject({ code: 'EDGE_INCOMPLETE_LIST' });
    expect(await storedPools()).toEqual(all(60));
  });

  it('when the list lacks some and says nothing of it: each is read by its id', async () => {
    await begin();
    const state = await create(world, allPools, by());
    lackPools([p(7), p(8)], 'hidden');
    expect(await planAgain(world, state, by())).toEqual({ reported: [], predicted: {} });
    await update(world, state, { ...allPools, description: 'changed' }, by());
    expect(await storedPools()).toEqual(all(60));
  });

  it('when a pool is deleted between two pages: the list is read again', async () => {
    await begin(1001);
    const state = await create(world, allPools, by());
    const gone = p(3);
    let isDeleted = false;
    api.alter = async (envelope, call) => {
      if (isPools(call) && !isDeleted) {
        isDeleted = true;
        await world.api('DELETE', `/accounts/${accountId}/load_balancers/pools/${gone}`);
      }
      return envelope;
    };
    const { reported } = await planAgain(world, state, by());
    expect(reported.join()).toContain(gone);
    expect(reported.join()).not.toContain(p(1001));
    await update(world, state, allPools, by());
    expect(await storedPools()).toEqual(all(1001).filter((id) => id !== gone));
  });
});

it('a policy for listed pools is planned without a warning where the list lacks one that exists', async () => {
  await begin();
  const state = await create(world, { pool_ids: [p(1), p(2)], webhook_ids: [webhookId] }, by());
  lackPools([p(2)], 'hidden');
  expect(await planAgain(world, state, by())).toEqual({ reported: [], predicted: {} });
});

it('a new policy for pools and webhooks that the lists lack is planned', async () => {
  await begin();
  api.alter = (envelope, call) =>
    call.endsWith('/webhooks') || isPools(call)
      ? { ...envelope, result: [], result_info: undefined }
      : envelope;
  const given = { pool_ids: [p(1), p(2)], webhook_ids: [webhookId] };
  expect((await plan(world, null, given, by())).reported).toEqual([]);
});
