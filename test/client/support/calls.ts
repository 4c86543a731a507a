/** Every call of the client about an object: what it sends, what the service answers, and what is read from that. */
import type { EdgeClient } from '../../../lib/client';
import { accounts } from '../../../lib/client/accounts';
import { availableAlerts, pagerDutyServices, policies, webhooks } from '../../../lib/client/alerting';
import { firewallRules } from '../../../lib/client/firewall-rules';
import { datasetFields, jobs } from '../../../lib/client/logpush';
import { apiObject, identifier, type ApiObject, type Members } from '../../../lib/client/object';
import { pageRules } from '../../../lib/client/page-rules';
import { pools } from '../../../lib/client/pools';
import { rulesets, rulesetSummary } from '../../../lib/client/rulesets';
import { groups, overrides, packages, rules } from '../../../lib/client/waf';
import {
  managedPhase,
  migrationCheck,
  migrationConfiguration,
  migrationStatus,
} from '../../../lib/client/waf-migration';
import { zones } from '../../../lib/client/zones';

export const phase = 'http_log_custom_fields';
const when = '2026-01-02T03:04:05Z';
const later = { added_tomorrow: { deep: [1] } };

const account = { id: 'asked', name: 'Example', type: 'enterprise', ...later };
const zone = {
  id: 'asked',
  name: 'one.example',
  status: 'active',
  account: { id: 'a', name: 'Example', type: 'standard' },
  plan: { id: 'p', name: 'Pro Website', legacy_id: 'pro' },
  ...later,
};
export const job = {
  id: 42,
  dataset: 'http_requests',
  enabled: true,
  name: 'requests',
  destination_conf: 's3://logs?region=eu',
  logpull_options: 'fields=RayID',
  output_options: { field_names: ['RayID'], sample_rate: 0.5 },
  filter: '{"where":{}}',
  filter_attack_traffic: true,
  frequency: 'high',
  kind: 'edge',
  max_upload_bytes: 5_000_000,
  max_upload_interval_seconds: 30,
  max_upload_records: 1000,
  last_complete: when,
  last_error: when,
  error_message: 'access denied',
  ...later,
};
export const policyInput = {
  name: 'Pools',
  enabled: true,
  alert_type: 'load_balancing_health_alert',
  mechanisms: { email: [{ id: 'ops@example.com' }] },
  filters: { pool_id: ['p1', 'p2'], new_health: ['Unhealthy'], event_source: ['pool', 'origin'] },
};
const policy = {
  ...policyInput,
  id: 'asked',
  description: 'Both pools',
  mechanisms: {
    email: [{ id: 'ops@example.com', name: 'ops' }],
    webhooks: [{ id: 'w1' }],
    pagerduty: [{ id: 'd1' }],
    added_tomorrow: [1],
  },
  filters: { ...policyInput.filters, region: ['WEU'], ...later },
  alert_interval: '30m',
  created: when,
  modified: when,
  ...later,
};
const webhookInput = { name: 'chat', url: 'https://example.com/hook', secret: 'a-secret-of-the-test' };
const webhook = {
  id: 'asked',
  name: 'chat',
  type: 'slack',
  url: 'https://hooks.slack.com/services/x',
  created_at: when,
  last_success: when,
  last_failure: null,
  ...later,
};
const alert = {
  type: 'x',
  display_name: 'X',
  description: '',
  filter_options: [{ Key: 'pool_id' }],
  ...later,
};
const pool = {
  id: 'asked',
  name: 'primary',
  notification_email: 'ops@example.com,dev@example.com',
  notification_filter: { origin: { disable: false, healthy: false }, pool: null },
  description: 'The first',
  enabled: false,
  minimum_origins: 2,
  origins: [
    { name: 'one', address: '192.0.2.1', enabled: false, weight: 0.5, header: { Host: ['example.com'] } },
  ],
  check_regions: ['WEU'],
  ...later,
};
const summary = {
  id: 'asked',
  name: 'Log fields',
  description: 'Fields',
  kind: 'zone',
  phase,
  version: '2',
  last_updated: when,
  source: 'firewall_managed',
};
const rule = {
  id: 'rule-1',
  version: '1',
  action: 'log_custom_field',
  action_parameters: {
    cookie_fields: [{ name: 'Session' }],
    response_fields: [{ name: 'x-cache', preserve_duplicates: true }],
  },
  expression: 'true',
  description: 'Cookies',
  ref: 'rule-1',
  enabled: false,
  last_updated: when,
  categories: ['new'],
};
const managed = {
  ...rule,
  action: 'execute',
  action_parameters: { id: 'managed', overrides: { rules: [{ id: 'x', action: 'log', enabled: true }] } },
};
const ruleset = { ...summary, rules: [rule, managed] };
const managedRuleset = { ...ruleset, phase: managedPhase };
const replacement = { rules: [{ action: 'execute', expression: 'true' }] };
const migrationInput = { name: 'default', ...replacement };
const wafPackage = {
  id: 'p',
  name: 'OWASP',
  description: '',
  detection_mode: 'anomaly',
  sensitivity: 'low',
  action_mode: null,
  ...later,
};
const wafGroup = { id: 'g', package_id: 'asked', name: 'G', description: '', mode: 'on' };
const wafRule = {
  id: 'r',
  package_id: 'asked',
  description: '',
  priority: '1',
  group: { id: 'g', name: 'G' },
  mode: 'default',
  allowed_modes: ['default', 'block'],
  default_mode: 'block',
};
const override = {
  id: 'asked',
  description: '',
  urls: ['example.com/*'],
  priority: 1,
  groups: {},
  rules: { r: 'block' },
  rewrite_action: {},
  paused: false,
};
const firewallRule = {
  id: 'f',
  action: 'bypass',
  products: ['waf'],
  filter: { id: 'x', expression: 'ip.src eq 192.0.2.1', paused: false },
  priority: 3,
  paused: false,
  description: '',
  ref: '',
};
const pageRule = {
  id: 'p',
  targets: [{ target: 'url', constraint: { operator: 'matches', value: 'example.com/*' } }],
  actions: [{ id: 'disable_security' }, { id: 'waf', value: 'off' }],
  priority: 1,
  status: 'active',
};

