import {
  accountId,
  filterId,
  firewallRuleId,
  groupId,
  overrideId,
  packageId,
  pagerDutyId,
  poolId,
  wafRuleId,
  zoneId,
} from './world';

export interface Operation {
  /** Resources and method, in the spelling of the Python SDK. */
  readonly operation: string;
  /** The variable parts of the path in their order, with the names of the parameters. */
  readonly path: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, unknown>>;
  readonly body?: unknown;
  /** Names of ids, which are `$name` in later calls, with JSON pointers into the result. */
  readonly keep?: Readonly<Record<string, string>>;
  /** What the result has, at least. */
  readonly gives?: unknown;
  readonly count?: number;
  readonly listed?: string;
  readonly refusal?: { readonly status: number; readonly codes: readonly number[] };
  readonly before?: readonly [method: string, path: string, body: unknown];
  /** @default 0 */
  readonly retries?: number;
  readonly token?: string;
  /** Why the types of the SDKs differ from the documents of the call. */
  readonly untyped?: string;
}

export type SdkName = 'Python' | 'TypeScript' | 'Go';

export type Story = readonly [name: string, calls: readonly Operation[]];

type Path = Operation['path'];
type More = Omit<Operation, 'operation' | 'path'>;

const call = (operation: string, path: Path = {}, more: More = {}): Operation => ({
  operation,
  path,
  ...more,
});

const account = { account_id: accountId };
const zone = { zone_id: zoneId };

const rule = { action: 'block', expression: 'ip.src eq 192.0.2.1', description: 'a rule' };
const phase = 'http_request_firewall_custom';

function rulesetCalls(owner: Path, kind: string): readonly Operation[] {
  const own = { ...owner, ruleset_id: '$ruleset' };
  const ownRule = { ...own, rule_id: '$rule' };
  const ofPhase = { ...owner, ruleset_phase: phase };
  return [
    call('rulesets.create', owner, {
      body: { name: 'mine', kind, phase, rules: [rule] },
      keep: { ruleset: '/id' },
      gives: { kind, phase },
    }),
    call('rulesets.get', own, { keep: { ruleset: '/id' }, gives: { id: '$ruleset', version: '1' } }),
    call('rulesets.update', own, {
      body: { kind, phase, rules: [rule, { ...rule, action: 'log', enabled: false }] },
      gives: { version: '2' },
    }),
    call('rulesets.update', own, {
      body: { description: 'described' },
      gives: { description: 'described', rules: [{ action: 'block' }, { action: 'log' }] },
    }),
    call('rulesets.list', owner, { query: { per_page: 2 }, listed: '$ruleset' }),
    call('rulesets.rules.create', own, {
      body: { ...rule, description: 'first', position: { index: 1 } },
      gives: { rules: [{ description: 'first' }, {}, {}] },
      keep: { rule: '/rules/0/id' },
    }),
    call('rulesets.rules.edit', ownRule, {
      body: { ...rule, description: 'changed' },
      gives: { rules: [{ description: 'changed' }, {}, {}] },
    }),
    call('rulesets.rules.edit', ownRule, {
      body: { position: { index: 3 } },
      gives: { rules: [{}, {}, { description: 'changed' }] },
    }),
    call('rulesets.rules.delete', ownRule, { gives: { id: '$ruleset' } }),
    call('rulesets.versions.list', own, { count: 7 }),
    call('rulesets.versions.get', { ...own, ruleset_version: '2' }, { gives: { version: '2' } }),
    call('rulesets.versions.delete', { ...own, ruleset_version: '1' }),
    call('rulesets.phases.get', ofPhase, { gives: { id: '$ruleset' } }),
    call('rulesets.phases.update', ofPhase, { body: { rules: [rule] }, gives: { phase } }),
    call('rulesets.phases.update', ofPhase, {
      body: { description: 'of the phase' },
      gives: { description: 'of the phase', rules: [{ action: 'block' }] },
    }),
    call('rulesets.phases.versions.list', ofPhase),
    call('rulesets.phases.versions.list', { ...owner, ruleset_phase: 'http_ratelimit' }, { count: 0 }),
    call('rulesets.phases.versions.get', { ...ofPhase, ruleset_version: '2' }, { gives: { version: '2' } }),
    call('rulesets.delete', own),
    call('rulesets.get', own, { refusal: { status: 404, codes: [10_003] } }),
  ];
}

