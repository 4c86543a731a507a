import type { PoolNotificationPolicyAttributes } from '../../../lib/resources/pool-notification-policy/contract';
import { unknown } from '../../../lib/schema';
import { at, contextOf, worlds, type World } from '../../support/handler-harness';
import {
  accountId,
  create,
  describeAll,
  desired,
  emails,
  handler,
  p,
  plan,
  planAgain,
  planDestroy,
  somePolicy,
  somePools,
  storedPolicies,
  storedPolicy,
  writes,
  type DesiredSettings,
  type Held,
} from './support';

const start = worlds();
const old = 'c'.repeat(32);
const existing = (changes: object = {}) =>
  somePolicy([p(1)], {
    id: old,
    name: 'Health',
    mechanisms: { email: [{ id: 'former@example.com' }] },
    ...changes,
  });
const account = { pools: somePools(1), policies: [existing()] };

/** What a state has of the policy. */
const state: Held = {
  ...desired({ email_addresses: ['former@example.com'] }),
  id: old,
  carried_over_recipients: [],
  cleared_legacy_emails: {},
  legacy_emails: {},
  legacy_pool_count: 0,
  changes: null,
  adopted: null,
};

/** What one plan or apply does: its calls share a client. */
function process(world: World) {
  const service = world.connect();
  const context = (kept?: unknown) => contextOf<PoolNotificationPolicyAttributes>(world, kept, service);
  return {
    context,
    plan: async (given: Partial<DesiredSettings> = {}, kept?: unknown) =>
      (await plan(world, null, given, context(kept))).reported,
    planKeeping: async () => (await planAgain(world, state, context())).reported,
    planDeletion: async () => (await planDestroy(world, state, service)).reported,
    read: () => handler.read(state, context()),
    create: (given: Partial<DesiredSettings> = {}, by = context()) => create(world, given, by),
    delete: async () => {
      const by = context();
      await handler.delete(state, by);
      return describeAll(by.warnings);
    },
  };
}

const adopt = { on_existing: 'adopt' } as const;
const idsOf = async (world: World) => (await storedPolicies(world)).map((each) => at(each, 'id'));
const recipientsOf = async (world: World, id: string) => {
  const list = at(await storedPolicy(world, id), 'mechanisms', 'email');
  return Array.isArray(list) ? list.map((each): unknown => at(each, 'id')).sort() : [];
};

describe('a policy whose twin exists', () => {
  it('fails the plan, which shows the import ID and every resolution', async () => {
    const world = await start({}, account);
    const [error] = await process(world).plan();
    expect(error).toMatch(/^error at name: Policy already exists: .*the policy "Health" \(c{32}\)/);
    for (const way of [`${accountId}/${old}`, '"adopt"', 'change the name', '`resource.moveFromId`'])
      expect(error).toContain(way);
  });

  it('fails the plan also while its pools are unknown', async () => {
    const world = await start({}, account);
    const { reported } = await plan(world, null, { pool_ids: unknown });
    expect(reported).toEqual([expect.stringContaining('Policy already exists')]);
  });

  it.each([
    ['another name', { name: 'Other' }],
    ['another alert type', { alert_type: 'real_origin_monitoring', filters: {} }],
  ])('does not treat a policy as a twin with %s', async (_what, changes) => {
    const world = await start({}, { pools: somePools(1), policies: [existing(changes)] });
    expect(await process(world).plan()).toEqual([expect.stringContaining('clears 1 legacy e-mail')]);
  });

  it('adopts the twin, updates it in place, clears the e-mails, and reports that in the plan', async () => {
    const world = await start({}, account);
    expect(await process(world).plan(adopt)).toEqual([
      expect.stringMatching(
        /^warning at on_existing: Policy c{32} is adopted: .*also notifies former@example.com: they are removed/,
      ),
      expect.stringContaining('clears 1 legacy e-mail'),
    ]);
    const apply = process(world);
    const by = apply.context();
    const created = await apply.create(adopt, by);
    expect(created).toMatchObject({ id: old, on_existing: 'adopt', legacy_pool_count: 0 });
    expect(describeAll(by.warnings)).toEqual([]);
    expect(await recipientsOf(world, old)).toEqual(['team@example.com']);
    expect(await writes(world)).toEqual(['PUT alerting/v3/policies/:id', 'PATCH load_balancers/pools/:id']);
    expect(await emails(world)).toEqual({});
    expect(await handler.read(created, by)).toEqual(created);
  });

  it('keeps the recipients of the twin where recipients are carried over: pools may be cleared already', async () => {
    const world = await start({}, account);
    const given = { ...adopt, carry_over_recipients: true };
    expect((await process(world).plan(given))[0]).toContain('they stay');
    await process(world).create(given);
    expect(await recipientsOf(world, old)).toEqual([
      'former@example.com',
      'ops@example.com',
      'team@example.com',
    ]);
  });

  it('adopts a twin that matches already without a write', async () => {
    const policies = [existing({ mechanisms: { email: [{ id: 'team@example.com' }] } })];
    const world = await start({}, { pools: somePools(1, () => ({})), policies });
    await process(world).create(adopt);
    expect(await writes(world)).toEqual([]);
  });

  it('adopts the oldest of several twins', async () => {
    const world = await start({}, { pools: somePools(1) });
    for (const description of ['first', 'second'])
      await world.api(
        'POST',
        `/accounts/${accountId}/alerting/v3/policies`,
        existing({ id: undefined, description }),
      );
    const [first] = (await storedPolicies(world)).filter((each) => at(each, 'description') === 'first');
    expect((await process(world).create(adopt)).id).toBe(at(first, 'id'));
  });

  it('adopts the orphan of a create whose reply and list were lost', async () => {
    const world = await start({}, { pools: somePools(1) });
    const path = '/accounts/*/alerting/v3/policies';
    await world.fail({ kind: 'lost_reply', match: { method: 'POST' } });
    await world.fail({ kind: 'status', status: 429, skip: 1, times: 10, match: { method: 'GET', path } });
    await expect(process(world).create()).rejects.toThrow();
    await world.heal();
    const [orphan] = await idsOf(world);
    expect((await process(world).plan())[0]).toContain(`(${String(orphan)})`);
    expect((await process(world).create(adopt)).id).toBe(orphan);
    expect(await idsOf(world)).toEqual([orphan]);
  });

  it('keeps the twin unchanged where its update fails, and adopts it with the next apply', async () => {
    const world = await start({}, account);
    await world.fail({ kind: 'status', status: 500, times: 9, match: { method: 'PUT' } });
    const apply = process(world);
    const by = apply.context();
    await expect(apply.create(adopt, by)).rejects.toThrow();
    // Nothing is in the state, so Terraform taints and deletes nothing.
    expect(by.kept).toEqual([]);
    await world.heal();
    expect((await process(world).create(adopt)).id).toBe(old);
  });
});

