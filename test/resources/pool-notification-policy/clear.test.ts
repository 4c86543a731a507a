import { failureOf, worlds, type World } from '../../support/handler-harness';
import {
  accountId,
  context,
  create,
  describeAll,
  emails,
  nameOf,
  p,
  setEmail,
  somePolicy,
  somePools,
  storePolicy,
  storedPolicies,
  update,
  writes,
} from './support';
import { at } from '../../support/handler-harness';

const start = worlds();
const pools = `/accounts/${accountId}/load_balancers/pools`;
const all = (count: number, from = 1) => Array.from({ length: count }, (_, index) => p(index + from));
const numbersOf = (found: Record<number, string>) => Object.keys(found).map(Number);
const countOf = (calls: readonly string[], call: string) => calls.filter((each) => each === call).length;

/** Runs something before a call of the client's pools is sent for the nth time. */
function before(
  by: ReturnType<typeof context>,
  call: 'get' | 'update' | 'clearNotificationEmails' | 'listPage',
  nth: number,
  run: () => Promise<unknown>,
): void {
  const { pools: api } = by.service;
  const send = api[call].bind(api) as (...args: unknown[]) => Promise<never>;
  let count = 0;
  api[call] = async (...args: unknown[]) => {
    count += 1;
    if (count === nth) await run();
    return send(...args);
  };
}

async function disable(world: World): Promise<void> {
  for (const policy of await storedPolicies(world))
    if (at(policy, 'name') === 'Health')
      await storePolicy(world, String(at(policy, 'id')), { ...(policy as object), enabled: false });
}

describe('a policy that someone disables while e-mails are cleared', () => {
  it('stops a create at the next check, restores the e-mails, and leaves the policy untainted', async () => {
    const world = await start({}, { pools: somePools(120) });
    const by = context(world);
    before(by, 'update', 60, () => disable(world));
    const state = await create(world, { pool_ids: all(120) }, by);
    expect(numbersOf(await emails(world))).toHaveLength(120);
    expect(state).toMatchObject({ cleared_legacy_emails: {}, legacy_pool_count: 120 });
    // Two batches, and what they cleared.
    expect(countOf(await writes(world), 'PATCH load_balancers/pools/:id')).toBe(200);
    const [said] = describeAll(by.warnings);
    expect(said).toMatch(
      /^warning at clear_legacy_email: Clearing stopped, 0 pools without notifications: .*it is disabled.*pool-001.*were restored\. No pool of the policy is without/,
    );
  });

  it('fails an update, and lists the pools that an earlier apply has cleared', async () => {
    const world = await start({}, { pools: somePools(3) });
    const prior = await create(world, { pool_ids: [p(1)] });
    const by = context(world);
    before(by, 'update', 1, () => disable(world));
    const failure = describeAll(await failureOf(update(world, prior, { pool_ids: all(3) }, by)));
    expect(failure).toEqual([
      expect.stringMatching(
        /^error at clear_legacy_email: Clearing stopped, 1 pool without notifications: .*pool-002, pool-003 were restored\. Nobody is notified about the health of pool-001\./,
      ),
    ]);
    expect(numbersOf(await emails(world))).toEqual([2, 3]);
    expect(by.kept.at(-1)).toMatchObject({ cleared_legacy_emails: { [nameOf(1)]: 'ops@example.com' } });
  });

  it('lists the pools whose e-mails could not be restored, and keeps them on record', async () => {
    const world = await start({}, { pools: somePools(2) });
    const by = context(world);
    before(by, 'update', 2, () => disable(world));
    before(by, 'update', 3, () =>
      world.fail({ kind: 'status', status: 500, times: 1, match: { method: 'PATCH' } }),
    );
    const state = await create(world, { pool_ids: all(2) }, by);
    expect(describeAll(by.warnings)).toEqual([
      expect.stringMatching(
        /1 pool without notifications: .*of pool-002 were restored\. Those of pool-001 could not be restored; .* health of pool-001\./,
      ),
    ]);
    expect(state.cleared_legacy_emails).toEqual({ [nameOf(1)]: 'ops@example.com' });
  });

  it('is noticed also when a call fails before the next check', async () => {
    const world = await start({}, { pools: somePools(3) });
    const by = context(world);
    before(by, 'update', 2, async () => {
      await disable(world);
      await world.fail({ kind: 'status', status: 400, times: 1, match: { method: 'PATCH' } });
    });
    await create(world, { pool_ids: all(3) }, by);
    expect(numbersOf(await emails(world))).toEqual([1, 2, 3]);
    expect(describeAll(by.warnings)).toEqual([
      expect.stringContaining('Legacy e-mails not cleared yet'),
      expect.stringContaining('Clearing stopped, 0 pools without notifications'),
    ]);
  });

  it('stops the clearing although another policy notifies the same recipients', async () => {
    const other = somePolicy(all(2), { mechanisms: { email: [{ id: 'ops@example.com' }] } });
    const world = await start({}, { pools: somePools(2), policies: [other] });
    const by = context(world);
    before(by, 'update', 1, () => disable(world));
    await create(world, { pool_ids: all(2) }, by);
    expect(numbersOf(await emails(world))).toEqual([1, 2]);
    expect(describeAll(by.warnings)).toEqual([expect.stringContaining('Clearing stopped')]);
  });
});