/** Makes a rule the only one of a phase of the zone. */
const putRule = (ruleset_phase: string, action: string, action_parameters: object) =>
  call(
    'rulesets.phases.update',
    { ...zone, ruleset_phase },
    { body: { rules: [{ action, expression: 'true', action_parameters }] }, gives: { phase: ruleset_phase } },
  );
const managedId = 'efb7b8c949ac4650a09736fc376e9aee';

const destination_conf = 'r2://logs/{DATE}?account-id=1&access-key-id=2&secret-access-key=3';

function logpushCalls(owner: Path, dataset: string, field: string): readonly Operation[] {
  const job = { ...owner, job_id: '$job' };
  const ofDataset = { ...owner, dataset_id: dataset };
  const output_options = { field_names: [field], timestamp_format: 'rfc3339', sample_rate: 0.5 };
  return [
    call('logpush.ownership.create', owner, { body: { destination_conf }, gives: { valid: true } }),
    call('logpush.ownership.validate', owner, {
      body: { destination_conf, ownership_challenge: 'guessed' },
      gives: { valid: false },
    }),
    call('logpush.validate.destination', owner, { body: { destination_conf }, gives: { valid: true } }),
    call('logpush.validate.destination_exists', owner, {
      body: { destination_conf },
      gives: { exists: false },
    }),
    call('logpush.validate.origin', owner, {
      body: { logpull_options: `fields=${field}`, dataset },
      gives: { valid: true },
    }),
    call('logpush.jobs.create', owner, {
      body: {
        name: 'all',
        dataset,
        destination_conf,
        enabled: true,
        output_options,
        max_upload_records: 2000,
      },
      keep: { job: '/id' },
      gives: { dataset, enabled: true },
    }),
    call('logpush.jobs.get', job, { gives: { dataset } }),
    call('logpush.jobs.list', owner, { count: 1 }),
    call('logpush.jobs.update', job, { body: { enabled: false }, gives: { enabled: false } }),
    call('logpush.datasets.fields.get', ofDataset),
    call('logpush.datasets.jobs.get', ofDataset, { count: 1 }),
    call('logpush.jobs.create', owner, {
      body: { dataset: 'no_dataset', destination_conf },
      refusal: { status: 400, codes: [1004] },
    }),
    call('logpush.jobs.delete', job),
    call('logpush.jobs.get', job, { refusal: { status: 404, codes: [1003] } }),
  ];
}

const origins = [
  { name: 'one', address: '192.0.2.1', enabled: true, weight: 1, header: { Host: ['one.example'] } },
];
const monitor = {
  type: 'https',
  expected_codes: '2xx',
  timeout: 3,
  header: { Host: ['one.example'] },
  description: 'Login page',
};

const onePool = { ...account, pool_id: '$pool' };
const oneMonitor = { ...account, monitor_id: '$monitor' };
const oneBalancer = { ...zone, load_balancer_id: '$balancer' };

