import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { EdgeClient } from '../../../lib/client';
import { fixtureOfState } from '../../../lib/cli/emulator/from-state/fixture-of-state';
import {
  formatWorld,
  startFromState,
  type EmulatorOfState,
} from '../../../lib/cli/emulator/from-state/start';
import { parseState, type StateObject } from '../../../lib/terraform/state';
import type { Resource } from '../../../lib/resources/handler';
import { resources } from '../../../lib/resources';
import { contextOf, type World } from '../../support/handler-harness';
import { runInProcess, setEnvironment } from '../support';

const fixtures = join(__dirname, '../../convert');
const accountId = '4d5f1c0be0a94d4f8a3b6c2e7d9f0a11';
const zoneId = 'a1b2c3d4e5f60718293a4b5c6d7e8f90';

const open: { close(): Promise<void> }[] = [];
afterEach(async () => {
  setEnvironment({});
  await Promise.all(open.splice(0).map((each) => each.close()));
});

async function stateOf(version: string): Promise<readonly StateObject[]> {
  const text = await readFile(join(fixtures, version, 'state.json'), 'utf8');
  return parseState(JSON.parse(text)) ?? [];
}

function object(type: string, attributes: Readonly<Record<string, unknown>>, name = 'a'): StateObject {
  return { mode: 'managed', type, name, address: `${type}.${name}`, moduleAddress: '', attributes };
}

function ofZone(type: string, attributes: Readonly<Record<string, unknown>>, name?: string): StateObject {
  return object(type, { zone_id: zoneId, ...attributes }, name);
}

function rulesetOf(
  type: string,
  rules: readonly object[],
  phase = 'http_request_firewall_managed',
): StateObject {
  return ofZone(type, { id: '1'.repeat(32), name: 'm', kind: 'zone', phase, rules });
}

async function startFrom(
  objects: readonly StateObject[],
): Promise<EmulatorOfState & { readonly client: EdgeClient }> {
  const started = await startFromState(objects, { port: 0 });
  const { url, token } = started.emulator;
  const client = new EdgeClient({ baseUrl: url, credentials: { apiToken: token } });
  open.push(client, started.emulator);
  return { ...started, client };
}

describe('an emulator from a state', () => {
  it('of provider 3.35 has the previous WAF as the state says, until its resources are destroyed', async () => {
    const { client, emulator, leftOut } = await startFrom(await stateOf('3.35'));
    expect(leftOut).toEqual([]);
    expect(await client.waf.listOverrides(zoneId)).toMatchObject([
      { id: '71a1cc899127d0b4d0dbef0af1aac5c0', priority: 10 },
    ]);
    setEnvironment({ EDGE_BASE_URL: emulator.url, EDGE_API_TOKEN: emulator.token });
    const check = () => runInProcess(undefined, 'waf', 'check', '--state', join(fixtures, '3.35/state.json'));
    expect((await check()).stdout).not.toContain('needs a decision');

    const calls = {
      method: 'PATCH',
      headers: { authorization: `Bearer ${emulator.token}`, 'content-type': 'application/json' },
    };
    const path = `${emulator.url}/zones/b2c3d4e5f60718293a4b5c6d7e8f90a1/firewall/waf/packages`;
    const reset = { sensitivity: 'high', action_mode: 'challenge' };
    await fetch(`${path}/a25a9a7e9c00afc1fb2e0245519d725b`, { ...calls, body: JSON.stringify(reset) });
    const after = await check();
    expect(after.status).toBe(1);
    expect(after.stdout).toMatch(/zone-b2c3d4e5\.example +needs a decision +waf\.previous_reset/);
  });

  it('of provider 4.52 has the jobs, rulesets, pools and policies with their IDs', async () => {
    const objects = await stateOf('4.52');
    const { client, leftOut } = await startFrom(objects);
    expect(leftOut).toEqual([
      {
        address: 'cloudflare_logpush_ownership_challenge.bucket',
        reason: 'it is a file in the destination, and no object of the API',
      },
    ]);
    const valueOf = (type: string, name: string) =>
      objects.find((each) => each.type === type && each.name === name)?.attributes ?? {};
    const job = valueOf('cloudflare_logpush_job', 'errors');
    expect(await client.logpush.get({ zoneId }, Number(job.id))).toMatchObject({
      ...{ name: 'errors', filter: job.filter, logpull_options: job.logpull_options, enabled: true },
    });
    const pools = await client.pools.list(accountId);
    expect(pools.map(({ name, notification_email: email }) => [name, email])).toEqual([
      ['shop-eu', 'ops@shop.example'],
      ['shop-us', 'ops@shop.example'],
      ['static', 'ops@shop.example,web@shop.example'],
    ]);
    const policy = valueOf('cloudflare_notification_policy', 'pools');
    expect(await client.alerting.getPolicy(accountId, String(policy.id))).toMatchObject({
      mechanisms: {
        email: [{ id: 'team@shop.example' }],
        pagerduty: [{ id: '5b2d9c7e1f3a4860b9d8c7e6f5a4b3c2' }],
      },
      filters: { new_health: ['Unhealthy'], event_source: ['origin', 'pool'] },
    });
  });

  it('of provider 5.22 has a migrated zone with its managed rules', async () => {
    const { client } = await startFrom(await stateOf('5.22'));
    const migrated = 'd4e5f60718293a4b5c6d7e8f90a1b2c3';
    expect(await client.wafMigration.status(migrated)).toMatchObject({ migration_state: 'complete' });
    const entryPoint = await client.rulesets.entryPoint(migrated, 'http_request_firewall_managed');
    expect(entryPoint?.rules.map(({ action, ref }) => [action, ref])).toEqual([
      ['skip', 'skip_health_checks'],
      ['execute', 'managed'],
      ['execute', 'owasp'],
    ]);
    expect(entryPoint?.rules[1]?.action_parameters).toMatchObject({
      overrides: {
        action: 'block',
        categories: [{ category: 'wordpress', enabled: false }, expect.anything()],
      },
    });
    expect(await client.wafMigration.status(zoneId)).toMatchObject({ migration_state: 'start' });
  });

  it('leaves out what the emulator refuses, and says why', async () => {
    const { leftOut, assumed } = await startFrom([
      ofZone('cloudflare_logpush_job', { id: '7', dataset: 'nothing', destination_conf: 'x' }),
      object('cloudflare_logpush_job', jobAttributes('8'), 'b'),
      object('cloudflare_logpush_job', jobAttributes('8'), 'twice'),
      object('cloudflare_record', { id: 'r', zone_id: zoneId }),
      object('random_pet', { id: 'r' }),
    ]);
    expect(leftOut.map(({ address }) => address)).toEqual([
      'cloudflare_record.a',
      'random_pet.a',
      'cloudflare_logpush_job.a',
      'cloudflare_logpush_job.twice',
    ]);
    expect(formatWorld({ leftOut, assumed }).join('\n')).toMatch(
      /^# 1 zone is named by ID, such as zone-a1b2c3d4\.example\.\n.*# Not in the world: 4 resources of the state\n# - the emulator has no such objects:\n# {5}cloudflare_record\.a$/ms,
    );
  });
});