const written = apiObject('an id', { id: identifier() });

export interface ClientCall {
  readonly name: string;
  /** Without what all paths begin with. `:owner` is the zone or the account. */
  readonly request: string;
  readonly body?: unknown;
  readonly run: (client: EdgeClient, owner: string) => Promise<unknown>;
  readonly result: unknown;
  /** What the call resolves to. @default - the result */
  readonly reads?: unknown;
  /** The table of what it resolves to, or of the items of that. @default - it resolves to a word */
  readonly object?: ApiObject<Members>;
  /** The members by which an answer is known to be about another object. */
  readonly about?: Readonly<Record<string, string | number>>;
}

/** What a call resolves to, with its table, and the members by which an answer is known to be about another object. */
function answer(
  object: ApiObject<Members>,
  result: unknown,
  about?: ClientCall['about'],
): Pick<ClientCall, 'result' | 'object' | 'about'> {
  return { result, object, ...(about && { about }) };
}

function callsOf(calls: Readonly<Record<string, Omit<ClientCall, 'name'>>>): readonly ClientCall[] {
  return Object.entries(calls).map(([name, call]) => ({ name, ...call }));
}

const first = { page: 1, perPage: 25 };

/** The calls with one object or several that differ in nothing but the product. */
export const lists = callsOf({
  'accounts.list': {
    request: 'GET /accounts?page=1&per_page=50',
    run: (client) => client.accounts.list(),
    ...answer(accounts.object, [account, { ...account, id: 'other' }]),
  },
  'zones.list': {
    request: 'GET /zones?page=1&per_page=50',
    run: (client) => client.zones.list(),
    ...answer(zones.object, [zone, { ...zone, id: 'other' }]),
  },
  'logpush.list': {
    request: 'GET /zones/:owner/logpush/jobs',
    run: ({ logpush }, owner) => logpush.list(owner),
    ...answer(jobs.object, [job, { ...job, id: 3 }]),
  },
  'logpush.list of an account': {
    request: 'GET /accounts/:owner/logpush/jobs',
    run: ({ logpush }, accountId) => logpush.list({ accountId }),
    ...answer(jobs.object, [job]),
  },
  'logpush.datasetJobs': {
    request: 'GET /zones/:owner/logpush/datasets/http_requests/jobs',
    run: ({ logpush }, owner) => logpush.datasetJobs(owner, 'http_requests'),
    ...answer(jobs.object, [job]),
  },
  'alerting.listPolicies': {
    request: 'GET /accounts/:owner/alerting/v3/policies',
    run: ({ alerting }, owner) => alerting.listPolicies(owner),
    ...answer(policies.object, [policy, { ...policy, id: 'other' }]),
  },
  'alerting.listWebhooks': {
    request: 'GET /accounts/:owner/alerting/v3/destinations/webhooks',
    run: ({ alerting }, owner) => alerting.listWebhooks(owner),
    ...answer(webhooks.object, [webhook, { ...webhook, id: 'other' }]),
  },
  'alerting.listPagerDuty': {
    request: 'GET /accounts/:owner/alerting/v3/destinations/pagerduty',
    run: ({ alerting }, owner) => alerting.listPagerDuty(owner),
    ...answer(pagerDutyServices.object, [{ id: 'd', name: 'On call', ...later }]),
  },
  'pools.list': {
    request: 'GET /accounts/:owner/load_balancers/pools?page=1&per_page=25',
    run: (client, owner) => client.pools.list(owner),
    ...answer(pools.object, [pool, { ...pool, id: 'other' }]),
  },
  'rulesets.list': {
    request: 'GET /zones/:owner/rulesets',
    run: (client, owner) => client.rulesets.list(owner),
    ...answer(rulesetSummary, [summary, { ...summary, id: 'other' }]),
  },
  'waf.listPackages': {
    request: 'GET /zones/:owner/firewall/waf/packages?page=1&per_page=100',
    run: ({ waf }, owner) => waf.listPackages(owner),
    ...answer(packages.object, [wafPackage]),
  },
  'waf.listGroups': {
    request: 'GET /zones/:owner/firewall/waf/packages/asked/groups?page=1&per_page=100',
    run: ({ waf }, owner) => waf.listGroups(owner, 'asked'),
    ...answer(groups.object, [wafGroup], { package_id: 'asked' }),
  },
  'waf.listRules': {
    request: 'GET /zones/:owner/firewall/waf/packages/asked/rules?page=1&per_page=100',
    run: ({ waf }, owner) => waf.listRules(owner, 'asked'),
    ...answer(rules.object, [wafRule, { ...wafRule, id: 's' }], { package_id: 'asked' }),
  },
  'waf.listOverrides': {
    request: 'GET /zones/:owner/firewall/waf/overrides?page=1&per_page=100',
    run: ({ waf }, owner) => waf.listOverrides(owner),
    ...answer(overrides.object, [override]),
  },
  'firewallRules.list': {
    request: 'GET /zones/:owner/firewall/rules?page=1&per_page=100',
    run: (client, owner) => client.firewallRules.list(owner),
    ...answer(firewallRules.object, [firewallRule, { ...firewallRule, id: 'g' }]),
  },
  'pageRules.list': {
    request: 'GET /zones/:owner/pagerules',
    run: (client, owner) => client.pageRules.list(owner),
    ...answer(pageRules.object, [pageRule]),
  },
});