describe('a list that still has a cleared e-mail', () => {
  /** The list of pools, read after the clearing, is as it was before, so many times. */
  const lag = (by: ReturnType<typeof context>, times: number) => {
    const { pools: api } = by.service;
    const list = api.list.bind(api);
    const lists: Awaited<ReturnType<typeof list>>[] = [];
    api.list = async (...args) => {
      lists.push(await list(...args));
      return lists.at(lists.length > 2 && lists.length <= times + 2 ? 0 : -1) ?? [];
    };
  };

  it('is read again until it shows the clearing', async () => {
    const world = await start({}, { pools: somePools(2) });
    const by = context(world);
    lag(by, 2);
    expect(await create(world, { pool_ids: all(2) }, by)).toMatchObject({ legacy_pool_count: 0 });
    expect(by.warnings).toEqual([]);
  });

  it('is reported where it does not show it in time', async () => {
    const world = await start({}, { pools: somePools(2) });
    const by = context(world);
    Object.defineProperty(by.service, 'patienceMs', { value: 0 });
    lag(by, 9);
    await create(world, { pool_ids: all(2) }, by);
    expect(describeAll(by.warnings)).toEqual([expect.stringContaining('2 legacy e-mails still set')]);
  });
});

describe('a pool that another client changes while e-mails are cleared', () => {
  const filter = { pool: { healthy: false }, origin: null };

  it('is read in the call before the one that clears it', async () => {
    const world = await start({}, { pools: somePools(60) });
    await create(world, { pool_ids: all(60) });
    const calls = await world.calls();
    const places = calls.flatMap((call, at) => (call.startsWith('PATCH') ? [at] : []));
    expect(places).toHaveLength(60);
    for (const at of places) expect(calls[at - 1]).toBe('GET load_balancers/pools/:id');
  });

  it('keeps a new e-mail that no policy notifies, although its batch has begun', async () => {
    const world = await start({}, { pools: somePools(50) });
    const by = context(world);
    before(by, 'update', 2, () => setEmail(world, 50, 'late@example.com'));
    const given = { pool_ids: all(50), email_addresses: ['ops@example.com'], accept_lost_recipients: null };
    const state = await create(world, given, by);
    expect(await emails(world)).toEqual({ 50: 'late@example.com' });
    expect(state.legacy_pool_count).toBe(1);
    expect(Object.keys(state.cleared_legacy_emails ?? {})).toHaveLength(49);
  });

  it('is judged again: an e-mail to a recipient of the policy is cleared, and recorded as it was', async () => {
    const world = await start({}, { pools: somePools(3) });
    const by = context(world);
    const late = 'team@example.com, ops@example.com';
    before(by, 'update', 1, () => setEmail(world, 3, late));
    const recipients = { email_addresses: ['ops@example.com', 'team@example.com'] };
    const state = await create(world, { pool_ids: all(3), ...recipients }, by);
    expect(await emails(world)).toEqual({});
    expect(state.cleared_legacy_emails).toMatchObject({ [nameOf(3)]: late });
  });

  it('keeps an e-mail whose filter has more events now than the policy reports', async () => {
    const world = await start({}, { pools: somePools(2, () => ({ email: 'ops@example.com', filter })) });
    const by = context(world);
    before(by, 'update', 1, () => world.api('PATCH', `${pools}/${p(2)}`, { notification_filter: null }));
    await create(
      world,
      { pool_ids: all(2), new_health: ['Unhealthy'], event_sources: ['pool', 'origin'] },
      by,
    );
    expect(numbersOf(await emails(world))).toEqual([1, 2]);
  });

  it('is read again before a call is repeated', async () => {
    const world = await start({}, { pools: somePools(1) });
    const by = context(world, undefined, world.connect({ retryTimeoutMs: 600_000 }));
    await world.fail({ kind: 'status', status: 503, times: 1, match: { method: 'PATCH' } });
    before(by, 'get', 2, () => setEmail(world, 1, 'late@example.com'));
    const given = { email_addresses: ['ops@example.com'], accept_lost_recipients: null };
    await create(world, given, by);
    expect(await emails(world)).toEqual({ 1: 'late@example.com' });
  });

  it('keeps the e-mail that somebody has set where the former one would be restored', async () => {
    const world = await start({}, { pools: somePools(2) });
    const by = context(world);
    before(by, 'update', 2, async () => {
      await disable(world);
      await setEmail(world, 1, 'late@example.com');
    });
    await create(world, { pool_ids: all(2) }, by);
    expect(await emails(world)).toEqual({ 1: 'late@example.com', 2: 'ops@example.com' });
  });
});

