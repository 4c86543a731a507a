import * as fc from 'fast-check';
import { type EdgeClient, isApiError, isEdgeError } from '../../lib/client';
import { runs } from '../support/exhaustive';
import { mutated, type MutatedAnswer } from './support/mutated-answer';
import { serve, type Server } from './support/serve';

let server: Server;
let client: EdgeClient;
let answer: MutatedAnswer;

beforeAll(async () => {
  server = await serve((_request, response) => {
    const bytes = Buffer.from(answer.body);
    response.writeHead(answer.status, { ...answer.headers, 'content-length': bytes.length });
    if (answer.isCut && bytes.length > 0) {
      response.write(bytes.subarray(0, bytes.length / 2), () => response.destroy());
    } else {
      response.end(bytes);
    }
  });
  client = server.client({ requestsPer5Minutes: 1_000_000 });
});

afterAll(async () => {
  await server.close();
});

type Is = (value: unknown) => boolean;
const text: Is = (value) => typeof value === 'string';
const id: Is = (value) => typeof value === 'string' && value !== '';
const number: Is = (value) => Number.isFinite(value);
const boolean: Is = (value) => typeof value === 'boolean';
const any: Is = () => true;
const map: Is = (value) => typeof value === 'object' && value !== null && !Array.isArray(value);
const equal =
  (...values: unknown[]): Is =>
  (value) =>
    values.includes(value);
const orNull =
  (is: Is): Is =>
  (value) =>
    value === null || is(value);
const orMissing =
  (is: Is): Is =>
  (value) =>
    value === undefined || is(value);
const listOf =
  (is: Is): Is =>
  (value) =>
    Array.isArray(value) && value.every(is);
const mapOf =
  (is: Is): Is =>
  (value) =>
    map(value) && Object.values(value as object).every(is);
const object =
  (fields: Readonly<Record<string, Is>>): Is =>
  (value) =>
    map(value) && Object.entries(fields).every(([name, is]) => is(Reflect.get(value as object, name)));
/** A list without duplicate objects. */
const objects =
  (fields: Readonly<Record<string, Is>>): Is =>
  (value) =>
    listOf(object({ id: any, ...fields }))(value) &&
    new Set((value as { id: unknown }[]).map((each) => each.id)).size === (value as unknown[]).length;

const phase = 'http_log_custom_fields';
const when = '2026-01-02T03:04:05Z';

const job = {
  id: 1002,
  dataset: 'http_requests',
  enabled: true,
  name: 'requests',
  destination_conf: 's3://logs?region=eu',
  logpull_options: null,
  output_options: { field_names: ['RayID'], sample_rate: 1 },
  filter: '{"where":{"and":[]}}',
  frequency: 'high',
  kind: '',
  max_upload_bytes: 5_000_000,
  last_complete: when,
  last_error: null,
  error_message: null,
};
const jobFields = {
  dataset: text,
  enabled: boolean,
  name: orNull(text),
  destination_conf: text,
  logpull_options: orNull(text),
  output_options: orNull(map),
  filter: orNull(text),
  frequency: orNull(text),
  kind: text,
  max_upload_bytes: number,
  max_upload_interval_seconds: number,
  max_upload_records: number,
  last_complete: orNull(text),
  last_error: orNull(text),
  error_message: orNull(text),
};

const policy = {
  id: 'asked',
  name: 'Pools',
  description: '',
  enabled: true,
  alert_type: 'load_balancing_health_alert',
  mechanisms: { email: [{ id: 'ops@example.com' }], webhooks: [{ id: 'w' }], pagerduty: [] },
  filters: { pool_id: ['p'], new_health: ['Unhealthy'], event_source: ['pool'] },
  created: when,
  modified: when,
};
const recipients = listOf(object({ id }));
const policyFields = {
  name: text,
  description: text,
  enabled: boolean,
  alert_type: text,
  mechanisms: object({ email: recipients, webhooks: recipients, pagerduty: recipients }),
  filters: object({
    pool_id: orMissing(listOf(text)),
    new_health: orMissing(listOf(text)),
    event_source: orMissing(listOf(text)),
  }),
  alert_interval: orMissing(text),
  created: text,
  modified: text,
};

