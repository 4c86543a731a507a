import type { Fixture } from '../../lib/emulator';
import { accountId, freeDestination, start, zoneId, type Running } from './support';

/**
 * The requests that the public pages of the service print, with the shapes of the answers that they print: the pages of the
 * Rulesets API, of log delivery, load balancing and notifications, and the reference of the API. Ids, names and values are
 * our own.
 */
interface Example {
  readonly call: string;
  readonly body?: object;
  /** The result; undefined for a 204. */
  readonly prints: unknown;
  readonly before?: (emulator: Running) => Promise<unknown>;
}

const text = expect.any(String) as string;
const number = expect.any(Number) as number;
const yes = expect.any(Boolean) as boolean;
const id = expect.stringMatching(/^[0-9a-f]{32}$/) as string;
const version = expect.stringMatching(/^\d+$/) as string;
const time = expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:]+\.\d+Z$/) as string;
const someOf = (...items: unknown[]) => expect.arrayContaining(items) as unknown;
const each = (item: unknown) => expect.objectContaining(item as object) as unknown;

const ids = {
  entrypoint: 'e1'.repeat(16),
  waf: 'e2'.repeat(16),
  customFields: 'e3'.repeat(16),
  custom: 'c1'.repeat(16),
  root: 'c2'.repeat(16),
  unused: 'c3'.repeat(16),
  pool: 'f1'.repeat(16),
  otherPool: 'f2'.repeat(16),
  webhook: 'd1'.repeat(16),
  pagerDuty: 'd2'.repeat(16),
  policy: 'd3'.repeat(16),
  managed: 'efb7b8c949ac4650a09736fc376e9aee',
  rules: ['a1', 'a2', 'a3', 'a4'].map((each) => each.repeat(16)),
} as const;
const [first = '', second = '', third = '', fourth = ''] = ids.rules;

const firewall = 'http_request_firewall_custom';
const managedPhase = 'http_request_firewall_managed';
const forShops = '(cf.zone.name == "shop.example") and cf.zone.plan eq "ENT"';
const bots = { action: 'challenge', expression: 'not http.request.uri.path contains "/feed"' };
const execute = (ruleset: string, expression = 'true') => ({
  action: 'execute',
  expression,
  action_parameters: { id: ruleset },
});
const executes = (ruleset: string) => ({
  action: 'execute',
  action_parameters: { id: ruleset, version: 'latest' },
});
const fields = ['ClientIP', 'ClientRequestHost', 'EdgeStartTimestamp', 'RayID'];
const job = {
  name: 'shop.example',
  destination_conf: freeDestination,
  dataset: 'http_requests',
  output_options: { field_names: fields, timestamp_format: 'rfc3339' },
};
const pool = {
  name: 'shop-west',
  origins: [{ name: 'one', address: '192.0.2.7', enabled: true, weight: 0.5 }],
};
const policy = {
  name: 'Pools of the shop',
  description: 'Who sells',
  alert_type: 'load_balancing_health_alert',
  enabled: true,
  mechanisms: { email: [{ id: 'shop@example.com' }], webhooks: [{ id: ids.webhook }] },
  filters: { pool_id: [ids.pool], new_health: ['Unhealthy'], event_source: ['pool'] },
};

