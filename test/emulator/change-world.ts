import { listOf } from '../../lib/ground/json';
import type { Draw } from '../support/random';
import { customFieldRule, customFieldsPhase, freeDestination, pick, type Running } from './support';
import { executeRule, managedPhase } from './waf-world';

/** Calls the API at random, as people and Terraform do. Some of the calls are refused. */
export async function changeWorld(emulator: Running, draw: Draw, count: number): Promise<void> {
  const world = new RandomCalls(emulator, draw);
  for (let made = 0; made < count; made += 1) await draw.pick(changes)(world);
}

type Change = (world: RandomCalls) => Promise<unknown>;

class RandomCalls {
  constructor(
    readonly emulator: Running,
    readonly draw: Draw,
  ) {}

  async send(method: string, path: string, body?: unknown): Promise<void> {
    const { status, text } = await this.emulator.call(method, path, body);
    // The service answers so when a webhook does not exist.
    const isExpected = text.includes('"code":15000');
    if (status >= 500 && !isExpected) throw new Error(`${method} ${path}: ${status} ${text}`);
  }

  zone(): Promise<string> {
    return this.one('/zones');
  }

  account(): Promise<string> {
    return this.one('/accounts');
  }

  /** The path of one of a list; of none, if there is none. */
  async one(path: string): Promise<string> {
    const { body } = await this.emulator.call('GET', `${path}?per_page=50`);
    const result = pick(body, 'result');
    const ids = listOf(result).map((item) => String(pick(item, 'id')));
    return `${path}/${ids.length === 0 ? '0'.repeat(32) : this.draw.pick(ids)}`;
  }

  flag(): boolean {
    return this.draw.oneIn(2);
  }

  text(): string {
    return this.draw.pick(['', 'a', 'two\nlines', '${x} "quoted"', 'Ünïcode', '__proto__']);
  }
}

const idIn = (path: string) => path.slice(path.lastIndexOf('/') + 1);

const pool = (world: RandomCalls) => ({
  name: world.draw.pick(['b', 'a-pool', '__proto__', 'API']),
  origins: world.draw
    .list(1, 3, () => 0)
    .map((_, index) => ({
      name: `origin ${index}`,
      address: `192.0.2.${index + 1}`,
      ...(world.flag() ? { enabled: false } : {}),
      ...(world.flag() ? { weight: 0.5, port: 8443 } : {}),
      ...(world.flag() ? { header: { Host: ['www.example'] }, flatten_cname: false } : {}),
    })),
  ...(world.flag() ? { notification_email: world.draw.pick([null, '', 'ops@example.com']) } : {}),
  ...(world.flag() ? { description: world.text(), enabled: world.flag() } : {}),
  ...(world.flag() ? { check_regions: ['WEU'], minimum_origins: 2, latitude: 0, longitude: 1.5 } : {}),
  ...(world.flag() ? { notification_filter: { pool: { healthy: null }, origin: null } } : {}),
});

const rule = (world: RandomCalls) => ({
  action: 'block',
  expression: `ip.src eq 192.0.2.${world.draw.below(99)}`,
  description: world.text(),
  enabled: world.flag(),
  ...(world.flag() ? { ref: `ref ${world.draw.below(1000)}` } : {}),
  ...(world.flag() ? { logging: { enabled: false } } : {}),
});

const filter = (world: RandomCalls) => ({
  expression: `ip.src eq 192.0.2.${world.draw.below(99)}`,
  ...(world.flag() ? { description: world.text(), paused: world.flag(), ref: 'a ref' } : {}),
});

const job = (world: RandomCalls) => ({
  name: world.draw.pick(['a', 'b', null]),
  dataset: 'http_requests',
  destination_conf: freeDestination,
  enabled: world.flag(),
  ...(world.flag() ? { logpull_options: 'fields=RayID&timestamps=rfc3339' } : {}),
  ...(world.flag() ? { output_options: { field_names: ['RayID'], sample_rate: 0.5 } } : {}),
  ...(world.flag() ? { max_upload_records: 2000, frequency: 'low' } : {}),
});