const webhook = { id: 'asked', name: 'chat', type: 'slack', url: 'https://example.com/x', created_at: when };
const webhookFields = {
  name: text,
  type: text,
  url: text,
  created_at: text,
  last_success: orNull(text),
  last_failure: orNull(text),
};

const pool = {
  id: 'asked',
  name: 'one',
  notification_email: 'ops@example.com',
  notification_filter: { pool: { healthy: false }, origin: null },
  enabled: true,
  minimum_origins: 2,
  origins: [{ name: 'a', address: '192.0.2.1', enabled: true, weight: 0.5 }],
};
const poolFields = {
  name: text,
  notification_email: text,
  notification_filter: orNull(map),
  description: text,
  enabled: boolean,
  minimum_origins: number,
  origins: listOf(object({ name: text, address: text, enabled: boolean, weight: number })),
};

const summary = {
  id: 'asked',
  name: 'fields',
  description: '',
  kind: 'zone',
  phase,
  version: '2',
  last_updated: when,
};
const ruleset = {
  ...summary,
  rules: [
    {
      id: 'rule',
      version: '1',
      action: 'log_custom_field',
      action_parameters: { cookie_fields: [{ name: 'session' }], request_fields: null },
      expression: 'true',
      enabled: true,
    },
  ],
};
const summaryFields = {
  name: text,
  description: text,
  kind: text,
  phase: text,
  version: text,
  last_updated: text,
};
const namedFields = orMissing(listOf(object({ name: text })));
const ruleFields = {
  id: text,
  version: text,
  action: text,
  action_parameters: orMissing(
    object({ request_fields: namedFields, response_fields: namedFields, cookie_fields: namedFields }),
  ),
  expression: text,
  description: text,
  ref: text,
  enabled: boolean,
  last_updated: text,
};
const rulesetFields = { ...summaryFields, rules: listOf(object(ruleFields)) };

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
const ofPackage = {
  package_id: (value: unknown) => typeof value !== 'string' || value === '' || value === 'asked',
};
const alert = { type: 'x', display_name: 'X', description: '', filter_options: [{ Key: 'pool_id' }] };
const firewallRule = {
  id: 'f',
  action: 'bypass',
  products: ['waf'],
  filter: { id: 'x', expression: 'true', paused: false },
  priority: 3,
};
const pageRule = {
  id: 'p',
  targets: [{ target: 'url', constraint: { operator: 'matches', value: 'example.com/*' } }],
  actions: [{ id: 'waf', value: 'off' }],
  priority: 1,
  status: 'active',
};

interface Operation {
  readonly name: string;
  /** What the service answers when all is well. */
  readonly result: unknown;
  readonly resultInfo?: object;
  readonly run: (parent: string) => Promise<unknown>;
  /** Whether what the client makes of an answer is what its types say, and what was asked for. */
  readonly is: Is;
}

const pagesOf = (count: number) => ({ page: 1, per_page: 25, count, total_count: count, total_pages: 1 });
const pages = pagesOf(2);