const jobAttributes = (id: string) => ({
  ...{ id, zone_id: zoneId, dataset: 'http_requests', enabled: true, name: `job-${id}` },
  destination_conf: 'r2://bucket/{DATE}?account-id=a&access-key-id=k&secret-access-key=s',
  logpull_options: 'fields=RayID&timestamps=rfc3339',
});

describe('an emulator from a state of our own resources', () => {
  const zone = { zone_id: zoneId };
  const pool = 'b'.repeat(32);
  const states: readonly (readonly [string, Readonly<Record<string, unknown>>])[] = [
    [
      'edge_custom_fields_ruleset',
      {
        ...zone,
        id: '1'.repeat(32),
        rule_id: '2'.repeat(32),
        name: 'Fields',
        description: 'ours',
        enabled: true,
        request_headers: ['x-a'],
        transformed_request_headers: ['x-b'],
        response_headers: ['x-c'],
        raw_response_headers: null,
        preserve_duplicates: ['x-c'],
        cookies: ['Sid'],
      },
    ],
    [
      'edge_logpush_job',
      {
        ...{ ...zone, account_id: null, id: '12', name: 'ours', dataset: 'http_requests', enabled: true },
        destination_conf: 'https://logs.example/',
        fields: ['ClientIP', 'RayID'],
        sample_rate: 0.5,
        timestamp_format: 'rfc3339',
        output_options: null,
        filter: '{"where":{"and":[{"key":"ClientIP","operator":"eq","value":"192.0.2.1"}]}}',
      },
    ],
    [
      'edge_pool_notification_policy',
      {
        account_id: accountId,
        id: '4'.repeat(32),
        name: 'ours',
        description: '',
        enabled: true,
        all_pools: false,
        pool_ids: [pool],
        new_health: ['Unhealthy'],
        event_sources: ['pool'],
        email_addresses: ['a@example.com'],
        webhook_ids: null,
        pagerduty_ids: null,
        carry_over_recipients: false,
        carried_over_recipients: [],
        ...{ clear_legacy_email: 'none', cleared_legacy_emails: {} },
      },
    ],
    [
      'edge_waf_migration',
      {
        ...{ ...zone, target: 'complete', acknowledge_irreversible: true, rule_overrides: null },
        skip_rules: [
          {
            expression: 'true',
            description: 'all',
            rule_ids: null,
            enabled: false,
            ruleset_id: '4814384a9e5d4991b9815dcfc25d2f1f',
          },
        ],
        status: {
          ...{ migration_state: 'complete', ruleset_id: '5'.repeat(32) },
          enabled_rulesets: ['efb7b8c949ac4650a09736fc376e9aee'],
        },
      },
    ],
  ];

  it.each(states)('of %s has an object that its handler reads as it was', async (type, attributes) => {
    const { client } = await startFrom([
      object(type, attributes),
      object('cloudflare_load_balancer_pool', {
        ...{ id: pool, account_id: accountId, name: 'p', origins: [{ name: 'o', address: '192.0.2.1' }] },
      }),
    ]);
    const resource = resources.find(
      ({ contract }) => contract.typeName === type,
    ) as unknown as Resource<EdgeClient>;
    const context = contextOf({} as World, undefined, client);
    const read = await resource.handler.read({ ...attributes } as never, context);
    const { status, ...settings } = attributes;
    expect(read).toMatchObject(settings);
    if (status !== undefined) expect(read).toMatchObject({ status });
    expect(context.warnings).toEqual([]);
  });
});