const world: Fixture = {
  accounts: [
    {
      id: accountId,
      name: 'Account',
      rulesets: [
        { id: ids.custom, name: 'Custom', kind: 'custom', phase: firewall, rules: rulesOf(first, second) },
        { id: ids.root, name: 'Root', kind: 'root', phase: firewall, rules: [execute(ids.custom, forShops)] },
        { id: ids.unused, name: 'Unused', kind: 'custom', phase: firewall },
      ],
      pools: [
        { ...pool, id: ids.pool, notification_email: 'shop@example.com' },
        { name: 'shop-east', origins: [{ name: 'a', address: '192.0.2.8' }], id: ids.otherPool },
      ],
      webhooks: [{ id: ids.webhook, name: 'Chat', url: 'https://hooks.example.com/a' }],
      pagerduty: [{ id: ids.pagerDuty, name: 'On call' }],
      policies: [{ ...policy, id: ids.policy }],
      jobs: [{ id: 72, destination_conf: freeDestination, dataset: 'gateway_dns' }],
    },
  ],
  zones: [
    {
      id: zoneId,
      account_id: accountId,
      name: 'shop.example',
      plan: 'enterprise',
      custom_field_limits: 'current',
      migration_state: 'complete',
      rulesets: [
        {
          id: ids.entrypoint,
          name: 'Entry point',
          kind: 'zone',
          phase: firewall,
          rules: rulesOf(first, second, third, fourth),
        },
        { id: ids.waf, name: 'WAF', kind: 'zone', phase: managedPhase, rules: [execute(ids.managed)] },
        { id: ids.customFields, name: 'Fields', kind: 'zone', phase: 'http_log_custom_fields' },
      ],
      jobs: [{ ...job, id: 71 }],
    },
  ],
};

function rulesOf(...all: string[]): object[] {
  return all.map((one) => ({ id: one, ...bots, description: `rule ${one.slice(0, 2)}` }));
}

/** A ruleset as the pages print it. */
function rulesetOf(more: object): object {
  return each({
    id,
    name: text,
    description: text,
    version,
    last_updated: time,
    phase: text,
    ...more,
  }) as object;
}

function ruleOf(more: object): object {
  return each({
    id,
    version,
    last_updated: time,
    ref: text,
    enabled: yes,
    expression: text,
    ...more,
  }) as object;
}

const ofZone = `/zones/${zoneId}/rulesets`;
const ofAccount = `/accounts/${accountId}/rulesets`;
const summary = { id, name: text, description: text, kind: text, version, last_updated: time, phase: text };
const inOrder = (...all: string[]) => rulesetOf({ rules: all.map((one) => each({ id: one })) });
const describeAgain = (path: string) => (emulator: Running) =>
  emulator.result('PUT', path, { description: 'Second version' });