const ofPages = callsOf({
  'accounts.list by name': {
    request: 'GET /accounts?name=R%26D&page=1&per_page=50',
    run: (client) => client.accounts.list({ name: 'R&D' }),
    ...answer(accounts.object, [account]),
  },
  'zones.listPage by default': {
    request: 'GET /zones?page=1&per_page=50',
    run: (client) => client.zones.listPage(),
    ...answer(zones.object, [zone]),
  },
  'zones.listPage': {
    request: 'GET /zones?page=2&per_page=5',
    run: (client) => client.zones.listPage({ page: 2, perPage: 5 }),
    ...answer(zones.object, [zone]),
  },
  'pools.listPage': {
    request: 'GET /accounts/:owner/load_balancers/pools?page=1&per_page=25',
    run: (client, owner) => client.pools.listPage(owner, first),
    ...answer(pools.object, [pool, { ...pool, id: 'other' }]),
  },
});

const ofObjects = callsOf({
  'accounts.get': {
    request: 'GET /accounts/asked',
    run: (client) => client.accounts.get('asked'),
    ...answer(accounts.object, account, { id: 'asked' }),
  },
  'zones.get': {
    request: 'GET /zones/asked',
    run: (client) => client.zones.get('asked'),
    ...answer(zones.object, zone, { id: 'asked' }),
  },
  'logpush.get': {
    request: 'GET /zones/:owner/logpush/jobs/42',
    run: ({ logpush }, owner) => logpush.get(owner, 42),
    ...answer(jobs.object, job, { id: 42 }),
  },
  'logpush.get of an account': {
    request: 'GET /accounts/:owner/logpush/jobs/42',
    run: ({ logpush }, accountId) => logpush.get({ accountId }, 42),
    ...answer(jobs.object, job, { id: 42 }),
  },
  'logpush.datasetFields': {
    request: 'GET /zones/:owner/logpush/datasets/http_requests/fields',
    run: ({ logpush }, owner) => logpush.datasetFields(owner, 'http_requests'),
    ...answer(datasetFields, { RayID: 'ID of the request', ClientIP: null }),
    reads: { RayID: 'ID of the request', ClientIP: '' },
  },
  'alerting.getPolicy': {
    request: 'GET /accounts/:owner/alerting/v3/policies/asked',
    run: ({ alerting }, owner) => alerting.getPolicy(owner, 'asked'),
    ...answer(policies.object, policy, { id: 'asked' }),
  },
  'alerting.getWebhook': {
    request: 'GET /accounts/:owner/alerting/v3/destinations/webhooks/asked',
    run: ({ alerting }, owner) => alerting.getWebhook(owner, 'asked'),
    ...answer(webhooks.object, webhook, { id: 'asked' }),
  },
  'alerting.availableAlerts': {
    request: 'GET /accounts/:owner/alerting/v3/available_alerts',
    run: ({ alerting }, owner) => alerting.availableAlerts(owner),
    ...answer(availableAlerts, {
      'Load Balancing': [alert],
      Logpush: [{ type: 'x', filter_options: null }],
      Empty: null,
    }),
    reads: {
      'Load Balancing': [alert],
      Logpush: [{ type: 'x', display_name: '', description: '', filter_options: [] }],
      Empty: [],
    },
  },
  'pools.get': {
    request: 'GET /accounts/:owner/load_balancers/pools/asked',
    run: (client, owner) => client.pools.get(owner, 'asked'),
    ...answer(pools.object, pool, { id: 'asked' }),
  },
  'rulesets.findZoneRuleset': {
    request: 'GET /zones/:owner/rulesets',
    run: (client, owner) => client.rulesets.findZoneRuleset(owner, phase),
    ...answer(rulesetSummary, [
      { ...summary, kind: 'managed' },
      { ...summary, id: 'other' },
    ]),
    reads: { ...summary, id: 'other' },
  },
  'rulesets.get': {
    request: 'GET /zones/:owner/rulesets/asked',
    run: (client, owner) => client.rulesets.get(owner, 'asked'),
    ...answer(rulesets.object, ruleset, { id: 'asked' }),
  },
  'rulesets.entryPoint': {
    request: `GET /zones/:owner/rulesets/phases/${phase}/entrypoint`,
    run: (client, owner) => client.rulesets.entryPoint(owner, phase),
    ...answer(rulesets.object, ruleset, { phase }),
  },
  'waf.setting': {
    request: 'GET /zones/:owner/settings/waf',
    run: ({ waf }, owner) => waf.setting(owner),
    result: { id: 'waf', value: 'on', editable: true },
    reads: 'on',
    about: { id: 'waf' },
  },
  'waf.getOverride': {
    request: 'GET /zones/:owner/firewall/waf/overrides/asked',
    run: ({ waf }, owner) => waf.getOverride(owner, 'asked'),
    ...answer(overrides.object, override, { id: 'asked' }),
  },
  'wafMigration.check': {
    request: 'GET /zones/:owner/waf_migration/check?phase_two=1',
    run: ({ wafMigration }, owner) => wafMigration.check(owner),
    ...answer(migrationCheck, { compatible: true, migration_state: 'start' }),
  },
  'wafMigration.config': {
    request: 'GET /zones/:owner/waf_migration/config?phase_two=1',
    run: ({ wafMigration }, owner) => wafMigration.config(owner),
    ...answer(migrationConfiguration, {
      name: 'default',
      rules: [{ ...managed, id: '', version: '', ref: '' }],
    }),
  },
  'wafMigration.status': {
    request: 'GET /zones/:owner/waf_migration/status',
    run: ({ wafMigration }, owner) => wafMigration.status(owner),
    ...answer(migrationStatus, {
      old_waf_status: 'enabled',
      new_waf_status: 'disabled',
      migration_state: 'start',
      source: 'zone',
    }),
  },
});