describe('a page of pools', () => {
  /** So many that operation 6 is used. Pool 1 is not covered. */
  const count = 610;
  const given = { pool_ids: all(count - 1, 2) };
  const addPool = (world: World, name: string) =>
    world.api('POST', pools, {
      name,
      origins: [{ name: 'one', address: '192.0.2.1' }],
      notification_email: 'new@example.com',
    });
  const idOf = (pool: unknown) => parseInt(String(at(pool, 'id')), 16);

  it.each([false, true])(
    'gives an e-mail back that moved into it just before the call, also if the reply is lost: %s',
    async (isLost) => {
      const world = await start({}, { pools: somePools(count) });
      const by = context(world);
      let added: unknown;
      before(by, 'clearNotificationEmails', 1, async () => {
        added = await addPool(world, 'pool-000');
        if (isLost) await world.fail({ kind: 'lost_reply', match: { method: 'PATCH', path: pools } });
      });
      await create(world, given, by);
      expect(await emails(world)).toEqual({ 1: 'ops@example.com', [idOf(added)]: 'new@example.com' });
      expect(describeAll(by.warnings)).toEqual([
        expect.stringMatching(/1 legacy e-mail restored: .*moved pool-001 into a cleared page/),
      ]);
    },
  );

  it('is cleared pool by pool if another pool is in it when it is read just before', async () => {
    const world = await start({}, { pools: somePools(count) });
    const by = context(world);
    let added: unknown;
    before(by, 'listPage', 1, async () => {
      added = await addPool(world, 'pool-010-new');
    });
    await create(world, given, by);
    expect(await emails(world)).toEqual({ 1: 'ops@example.com', [idOf(added)]: 'new@example.com' });
    expect(by.warnings).toEqual([]);
    expect(countOf(await writes(world), 'PATCH load_balancers/pools/:id')).toBeGreaterThanOrEqual(50);
  });

  it.each([false, true])(
    'names a pool that appeared inside it just before the call, also if the reply is lost: %s',
    async (isLost) => {
      const world = await start({}, { pools: somePools(count) });
      const by = context(world);
      before(by, 'clearNotificationEmails', 1, async () => {
        await addPool(world, 'pool-010-new');
        if (isLost) await world.fail({ kind: 'lost_reply', match: { method: 'PATCH', path: pools } });
      });
      await create(world, given, by);
      expect(describeAll(by.warnings)).toEqual([
        expect.stringMatching(/1 pool changed during clearing: pool-010-new appeared/),
      ]);
      expect(numbersOf(await emails(world))).toEqual([1]);
    },
  );

  it.each([
    ['refuses it', { kind: 'status', status: 400, times: 1 }],
    ['fails with it', { kind: 'status', status: 503, times: 1 }],
    ['loses the request', { kind: 'lost_request', times: 1 }],
  ])('is never sent again if the service %s: its pools are cleared by their ids', async (_, fault) => {
    const world = await start({}, { pools: somePools(count) });
    const by = context(world, undefined, world.connect({ retryTimeoutMs: 600_000 }));
    await world.fail({ ...fault, match: { method: 'PATCH', path: pools } });
    await create(world, given, by);
    expect(await emails(world)).toEqual({ 1: 'ops@example.com' });
    expect(by.warnings).toEqual([]);
    const calls = await writes(world);
    // 12 pages of 50 and one of 9.
    expect(countOf(calls, 'PATCH load_balancers/pools')).toBe(13);
    expect(countOf(calls, 'PATCH load_balancers/pools/:id')).toBe(50);
  });
});
