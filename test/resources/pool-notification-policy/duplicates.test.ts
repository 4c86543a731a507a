import type { PoolNotificationPolicyAttributes } from '../../../lib/resources/pool-notification-policy/contract';
import { unknown } from '../../../lib/schema';
import { at, contextOf, failureOf, worlds, type World } from '../../support/handler-harness';
import {
  accountId,
  create,
  describeAll,
  handler,
  p,
  plan,
  planAgain,
  somePolicy,
  somePools,
  storedPolicies,
  update,
  writes,
  type DesiredSettings,
} from './support';

const start = worlds();
const old = 'c'.repeat(32);
const existing = (changes: object = {}) =>
  somePolicy([p(1)], {
    id: old,
    name: 'Health',
    mechanisms: { email: [{ id: 'team@example.com' }] },
    ...changes,
  });
const account = { pools: somePools(1, () => ({})), policies: [existing()] };
const exists = expect.stringMatching(/^error at name: Policy already exists: /) as string;

/** What one plan or apply does: its calls share a client. */
function process(world: World) {
  const service = world.connect();
  const context = (kept?: unknown) => contextOf<PoolNotificationPolicyAttributes>(world, kept, service);
  return {
    context,
    plan: async (given: Parameters<typeof plan>[2] = {}, kept?: unknown) =>
      (await plan(world, null, given, context(kept))).reported,
    create: (given: Partial<DesiredSettings> = {}, by = context()) => create(world, given, by),
  };
}

const idsOf = async (world: World) => (await storedPolicies(world)).map((each) => at(each, 'id'));

describe('a new policy whose name another one has', () => {
  it('is refused in the plan, with the import block and the cases that look the same', async () => {
    const world = await start({}, account);
    const [error] = await process(world).plan();
    expect(error).toEqual(exists);
    expect(error).toContain(`the policy "Health" (${old})`);
    expect(error).toContain(
      `  import {\n    to = edge_pool_notification_policy.<name>\n    id = "${accountId}/${old}"\n  }\n`,
    );
    expect(error).toContain(`construct.importFrom('${accountId}/${old}');`);
    for (const way of ['`moved`', 'terraform untaint', '`create_before_destroy`', 'change the name'])
      expect(error).toContain(way);
  });

  it('is refused also while its pools are unknown', async () => {
    const world = await start({}, account);
    expect(await process(world).plan({ pool_ids: unknown })).toEqual([exists]);
  });

  it.each([
    ['another name', { name: 'Other' }],
    ['another alert type', { alert_type: 'real_origin_monitoring', filters: {} }],
  ])('is made beside one with %s', async (_what, changes) => {
    const world = await start({}, { ...account, policies: [existing(changes)] });
    expect(await process(world).plan()).toEqual([]);
    await process(world).create();
    expect(await idsOf(world)).toHaveLength(2);
  });

  it('is refused right before the call where that one has appeared since the plan', async () => {
    const world = await start({}, account);
    expect(describeAll(await failureOf(process(world).create()))).toEqual([exists]);
    expect(await writes(world)).toEqual([]);
  });

  it('is refused for the orphan of a create whose reply and list were lost', async () => {
    const world = await start({}, { pools: somePools(1) });
    const path = '/accounts/*/alerting/v3/policies';
    await world.fail({ kind: 'lost_reply', match: { method: 'POST' } });
    await world.fail({ kind: 'status', status: 429, skip: 1, times: 10, match: { method: 'GET', path } });
    await expect(process(world).create()).rejects.toThrow();
    await world.heal();
    const [orphan] = await idsOf(world);
    expect(await process(world).plan()).toEqual([expect.stringContaining(`(${String(orphan)})`)]);
  });
});

describe('two new policies of the same name', () => {
  it('are refused in the plan', async () => {
    const world = await start({}, { pools: somePools(1, () => ({})) });
    const planning = process(world);
    expect(await planning.plan()).toEqual([]);
    expect(await planning.plan()).toEqual([expect.stringMatching(/^error at name: Policy in two resources/)]);
  });

  it('become one, also when both are created at the same time', async () => {
    const world = await start({}, { pools: somePools(1, () => ({})) });
    const apply = process(world);
    const made = await Promise.allSettled([apply.create(), apply.create()]);
    expect(made.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(await idsOf(world)).toHaveLength(1);
  });
});

describe('a policy that is replaced', () => {
  it('does not count in the plan', async () => {
    const world = await start({}, account);
    expect(await process(world).plan({}, { id: old })).toEqual([]);
  });

  it('is remembered by its create and by its refresh', async () => {
    const world = await start({}, { pools: somePools(1) });
    const by = process(world).context();
    const created = await process(world).create({}, by);
    const refreshed = process(world).context();
    await handler.read(created, refreshed);
    for (const { privateState } of [by, refreshed])
      expect(await process(world).plan({}, privateState.get())).not.toContainEqual(exists);
  });
});

it('a policy that gets the name of another one has a warning', async () => {
  const world = await start({}, account);
  const prior = await create(world, { name: 'New' });
  const twin = (what: RegExp) =>
    expect.stringMatching(`^warning at name: Policy ${what.source}: .*"Health" \\(c{32}\\)`) as string;
  expect((await plan(world, prior, {})).reported).toEqual([twin(/c{32} becomes a twin/)]);
  const state = await update(world, prior, {});
  expect((await planAgain(world, state)).reported).toEqual([]);
  const by = process(world).context();
  await handler.read(state, by);
  expect(describeAll(by.warnings)).toEqual([twin(/(?!c{32})\w{32} has a twin/)]);
});
