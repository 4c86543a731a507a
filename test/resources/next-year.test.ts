import fc from 'fast-check';
import type { Fixture } from '../../lib/emulator';
import { isObject } from '../../lib/ground/json';
import { resources } from '../../lib/resources';
import { isSettable, type ObjectValue } from '../../lib/schema';
import { managedRulesets } from '../../lib/waf';
import { accountId, pick, start, zoneId } from '../emulator/support';
import { runs } from '../support/exhaustive';
import { startNextYear, type NextYear } from '../support/next-year';
import { localTerraform } from './local-terraform';
import { p } from './pool-notification-policy/support';

/** One object of each product, with fields, a dataset and a destination that this version does not know. */
const fixture: Fixture = {
  accounts: [
    {
      id: accountId,
      name: 'Account',
      pools: [{ id: p(1), name: 'one', origins: [{ name: 'o', address: '192.0.2.1' }] }],
      policies: [
        {
          name: 'health',
          enabled: true,
          alert_type: 'load_balancing_health_alert',
          mechanisms: { email: [{ id: 'ops@example.com' }] },
          filters: { pool_id: [p(1)], new_health: ['Unhealthy'], event_source: ['pool'] },
        },
      ],
    },
  ],
  zones: [
    {
      id: zoneId,
      account_id: accountId,
      name: 'one.example',
      plan: 'enterprise',
      migration_state: 'complete',
      jobs: [
        {
          name: 'output',
          dataset: 'http_requests',
          destination_conf: 'carrier://pigeon',
          enabled: true,
          output_options: {
            field_names: ['RayID', 'SomeNewField'],
            timestamp_format: 'rfc3339ns',
            output_type: 'csv',
            sample_rate: 0,
          },
          filter: '{"where":{"key":"NewCount","operator":"lt","value":"9"}}',
        },
        {
          name: 'logpull',
          dataset: 'quantum_events',
          destination_conf: 'https://logs.example.com/x',
          enabled: true,
          logpull_options: 'fields=Timestamp,Spin&timestamps=rfc3339&CVE-2021-44228=true',
        },
      ],
      rulesets: [
        {
          name: 'fields',
          kind: 'zone',
          phase: 'http_log_custom_fields',
          rules: [
            {
              action: 'log_custom_field',
              expression: 'true',
              action_parameters: { request_fields: [{ name: 'x-a' }] },
            },
          ],
        },
        {
          name: 'managed',
          kind: 'zone',
          phase: 'http_request_firewall_managed',
          rules: [
            {
              action: 'execute',
              expression: 'true',
              action_parameters: {
                id: managedRulesets.managed,
                overrides: { rules: [{ id: 'b'.repeat(32), action: 'log' }] },
              },
            },
          ],
        },
      ],
    },
  ],
  service: {
    datasets: {
      http_requests: { fields: { SomeNewField: 'string', NewCount: 'int' } },
      quantum_events: { scopes: ['zone'], fields: { Timestamp: 'timestamp', Spin: 'string' } },
    },
    destination_schemes: ['carrier'],
  },
};

/** What changes in each resource, so that every kind of write is made. */
const changes: Readonly<Record<string, ObjectValue>> = {
  output: {
    enabled: false,
    fields: ['RayID'],
    output_options: { field_names: ['RayID'], batch_suffix: 'x' },
  },
  logpull: { fields: ['Spin'] },
  policy: { description: 'changed' },
  fields: { request_headers: ['x-a', 'x-b'] },
  waf: {
    rule_overrides: [{ rule_id: 'c'.repeat(32), ruleset_id: managedRulesets.managed, enabled: false }],
  },
};

const value = fc.oneof(
  fc.string(),
  fc.integer(),
  fc.boolean(),
  fc.constant(null),
  fc.array(fc.string(), { maxLength: 2 }),
  fc.record({ deep: fc.array(fc.integer(), { maxLength: 2 }) }),
);
const nextYear: fc.Arbitrary<NextYear> = fc.record({
  members: fc.dictionary(fc.stringMatching(/^next_[a-z]{1,6}$/), value, { minKeys: 1, maxKeys: 3 }),
  names: fc
    .subarray([
      ['rfc9999', 'rfc3339ns'],
      ['parquet', 'csv'],
      ['Degraded', 'Unhealthy'],
      ['region', 'pool'],
    ] as const)
    .map((pairs) => Object.fromEntries(pairs)),
});

const types = {
  output: 'edge_logpush_job',
  logpull: 'edge_logpush_job',
  policy: 'edge_pool_notification_policy',
  fields: 'edge_custom_fields_ruleset',
  waf: 'edge_waf_migration',
} as const;
type Name = keyof typeof types;

function configOf(name: Name, state: ObjectValue): ObjectValue {
  const contract = resources.find((each) => each.contract.typeName === types[name])?.contract;
  if (contract === undefined) throw new Error(`no ${types[name]}`);
  return Object.fromEntries(
    Object.entries(contract.attributes).flatMap(([attribute, { writeOnly, stateOnly, ...rest }]) => {
      const given = state[attribute] ?? null;
      return isSettable(rest) && writeOnly !== true && stateOnly !== true && given !== null
        ? [[attribute, given]]
        : [];
    }),
  );
}