const balancing: readonly Operation[] = [
  call('load_balancers.monitors.create', account, {
    body: monitor,
    keep: { monitor: '/id' },
    gives: monitor,
  }),
  call('load_balancers.monitors.get', oneMonitor, { gives: { timeout: 3 } }),
  call('load_balancers.monitors.list', account, { count: 1 }),
  call('load_balancers.monitors.update', oneMonitor, {
    body: { type: 'tcp', port: 8080 },
    gives: { method: 'connection_established' },
  }),
  call('load_balancers.monitors.edit', oneMonitor, {
    body: { timeout: 4 },
    gives: { timeout: 4, port: 8080 },
  }),
  call('load_balancers.pools.create', account, {
    body: {
      name: 'second',
      origins,
      monitor: '$monitor',
      latitude: 1,
      longitude: 2,
      origin_steering: { policy: 'hash' },
      load_shedding: { default_percent: 0, default_policy: 'random' },
      notification_filter: { pool: { healthy: false } },
    },
    keep: { pool: '/id' },
    gives: { origins },
  }),
  call('load_balancers.pools.get', onePool, { gives: { monitor: '$monitor' } }),
  call('load_balancers.pools.list', account, { count: 2 }),
  call('load_balancers.pools.list', account, { query: { monitor: '$monitor' }, count: 1 }),
  call('load_balancers.pools.update', onePool, {
    body: { name: 'second', origins, monitor: '$monitor', enabled: false },
    gives: { enabled: false, disabled_at: expect.any(String) as string },
  }),
  call('load_balancers.pools.edit', onePool, { body: { enabled: true }, gives: { enabled: true } }),
  call('load_balancers.pools.bulk_edit', account, { body: { notification_email: '' }, count: 2 }),
  call('load_balancers.pools.health.get', onePool, { gives: { pool_id: '$pool' } }),
  call('load_balancers.create', zone, {
    body: {
      name: 'www.one.example',
      default_pools: ['$pool'],
      fallback_pool: poolId,
      session_affinity: 'cookie',
      region_pools: { WEU: ['$pool'] },
      random_steering: { default_weight: 0.5 },
      rules: [{ name: 'closed', condition: 'ip.src == 192.0.2.1', fixed_response: { status_code: 403 } }],
    },
    keep: { balancer: '/id' },
    gives: { steering_policy: 'geo' },
  }),
  call('load_balancers.get', oneBalancer, { gives: { zone_name: 'one.example' } }),
  call('load_balancers.list', zone, { count: 1 }),
  call('load_balancers.update', oneBalancer, {
    body: { name: 'www.one.example', default_pools: ['$pool'], fallback_pool: '$pool' },
    gives: { session_affinity: 'none' },
  }),
  call('load_balancers.edit', oneBalancer, { body: { enabled: false }, gives: { enabled: false } }),
  call('load_balancers.pools.references.get', onePool, { count: 2 }),
  call('load_balancers.monitors.references.get', oneMonitor, { count: 1 }),
  call('load_balancers.pools.delete', onePool, { refusal: { status: 412, codes: [1005] } }),
  call('load_balancers.monitors.delete', oneMonitor, { refusal: { status: 412, codes: [1005] } }),
  call('load_balancers.delete', oneBalancer, { gives: { id: '$balancer' } }),
  call('load_balancers.pools.delete', onePool, { gives: { id: '$pool' } }),
  call('load_balancers.monitors.delete', oneMonitor, { gives: { id: '$monitor' } }),
  call('load_balancers.pools.get', onePool, { refusal: { status: 404, codes: [1001] } }),
  call('load_balancers.pools.create', account, {
    body: { name: 'no name', origins },
    refusal: { status: 400, codes: [1002] },
  }),
];

const policy = {
  name: 'health of pools',
  alert_type: 'load_balancing_health_alert',
  enabled: true,
  mechanisms: { email: [{ id: 'ops@example.com' }], webhooks: [{ id: '$webhook' }] },
  filters: { pool_id: [poolId], new_health: ['Unhealthy'], event_source: ['pool', 'origin'] },
};

const untyped = 'the type of the SDK for TypeScript is that of its resource';
const oneWebhook = { ...account, webhook_id: '$webhook' };
const onePolicy = { ...account, policy_id: '$policy' };

