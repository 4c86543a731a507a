import { join } from 'node:path';
import fc from 'fast-check';
import { startEmulator, type Fixture } from '../../lib/emulator';
import { generateAccount } from '../support/generated-account';
import { isExhaustive, seed } from '../support/exhaustive';
import { makeFolder } from '../support/folder';
import { Draw } from '../support/random';
import { changeWorld } from './change-world';
import { readShownState } from './shown-state';
import { accountId, pick, start, world, zoneId, type Running } from './support';
import { putEntrypoint } from './waf-world';

const exported = async (emulator: Running) => (await emulator.control('GET', '/fixture')).body as Fixture;
const zone = `/zones/${zoneId}`;
const account = `/accounts/${accountId}`;

describe('the export of a world', () => {
  let emulator: Running;
  beforeAll(async () => {
    // A zone is not in a cutover then, which is exported as its end.
    emulator = await start({ wafCutoverMs: 0 });
  });
  beforeEach(async () => {
    await emulator.control('POST', '/reset');
  });

  const importing = async (fixture: unknown) => {
    const reply = await emulator.control('POST', '/reset', { fixture, keepCredentials: true });
    expect([reply.status, reply.text]).toEqual([200, '{}']);
  };

  it('has what the fixture has, without defaults and credentials, and indented for people', async () => {
    const { accounts, zones } = world;
    const reply = await emulator.control('GET', '/fixture');
    expect(reply.body).toEqual({ accounts, zones });
    expect(reply.text).toContain('{\n  "accounts": [');
  });

  it('makes a world that the API shows equally, and is then equal itself', async () => {
    await fc.assert(
      fc.asyncProperty(fc.nat(1_000_000), fc.integer({ min: 20, max: 90 }), async (choice, changes) => {
        const { fixture } = generateAccount({ seed: choice, zones: 7, policies: 6, pools: 8, jobs: 10 });
        await importing(fixture);
        await changeWorld(emulator, new Draw(choice), changes);
        const shown = await readShownState(emulator);
        const first = await exported(emulator);
        expect(await exported(emulator)).toEqual(first);
        await importing(first);
        expect(await readShownState(emulator)).toEqual(shown);
        expect(await exported(emulator)).toEqual(first);
      }),
      { numRuns: isExhaustive ? 40 : 2 },
    );
  }, 300_000);

  it('is the same after a restart with a state file, whatever calls have changed', async () => {
    const stateFile = join(makeFolder(), 'state');
    const { fixture } = generateAccount({ seed: 2, zones: 7, policies: 6, pools: 8, jobs: 10 });
    const first = await start({ fixture, stateFile, wafCutoverMs: 0 });
    await changeWorld(first, new Draw(seed), 90);
    const shown = await readShownState(first);
    await first.close();
    expect(await readShownState(await start({ stateFile }))).toEqual(shown);
  });

  it('has no secrets: placeholders for credentials of destinations, and webhooks without theirs', async () => {
    const destinations = [
      'r2://bucket/logs?account-id=1&access-key-id=CANARY&secret-access-key=CANARY',
      'https://user:CANARY@logs.example/in?header_Authorization=Basic%20CANARY&tag=kept',
      'sumo://collectors.example/receiver/v1/http/CANARY',
    ];
    const webhooks = [
      { name: 'chat', url: 'https://hooks.slack.com/services/T0/B0/CANARY', secret: 'CANARY' },
      { name: 'own', url: 'https://alerts.example/in?api_key=CANARY&tag=kept' },
      { name: 'splunk', url: 'https://logs.example/services/collector?token=CANARY' },
    ];
    const jobs = destinations.map((destination_conf) => ({ destination_conf }));
    await importing({
      ...world,
      accounts: [{ id: accountId, name: 'Account', webhooks }],
      zones: [{ id: zoneId, account_id: accountId, name: 'one.example', plan: 'enterprise', jobs }],
      tokens: ['CANARY-token'],
      keys: [{ email: 'a@example.com', key: 'CANARY-key' }],
    });
    const { text, body } = await emulator.control('GET', '/fixture');
    expect(text).not.toContain('CANARY');
    const masked = [0, 1, 2].map((at) => pick(body, 'zones', 0, 'jobs', at, 'destination_conf'));
    expect(masked).toEqual([
      'r2://bucket/logs?account-id=1&access-key-id=hidden&secret-access-key=hidden',
      'https://hidden@logs.example/in?header_Authorization=hidden&tag=kept',
      'sumo://collectors.example/hidden',
    ]);
    expect([0, 1, 2].map((at) => pick(body, 'accounts', 0, 'webhooks', at, 'url'))).toEqual([
      'https://hooks.slack.com/hidden',
      'https://alerts.example/in?api_key=hidden&tag=kept',
      'https://logs.example/services/collector',
    ]);
    await importing(body);
  });

  it('has filters apart where rules share them, or have none of them', async () => {
    const [filter] = (await emulator.result('POST', `${zone}/filters`, [
      { expression: 'ip.src eq 192.0.2.1' },
    ])) as [object];
    const id = pick(filter, 'id');
    await emulator.result('POST', `${zone}/firewall/rules`, [
      { action: 'block', filter: { id } },
      { action: 'log', filter: { id } },
    ]);
    const fixture = await exported(emulator);
    expect(fixture.zones?.[0]).toMatchObject({
      filters: [{ id, expression: 'ip.src eq 192.0.2.1' }],
      firewall_rules: [{ filter: { id } }, { filter: { id } }],
    });
    await importing(fixture);
    expect(await emulator.result('GET', `${zone}/filters`)).toHaveLength(1);
  });

  it('has the origins that fail, and destinations of policies that were deleted', async () => {
    const origins = [
      { name: 'one', address: '192.0.2.1' },
      { name: 'two', address: '192.0.2.2' },
    ];
    const pool = await emulator.result('POST', `${account}/load_balancers/pools`, { name: 'p', origins });
    const poolId = String(pick(pool, 'id'));
    await emulator.control('POST', `${account}/pools/${poolId}/health`, { origin: 'two', healthy: false });
    const hooks = `${account}/alerting/v3/destinations/webhooks`;
    const hook = await emulator.result('POST', hooks, { name: 'a', url: 'https://alerts.example/in' });
    const id = String(pick(hook, 'id'));
    await emulator.result('POST', `${account}/alerting/v3/policies`, {
      name: 'a policy',
      enabled: true,
      alert_type: 'dos_attack_l7',
      mechanisms: { webhooks: [{ id }] },
    });
    await emulator.result('DELETE', `${hooks}/${id}`);
    const fixture = await exported(emulator);
    expect(fixture.accounts?.[0]).toMatchObject({
      pools: [{ name: 'p', origins, unhealthy: ['two'] }],
      policies: [{ name: 'a policy', deleted_destinations: [id] }],
    });
    await importing(fixture);
    expect(await emulator.result('GET', `${account}/load_balancers/pools/${poolId}/health`)).toMatchObject({
      pop_health: { origins: [{ '192.0.2.1': { healthy: true } }, { '192.0.2.2': { healthy: false } }] },
    });
    expect((await emulator.control('GET', '/outbox')).body).toEqual([]);
  });

  it('says that a zone in a cutover is migrated', async () => {
    await emulator.control('PUT', '/waf-cutover', { ms: 3_600_000 });
    expect((await putEntrypoint(emulator, 'pending')).status).toBe(200);
    expect((await exported(emulator)).zones?.[0]).toMatchObject({ migration_state: 'complete' });
  });
});

