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

/** A call of an operation, as all SDKs name it. */
export interface Operation {
  /** Resources and method, in the spelling of the Python SDK. */
  readonly operation: string;
  /** The variable parts of the path in their order, with the names of the parameters. */
  readonly path?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, unknown>>;
  readonly body?: unknown;
  /** Names of ids, which are `$name` in later calls, with JSON pointers into the result. */
  readonly keep?: Readonly<Record<string, string>>;
  /** What the result has, at least. */
  readonly gives?: unknown;
  /** How many objects a list has, on all of its pages. */
  readonly count?: number;
  /** The id of an object that a list has. */
  readonly listed?: string;
  /** The typed error that the SDK raises. */
  readonly refusal?: { readonly status: number; readonly codes: readonly number[] };
  /** A control of the emulator, before the call. */
  readonly before?: readonly [method: string, path: string, body: unknown];
  /** @default 0 */
  readonly retries?: number;
  readonly token?: string;
  /** Why the types of the SDKs differ from the documents of the call. */
  readonly untyped?: string;
}

export type SdkName = 'Python' | 'TypeScript' | 'Go';

/** Calls that depend on one another, and on nothing else. */
export type Story = readonly [name: string, calls: readonly Operation[]];

const account = { account_id: accountId };
const zone = { zone_id: zoneId };

const owners = [
  ['zone', zone],
  ['account', account],
] as const;

const rule = { action: 'block', expression: 'ip.src eq 192.0.2.1', description: 'a rule' };
const phase = 'http_request_firewall_custom';

const managed = 'http_request_firewall_managed';

function rulesetCalls(owner: object, kinds: { readonly entry: string }): readonly Operation[] {
  const own = { ...owner, ruleset_id: '$ruleset' };
  const ofPhase = { ...owner, ruleset_phase: phase };
  const kind = kinds.entry;
  return [
    {
      operation: 'rulesets.create',
      path: { ...owner },
      body: { name: 'mine', kind, phase, rules: [rule] },
      keep: { ruleset: '/id' },
      gives: { kind, phase },
    },
    {
      operation: 'rulesets.get',
      path: own,
      keep: { ruleset: '/id' },
      gives: { id: '$ruleset', version: '1' },
    },
    {
      operation: 'rulesets.update',
      path: own,
      body: { kind, phase, rules: [rule, { ...rule, action: 'log', enabled: false }] },
      gives: { version: '2' },
    },
    {
      operation: 'rulesets.update',
      path: own,
      body: { description: 'described' },
      gives: { description: 'described', rules: [{ action: 'block' }, { action: 'log' }] },
    },
    {
      operation: 'rulesets.list',
      path: { ...owner },
      query: { per_page: 2 },
      listed: '$ruleset',
    },
    {
      operation: 'rulesets.rules.create',
      path: own,
      body: { ...rule, description: 'first', position: { index: 1 } },
      gives: { rules: [{ description: 'first' }, {}, {}] },
      keep: { rule: '/rules/0/id' },
    },
    {
      operation: 'rulesets.rules.edit',
      path: { ...own, rule_id: '$rule' },
      body: { ...rule, description: 'changed' },
      gives: { rules: [{ description: 'changed' }, {}, {}] },
    },
    {
      operation: 'rulesets.rules.edit',
      path: { ...own, rule_id: '$rule' },
      body: { position: { index: 3 } },
      gives: { rules: [{}, {}, { description: 'changed' }] },
    },
    { operation: 'rulesets.rules.delete', path: { ...own, rule_id: '$rule' }, gives: { id: '$ruleset' } },
    { operation: 'rulesets.versions.list', path: own, count: 7 },
    { operation: 'rulesets.versions.get', path: { ...own, ruleset_version: '2' }, gives: { version: '2' } },
    { operation: 'rulesets.versions.delete', path: { ...own, ruleset_version: '1' } },
    { operation: 'rulesets.phases.get', path: ofPhase, gives: { id: '$ruleset' } },
    { operation: 'rulesets.phases.update', path: ofPhase, body: { rules: [rule] }, gives: { phase } },
    {
      operation: 'rulesets.phases.update',
      path: ofPhase,
      body: { description: 'of the phase' },
      gives: { description: 'of the phase', rules: [{ action: 'block' }] },
    },
    { operation: 'rulesets.phases.versions.list', path: ofPhase },
    {
      operation: 'rulesets.phases.versions.list',
      path: { ...owner, ruleset_phase: 'http_ratelimit' },
      count: 0,
    },
    {
      operation: 'rulesets.phases.versions.get',
      path: { ...ofPhase, ruleset_version: '2' },
      gives: { version: '2' },
    },
    { operation: 'rulesets.delete', path: own },
    { operation: 'rulesets.get', path: own, refusal: { status: 404, codes: [10_003] } },
  ];
}

