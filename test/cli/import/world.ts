import type { Fixture, FixtureZone } from '../../../lib/emulator';
import type { Owner } from '../../../lib/resources/handler';
import { accountId, customFieldRule } from '../../emulator/support';
import { entryPointWith, executeManaged } from '../waf/zones';

/** Ids: `z(1)` is that of `zone-1.example`. */
export const z = (number: number) => number.toString(16).padStart(32, 'e');
export const p = (number: number) => number.toString(16).padStart(32, 'b');
export const policyId = (number: number) => number.toString(16).padStart(32, 'd');

export const job = (id: number, name: string, more: object = {}) => ({
  id,
  name,
  enabled: true,
  destination_conf: 's3://logs/http?region=eu-central-1&access-key-id=AK&secret-access-key=SK',
  logpull_options: 'fields=ClientIP,RayID&timestamps=rfc3339',
  ...more,
});

export const logFields = (...names: readonly string[]) => ({
  name: 'Custom log fields',
  kind: 'zone',
  phase: 'http_log_custom_fields',
  rules: [
    customFieldRule({
      request_fields: names.map((name) => ({ name })),
      // Needs the current limits of the provider.
      transformed_request_fields: [{ name: 'x-transformed' }],
    }),
  ],
});

const zone = (number: number, more: Partial<FixtureZone> = {}): FixtureZone => ({
  id: z(number),
  account_id: accountId,
  name: `zone-${number}.example`,
  plan: 'enterprise',
  ...more,
});

export const policy = (number: number, name: string, more: object = {}) => ({
  id: policyId(number),
  name,
  enabled: true,
  alert_type: 'load_balancing_health_alert',
  mechanisms: { email: [{ id: 'ops@example.com' }] },
  filters: { pool_id: [p(1)], new_health: ['Unhealthy', 'Healthy'], event_source: ['pool', 'origin'] },
  ...more,
});

export const account = { id: accountId, name: 'Example account' };

export const owners: readonly Owner[] = [
  { kind: 'account', ...account, account },
  ...[1, 2, 3].map((at) => ({ kind: 'zone' as const, id: z(at), name: `zone-${at}.example`, account })),
];

/** An account with a bit of everything: three zones, and objects that no resource has. */
export const history: Fixture = {
  accounts: [
    {
      ...account,
      pools: [1, 2].map((number) => ({
        id: p(number),
        name: `pool-${number}`,
        origins: [{ name: 'one', address: '192.0.2.1' }],
        ...(number === 1 && { notification_email: 'old@example.com' }),
      })),
      policies: [
        policy(1, 'Health of pools'),
        {
          id: policyId(2),
          name: 'Attacks',
          enabled: true,
          alert_type: 'dos_attack_l7',
          mechanisms: { email: [{ id: 'ops@example.com' }] },
        },
      ],
      jobs: [
        job(30, 'audit', {
          destination_conf: 's3://logs/audit?region=eu-central-1',
          dataset: 'audit_logs',
          logpull_options: 'fields=ActionType,ID&timestamps=rfc3339',
        }),
      ],
    },
  ],
  zones: [
    zone(1, {
      migration_state: 'complete',
      custom_field_limits: 'current',
      rulesets: [logFields('x-request-id'), ...entryPointWith(executeManaged).rulesets],
      jobs: [job(11, 'errors'), job(12, 'live', { kind: 'edge' }), job(13, '')],
    }),
    zone(2, {
      migration_state: 'start',
      rulesets: [{ name: 'Firewall', kind: 'zone', phase: 'http_request_firewall_custom', rules: [] }],
      jobs: [
        job(21, 'errors', {
          max_upload_bytes: 5_000_000,
          logpull_options: 'fields=RayID&CVE-2021-44228=true',
        }),
      ],
    }),
    zone(3, { plan: 'free' }),
  ],
};