describe('a reset', () => {
  it('keeps the credentials when it is told so', async () => {
    const emulator = await start();
    const other = { ...world, tokens: ['another-token'] };
    await emulator.control('POST', '/reset', { fixture: other, keepCredentials: true });
    expect((await emulator.call('GET', '/zones')).status).toBe(200);
    await emulator.control('POST', '/reset', { keepCredentials: true });
    expect((await emulator.call('GET', '/zones')).status).toBe(200);
    await emulator.control('POST', '/reset', { fixture: other });
    expect((await emulator.call('GET', '/zones')).status).toBe(403);
    for (const wrong of [{ keepCredentials: 1 }, { fixture: null }])
      expect(await emulator.control('POST', '/reset', wrong)).toMatchObject({ status: 400 });
  });

  it.each<[object, string]>([
    [
      { pools: [{ name: 'p', origins: [{ name: 'one', address: '192.0.2.1' }], unhealthy: ['two'] }] },
      'accounts[0].pools[0].unhealthy[0]: two is no origin of the pool; its origins are one',
    ],
    [
      { pools: [{ name: 'p', origins: [{ name: 'one', address: '192.0.2.1' }], unhealthy: 'one' }] },
      'accounts[0].pools[0].unhealthy: must be an array of strings',
    ],
    [
      { policies: [{ name: 'a', deleted_destinations: 1 }] },
      'accounts[0].policies[0].deleted_destinations: must be an array of strings',
    ],
  ])('fails for %j', async (keys, message) => {
    const fixture = { accounts: [{ id: accountId, name: 'Account', ...keys }] };
    await expect(startEmulator({ fixture })).rejects.toThrow(message);
  });
});