const rulesetExamples: readonly Example[] = [
  {
    call: `GET ${ofZone}`,
    prints: someOf(each({ ...summary, kind: 'zone' }), each({ ...summary, kind: 'managed' })),
  },
  {
    call: `GET ${ofAccount}`,
    prints: someOf(each({ ...summary, id: ids.managed, source: 'firewall_managed' })),
  },
  { call: `GET ${ofZone}/${ids.entrypoint}`, prints: rulesetOf({ rules: someOf(ruleOf(bots)) }) },
  {
    call: `GET ${ofAccount}/${ids.custom}`,
    prints: rulesetOf({ kind: 'custom', rules: someOf(ruleOf(bots)) }),
  },
  { call: `GET ${ofAccount}/${ids.managed}`, prints: each({ ...summary, kind: 'managed' }) },
  {
    call: `GET ${ofZone}/${ids.entrypoint}/versions`,
    prints: [each(summary), each({ ...summary, version: '2' })],
    before: describeAgain(`${ofZone}/${ids.entrypoint}`),
  },
  {
    call: `GET ${ofZone}/${ids.entrypoint}/versions/1`,
    prints: rulesetOf({ version: '1', rules: someOf(ruleOf(bots)) }),
  },
  {
    call: `DELETE ${ofZone}/${ids.entrypoint}/versions/1`,
    prints: undefined,
    before: describeAgain(`${ofZone}/${ids.entrypoint}`),
  },
  {
    call: `GET ${ofZone}/phases/${firewall}/entrypoint`,
    prints: rulesetOf({ kind: 'zone', rules: someOf(ruleOf(bots)) }),
  },
  {
    call: `GET ${ofZone}/phases/${managedPhase}/entrypoint`,
    prints: rulesetOf({ source: 'firewall_managed' }),
  },
  { call: `GET ${ofAccount}/phases/${firewall}/entrypoint`, prints: rulesetOf({ kind: 'root' }) },
  {
    call: `GET ${ofAccount}/phases/${firewall}/entrypoint/versions`,
    prints: [each({ ...summary, kind: 'root' })],
  },
  { call: `GET ${ofZone}/phases/http_ratelimit/entrypoint/versions`, prints: [] },
  { call: `GET ${ofZone}/phases/${firewall}/entrypoint/versions/1`, prints: rulesetOf({ version: '1' }) },
  {
    call: `POST ${ofAccount}`,
    body: {
      name: 'Logs',
      kind: 'custom',
      description: 'What to log',
      phase: firewall,
      rules: [{ action: 'log', expression: 'cf.zone.name eq "a.example"' }],
    },
    prints: rulesetOf({ kind: 'custom', version: '1', rules: [ruleOf({ action: 'log', version: '1' })] }),
  },
  {
    call: `POST ${ofZone}`,
    body: {
      name: 'Limits',
      kind: 'zone',
      description: 'Deploys',
      phase: 'http_ratelimit',
      rules: [execute(ids.custom)],
    },
    prints: rulesetOf({ kind: 'zone', version: '1', rules: [ruleOf(executes(ids.custom))] }),
  },
  ...[ofAccount, ofZone].map((path) => ({
    call: `POST ${path}`,
    body: { name: 'Shops', description: 'Rules of shops', kind: 'custom', phase: firewall },
    prints: rulesetOf({ kind: 'custom', version: '1' }),
  })),
  {
    call: `PUT ${ofZone}/${ids.waf}`,
    body: { rules: [execute(ids.managed)] },
    prints: rulesetOf({ version: '2', rules: [ruleOf(executes(ids.managed))] }),
  },
  {
    call: `PUT ${ofZone}/phases/${managedPhase}/entrypoint`,
    body: { rules: [{ ...execute(ids.managed), description: 'Deploy it' }] },
    prints: rulesetOf({ rules: [ruleOf({ description: 'Deploy it' })] }),
  },
  {
    call: `PUT ${ofZone}/${ids.entrypoint}`,
    body: { description: 'Other words' },
    prints: rulesetOf({ description: 'Other words', version: '2', rules: someOf(ruleOf(bots)) }),
  },
  {
    call: `PUT ${ofAccount}/phases/${firewall}/entrypoint`,
    body: {
      rules: [
        { ...execute(ids.unused, forShops), description: 'Deploy both' },
        execute(ids.custom, forShops),
      ],
    },
    prints: rulesetOf({ kind: 'root', rules: [ruleOf({ description: 'Deploy both' }), ruleOf({})] }),
  },
  {
    call: `PUT ${ofAccount}/${ids.custom}`,
    body: { rules: [{ id: second, ...bots, action: 'js_challenge' }, { id: first }] },
    prints: rulesetOf({
      version: '2',
      rules: [
        ruleOf({ id: second, version: '2', action: 'js_challenge' }),
        ruleOf({ id: first, version: '1', ...bots }),
      ],
    }),
  },
  {
    call: `POST ${ofZone}/${ids.entrypoint}/rules`,
    body: { action: 'js_challenge', expression: 'ip.src.country eq "AQ"', description: 'Penguins' },
    prints: rulesetOf({
      rules: someOf(ruleOf({ action: 'js_challenge', version: '1', description: 'Penguins' })),
    }),
  },
  {
    call: `POST ${ofZone}/${ids.waf}/rules`,
    body: {
      action: 'skip',
      expression: 'http.host eq "dev.example"',
      action_parameters: { ruleset: 'current' },
      position: { before: '' },
    },
    prints: rulesetOf({ rules: [ruleOf({ action: 'skip' }), ruleOf({ action: 'execute' })] }),
  },
  {
    call: `PATCH ${ofAccount}/${ids.custom}/rules/${first}`,
    body: { action: 'js_challenge', expression: 'ip.src.country eq "AQ"', description: 'Penguins' },
    prints: rulesetOf({ rules: [ruleOf({ id: first, version: '2', action: 'js_challenge' }), ruleOf(bots)] }),
  },
  {
    call: `PATCH ${ofZone}/${ids.entrypoint}/rules/${second}`,
    body: { position: { before: '' } },
    prints: inOrder(second, first, third, fourth),
  },
  {
    call: `PATCH ${ofZone}/${ids.entrypoint}/rules/${second}`,
    body: { position: { after: third } },
    prints: inOrder(first, third, second, fourth),
  },
  {
    call: `PATCH ${ofZone}/${ids.entrypoint}/rules/${first}`,
    body: { position: { index: 3 } },
    prints: inOrder(second, third, first, fourth),
  },
  {
    call: `PATCH ${ofZone}/${ids.entrypoint}/rules/${first}?dry_run=true`,
    body: { action: 'block', expression: 'ip.src.country eq "AQ"', description: 'Penguins', enabled: true },
    prints: null,
  },
  {
    call: `DELETE ${ofAccount}/${ids.custom}/rules/${first}`,
    prints: rulesetOf({ rules: [ruleOf({ id: second })] }),
  },
  { call: `DELETE ${ofAccount}/${ids.unused}`, prints: undefined },
  {
    call: `PUT ${ofZone}/${ids.customFields}`,
    body: {
      rules: [
        {
          action: 'log_custom_field',
          expression: 'true',
          description: 'What to log',
          action_parameters: {
            request_fields: [{ name: 'accept' }],
            transformed_request_fields: [{ name: 'host' }],
            response_fields: [{ name: 'server' }, { name: 'set-cookie', preserve_duplicates: true }],
            raw_response_fields: [{ name: 'allow' }],
            cookie_fields: [{ name: 'Basket' }],
          },
        },
      ],
    },
    prints: rulesetOf({
      version: '2',
      rules: [
        ruleOf({
          action: 'log_custom_field',
          action_parameters: each({ cookie_fields: [{ name: 'Basket' }] }),
        }),
      ],
    }),
  },
];