const alerting: readonly Operation[] = [
  call('alerting.available_alerts.list', account),
  call('alerting.destinations.eligible.get', account),
  call('alerting.destinations.pagerduty.get', account, { gives: [{ id: pagerDutyId }] }),
  call('alerting.destinations.webhooks.create', account, {
    body: { name: 'chat', url: 'https://alerts.example/in' },
    keep: { webhook: '/id' },
  }),
  call('alerting.destinations.webhooks.get', oneWebhook, {
    gives: { type: 'generic' },
    untyped,
  }),
  call('alerting.destinations.webhooks.list', account, {
    count: 1,
    untyped,
  }),
  call('alerting.destinations.webhooks.update', oneWebhook, {
    body: { name: 'talk', url: 'https://alerts.example/in' },
  }),
  call('alerting.policies.create', account, { body: policy, keep: { policy: '/id' } }),
  call('alerting.policies.get', onePolicy, { gives: { name: policy.name } }),
  call('alerting.policies.list', account, { count: 1 }),
  call('alerting.policies.update', onePolicy, { body: { ...policy, description: 'new' } }),
  call('alerting.history.list', account, {
    before: ['POST', `/accounts/${accountId}/pools/${poolId}/health`, { healthy: false }],
    query: { per_page: 5 },
  }),
  call('alerting.policies.delete', onePolicy),
  call('alerting.policies.get', onePolicy, { refusal: { status: 404, codes: [0] } }),
  call('alerting.destinations.webhooks.delete', oneWebhook),
  call('alerting.policies.create', account, {
    body: { ...policy, mechanisms: { email: [{ id: 'nobody' }] } },
    refusal: { status: 400, codes: [17_102] },
  }),
];

const oneByName = { name: 'one.example', status: 'active' };
const byNameBackwards = { 'account.id': accountId, order: 'name', direction: 'desc', per_page: 5 };

const places: readonly Operation[] = [
  call('user.tokens.verify', {}, { gives: { status: 'active' } }),
  call('accounts.list', {}, { query: { per_page: 5 }, count: 7 }),
  call('accounts.list', {}, { query: { name: 'Account 3' }, count: 1 }),
  call('accounts.get', account, { gives: { name: 'Account' } }),
  call('zones.list', {}, { query: { per_page: 5 }, count: 7 }),
  call('zones.list', {}, { query: oneByName, gives: [{ id: zoneId }], count: 1 }),
  call('zones.list', {}, { query: byNameBackwards, count: 7 }),
  call('zones.list', {}, { query: { name: 'contains:zone-', match: 'all' }, count: 6 }),
  call('zones.get', zone, { gives: { name: 'one.example', plan: { legacy_id: 'enterprise' } } }),
  call('zones.get', { zone_id: '9'.repeat(32) }, { refusal: { status: 404, codes: [7003] } }),
  call('zones.get', zone, { token: 'another', refusal: { status: 403, codes: [10_000] } }),
];

const packages = { ...zone, package_id: packageId };
const oneGroup = { ...packages, group_id: groupId };
const oneWafRule = { ...packages, rule_id: wafRuleId };
const oneOverride = { ...zone, overrides_id: overrideId };
const wafSetting = { ...zone, setting_id: 'waf' };
const urlOverride = { urls: ['one.example/*'], rules: {}, rewrite_action: { block: 'simulate' } };

const previousWaf: readonly Operation[] = [
  call('zones.settings.get', wafSetting, { gives: { id: 'waf', value: 'on' } }),
  call('zones.settings.edit', wafSetting, { body: { value: 'off' }, gives: { value: 'off' } }),
  call('firewall.waf.packages.list', zone, { count: 1 }),
  call('firewall.waf.packages.get', packages),
  call('firewall.waf.packages.groups.list', packages, { count: 1 }),
  call('firewall.waf.packages.groups.get', oneGroup),
  call('firewall.waf.packages.groups.edit', oneGroup, { body: { mode: 'off' } }),
  call('firewall.waf.packages.rules.list', packages, { query: { per_page: 5 }, count: 6 }),
  call('firewall.waf.packages.rules.get', oneWafRule),
  call('firewall.waf.packages.rules.edit', oneWafRule, {
    body: { mode: 'simulate' },
    gives: { mode: 'simulate' },
  }),
  // The service has retired these calls, and the newest SDKs read no answers of them.
  call('firewall.waf.overrides.create', zone, { body: urlOverride }),
  call('firewall.waf.overrides.list', zone),
  call('firewall.waf.overrides.get', oneOverride),
  call('firewall.waf.overrides.update', oneOverride, { body: { ...urlOverride, id: overrideId } }),
  call('firewall.waf.overrides.delete', oneOverride),
];