describe('the world of a state', () => {
  const worldOf = (...objects: StateObject[]) => {
    const { fixture, leftOut } = fixtureOfState(objects);
    return { zone: fixture.zones?.[0], zones: fixture.zones, accounts: fixture.accounts, leftOut };
  };

  it('has zones with the names, plans and accounts of resources and data sources of every version', () => {
    const [one, two, three] = ['1', '2', '3'].map((digit) => digit.repeat(32));
    const { zones, accounts } = worldOf(
      object('cloudflare_zone', { id: one, zone: 'one.example', plan: 'business', account_id: accountId }),
      object('cloudflare_zone', {
        ...{ id: two, name: 'two.example', account: { id: accountId, name: 'Shop' } },
        plan: { legacy_id: 'pro', name: 'Pro Website' },
      }),
      { ...object('edge_zone', { id: three, name: 'three.example', account_id: accountId }), mode: 'data' },
      object('cloudflare_account', { id: accountId, name: 'Example' }),
    );
    expect(zones).toMatchObject([
      { id: one, name: 'one.example', plan: 'business', account_id: accountId },
      { id: two, name: 'two.example', plan: 'pro' },
      { id: three, name: 'three.example', plan: 'enterprise' },
    ]);
    expect(accounts).toMatchObject([{ id: accountId, name: 'Example' }]);
  });

  it('has packages, groups and rules that the emulator does not know, where the state puts them', async () => {
    const [packageId, groupId, ruleId] = ['a', 'b', 'c'].map((digit) => digit.repeat(32));
    const { client, leftOut } = await startFrom([
      ofZone('my_waf_package', { package_id: packageId, sensitivity: 'low', action_mode: 'block' }),
      ofZone('my_waf_group', { group_id: groupId, package_id: packageId, mode: 'off' }),
      ofZone('my_waf_rule', { rule_id: ruleId, group_id: groupId, package_id: packageId, mode: 'off' }),
      ofZone('my_waf_rule', { rule_id: 'd'.repeat(32), mode: 'simulate' }, 'homeless'),
      ofZone('my_waf_rule', { rule_id: 'e'.repeat(32), mode: 'loud' }, 'odd'),
      ofZone('my_waf_package', { package_id: packageId, sensitivity: 'extreme' }, 'odd'),
    ]);
    expect(leftOut).toEqual([
      { address: 'my_waf_package.odd', reason: 'a package has no sensitivity extreme' },
      { address: 'my_waf_rule.odd', reason: 'a rule has no mode loud' },
    ]);
    const packages = await client.waf.listPackages(zoneId);
    expect(packages.at(-1)).toMatchObject({ id: packageId, sensitivity: 'low', action_mode: 'block' });
    expect(await client.waf.listGroups(zoneId, packageId ?? '')).toMatchObject([
      { id: groupId, mode: 'off' },
    ]);
    expect(await client.waf.listRules(zoneId, packageId ?? '')).toMatchObject([{ id: ruleId, mode: 'off' }]);
    const [first] = packages;
    expect(await client.waf.listRules(zoneId, first?.id ?? '')).toContainEqual(
      expect.objectContaining({ id: 'd'.repeat(32), mode: 'simulate' }),
    );
  });

  it('has rules with the ids of the service, which are numbers', async () => {
    const ids = ['100015', '100000356', '990012', 'URI-958000'];
    const { client, leftOut } = await startFrom(
      ids.map((id) =>
        ofZone('my_waf_rule', { rule_id: id, mode: id.startsWith('10') ? 'block' : 'off' }, id),
      ),
    );
    expect(leftOut).toEqual([]);
    const packages = await client.waf.listPackages(zoneId);
    const rules = await Promise.all(packages.map(({ id }) => client.waf.listRules(zoneId, id)));
    expect(rules.flat().flatMap(({ id, mode }) => (ids.includes(id) ? [[id, mode]] : []))).toEqual([
      ['100015', 'block'],
      ['100000356', 'block'],
      ['990012', 'off'],
      ['URI-958000', 'off'],
    ]);
  });

  it('is migrated where the state has only new managed rules, and keeps no previous WAF there', () => {
    const managed = { id: 'efb7b8c949ac4650a09736fc376e9aee' };
    const ruleset = rulesetOf('vendor_ruleset', [
      { action: 'execute', expression: 'true', action_parameters: managed },
    ]);
    const group = ofZone('vendor_waf_group', { group_id: 'b'.repeat(32), mode: 'off' });
    expect(worldOf(ruleset).zone).toMatchObject({ migration_state: 'complete' });
    expect(worldOf(ruleset, group).zone).toMatchObject({ migration_state: 'start', waf: {} });
    const migration = ofZone('edge_waf_migration', { status: { migration_state: 'complete' } });
    expect(worldOf(migration, group)).toMatchObject({
      zone: { migration_state: 'complete' },
      leftOut: [
        { address: 'vendor_waf_group.a', reason: expect.stringContaining('its zone is migrated') as string },
      ],
    });
  });

  it('has the setting of the previous WAF, page rules, and firewall rules with their filters', async () => {
    const ids = ['1', '2', '3'].map((digit) => digit.repeat(32));
    const { client, leftOut } = await startFrom([
      ofZone('cloudflare_zone_settings_override', { settings: [{ waf: 'off' }] }),
      ofZone('cloudflare_page_rule', {
        id: ids[0],
        target: 'example.com/a*',
        priority: 2,
        status: 'active',
        actions: [{ waf: 'off', disable_security: false, cache_level: '', forwarding_url: [] }],
      }),
      ofZone('cloudflare_filter', { id: ids[1], expression: 'ip.src eq 192.0.2.1', paused: false }),
      ofZone('cloudflare_firewall_rule', {
        id: ids[2],
        filter_id: ids[1],
        action: 'bypass',
        products: ['waf'],
        paused: false,
      }),
      ofZone('cloudflare_firewall_rule', { id: ids[0], filter_id: ids[0], action: 'block' }, 'lost'),
    ]);
    expect(await client.waf.setting(zoneId)).toBe('off');
    expect(await client.pageRules.list(zoneId)).toMatchObject([
      { id: ids[0], actions: [{ id: 'waf', value: 'off' }] },
    ]);
    expect(await client.firewallRules.list(zoneId)).toMatchObject([
      { id: ids[2], products: ['waf'], filter: { expression: 'ip.src eq 192.0.2.1' } },
    ]);
    expect(leftOut).toEqual([
      { address: 'cloudflare_firewall_rule.lost', reason: `its filter ${ids[0] ?? ''} is not in the state` },
    ]);
  });

  it('has overrides and skip rules as provider 3.35 wrote them', () => {
    const { zone } = worldOf(
      rulesetOf('cloudflare_ruleset', [
        {
          action: 'skip',
          expression: 'true',
          enabled: true,
          logging: [{ status: 'disabled', enabled: false }],
          action_parameters: [{ ruleset: '', rules: { ['e'.repeat(32)]: 'a,b' }, overrides: [] }],
        },
        {
          action: 'execute',
          expression: 'true',
          enabled: false,
          logging: [],
          action_parameters: [
            {
              id: 'e'.repeat(32),
              overrides: [
                {
                  status: '',
                  enabled: false,
                  rules: [{ id: 'r', action: '', status: 'disabled', score_threshold: 0 }],
                },
              ],
            },
          ],
        },
        { action: 'rewrite', expression: 'true', action_parameters: {} },
      ]),
    );
    expect(zone?.rulesets).toMatchObject([
      {
        rules: [
          {
            logging: { enabled: false },
            action_parameters: { rules: { ['e'.repeat(32)]: ['a', 'b'] } },
          },
          {
            enabled: false,
            action_parameters: { id: 'e'.repeat(32), overrides: { rules: [{ id: 'r', enabled: false }] } },
          },
          { action: 'rewrite' },
        ],
      },
    ]);
  });

  it('lacks rulesets whose blocks of provider 3 or 4 are not translated', () => {
    const { leftOut } = worldOf(
      rulesetOf(
        'cloudflare_ruleset',
        [
          {
            action: 'rewrite',
            expression: 'true',
            action_parameters: [{ uri: [{ path: [{ value: '/a' }] }] }],
          },
        ],
        'http_request_transform',
      ),
    );
    expect(leftOut).toEqual([
      { address: 'cloudflare_ruleset.a', reason: expect.stringContaining('the action rewrite') as string },
    ]);
  });
});
