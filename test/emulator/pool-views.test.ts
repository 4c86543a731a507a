import fc from 'fast-check';
import type {
  NotificationDetail,
  NotificationList,
  HealthEvent,
  PoolDetail,
  PoolList,
} from '../../lib/emulator/page/model/pools';
import { notificationViews } from '../../lib/emulator/page/views/notifications';
import { poolViews } from '../../lib/emulator/page/views/pools';
import { alerting } from '../../lib/emulator/products/alerting';
import type { PolicySettings } from '../../lib/emulator/products/alerting/schema';
import { pools } from '../../lib/emulator/products/pools';
import { poolBody } from '../../lib/emulator/products/pools/schema';
import { accountId, pick, textAt } from './support';
import { openWorld, readView, useControl } from './world-of';

const poolId = 'c'.repeat(32);
const otherPoolId = 'b'.repeat(32);
const webhookId = 'd'.repeat(32);
const serviceId = 'e'.repeat(32);
const events = ['pool', 'origin'].flatMap((source) =>
  ['Unhealthy', 'Healthy'].map((health) => `${source} ${health}`),
);
const keyOf = ({ source, health }: HealthEvent) => `${source} ${health}`;

const policy: PolicySettings = {
  name: 'health',
  enabled: true,
  alert_type: 'load_balancing_health_alert',
  mechanisms: { email: [{ id: 'ops@example.com' }] },
  filters: { pool_id: [poolId], new_health: ['Unhealthy', 'Healthy'], event_source: ['pool', 'origin'] },
};

/** A world with a webhook beyond reach, a PagerDuty service and the views of pools. */
async function open() {
  const world = await openWorld();
  const notifications = alerting(world);
  const balancing = pools(world, notifications.watcher);
  const { state } = notifications;
  state.webhooks.add(
    accountId,
    { name: 'chat', url: 'https://hooks.example.com/path-s3cret', secret: 'hush-s3cret' },
    webhookId,
  );
  state.policies.addPagerDuty(accountId, { id: serviceId, name: 'on call' });
  const product = {
    ...balancing.product,
    views: [...poolViews(world.places, balancing.state, state), ...notificationViews(state.outbox)],
  };
  return {
    world,
    ...state,
    pools: balancing.state,
    addPool: (more: object = {}, id = poolId) =>
      balancing.state.create(
        accountId,
        poolBody.parse({ name: 'primary', origins: [{ name: 'one', address: '192.0.2.1' }], ...more }),
        id,
      ),
    detail: (id = poolId) => readView(product, `/pools/${accountId}/${id}`) as PoolDetail,
    list: (query = '') => readView(product, `/pools${query}`) as PoolList,
    read: (path: string) => readView(product, path),
    /** The notifications that a switch of the pool's only origin sends. */
    turn: async (healthy: boolean) =>
      pick(
        await useControl(
          product,
          `/accounts/${accountId}/pools/${poolId}/health`,
          JSON.stringify({ healthy }),
        ),
        'notifications',
      ) as readonly object[],
  };
}
type Opened = Awaited<ReturnType<typeof open>>;

/** Who is really notified of each event, one text for each notification. */
async function whoIsNotified(world: Opened): Promise<ReadonlyMap<string, readonly string[]>> {
  const sent = [...(await world.turn(false)), ...(await world.turn(true))];
  const textOf = (each: object) =>
    [
      textAt(each, 'policy_id'),
      textAt(each, 'mechanism'),
      textAt(each, pick(each, 'recipient_name') === null ? 'recipient' : 'recipient_name'),
    ].join(' ');
  const eventOf = (each: object) => `${textAt(each, 'event_source')} ${textAt(each, 'new_health')}`;
  return new Map(
    events.map((event) => [
      event,
      sent
        .filter((each) => eventOf(each) === event)
        .map(textOf)
        .sort(),
    ]),
  );
}

/** The same, as the dashboard shows it. */
function whoIsShown({ events: shown, policies }: PoolDetail): ReadonlyMap<string, readonly string[]> {
  return new Map(
    shown.map((event) => [
      keyOf(event),
      [
        ...policies
          .filter(({ id }) => event.policies.includes(id))
          .flatMap(({ id, recipients }) =>
            recipients.map(({ mechanism, name }) => `${id} ${mechanism} ${name}`),
          ),
        ...event.legacy.map((address) => `legacy email ${address}`),
      ].sort(),
    ]),
  );
}