/** Every method that reads. Each run has another zone or account. */
const reads: readonly Operation[] = [
  {
    name: 'zones.get',
    result: { id: 'asked', name: 'one.example', plan: { legacy_id: 'pro' } },
    run: () => client.zones.get('asked'),
    is: object({ id: equal('asked'), name: text, plan: object({ legacy_id: text }) }),
  },
  {
    name: 'logpush.list',
    result: [job, { ...job, id: 3 }],
    run: (zone) => client.logpush.list(zone),
    is: objects({ ...jobFields, id: (value) => Number.isSafeInteger(value) && Number(value) > 0 }),
  },
  {
    name: 'logpush.get',
    result: job,
    run: (zone) => client.logpush.get(zone, 1002),
    is: object({ ...jobFields, id: equal(1002) }),
  },
  {
    name: 'logpush.datasetFields',
    result: { RayID: 'the ray', ClientIP: 'the client' },
    run: (zone) => client.logpush.datasetFields(zone, 'http_requests'),
    is: mapOf(text),
  },
  {
    name: 'alerting.listPolicies',
    result: [policy, { ...policy, id: 'other' }],
    run: (account) => client.alerting.listPolicies(account),
    is: objects({ ...policyFields, id }),
  },
  {
    name: 'alerting.getPolicy',
    result: policy,
    run: (account) => client.alerting.getPolicy(account, 'asked'),
    is: object({ ...policyFields, id: equal('asked') }),
  },
  {
    name: 'alerting.listWebhooks',
    result: [webhook, { ...webhook, id: 'other' }],
    run: (account) => client.alerting.listWebhooks(account),
    is: objects({ ...webhookFields, id }),
  },
  {
    name: 'alerting.getWebhook',
    result: webhook,
    run: (account) => client.alerting.getWebhook(account, 'asked'),
    is: object({ ...webhookFields, id: equal('asked') }),
  },
  {
    name: 'alerting.listPagerDuty',
    result: [{ id: 'd', name: 'On call' }, { id: 'e' }],
    run: (account) => client.alerting.listPagerDuty(account),
    is: objects({ id, name: text }),
  },
  {
    name: 'alerting.availableAlerts',
    result: { 'Load Balancing': [alert], Logpush: [alert, alert] },
    run: (account) => client.alerting.availableAlerts(account),
    is: mapOf(
      listOf(object({ type: text, display_name: text, description: text, filter_options: listOf(any) })),
    ),
  },
  {
    name: 'pools.list',
    result: [pool, { ...pool, id: 'other' }],
    resultInfo: pages,
    run: (account) => client.pools.list(account),
    is: objects({ ...poolFields, id }),
  },
  {
    name: 'pools.listPage',
    result: [pool, { ...pool, id: 'other' }],
    resultInfo: pages,
    run: (account) => client.pools.listPage(account, { page: 1, perPage: 25 }),
    is: objects({ ...poolFields, id }),
  },
  {
    name: 'pools.get',
    result: pool,
    run: (account) => client.pools.get(account, 'asked'),
    is: object({ ...poolFields, id: equal('asked') }),
  },
  {
    name: 'rulesets.list',
    result: [summary, { ...summary, id: 'other' }],
    resultInfo: { cursor: '', cursors: { after: '' } },
    run: (zone) => client.rulesets.list(zone),
    is: objects({ ...summaryFields, id }),
  },
  {
    name: 'rulesets.findZoneRuleset',
    result: [summary, { ...summary, phase: 'other' }],
    resultInfo: { cursor: '' },
    run: (zone) => client.rulesets.findZoneRuleset(zone, phase),
    is: orMissing(object({ ...summaryFields, id, phase: equal(phase), kind: equal('zone') })),
  },
  {
    name: 'rulesets.get',
    result: ruleset,
    run: (zone) => client.rulesets.get(zone, 'asked'),
    is: object({ ...rulesetFields, id: equal('asked') }),
  },
  {
    name: 'rulesets.entryPoint',
    result: ruleset,
    run: (zone) => client.rulesets.entryPoint(zone, phase),
    is: orMissing(object({ ...rulesetFields, id, phase: equal(phase, '') })),
  },
  {
    name: 'waf.setting',
    result: { id: 'waf', value: 'on' },
    run: (zone) => client.waf.setting(zone),
    is: equal('on', 'off'),
  },
  {
    name: 'waf.listPackages',
    result: [{ id: 'p', name: 'OWASP', detection_mode: 'anomaly', sensitivity: 'low' }],
    resultInfo: pagesOf(1),
    run: (zone) => client.waf.listPackages(zone),
    is: objects({
      id,
      name: text,
      detection_mode: text,
      sensitivity: orNull(text),
      action_mode: orNull(text),
    }),
  },
  {
    name: 'waf.listGroups',
    result: [{ id: 'g', package_id: 'asked', mode: 'on' }],
    resultInfo: pagesOf(1),
    run: (zone) => client.waf.listGroups(zone, 'asked'),
    is: objects({ id, name: text, mode: text, ...ofPackage }),
  },
  {
    name: 'waf.listRules',
    result: [wafRule, { ...wafRule, id: 's' }],
    resultInfo: pages,
    run: (zone) => client.waf.listRules(zone, 'asked'),
    is: objects({
      id,
      priority: text,
      group: object({ id: text, name: text }),
      mode: text,
      allowed_modes: listOf(text),
      default_mode: orNull(text),
      ...ofPackage,
    }),
  },
  {
    name: 'waf.listOverrides',
    result: [{ id: 'o', urls: ['example.com/*'], rules: { r: 'block' }, priority: 1, paused: false }],
    resultInfo: pagesOf(1),
    run: (zone) => client.waf.listOverrides(zone),
    is: objects({ id, urls: listOf(text), priority: number, groups: map, rules: map, paused: boolean }),
  },
  {
    name: 'wafMigration.check',
    result: { compatible: true, migration_state: 'start' },
    run: (zone) => client.wafMigration.check(zone),
    is: object({ compatible: boolean, migration_state: text }),
  },
  {
    name: 'wafMigration.config',
    result: { name: 'default', rules: ruleset.rules },
    run: (zone) => client.wafMigration.config(zone),
    is: object({ name: text, rules: listOf(object(ruleFields)) }),
  },
  {
    name: 'wafMigration.status',
    result: { old_waf_status: 'enabled', new_waf_status: 'disabled', migration_state: 'start' },
    run: (zone) => client.wafMigration.status(zone),
    is: object({ old_waf_status: text, new_waf_status: text, migration_state: text }),
  },
  {
    name: 'firewallRules.list',
    result: [firewallRule, { ...firewallRule, id: 'g' }],
    resultInfo: pages,
    run: (zone) => client.firewallRules.list(zone),
    is: objects({
      id,
      action: text,
      products: listOf(text),
      filter: object({ id: text, expression: text, paused: boolean }),
      priority: orNull(number),
      paused: boolean,
    }),
  },
  {
    name: 'pageRules.list',
    result: [pageRule],
    run: (zone) => client.pageRules.list(zone),
    is: objects({
      id,
      targets: listOf(object({ target: text, constraint: object({ operator: text, value: text }) })),
      actions: listOf(object({ id })),
      priority: number,
      status: text,
    }),
  },
];