const override = (world: RandomCalls) => ({
  urls: ['one.example/*'],
  ...(world.flag() ? { groups: {} } : { rules: { '100173': 'disable' } }),
  ...(world.flag() ? { description: world.text(), priority: -1, paused: true } : {}),
});

const pageRule = (world: RandomCalls) => ({
  targets: [{ target: 'url', constraint: { operator: 'matches', value: '*example.com/*' } }],
  actions: [world.flag() ? { id: 'disable_security' } : { id: 'waf', value: 'off' }],
  ...(world.flag() ? { status: 'active', priority: 1 + world.draw.below(3) } : {}),
});

const changes: readonly Change[] = [
  async (world) => world.send('POST', `${await world.account()}/load_balancers/pools`, pool(world)),
  async (world) =>
    world.send('PUT', await world.one(`${await world.account()}/load_balancers/pools`), pool(world)),
  async (world) =>
    world.send('PATCH', `${await world.account()}/load_balancers/pools?per_page=5`, {
      notification_email: '',
    }),
  async (world) => world.send('DELETE', await world.one(`${await world.account()}/load_balancers/pools`)),
  async (world) => {
    const account = `${await world.account()}/load_balancers`;
    await world.send('POST', `${account}/monitors`, {
      expected_codes: '2xx',
      description: world.text(),
      ...(world.flag() ? { type: 'tcp', port: 25, header: { Host: ['www.example'] } } : {}),
    });
    const monitor = idIn(await world.one(`${account}/monitors`));
    await world.send('PATCH', await world.one(`${account}/pools`), { monitor });
  },
  async (world) => world.send('DELETE', await world.one(`${await world.account()}/load_balancers/monitors`)),
  async (world) => {
    const zone = await world.zone();
    const { body } = await world.emulator.call('GET', zone);
    const account = String(pick(body, 'result', 'account', 'id'));
    const pool_id = idIn(await world.one(`/accounts/${account}/load_balancers/pools`));
    await world.send('POST', `${zone}/load_balancers`, {
      name: `${world.draw.pick(['www', 'api', 'shop'])}.${String(pick(body, 'result', 'name'))}`,
      default_pools: [pool_id],
      fallback_pool: pool_id,
      ...(world.flag() ? { session_affinity: 'cookie', session_affinity_ttl: 1800 } : {}),
      ...(world.flag() ? { region_pools: { WEU: [pool_id] }, steering_policy: 'geo' } : {}),
      ...(world.flag() ? { rules: [{ name: 'a rule', overrides: { fallback_pool: pool_id } }] } : {}),
    });
  },
  async (world) => world.send('DELETE', await world.one(`${await world.zone()}/load_balancers`)),
  async (world) => {
    const path = (await world.one(`${await world.account()}/load_balancers/pools`)).replace(
      'load_balancers/',
      '',
    );
    await world.emulator.control('POST', `${path}/health`, { healthy: world.flag() });
  },
  async (world) => {
    const account = await world.account();
    const webhook = idIn(await world.one(`${account}/alerting/v3/destinations/webhooks`));
    await world.send('POST', `${account}/alerting/v3/policies`, {
      name: 'a policy',
      enabled: world.flag(),
      alert_type: 'load_balancing_health_alert',
      mechanisms: { email: [{ id: 'ops@example.com' }], webhooks: [{ id: webhook }], pagerduty: [] },
      filters: { pool_id: ['0'.repeat(32)], new_health: ['Healthy'], event_source: ['pool', 'origin'] },
      ...(world.flag() ? { description: world.text() } : {}),
    });
  },
  async (world) => world.send('DELETE', await world.one(`${await world.account()}/alerting/v3/policies`)),
  async (world) =>
    world.send('POST', `${await world.account()}/alerting/v3/destinations/webhooks`, {
      name: 'a webhook',
      url: `https://alerts.example/${world.draw.below(99)}?token=canary`,
      secret: 'a secret',
    }),
  // Policies keep a destination that is deleted.
  async (world) =>
    world.send('DELETE', await world.one(`${await world.account()}/alerting/v3/destinations/webhooks`)),
  async (world) =>
    world.send('POST', `${await world.account()}/rulesets`, {
      name: 'of the account',
      kind: world.draw.pick(['root', 'custom']),
      phase: 'http_request_firewall_custom',
      description: world.text(),
      rules: [rule(world)],
    }),
  async (world) =>
    world.send('POST', `${await world.zone()}/rulesets`, {
      name: 'a ruleset',
      kind: 'zone',
      phase: world.draw.pick(['http_request_firewall_custom', 'http_ratelimit', 'http_request_origin']),
      rules: [rule(world), rule(world)],
    }),
  async (world) =>
    world.send('POST', `${await world.one(`${await world.zone()}/rulesets`)}/rules`, rule(world)),
  async (world) =>
    world.send('POST', `${await world.one(`${await world.zone()}/rulesets`)}/rules`, {
      ...rule(world),
      position: { index: 1 },
    }),
  async (world) => world.send('DELETE', await world.one(`${await world.zone()}/rulesets`)),
  async (world) =>
    world.send('PUT', `${await world.zone()}/rulesets/phases/${customFieldsPhase}/entrypoint`, {
      rules: [customFieldRule({ response_fields: [{ name: 'server', preserve_duplicates: false }] })],
    }),
  async (world) => world.send('POST', `${await world.zone()}/logpush/jobs`, job(world)),
  async (world) => world.send('PUT', await world.one(`${await world.zone()}/logpush/jobs`), job(world)),
  async (world) => world.send('DELETE', await world.one(`${await world.zone()}/logpush/jobs`)),
  async (world) =>
    world.send('PATCH', `${await world.zone()}/settings/waf`, { value: world.draw.pick(['on', 'off']) }),
  async (world) => {
    const one = await world.one(`${await world.zone()}/firewall/waf/packages`);
    await world.send('PATCH', one, { sensitivity: 'low' });
    await world.send('PATCH', await world.one(`${one}/groups`), { mode: world.draw.pick(['on', 'off']) });
    await world.send('PATCH', await world.one(`${one}/rules`), {
      mode: world.draw.pick(['simulate', 'off']),
    });
  },
  async (world) => world.send('POST', `${await world.zone()}/firewall/waf/overrides`, override(world)),
  async (world) =>
    world.send('PUT', await world.one(`${await world.zone()}/firewall/waf/overrides`), override(world)),
  async (world) => world.send('POST', `${await world.zone()}/pagerules`, pageRule(world)),
  async (world) => world.send('DELETE', await world.one(`${await world.zone()}/pagerules`)),
  async (world) => world.send('POST', `${await world.zone()}/filters`, [filter(world), filter(world)]),
  async (world) => world.send('DELETE', await world.one(`${await world.zone()}/filters`)),
  async (world) => {
    const zone = await world.zone();
    const known = { id: idIn(await world.one(`${zone}/filters`)) };
    await world.send('POST', `${zone}/firewall/rules`, [
      { action: 'block', filter: known, description: world.text() },
      { action: 'bypass', products: ['waf', 'hot'], filter: filter(world), priority: 5 },
    ]);
  },
  async (world) => world.send('DELETE', await world.one(`${await world.zone()}/firewall/rules`)),
  async (world) => {
    const mode = world.draw.pick(['validation', 'pending']);
    await world.send(
      'PUT',
      `${await world.zone()}/rulesets/phases/${managedPhase}/entrypoint?waf_migration=${mode}&phase_two=1`,
      { name: 'default', rules: [executeRule] },
    );
  },
];