it('objects of the service of next year are imported, kept, changed and found unchanged, and lose nothing', async () => {
  await fc.assert(
    fc.asyncProperty(nextYear, async (next) => {
      const emulator = await start({ fixture });
      const service = await startNextYear(emulator.url, next);
      const configs: Record<string, ObjectValue> = {};
      const terraform = localTerraform(
        emulator,
        () => {
          const resource: Record<string, Record<string, unknown>> = {};
          for (const [name, type] of Object.entries(types)) {
            (resource[type] ??= {})[name] = configs[name] ?? {
              ...(name === 'policy' ? { account_id: accountId, all_pools: true } : { zone_id: zoneId }),
              name,
              destination_conf: 'https://x',
              fields: ['RayID'],
            };
          }
          return { resource };
        },
        { base_url: service.baseUrl, retry_timeout_seconds: 0, custom_field_limits: 'current' },
      );
      const policies = (await emulator.result(
        'GET',
        `/accounts/${accountId}/alerting/v3/policies`,
      )) as unknown[];
      await terraform.import('edge_logpush_job.output', `${zoneId}/output`);
      await terraform.import('edge_logpush_job.logpull', `${zoneId}/logpull`);
      await terraform.import(
        'edge_pool_notification_policy.policy',
        `${accountId}/${String(pick(policies[0], 'id'))}`,
      );
      await terraform.import('edge_custom_fields_ruleset.fields', `${zoneId}/http_log_custom_fields`);
      await terraform.import('edge_waf_migration.waf', zoneId);
      for (const [name, type] of Object.entries(types))
        configs[name] = configOf(name as Name, terraform.attributes(`${type}.${name}`));
      const { diagnostics, isEmpty } = await terraform.plan();
      expect(isEmpty).toBe(true);
      const notes = diagnostics.filter(({ summary }) => summary === 'Members unknown to this version');
      expect(notes.every(({ severity }) => severity === 'warning')).toBe(true);
      const told = notes.flatMap(({ detail }) => membersIn(detail));
      expect(told).toEqual(expect.arrayContaining(Object.keys(next.members).flatMap(everywhere)));
      expect(new Set(told).size).toBe(told.length);
      expect(service.writes).toEqual([]);

      for (const name of Object.keys(types)) configs[name] = { ...configs[name], ...changes[name] };
      await terraform.apply();
      await terraform.expectNoChanges();
      expectNothingLost(service.writes, next);
    }),
    { numRuns: runs(2) },
  );
});

/** The members of a note, each with the kind of its object. */
function membersIn(detail: string): string[] {
  const [, kind = '', paths = ''] = /: (\w+) \S+ has (.*?)\. This version/.exec(detail) ?? [];
  return paths.split(', ').map((path) => `${kind} ${path}`);
}

/** Where each kind of object has a member of next year that no attribute shows. */
function everywhere(name: string): string[] {
  return [
    `job ${name}`,
    `job output_options.${name}`,
    `policy ${name}`,
    `policy mechanisms.email.${name}`,
    `ruleset ${name}`,
    `ruleset rules.${name}`,
    `ruleset rules.action_parameters.request_fields.${name}`,
    `ruleset rules.action_parameters.overrides.rules.${name}`,
  ];
}

/** What the API replaces as a whole is sent with its unknown members; a job is sent only what changed. */
function expectNothingLost(writes: readonly { path: string; body: unknown }[], { members }: NextYear): void {
  const bodies = (part: string) => writes.filter(({ path }) => path.includes(part)).map(({ body }) => body);
  const jobs = bodies('/logpush/jobs/');
  expect(jobs.map((body) => Object.keys(isObject(body) ? body : {}).sort())).toEqual(
    expect.arrayContaining([['enabled', 'output_options'], ['logpull_options']]),
  );
  const output = jobs.map((body) => pick(body, 'output_options')).find((each) => each !== undefined);
  expect(output).toMatchObject(members);
  const [policy] = bodies('/alerting/v3/policies');
  expect(policy).toMatchObject(members);
  expect(pick(policy, 'mechanisms', 'email')).toEqual([{ id: 'ops@example.com', ...members }]);
  expect(pick(policy, 'filters')).toMatchObject(members);
  expect(pick(policy, 'mechanisms')).toMatchObject(members);
  const logpull = jobs.map((body) => pick(body, 'logpull_options')).find((each) => each !== undefined);
  expect(logpull).toContain('CVE-2021-44228=true');
  for (const body of bodies('/rulesets/')) expect(body).toMatchObject(members);
  const rulesets = bodies('/rulesets/').map((body) => pick(body, 'rules', 0));
  expect(rulesets).toHaveLength(2);
  for (const rule of rulesets) {
    expect(rule).toMatchObject(members);
    expect(pick(rule, 'action_parameters')).toMatchObject(members);
  }
  const names = rulesets.map((rule) => pick(rule, 'action_parameters', 'request_fields', 0));
  expect(names).toContainEqual({ name: 'x-a', ...members });
  const overrides = rulesets.map((rule) => pick(rule, 'action_parameters', 'overrides'));
  expect(overrides).toContainEqual({
    ...members,
    rules: [
      { id: 'b'.repeat(32), action: 'log', ...members },
      { id: 'c'.repeat(32), enabled: false },
    ],
  });
}