const logs = `/zones/${zoneId}/logpush`;
const accountLogs = `/accounts/${accountId}/logpush`;
const printedJob = each({
  id: number,
  dataset: text,
  enabled: yes,
  name: text,
  output_options: each({ field_names: fields, timestamp_format: 'rfc3339' }),
  destination_conf: text,
  last_complete: null,
  last_error: null,
  error_message: null,
});
const bucket = 's3://shop-logs/http?region=eu-west-1';

const logExamples: readonly Example[] = [
  {
    call: `POST ${logs}/ownership`,
    body: { destination_conf: bucket },
    prints: { filename: text, valid: true, message: '' },
  },
  {
    call: `POST ${logs}/ownership/validate`,
    body: { destination_conf: bucket, ownership_challenge: '00000000' },
    prints: { valid: false },
  },
  { call: `POST ${logs}/jobs`, body: job, prints: printedJob },
  { call: `POST ${logs}/jobs`, body: { ...job, kind: 'edge' }, prints: each({ kind: 'edge' }) },
  {
    call: `POST ${logs}/jobs`,
    body: {
      ...job,
      output_options: { field_names: ['RayID', 'Cookies', 'RequestHeaders', 'ResponseHeaders'] },
    },
    prints: each({
      id: number,
      output_options: each({ field_names: someOf('Cookies', 'RequestHeaders', 'ResponseHeaders') }),
    }),
  },
  {
    call: `POST ${logs}/jobs`,
    body: {
      ...job,
      filter: JSON.stringify({
        where: {
          and: [
            { key: 'ClientRequestPath', operator: 'contains', value: '/feed' },
            { key: 'ClientRequestHost', operator: 'eq', value: 'shop.example' },
          ],
        },
      }),
    },
    prints: each({ id: number, filter: text }),
  },
  { call: `GET ${logs}/jobs/71`, prints: printedJob },
  { call: `GET ${logs}/jobs`, prints: [printedJob] },
  { call: `GET ${logs}/datasets/http_requests/jobs`, prints: [printedJob] },
  { call: `GET ${logs}/datasets/http_requests/fields`, prints: each({ RayID: text, ClientIP: text }) },
  { call: `GET ${logs}/datasets/http_requests/fields/default`, prints: each({ RayID: text }) },
  { call: `PUT ${logs}/jobs/71`, body: { enabled: true }, prints: each({ id: 71, enabled: true }) },
  {
    call: `PUT ${logs}/jobs/71`,
    body: { output_options: { field_names: fields, timestamp_format: 'rfc3339', 'CVE-2021-44228': true } },
    prints: each({ output_options: each({ field_names: fields, 'CVE-2021-44228': true }) }),
  },
  { call: `DELETE ${logs}/jobs/71`, prints: { id: 71 } },
  {
    call: `POST ${logs}/validate/destination`,
    body: { destination_conf: bucket },
    prints: { valid: true, message: '' },
  },
  {
    call: `POST ${logs}/validate/destination/exists`,
    body: { destination_conf: bucket },
    prints: { exists: false },
  },
  {
    call: `POST ${logs}/validate/origin`,
    body: {
      logpull_options: 'fields=RayID,ClientIP&timestamps=rfc3339&CVE-2021-44228=true',
      dataset: 'http_requests',
    },
    prints: { valid: true, message: '' },
  },
  { call: `GET ${accountLogs}/jobs`, prints: [each({ id: 72, dataset: 'gateway_dns' })] },
];