const someOf = (...items: string[]) => fc.subarray(items, { minLength: 1 });
const choice = fc.option(
  fc.record({ disable: fc.boolean(), healthy: fc.option(fc.boolean()) }, { requiredKeys: [] }),
);
const recipients = fc.record({
  email: fc.subarray(['ops@example.com', 'OPS@example.com', 'dev@example.com']),
  webhooks: fc.subarray([webhookId]),
  pagerduty: fc.subarray([serviceId]),
  pigeon: fc.constant(['white']),
});
const policies = fc.array(
  fc.record({
    enabled: fc.oneof({ weight: 3, arbitrary: fc.constant(true) }, fc.boolean()),
    type: fc.oneof(
      { weight: 4, arbitrary: fc.constant(policy.alert_type) },
      fc.constant('load_balancing_pool_enablement_alert'),
    ),
    recipients,
    filters: fc.record({
      pool_id: someOf(poolId, otherPoolId),
      new_health: someOf('Unhealthy', 'Healthy'),
      event_source: someOf('pool', 'origin'),
    }),
  }),
  { maxLength: 4 },
);
const legacy = fc.record({
  notification_email: fc.constantFrom('', null, 'ops@example.com', 'dev@example.com; ops@example.com'),
  notification_filter: fc.option(fc.record({ pool: choice, origin: choice }, { requiredKeys: [] })),
});

describe('the view of a pool', () => {
  it('shows exactly those who are notified, and what they lose with the legacy e-mail', async () => {
    await fc.assert(
      fc.asyncProperty(policies, legacy, async (wanted, setting) => {
        const world = await open();
        for (const { enabled, type, recipients: kinds, filters } of wanted)
          world.policies.create(accountId, {
            ...policy,
            enabled,
            alert_type: type,
            filters,
            mechanisms: Object.fromEntries(
              Object.entries(kinds).map(([kind, ids]) => [kind, ids.map((id) => ({ id }))]),
            ),
          });
        const pool = world.addPool(setting);
        const shown = world.detail();
        const before = await whoIsNotified(world);
        expect(whoIsShown(shown)).toEqual(before);
        const [row] = world.list().items;
        expect(row?.reported.map(keyOf)).toEqual(events.filter((event) => before.get(event)?.length !== 0));

        world.pools.change(accountId, pool, { ...pool, notification_email: '' });
        const after = await whoIsNotified(world);
        expect(whoIsShown(world.detail())).toEqual(after);
        const isSilent = (event: string) => after.get(event)?.length === 0;
        expect(shown.legacy?.loss.events.map(keyOf) ?? []).toEqual(
          events.filter((event) => isSilent(event) && before.get(event)?.length !== 0),
        );
        const isMailed = (sent: readonly string[] | undefined, address: string) =>
          sent?.some((each) => each.toLowerCase().endsWith(` email ${address}`)) === true;
        expect(
          shown.legacy?.loss.recipients.map((each) => [each.address, each.events.map(keyOf)]) ?? [],
        ).toEqual(
          (shown.legacy?.addresses ?? [])
            .map((address): [string, string[]] => [
              address,
              events.filter(
                (event) => isMailed(before.get(event), address) && !isMailed(after.get(event), address),
              ),
            ])
            .filter(([, lost]) => lost.length > 0),
        );
      }),
      { numRuns: 100 },
    );
  });

  it('names destinations, says which do not work, and has neither URL nor secret', async () => {
    const world = await open();
    world.addPool();
    const mechanisms = { webhooks: [{ id: webhookId }], pagerduty: [{ id: serviceId }] };
    world.policies.create(accountId, { ...policy, mechanisms });
    const recipientsNow = () => world.detail().policies[0]?.recipients;
    expect(recipientsNow()).toEqual([
      { mechanism: 'webhook', name: 'chat' },
      { mechanism: 'pagerduty', name: 'on call' },
    ]);
    world.world.store.commit(world.webhooks.attempted(accountId, webhookId, false));
    expect(recipientsNow()?.[0]).toEqual({
      mechanism: 'webhook',
      name: 'chat',
      fault: 'last delivery failed',
    });
    await world.turn(false);
    const [newest] = (world.read('/notifications') as NotificationList).items;
    const paths = ['/pools', `/pools/${accountId}/${poolId}`, '/notifications'];
    for (const path of [...paths, `/notifications/${newest?.id ?? ''}`])
      expect(JSON.stringify(world.read(path))).not.toContain('s3cret');
    world.webhooks.delete(accountId, webhookId);
    expect(recipientsNow()?.[0]).toEqual({ mechanism: 'webhook', name: webhookId, fault: 'deleted' });
  });

  it('lists a disabled policy, which reports nothing, and says what the filter of the legacy e-mail selects', async () => {
    const world = await open();
    world.addPool({
      notification_email: 'ops@example.com',
      notification_filter: { pool: { disable: true }, origin: { healthy: false } },
    });
    world.policies.create(accountId, { ...policy, enabled: false });
    const { policies: listed, events: shown, legacy: setting } = world.detail();
    expect(listed).toMatchObject([{ name: 'health', enabled: false }]);
    expect(shown.filter((event) => event.policies.length > 0)).toEqual([]);
    expect(setting?.filter).toEqual({ pool: 'none', origin: 'unhealthy' });
  });

  it('fails for a pool that does not exist', async () => {
    const world = await open();
    expect(() => world.detail()).toThrow('could not find pool');
  });
});