const oneFilter = { ...zone, filter_id: '$filter' };
const oneRule = { ...zone, rule_id: firewallRuleId };
const onePage = { ...zone, pagerule_id: '$page' };
const expression = 'ip.src eq 192.0.2.9';
const targets = [{ target: 'url', constraint: { operator: 'matches', value: 'one.example/*' } }];
const page = { targets, actions: [{ id: 'disable_security' }], status: 'active', priority: 1 };

const retiredRules: readonly Operation[] = [
  call('filters.create', zone, {
    body: [{ expression, description: 'mine' }],
    keep: { filter: '/0/id' },
    count: 1,
  }),
  call('filters.list', zone, { count: 2 }),
  call('filters.get', { ...zone, filter_id: filterId }, { gives: { id: filterId } }),
  call('filters.update', oneFilter, {
    body: { id: '$filter', expression, paused: true },
    gives: { paused: true },
  }),
  call('filters.delete', oneFilter),
  call('firewall.rules.list', zone, { count: 1 }),
  call('firewall.rules.get', oneRule),
  call('firewall.rules.update', oneRule, {
    body: { id: firewallRuleId, action: 'log', filter: { id: filterId } },
    untyped: 'the action is a word',
  }),
  call('firewall.rules.delete', oneRule),
  call('page_rules.create', zone, { body: page, keep: { page: '/id' } }),
  call('page_rules.list', zone, { count: 1 }),
  call('page_rules.get', onePage, { gives: { status: 'active' } }),
  call('page_rules.update', onePage, { body: { ...page, priority: 2 }, gives: { priority: 2 } }),
  call('page_rules.edit', onePage, { body: { status: 'disabled' }, gives: { status: 'disabled' } }),
  call('page_rules.delete', onePage),
];

const pause = { kind: 'status', status: 429, code: 971, headers: { 'retry-after': '0' } };
const limited = ['POST', '/faults', { match: { path: '/zones' }, times: 1, ...pause }] as const;

const limits: readonly Operation[] = [
  call('zones.list', {}, { before: limited, refusal: { status: 429, codes: [971] } }),
  call('zones.list', {}, { before: limited, retries: 2, count: 7 }),
];

export const stories: readonly Story[] = [
  ['places and credentials', places],
  ['rulesets of a zone', rulesetCalls(zone, 'zone')],
  ['rulesets of an account', rulesetCalls(account, 'root')],
  [
    'the managed rules of a zone',
    [
      putRule('http_request_firewall_managed', 'execute', {
        id: managedId,
        overrides: {
          rules: [{ id: '5de7edfa648c4d6891dc3e7f84534ffa', action: 'log', enabled: false }],
        },
      }),
      call('rulesets.get', { ...zone, ruleset_id: managedId }, { gives: { kind: 'managed' } }),
    ],
  ],
  [
    'custom log fields',
    [
      putRule('http_log_custom_fields', 'log_custom_field', {
        request_fields: [{ name: 'x-request-id' }],
        cookie_fields: [{ name: 'sessionId' }],
      }),
    ],
  ],
  ['log-delivery jobs of a zone', logpushCalls(zone, 'http_requests', 'RayID')],
  ['log-delivery jobs of an account', logpushCalls(account, 'audit_logs', 'ActionType')],
  ['pools, monitors and load balancers', balancing],
  ['notifications', alerting],
  ['the previous WAF', previousWaf],
  ['firewall rules and page rules', retiredRules],
  ['the request limit', limits],
];

/** Operations of the emulator that no SDK of the service has, or none in the form that the service documents. */
export const withoutSdk: readonly string[] = [
  'GET /accounts/:account_id/logpush/datasets/:dataset/fields/default',
  'GET /zones/:zone_id/logpush/datasets/:dataset/fields/default',
  'GET /zones/:zone_id/waf_migration/check',
  'GET /zones/:zone_id/waf_migration/config',
  'GET /zones/:zone_id/waf_migration/status',
  'PATCH /zones/:zone_id/firewall/waf/packages/:package_id',
  // The SDKs send one rule, where the service takes a list.
  'POST /zones/:zone_id/firewall/rules',
];