const jobInput = {
  name: 'ünïcode / "quotes" \u2028 😀',
  dataset: 'http_requests',
  destination_conf: 's3://logs?region=eu&sse=AES256',
  ownership_challenge: 'challenge-1',
};
const rulesetInput = { name: 'Log fields', kind: 'zone', description: '', phase } as const;

function deployAs(mode: 'pending' | 'validation'): Omit<ClientCall, 'name'> {
  return {
    request: `PUT /zones/:owner/rulesets/phases/${managedPhase}/entrypoint?waf_migration=${mode}&phase_two=1`,
    body: migrationInput,
    run: ({ wafMigration }, owner) => wafMigration.deploy(owner, mode, migrationInput),
    ...answer(rulesets.object, managedRuleset, { phase: managedPhase }),
  };
}

/** Calls that send an object. Some answers have no more than its id. */
export const writes = callsOf({
  'logpush.create': {
    request: 'POST /zones/:owner/logpush/jobs',
    body: jobInput,
    run: ({ logpush }, owner) => logpush.create(owner, jobInput),
    ...answer(jobs.object, job, { dataset: 'http_requests' }),
  },
  'logpush.update': {
    request: 'PUT /zones/:owner/logpush/jobs/42',
    body: { filter: null, enabled: false },
    run: ({ logpush }, owner) => logpush.update(owner, 42, { filter: null, enabled: false, name: undefined }),
    ...answer(jobs.object, job, { id: 42 }),
  },
  'alerting.createPolicy': {
    request: 'POST /accounts/:owner/alerting/v3/policies',
    body: policyInput,
    run: ({ alerting }, owner) => alerting.createPolicy(owner, policyInput),
    ...answer(written, policy),
    reads: { id: 'asked' },
  },
  'alerting.updatePolicy': {
    request: 'PUT /accounts/:owner/alerting/v3/policies/asked',
    body: policyInput,
    run: ({ alerting }, owner) => alerting.updatePolicy(owner, 'asked', policyInput),
    ...answer(written, { id: 'asked' }, { id: 'asked' }),
  },
  'alerting.createWebhook': {
    request: 'POST /accounts/:owner/alerting/v3/destinations/webhooks',
    body: webhookInput,
    run: ({ alerting }, owner) => alerting.createWebhook(owner, webhookInput),
    ...answer(written, { id: 'asked' }),
  },
  'alerting.updateWebhook': {
    request: 'PUT /accounts/:owner/alerting/v3/destinations/webhooks/asked',
    body: webhookInput,
    run: ({ alerting }, owner) => alerting.updateWebhook(owner, 'asked', webhookInput),
    ...answer(written, { id: 'asked' }, { id: 'asked' }),
  },
  'pools.update': {
    request: 'PATCH /accounts/:owner/load_balancers/pools/asked',
    body: { notification_email: '', notification_filter: null },
    run: (client, owner) => {
      const changes = { notification_email: '', description: undefined, notification_filter: null };
      return client.pools.update(owner, 'asked', changes);
    },
    ...answer(pools.object, pool, { id: 'asked' }),
  },
  'pools.clearNotificationEmails': {
    request: 'PATCH /accounts/:owner/load_balancers/pools?page=2&per_page=50',
    body: { notification_email: '' },
    run: (client, owner) => client.pools.clearNotificationEmails(owner, { page: 2, perPage: 50 }),
    ...answer(pools.object, [pool, { ...pool, id: 'other' }]),
  },
  'rulesets.create': {
    request: 'POST /zones/:owner/rulesets',
    body: rulesetInput,
    run: (client, owner) => client.rulesets.create(owner, rulesetInput),
    ...answer(rulesets.object, ruleset, { phase }),
  },
  'rulesets.replaceRules': {
    request: 'PUT /zones/:owner/rulesets/asked',
    body: replacement,
    run: (client, owner) => client.rulesets.replaceRules(owner, 'asked', replacement),
    ...answer(rulesets.object, ruleset, { id: 'asked' }),
  },
  'rulesets.replaceEntryPoint': {
    request: `PUT /zones/:owner/rulesets/phases/${phase}/entrypoint`,
    body: replacement,
    run: (client, owner) => client.rulesets.replaceEntryPoint(owner, phase, replacement),
    ...answer(rulesets.object, ruleset, { phase }),
  },
  'rulesets.deleteRule': {
    request: 'DELETE /zones/:owner/rulesets/asked/rules/rule',
    run: (client, owner) => client.rulesets.deleteRule(owner, 'asked', 'rule'),
    ...answer(rulesets.object, ruleset, { id: 'asked' }),
  },
  'wafMigration.deploy as pending': deployAs('pending'),
  'wafMigration.deploy as validation': deployAs('validation'),
});

export const deletions: readonly ClientCall[] = (
  [
    ['logpush.delete', '/zones/:owner/logpush/jobs/42', ({ logpush }, owner) => logpush.delete(owner, 42)],
    [
      'alerting.deletePolicy',
      '/accounts/:owner/alerting/v3/policies/asked',
      ({ alerting }, owner) => alerting.deletePolicy(owner, 'asked'),
    ],
    [
      'alerting.deleteWebhook',
      '/accounts/:owner/alerting/v3/destinations/webhooks/asked',
      ({ alerting }, owner) => alerting.deleteWebhook(owner, 'asked'),
    ],
    [
      'rulesets.delete',
      '/zones/:owner/rulesets/asked',
      (client, owner) => client.rulesets.delete(owner, 'asked'),
    ],
    [
      'waf.deleteOverride',
      '/zones/:owner/firewall/waf/overrides/asked',
      ({ waf }, owner) => waf.deleteOverride(owner, 'asked'),
    ],
  ] as [string, string, ClientCall['run']][]
).map(([name, path, run]) => {
  const about = { id: path.endsWith('42') ? 42 : 'asked' };
  return { name, request: `DELETE ${path}`, run, result: about, about };
});

export const reads = [...lists, ...ofPages, ...ofObjects];
