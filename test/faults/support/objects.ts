import type { Fixture, FixtureZone } from '../../../lib/emulator';

export const accountId = 'a'.repeat(32);
export const foreignZoneId = 'f'.repeat(32);

/** Zones whose objects make 60: a ruleset, a migration and two or three jobs each, and a policy for every other one. */
export const zonesOf60Objects = 12;

const poolsOfPolicy = 5;

export function zoneIdsOf(zones: number): string[] {
  return Array.from({ length: zones }, (_, index) => `b${(index + 1).toString(16).padStart(31, '0')}`);
}

function poolIdOf(index: number): string {
  return (index + 1).toString(16).padStart(32, '0');
}

function poolIdsOf(policy: number): string[] {
  return Array.from({ length: poolsOfPolicy }, (_, index) => poolIdOf(policy * poolsOfPolicy + index));
}

function policyCountOf(zones: number): number {
  return Math.ceil(zones / 2);
}

/** What the service has before: foreign jobs, rulesets and policies, and pools with legacy e-mails, ten of which nobody manages. */
export function makeFixture(zones: number): Fixture {
  const poolCount = policyCountOf(zones) * poolsOfPolicy + 10;
  return {
    accounts: [
      {
        id: accountId,
        name: 'Example',
        pools: Array.from({ length: poolCount }, (_, index) => ({
          id: poolIdOf(index),
          name: `pool-${index}`,
          origins: [{ name: 'one', address: '192.0.2.1' }],
          notification_email: `team-${index}@example.com`,
        })),
        policies: [
          {
            name: 'Health of group 0, by hand',
            enabled: true,
            alert_type: 'load_balancing_health_alert',
            filters: {
              pool_id: [...poolIdsOf(0), poolIdOf(poolCount - 1)],
              new_health: ['Unhealthy'],
              event_source: ['pool'],
            },
            mechanisms: { email: [{ id: 'other-team@example.com' }] },
          },
        ],
        jobs: [{ ...foreignJob, name: 'of-account', dataset: 'firewall_events' }],
      },
    ],
    zones: [
      ...zoneIdsOf(zones).map((id, index) => makeZone(id, `zone-${index}.example`)),
      {
        ...makeZone(foreignZoneId, 'other.example'),
        rulesets: [firewallRuleset, { ...foreignFields }],
      },
    ],
  };
}

function makeZone(id: string, name: string): FixtureZone {
  return {
    id,
    name,
    account_id: accountId,
    plan: 'enterprise',
    jobs: [{ ...foreignJob, name: `of-${name}` }],
    rulesets: [firewallRuleset],
  };
}

const destination = 'https://logs.example.com/in';

const foreignJob = {
  dataset: 'http_requests',
  destination_conf: destination,
  logpull_options: 'fields=RayID',
};

const firewallRuleset = {
  name: 'ours',
  kind: 'zone',
  phase: 'http_request_firewall_custom',
  rules: [{ action: 'block', expression: 'ip.src eq 192.0.2.99' }],
};

const foreignFields = {
  name: 'fields of another team',
  kind: 'zone',
  phase: 'http_log_custom_fields',
  rules: [
    {
      action: 'log_custom_field',
      expression: 'true',
      action_parameters: { request_fields: [{ name: 'x-other' }] },
    },
  ],
};

/** The configuration of the first apply, and of the update that follows. */
export type Version = 'first' | 'second';

type Blocks = Record<string, Record<string, unknown>>;

/** Terraform's configuration of the objects of all four kinds in so many zones. */
export function makeConfiguration(zones: number, version: Version): object {
  const isSecond = version === 'second';
  const rulesets: Blocks = {};
  const jobs: Blocks = {};
  const policies: Blocks = {};
  const migrations: Blocks = {};
  for (const [index, zoneId] of zoneIdsOf(zones).entries()) {
    rulesets[`zone_${index}`] = {
      zone_id: zoneId,
      request_headers: isSecond ? ['x-request-id', 'x-second'] : ['x-request-id'],
    };
    // With the foreign job, every other zone is at the service's limit of four jobs.
    for (let number = 0; number < 2 + ((index + 1) % 2); number += 1) {
      // The second job of every other zone belongs to the account instead.
      const isOfAccount = index % 2 === 1 && number === 1;
      jobs[`zone_${index}_${number}`] = {
        ...(isOfAccount ? { account_id: accountId } : { zone_id: zoneId }),
        name: `job-${number}-of-zone-${index}`,
        destination_conf: destination,
        ...(isOfAccount ? fieldsOfAccountJob(index, version) : fieldsOfJob(number, version)),
        depends_on: [`edge_custom_fields_ruleset.zone_${index}`],
      };
    }
    // Half of the zones go through validation mode, and are completed by the update.
    migrations[`zone_${index}`] = {
      zone_id: zoneId,
      target: index % 2 === 0 && !isSecond ? 'validation' : 'complete',
      acknowledge_irreversible: true,
      ...(isSecond && { skip_rules: [{ expression: 'http.host eq "hooks.example"' }] }),
    };
  }
  for (let index = 0; index < policyCountOf(zones); index += 1) {
    policies[`group_${index}`] = {
      account_id: accountId,
      name: `Health of group ${index}`,
      pool_ids: poolIdsOf(index),
      email_addresses: isSecond ? ['ops@example.com', 'second@example.com'] : ['ops@example.com'],
      carry_over_recipients: true,
    };
  }
  return {
    provider: { edge: [{}] },
    resource: {
      edge_custom_fields_ruleset: rulesets,
      edge_logpush_job: jobs,
      edge_pool_notification_policy: policies,
      edge_waf_migration: migrations,
    },
  };
}

/** The update replaces the jobs of the account. An account has at most four jobs for each dataset. */
function fieldsOfAccountJob(index: number, version: Version): object {
  const pairs = index % 4 === 1 ? ['firewall_events', 'gateway_dns'] : ['gateway_network', 'gateway_http'];
  return { dataset: pairs[version === 'first' ? 0 : 1], fields: ['Datetime'] };
}

/** The update changes the fields of the jobs. Every second job gets another dataset too, which replaces it. */
function fieldsOfJob(number: number, version: Version): object {
  if (version === 'first') return { dataset: 'http_requests', fields: ['RayID', 'RequestHeaders'] };
  if (number === 1) return { dataset: 'firewall_events', fields: ['RayID', 'Action'] };
  return { dataset: 'http_requests', fields: ['RayID', 'RequestHeaders', 'ClientIP'] };
}