describe('the view of all pools', () => {
  it('counts pools, filters them, and finds them by name, ID, e-mail and address of an origin', async () => {
    const world = await open();
    world.policies.create(accountId, policy);
    world.addPool({ notification_email: 'ops@example.com' });
    world.addPool({ name: 'quiet', origins: [{ name: 'far', address: '198.51.100.7' }] }, otherPoolId);
    const { counts } = world.list();
    expect(counts).toEqual({ all: 2, attention: 2, legacy: 1, covered: 1, silent: 1, unhealthy: 0 });
    const namesOf = (query: string) => world.list(query).items.map(({ name }) => name);
    expect(namesOf('?show=silent')).toEqual(['quiet']);
    expect(namesOf('?show=legacy')).toEqual(['primary']);
    for (const [search, name] of [
      ['QUI', 'quiet'],
      ['bbbb', 'quiet'],
      ['198.51.100', 'quiet'],
      ['ops@', 'primary'],
    ] as const)
      expect(namesOf(`?search=${search}`)).toEqual([name]);
    expect(namesOf(`?account=${'9'.repeat(32)}`)).toEqual([]);
    await world.turn(false);
    expect(world.list().counts.unhealthy).toBe(1);
    expect(world.list().items[0]?.health).toEqual({
      status: 'unhealthy',
      healthyOrigins: 0,
      checkedOrigins: 1,
    });
  });

  it('reads each filter of 100 policies once for 2,000 pools', async () => {
    const world = await open();
    let reads = 0;
    const counted = (ids: readonly string[]) =>
      new Proxy(ids, {
        get: (target, key, receiver: unknown) => {
          if (typeof key === 'string' && /^\d+$/.test(key)) reads += 1;
          return Reflect.get(target, key, receiver) as unknown;
        },
      });
    const ids = Array.from({ length: 2000 }, (_, at) => at.toString(16).padStart(32, '0'));
    for (const [at, id] of ids.entries()) world.addPool({ name: `pool-${at}` }, id);
    const listed = Array.from({ length: 100 }, (_, at) => ids.filter((_id, other) => other % 100 <= at));
    for (const pool_id of listed)
      world.policies.create(accountId, {
        ...policy,
        filters: { ...policy.filters, pool_id: counted(pool_id) },
      });
    const expected = listed.reduce((sum, each) => sum + each.length, 0);
    reads = 0;
    const { counts, items } = world.list();
    expect(counts).toMatchObject({ all: 2000, covered: 2000, silent: 0 });
    expect(items).toHaveLength(50);
    expect(reads).toBe(expected);
    reads = 0;
    expect(world.detail(ids.at(-1)).policies).toHaveLength(1);
    expect(reads).toBeLessThanOrEqual(5 * expected);
  });
});

describe('the view of notifications', () => {
  it('is newest first, of a state or a pool, and has the text and what a webhook receives', async () => {
    const world = await open();
    world.addPool({ notification_email: 'ops@example.com' });
    world.policies.create(accountId, { ...policy, mechanisms: { webhooks: [{ id: webhookId }] } });
    await world.turn(false);
    const all = world.read('/notifications') as NotificationList;
    expect(all.counts).toEqual({ pending: 0, delivered: 2, failed: 0, recorded: 2 });
    expect(all.items.map(({ subject, cause, state }) => `${subject}, ${cause}, ${state}`)).toEqual([
      '[Unhealthy] pool primary, legacy, delivered',
      '[Unhealthy] pool primary, policy, recorded',
      '[Unhealthy] origin one of pool primary, legacy, delivered',
      '[Unhealthy] origin one of pool primary, policy, recorded',
    ]);
    const found = (query: string) => (world.read(`/notifications?${query}`) as NotificationList).found;
    expect(['state=recorded', `pool=${poolId}`, `pool=${otherPoolId}`, 'search=chat'].map(found)).toEqual([
      2, 4, 0, 2,
    ]);
    expect((world.read('/notifications?size=1') as NotificationList).items).toHaveLength(1);
    const detail = world.read(`/notifications/${all.items[1]?.id ?? ''}`) as NotificationDetail;
    expect(detail.text).toContain('the pool primary became Unhealthy');
    expect(detail.payload).toMatchObject({ policy_name: 'health', data: { pool_id: poolId } });
    expect(world.read(`/notifications/${all.items[0]?.id ?? ''}`)).toMatchObject({ payload: null });
    expect(() => world.read('/notifications/none')).toThrow('no longer has this notification');
  });
});