describe('two resources of one apply', () => {
  it('never adopt the same policy, and do not replace the one that the other has created', async () => {
    const world = await start({}, account);
    const apply = process(world);
    const made = await Promise.all([apply.create(adopt), apply.create(adopt)]);
    expect(new Set(made.map(({ id }) => id)).size).toBe(2);
    const third = await apply.create();
    expect(await idsOf(world)).toEqual(expect.arrayContaining([...made, third].map(({ id }) => id)));
  });

  it.each(['the resource that manages it', 'the new one'])(
    'fail the plan when both need the same policy: %s is planned first',
    async (first) => {
      const world = await start({}, account);
      const { plan: planNew, planKeeping } = process(world);
      const managed = expect.stringMatching(/^error at name: Policy managed by another resource/) as string;
      const reports = first.startsWith('the new')
        ? [await planNew(adopt), await planKeeping()]
        : [await planKeeping(), await planNew(adopt)];
      expect(reports[0]).not.toContainEqual(managed);
      expect(reports[1]).toContainEqual(managed);
    },
  );

  it('can transfer a policy when one deletes it and the other adopts it', async () => {
    const world = await start({}, account);
    const { plan: planNew, planDeletion } = process(world);
    await planDeletion();
    expect((await planNew(adopt))[0]).toContain('is adopted');
    const apply = process(world);
    await apply.create(adopt);
    expect(await apply.delete()).toEqual([expect.stringContaining('Policy not deleted')]);
    expect(await idsOf(world)).toEqual([old]);
  });
});

describe('a policy that is replaced', () => {
  it('is not a twin of its replacement in the plan', async () => {
    const world = await start({}, account);
    const kept = { id: old };
    expect(await process(world).plan({}, kept)).toEqual([expect.stringMatching(/: clears \d/)]);
  });

  it('is not a twin in the plan that Terraform makes during the apply', async () => {
    const world = await start({}, account);
    const applied = { applied_at: '2026-01-02T03:04:05Z' };
    expect(await process(world).plan(applied)).toEqual([]);
  });

  it('can be tainted and have drifted: the new policy is created first', async () => {
    const world = await start({}, account);
    const planning = process(world);
    await planning.read();
    // Terraform hands the plan of a tainted resource neither its state nor its private state.
    expect((await planning.plan())[0]).toMatch(/^warning at name: Policy of the same name is deleted/);
    const apply = process(world);
    const { id } = await apply.create();
    expect(await apply.delete()).toEqual([
      expect.stringMatching(/1 recipient without notifications: .*former@example.com +1\n/s),
    ]);
    expect(await idsOf(world)).toEqual([id]);
  });

  it('is remembered by its create and by its refresh', async () => {
    const world = await start({}, { pools: somePools(1) });
    const { create: createNew, context } = process(world);
    const by = context();
    const created = await createNew({}, by);
    expect(await process(world).plan({}, by.privateState.get())).toEqual([]);
    const refreshed = context();
    await handler.read(created, refreshed);
    expect(await process(world).plan({}, refreshed.privateState.get())).toEqual([]);
  });
});