const destination_conf = 'r2://logs/{DATE}?account-id=1&access-key-id=2&secret-access-key=3';

function logpushCalls(owner: object, dataset: string, field: string): readonly Operation[] {
  const job = { ...owner, job_id: '$job' };
  const ofDataset = { ...owner, dataset_id: dataset };
  const output_options = { field_names: [field], timestamp_format: 'rfc3339', sample_rate: 0.5 };
  return [
    {
      operation: 'logpush.ownership.create',
      path: { ...owner },
      body: { destination_conf },
      gives: { valid: true },
    },
    {
      operation: 'logpush.ownership.validate',
      path: { ...owner },
      body: { destination_conf, ownership_challenge: 'guessed' },
      gives: { valid: false },
    },
    {
      operation: 'logpush.validate.destination',
      path: { ...owner },
      body: { destination_conf },
      gives: { valid: true },
    },
    {
      operation: 'logpush.validate.destination_exists',
      path: { ...owner },
      body: { destination_conf },
      gives: { exists: false },
    },
    {
      operation: 'logpush.validate.origin',
      path: { ...owner },
      body: { logpull_options: `fields=${field}`, dataset },
      gives: { valid: true },
    },
    {
      operation: 'logpush.jobs.create',
      path: { ...owner },
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
    },
    { operation: 'logpush.jobs.get', path: job, gives: { dataset } },
    { operation: 'logpush.jobs.list', path: { ...owner }, count: 1 },
    { operation: 'logpush.jobs.update', path: job, body: { enabled: false }, gives: { enabled: false } },
    { operation: 'logpush.datasets.fields.get', path: ofDataset },
    { operation: 'logpush.datasets.jobs.get', path: ofDataset, count: 1 },
    {
      operation: 'logpush.jobs.create',
      path: { ...owner },
      body: { dataset: 'no_dataset', destination_conf },
      refusal: { status: 400, codes: [1004] },
    },
    { operation: 'logpush.jobs.delete', path: job },
    { operation: 'logpush.jobs.get', path: job, refusal: { status: 404, codes: [1003] } },
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

const balancing: readonly Operation[] = [
  {
    operation: 'load_balancers.monitors.create',
    path: account,
    body: monitor,
    keep: { monitor: '/id' },
    gives: monitor,
  },
  {
    operation: 'load_balancers.monitors.get',
    path: { ...account, monitor_id: '$monitor' },
    gives: { timeout: 3 },
  },
  { operation: 'load_balancers.monitors.list', path: account, count: 1 },
  {
    operation: 'load_balancers.monitors.update',
    path: { ...account, monitor_id: '$monitor' },
    body: { type: 'tcp', port: 8080 },
    gives: { method: 'connection_established' },
  },
  {
    operation: 'load_balancers.monitors.edit',
    path: { ...account, monitor_id: '$monitor' },
    body: { timeout: 4 },
    gives: { timeout: 4, port: 8080 },
  },
  {
    operation: 'load_balancers.pools.create',
    path: account,
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
  },
  {
    operation: 'load_balancers.pools.get',
    path: { ...account, pool_id: '$pool' },
    gives: { monitor: '$monitor' },
  },
  { operation: 'load_balancers.pools.list', path: account, count: 2 },
  { operation: 'load_balancers.pools.list', path: account, query: { monitor: '$monitor' }, count: 1 },
  {
    operation: 'load_balancers.pools.update',
    path: { ...account, pool_id: '$pool' },
    body: { name: 'second', origins, monitor: '$monitor', enabled: false },
    gives: { enabled: false, disabled_at: expect.any(String) as string },
  },
  {
    operation: 'load_balancers.pools.edit',
    path: { ...account, pool_id: '$pool' },
    body: { enabled: true },
    gives: { enabled: true },
  },
  { operation: 'load_balancers.pools.bulk_edit', path: account, body: { notification_email: '' }, count: 2 },
  {
    operation: 'load_balancers.pools.health.get',
    path: { ...account, pool_id: '$pool' },
    gives: { pool_id: '$pool' },
  },
  {
    operation: 'load_balancers.create',
    path: zone,
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
  },
  {
    operation: 'load_balancers.get',
    path: { ...zone, load_balancer_id: '$balancer' },
    gives: { zone_name: 'one.example' },
  },
  { operation: 'load_balancers.list', path: zone, count: 1 },
  {
    operation: 'load_balancers.update',
    path: { ...zone, load_balancer_id: '$balancer' },
    body: { name: 'www.one.example', default_pools: ['$pool'], fallback_pool: '$pool' },
    gives: { session_affinity: 'none' },
  },
  {
    operation: 'load_balancers.edit',
    path: { ...zone, load_balancer_id: '$balancer' },
    body: { enabled: false },
    gives: { enabled: false },
  },
  { operation: 'load_balancers.pools.references.get', path: { ...account, pool_id: '$pool' }, count: 2 },
  {
    operation: 'load_balancers.monitors.references.get',
    path: { ...account, monitor_id: '$monitor' },
    count: 1,
  },
  {
    operation: 'load_balancers.pools.delete',
    path: { ...account, pool_id: '$pool' },
    refusal: { status: 412, codes: [1005] },
  },
  {
    operation: 'load_balancers.monitors.delete',
    path: { ...account, monitor_id: '$monitor' },
    refusal: { status: 412, codes: [1005] },
  },
  {
    operation: 'load_balancers.delete',
    path: { ...zone, load_balancer_id: '$balancer' },
    gives: { id: '$balancer' },
  },
  {
    operation: 'load_balancers.pools.delete',
    path: { ...account, pool_id: '$pool' },
    gives: { id: '$pool' },
  },
  {
    operation: 'load_balancers.monitors.delete',
    path: { ...account, monitor_id: '$monitor' },
    gives: { id: '$monitor' },
  },
  {
    operation: 'load_balancers.pools.get',
    path: { ...account, pool_id: '$pool' },
    refusal: { status: 404, codes: [1001] },
  },
  {
    operation: 'load_balancers.pools.create',
    path: account,
    body: { name: 'no name', origins },
    refusal: { status: 400, codes: [1002] },
  },
];

const policy = {
  name: 'health of pools',
  alert_type: 'load_balancing_health_alert',
  enabled: true,
  mechanisms: { email: [{ id: 'ops@example.com' }], webhooks: [{ id: '$webhook' }] },
  filters: { pool_id: [poolId], new_health: ['Unhealthy'], event_source: ['pool', 'origin'] },
};

const alerting: readonly Operation[] = [
  { operation: 'alerting.available_alerts.list', path: account },
  { operation: 'alerting.destinations.eligible.get', path: account },
  { operation: 'alerting.destinations.pagerduty.get', path: account, gives: [{ id: pagerDutyId }] },
  {
    operation: 'alerting.destinations.webhooks.create',
    path: account,
    body: { name: 'chat', url: 'https://alerts.example/in' },
    keep: { webhook: '/id' },
  },
  {
    operation: 'alerting.destinations.webhooks.get',
    path: { ...account, webhook_id: '$webhook' },
    gives: { type: 'generic' },
    untyped: 'the type of the SDK for TypeScript is that of its resource',
  },
  {
    operation: 'alerting.destinations.webhooks.list',
    path: account,
    count: 1,
    untyped: 'the type of the SDK for TypeScript is that of its resource',
  },
  {
    operation: 'alerting.destinations.webhooks.update',
    path: { ...account, webhook_id: '$webhook' },
    body: { name: 'talk', url: 'https://alerts.example/in' },
  },
  { operation: 'alerting.policies.create', path: account, body: policy, keep: { policy: '/id' } },
  {
    operation: 'alerting.policies.get',
    path: { ...account, policy_id: '$policy' },
    gives: { name: policy.name },
  },
  { operation: 'alerting.policies.list', path: account, count: 1 },
  {
    operation: 'alerting.policies.update',
    path: { ...account, policy_id: '$policy' },
    body: { ...policy, description: 'new' },
  },
  {
    before: ['POST', `/accounts/${accountId}/pools/${poolId}/health`, { healthy: false }],
    operation: 'alerting.history.list',
    path: account,
    query: { per_page: 5 },
  },
  { operation: 'alerting.policies.delete', path: { ...account, policy_id: '$policy' } },
  {
    operation: 'alerting.policies.get',
    path: { ...account, policy_id: '$policy' },
    refusal: { status: 404, codes: [0] },
  },
  { operation: 'alerting.destinations.webhooks.delete', path: { ...account, webhook_id: '$webhook' } },
  {
    operation: 'alerting.policies.create',
    path: account,
    body: { ...policy, mechanisms: { email: [{ id: 'nobody' }] } },
    refusal: { status: 400, codes: [17_102] },
  },
];

const places: readonly Operation[] = [
  { operation: 'user.tokens.verify', gives: { status: 'active' } },
  { operation: 'accounts.list', query: { per_page: 5 }, count: 7 },
  { operation: 'accounts.list', query: { name: 'Account 3' }, count: 1 },
  { operation: 'accounts.get', path: account, gives: { name: 'Account' } },
  { operation: 'zones.list', query: { per_page: 5 }, count: 7 },
  {
    operation: 'zones.list',
    query: { name: 'one.example', status: 'active' },
    gives: [{ id: zoneId }],
    count: 1,
  },
  {
    operation: 'zones.list',
    query: { 'account.id': accountId, order: 'name', direction: 'desc', per_page: 5 },
    count: 7,
  },
  { operation: 'zones.list', query: { name: 'contains:zone-', match: 'all' }, count: 6 },
  { operation: 'zones.get', path: zone, gives: { name: 'one.example', plan: { legacy_id: 'enterprise' } } },
  { operation: 'zones.get', path: { zone_id: '9'.repeat(32) }, refusal: { status: 404, codes: [7003] } },
  { operation: 'zones.get', path: zone, token: 'another', refusal: { status: 403, codes: [10_000] } },
];

const packages = { ...zone, package_id: packageId };
const urlOverride = { urls: ['one.example/*'], rules: {}, rewrite_action: { block: 'simulate' } };

const previousWaf: readonly Operation[] = [
  {
    operation: 'zones.settings.get',
    path: { ...zone, setting_id: 'waf' },
    gives: { id: 'waf', value: 'on' },
  },
  {
    operation: 'zones.settings.edit',
    path: { ...zone, setting_id: 'waf' },
    body: { value: 'off' },
    gives: { value: 'off' },
  },
  { operation: 'firewall.waf.packages.list', path: zone, count: 1 },
  { operation: 'firewall.waf.packages.get', path: packages },
  { operation: 'firewall.waf.packages.groups.list', path: packages, count: 1 },
  { operation: 'firewall.waf.packages.groups.get', path: { ...packages, group_id: groupId } },
  {
    operation: 'firewall.waf.packages.groups.edit',
    path: { ...packages, group_id: groupId },
    body: { mode: 'off' },
  },
  { operation: 'firewall.waf.packages.rules.list', path: packages, query: { per_page: 5 }, count: 6 },
  { operation: 'firewall.waf.packages.rules.get', path: { ...packages, rule_id: wafRuleId } },
  {
    operation: 'firewall.waf.packages.rules.edit',
    path: { ...packages, rule_id: wafRuleId },
    body: { mode: 'simulate' },
    gives: { mode: 'simulate' },
  },
  // The service has retired these calls, and the newest SDKs read no answers of them.
  { operation: 'firewall.waf.overrides.create', path: zone, body: urlOverride },
  { operation: 'firewall.waf.overrides.list', path: zone },
  { operation: 'firewall.waf.overrides.get', path: { ...zone, overrides_id: overrideId } },
  {
    operation: 'firewall.waf.overrides.update',
    path: { ...zone, overrides_id: overrideId },
    body: { ...urlOverride, id: overrideId },
  },
  { operation: 'firewall.waf.overrides.delete', path: { ...zone, overrides_id: overrideId } },
];

const expression = 'ip.src eq 192.0.2.9';
const targets = [{ target: 'url', constraint: { operator: 'matches', value: 'one.example/*' } }];
const page = { targets, actions: [{ id: 'disable_security' }], status: 'active', priority: 1 };

const retiredRules: readonly Operation[] = [
  {
    operation: 'filters.create',
    path: zone,
    body: [{ expression, description: 'mine' }],
    keep: { filter: '/0/id' },
    count: 1,
  },
  { operation: 'filters.list', path: zone, count: 2 },
  { operation: 'filters.get', path: { ...zone, filter_id: filterId }, gives: { id: filterId } },
  {
    operation: 'filters.update',
    path: { ...zone, filter_id: '$filter' },
    body: { id: '$filter', expression, paused: true },
    gives: { paused: true },
  },
  { operation: 'filters.delete', path: { ...zone, filter_id: '$filter' } },
  { operation: 'firewall.rules.list', path: zone, count: 1 },
  { operation: 'firewall.rules.get', path: { ...zone, rule_id: firewallRuleId } },
  {
    operation: 'firewall.rules.update',
    path: { ...zone, rule_id: firewallRuleId },
    body: { id: firewallRuleId, action: 'log', filter: { id: filterId } },
    untyped: 'the action is a word',
  },
  { operation: 'firewall.rules.delete', path: { ...zone, rule_id: firewallRuleId } },
  { operation: 'page_rules.create', path: zone, body: page, keep: { page: '/id' } },
  { operation: 'page_rules.list', path: zone, count: 1 },
  { operation: 'page_rules.get', path: { ...zone, pagerule_id: '$page' }, gives: { status: 'active' } },
  {
    operation: 'page_rules.update',
    path: { ...zone, pagerule_id: '$page' },
    body: { ...page, priority: 2 },
    gives: { priority: 2 },
  },
  {
    operation: 'page_rules.edit',
    path: { ...zone, pagerule_id: '$page' },
    body: { status: 'disabled' },
    gives: { status: 'disabled' },
  },
  { operation: 'page_rules.delete', path: { ...zone, pagerule_id: '$page' } },
];

const limited: Operation['before'] = [
  'POST',
  '/faults',
  {
    match: { path: '/zones' },
    times: 1,
    kind: 'status',
    status: 429,
    code: 971,
    headers: { 'retry-after': '0' },
  },
];

const limits: readonly Operation[] = [
  { operation: 'zones.list', before: limited, refusal: { status: 429, codes: [971] } },
  { operation: 'zones.list', before: limited, retries: 2, count: 7 },
];

export const stories: readonly Story[] = [
  ['places and credentials', places],
  ...owners.map(([kind, owner]): Story => [
    `rulesets of ${kind === 'zone' ? 'a zone' : 'an account'}`,
    rulesetCalls(owner, { entry: kind === 'zone' ? 'zone' : 'root' }),
  ]),
  [
    'the managed rules of a zone',
    [
      {
        operation: 'rulesets.phases.update',
        path: { ...zone, ruleset_phase: managed },
        body: {
          rules: [
            {
              action: 'execute',
              expression: 'true',
              action_parameters: {
                id: 'efb7b8c949ac4650a09736fc376e9aee',
                overrides: {
                  rules: [{ id: '5de7edfa648c4d6891dc3e7f84534ffa', action: 'log', enabled: false }],
                },
              },
            },
          ],
        },
        gives: { phase: managed },
      },
      {
        operation: 'rulesets.get',
        path: { ...zone, ruleset_id: 'efb7b8c949ac4650a09736fc376e9aee' },
        gives: { kind: 'managed' },
      },
    ],
  ],
  [
    'custom log fields',
    [
      {
        operation: 'rulesets.phases.update',
        path: { ...zone, ruleset_phase: 'http_log_custom_fields' },
        body: {
          rules: [
            {
              action: 'log_custom_field',
              expression: 'true',
              action_parameters: {
                request_fields: [{ name: 'x-request-id' }],
                cookie_fields: [{ name: 'sessionId' }],
              },
            },
          ],
        },
        gives: { phase: 'http_log_custom_fields' },
      },
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
