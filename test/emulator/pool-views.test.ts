import fc from 'fast-check';
import { poolPages } from '../../lib/emulator/page/pools';
import {
  legacySource,
  lossWithout,
  policiesByPool,
  type Source,
} from '../../lib/emulator/page/pools/sources';
import { alerting } from '../../lib/emulator/products/alerting';
import type { PolicySettings } from '../../lib/emulator/products/alerting/schema';
import { healthEvents, type HealthEvent } from '../../lib/emulator/products/alerting/recipients';
import { pools } from '../../lib/emulator/products/pools';
import type { Pool } from '../../lib/emulator/products/pools/health';
import { poolBody } from '../../lib/emulator/products/pools/schema';
import { accountId, pick, textAt, healthPolicy, otherPoolId, poolId, serviceId, webhookId } from './support';
import { openWorld, readPage, useControl } from './world-of';

const events = ['pool', 'origin'].flatMap((source) =>
  ['Unhealthy', 'Healthy'].map((health) => `${source} ${health}`),
);
const keyOf = (event: HealthEvent) => `${event.event_source} ${event.new_health}`;

const policy: PolicySettings = healthPolicy;

/** A world with a webhook beyond reach, a PagerDuty service and the pages of pools. */
async function open() {
  const world = await openWorld();
  const notifications = alerting(world);
  const balancing = pools(world, notifications.prepare);
  const { state } = notifications;
  state.webhooks.add(
    accountId,
    { name: 'chat', url: 'https://hooks.example.com/path-s3cret', secret: 'hush-s3cret' },
    webhookId,
  );
  state.policies.services.put(accountId, { id: serviceId, name: 'on call' });
  const { product } = balancing;
  const pages = poolPages(world.places, balancing.state, state);
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
    sourcesOf: (pool: Pool) => ({
      policies: policiesByPool(accountId, state).get(pool.id) ?? [],
      legacy: legacySource(pool),
    }),
    read: (path: string) => readPage(pages, path),
    detail: (id = poolId) => readPage(pages, `/pools/${accountId}/${id}`).text,
    list: (query = '') => readPage(pages, `/pools${query}`).text,
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

function whoIsShown(sources: readonly Source[]): ReadonlyMap<string, readonly string[]> {
  return new Map(
    healthEvents.map((event) => [
      keyOf(event),
      sources
        .filter((source) => source.events.includes(event))
        .flatMap(({ id, recipients: listed }) =>
          listed.map((each) => `${id} ${each.mechanism} ${each.recipient_name ?? each.recipient}`),
        )
        .sort(),
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

describe('the page of a pool', () => {
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
        const { policies: listed, legacy: mail } = world.sourcesOf(pool);
        const before = await whoIsNotified(world);
        expect(whoIsShown([...listed, ...(mail ? [mail] : [])])).toEqual(before);
        const loss = mail && lossWithout(mail, listed);

        world.pools.change(accountId, pool, { ...pool, notification_email: '' });
        const after = await whoIsNotified(world);
        expect(whoIsShown(listed)).toEqual(after);
        const isSilent = (event: string) => after.get(event)?.length === 0;
        expect(loss?.events.map(keyOf) ?? []).toEqual(
          events.filter((event) => isSilent(event) && before.get(event)?.length !== 0),
        );
        const isMailed = (sent: readonly string[] | undefined, address: string) =>
          sent?.some((each) => each.toLowerCase().endsWith(` email ${address}`)) === true;
        expect(loss?.addresses.map(([address, lost]) => [address, lost.map(keyOf)]) ?? []).toEqual(
          (mail?.recipients ?? [])
            .map(({ recipient }): [string, string[]] => [
              recipient,
              events.filter(
                (event) => isMailed(before.get(event), recipient) && !isMailed(after.get(event), recipient),
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
    expect(world.detail()).toContain('chat (webhook), on call (PagerDuty)');
    world.world.store.commit(world.webhooks.attempted(accountId, webhookId, false));
    expect(world.detail()).toContain('chat (webhook, last delivery failed), on call');
    await world.turn(false);
    const paths = ['/pools', `/pools/${accountId}/${poolId}`, '/pools/notifications'];
    for (const path of paths) expect(world.read(path).html).not.toContain('s3cret');
    world.webhooks.delete(accountId, webhookId);
    expect(world.detail()).toContain(`${webhookId} (webhook, deleted)`);
  });
});

describe('the page of all pools', () => {
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
    expect(world.list()).toContain('2000 pools, page 1 of 40');
    expect(reads).toBe(expected);
    reads = 0;
    expect(world.detail(ids.at(-1))).toContain('health ops@example.com Yes');
    expect(reads).toBeLessThanOrEqual(5 * expected);
  });
});