const pools = `/accounts/${accountId}/load_balancers/pools`;
const printedPool = each({
  id,
  created_on: time,
  modified_on: time,
  description: text,
  enabled: true,
  minimum_origins: number,
  name: text,
  origins: someOf(each({ name: text, address: text, enabled: true, weight: number })),
});

const poolExamples: readonly Example[] = [
  { call: `GET ${pools}`, prints: [printedPool, printedPool] },
  { call: `GET ${pools}?monitor=${'9'.repeat(32)}`, prints: [] },
  {
    call: `POST ${pools}`,
    body: {
      ...pool,
      description: 'Lisbon',
      enabled: true,
      minimum_origins: 1,
      check_regions: ['WEU', 'ENAM'],
      latitude: 38.7,
      longitude: -9.1,
    },
    prints: printedPool,
  },
  {
    call: `POST ${pools}`,
    body: {
      ...pool,
      origins: [{ name: 'one', address: 'one.example.com', header: { Host: ['shop.example'] } }],
    },
    prints: each({ origins: [each({ header: { Host: ['shop.example'] } })] }),
  },
  {
    call: `PATCH ${pools}/${ids.pool}`,
    body: {
      load_shedding: {
        default_percent: 30,
        default_policy: 'random',
        session_percent: 10,
        session_policy: 'hash',
      },
    },
    prints: each({ load_shedding: each({ default_percent: 30 }) }),
  },
  {
    call: `PATCH ${pools}/${ids.pool}`,
    body: { origin_steering: { policy: 'random' } },
    prints: each({ origin_steering: { policy: 'random' } }),
  },
  {
    call: `PATCH ${pools}/${ids.pool}`,
    body: { enabled: false },
    prints: each({ enabled: false, disabled_at: time }),
  },
  { call: `GET ${pools}/${ids.pool}`, prints: printedPool },
  { call: `PUT ${pools}/${ids.pool}`, body: pool, prints: printedPool },
  {
    call: `PATCH ${pools}`,
    body: { notification_email: '' },
    prints: someOf(each({ notification_email: '' })),
  },
  {
    call: `GET ${pools}/${ids.pool}/health`,
    prints: {
      pool_id: ids.pool,
      pop_health: each({
        healthy: true,
        origins: [{ '192.0.2.7': { failure_reason: text, healthy: true, response_code: 200, rtt: text } }],
      }),
    },
  },
  { call: `GET ${pools}/${ids.pool}/references`, prints: [] },
  { call: `DELETE ${pools}/${ids.otherPool}`, prints: { id: ids.otherPool } },
];