const written = { id: 'asked' };
const input = { name: 'x', kind: 'zone', description: '', phase } as const;

const writes: readonly Operation[] = [
  {
    name: 'logpush.create',
    result: job,
    run: (zone) => client.logpush.create(zone, { dataset: 'http_requests', destination_conf: 's3://b' }),
    is: object({ ...jobFields, id: number, dataset: equal('http_requests', '') }),
  },
  {
    name: 'logpush.update',
    result: job,
    run: (zone) => client.logpush.update(zone, 1002, { enabled: true }),
    is: object({ ...jobFields, id: equal(1002) }),
  },
  {
    name: 'alerting.updatePolicy',
    result: written,
    run: (account) =>
      client.alerting.updatePolicy(account, 'asked', {
        name: 'x',
        enabled: true,
        alert_type: 'x',
        mechanisms: {},
      }),
    is: object({ id: equal('asked') }),
  },
  {
    name: 'alerting.createWebhook',
    result: written,
    run: (account) => client.alerting.createWebhook(account, { name: 'x', url: 'https://example.com/' }),
    is: object({ id }),
  },
  {
    name: 'pools.update',
    result: pool,
    run: (account) => client.pools.update(account, 'asked', { notification_email: '' }),
    is: object({ ...poolFields, id: equal('asked') }),
  },
  {
    name: 'pools.clearNotificationEmails',
    result: [pool, { ...pool, id: 'other' }],
    run: (account) => client.pools.clearNotificationEmails(account, { page: 1, perPage: 25 }),
    is: objects({ ...poolFields, id }),
  },
  {
    name: 'rulesets.create',
    result: ruleset,
    run: (zone) => client.rulesets.create(zone, input),
    is: object({ ...rulesetFields, id, phase: equal(phase, '') }),
  },
  {
    name: 'rulesets.replaceRules',
    result: ruleset,
    run: (zone) => client.rulesets.replaceRules(zone, 'asked', { rules: [] }),
    is: object({ ...rulesetFields, id: equal('asked') }),
  },
  {
    name: 'rulesets.deleteRule',
    result: ruleset,
    run: (zone) => client.rulesets.deleteRule(zone, 'asked', 'rule'),
    is: object({ ...rulesetFields, id: equal('asked') }),
  },
];