const alerting = `/accounts/${accountId}/alerting/v3`;
const printedPolicy = each({
  id,
  name: text,
  alert_type: text,
  enabled: yes,
  mechanisms: each({}),
  created: time,
  modified: time,
});
const printedWebhook = each({ id, name: text, type: 'generic', url: text, created_at: time });

const notificationExamples: readonly Example[] = [
  {
    call: `GET ${alerting}/available_alerts`,
    prints: each({
      'Load Balancing': someOf(
        each({
          type: text,
          display_name: text,
          description: text,
          filter_options: someOf(each({ Key: text })),
        }),
      ),
    }),
  },
  {
    call: `GET ${alerting}/destinations/eligible`,
    prints: each({ email: [{ eligible: true, ready: true, type: 'email' }] }),
  },
  { call: `GET ${alerting}/destinations/pagerduty`, prints: [{ id: ids.pagerDuty, name: 'On call' }] },
  { call: `GET ${alerting}/destinations/webhooks`, prints: [printedWebhook] },
  { call: `GET ${alerting}/destinations/webhooks/${ids.webhook}`, prints: printedWebhook },
  {
    call: `POST ${alerting}/destinations/webhooks`,
    body: { name: 'Chat', url: 'https://hooks.example.com/b', secret: 's3cret' },
    prints: { id },
  },
  {
    call: `PUT ${alerting}/destinations/webhooks/${ids.webhook}`,
    body: { name: 'Chat 2', url: 'https://hooks.example.com/a' },
    prints: { id: ids.webhook },
  },
  { call: `DELETE ${alerting}/destinations/webhooks/${ids.webhook}`, prints: null },
  { call: `GET ${alerting}/policies`, prints: [printedPolicy] },
  { call: `GET ${alerting}/policies/${ids.policy}`, prints: printedPolicy },
  { call: `POST ${alerting}/policies`, body: policy, prints: { id } },
  {
    call: `POST ${alerting}/policies`,
    body: {
      name: 'Certificates',
      alert_type: 'universal_ssl_event_type',
      enabled: true,
      mechanisms: { email: [{ id: 'shop@example.com' }] },
    },
    prints: { id },
  },
  {
    call: `PUT ${alerting}/policies/${ids.policy}`,
    body: { ...policy, enabled: false },
    prints: { id: ids.policy },
  },
  { call: `DELETE ${alerting}/policies/${ids.policy}`, prints: null },
  {
    call: `GET ${alerting}/history`,
    prints: someOf(
      each({
        id: text,
        name: policy.name,
        description: policy.description,
        alert_body: text,
        alert_type: policy.alert_type,
        mechanism: text,
        mechanism_type: 'email',
        policy_id: ids.policy,
        sent: time,
      }),
    ),
    before: (emulator) =>
      emulator.control('POST', `/accounts/${accountId}/pools/${ids.pool}/health`, { healthy: false }),
  },
];

describe.each([
  ['rulesets', rulesetExamples],
  ['log delivery', logExamples],
  ['load balancing', poolExamples],
  ['notifications', notificationExamples],
])('the printed examples of %s', (_name, examples) => {
  it.each(examples)('answer as printed: $call', async ({ call, body, prints, before }) => {
    const emulator = await start({ fixture: world });
    await before?.(emulator);
    const [method = '', path = ''] = call.split(' ');
    const reply = await emulator.call(method, path, body);
    if (prints === undefined) {
      expect([reply.status, reply.text]).toEqual([204, '']);
      return;
    }
    expect(reply.body).toEqual(
      expect.objectContaining({ success: true, errors: [], messages: [], result: prints }),
    );
    expect(reply.status).toBe(200);
  });
});