function casesOf(
  operations: readonly Operation[],
): fc.Arbitrary<{ operation: Operation; reply: MutatedAnswer }> {
  return fc.oneof(
    ...operations.map((operation) => {
      const { result, resultInfo } = operation;
      const extra = resultInfo === undefined ? {} : { result_info: resultInfo };
      return mutated({ result, success: true, errors: [], messages: [], ...extra }).map((reply) => ({
        operation,
        reply,
      }));
    }),
  );
}

let parents = 0;
/** HTTP 429 makes the later calls of a client wait. */
let wasLimited = false;

type Ending = { readonly value: unknown } | { readonly error: unknown };

function endOf(operation: Operation, reply: MutatedAnswer): Promise<Ending> {
  answer = reply;
  parents += 1;
  if (wasLimited) client = server.client({ requestsPer5Minutes: 1_000_000 });
  wasLimited = reply.status === 429;
  return operation.run(`parent-${parents}`).then(
    (value) => ({ value }),
    (error: unknown) => ({ error }),
  );
}

test.each([...reads, ...writes])('$name accepts a valid reply', async (operation) => {
  const { result, resultInfo } = operation;
  const body = JSON.stringify({ result, success: true, result_info: resultInfo });
  const ending = await endOf(operation, { status: 200, headers: {}, body, isCut: false });
  expect(ending).toHaveProperty('value');
  expect('value' in ending && operation.is(ending.value)).toBe(true);
});

test('each read of a mutated reply fails with a typed error or returns a value of its type', async () => {
  const counts = { errors: 0, values: 0 };
  await fc.assert(
    fc.asyncProperty(casesOf(reads), async ({ operation, reply }) => {
      const ending = await endOf(operation, reply);
      if ('value' in ending) {
        counts.values += 1;
        expect(operation.is(ending.value)).toBe(true);
        expect(() => JSON.stringify(ending.value)).not.toThrow();
        return;
      }
      counts.errors += 1;
      const { error } = ending;
      if (!isEdgeError(error)) throw error;
      expect(error.code).toMatch(/^EDGE_/);
      expect(error.message.length).toBeLessThan(10_000);
      expect(error.mayHaveBeenApplied).toBe(false);
    }),
    { numRuns: runs(1000) },
  );
  expect(counts.errors).toBeGreaterThan(200);
  expect(counts.values).toBeGreaterThan(200);
});

test('a mutated reply marks a write as possibly applied, unless it is a refusal', async () => {
  let doubts = 0;
  await fc.assert(
    fc.asyncProperty(casesOf(writes), async ({ operation, reply }) => {
      const ending = await endOf(operation, reply);
      if ('value' in ending) {
        expect(operation.is(ending.value)).toBe(true);
        return;
      }
      const { error } = ending;
      if (!isEdgeError(error)) throw error;
      expect(error.mayHaveBeenApplied).toBe(!isApiError(error) || error.status >= 500);
      doubts += Number(error.mayHaveBeenApplied);
    }),
    { numRuns: runs(300) },
  );
  expect(doubts).toBeGreaterThan(50);
});
