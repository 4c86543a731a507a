import type { Fixture } from '../../../lib/emulator';

export const accountId = 'ab12cd34'.repeat(4);
export const zoneId = 'cd34ef56'.repeat(4);
export const migratedZoneId = 'ef56ab12'.repeat(4);
const poolId = '34cd56ef'.repeat(4);
const webhookId = '56ef12ab'.repeat(4);

/** What must not be in a report: values of the world. */
export const canaries = [
  'canary',
  accountId,
  zoneId,
  migratedZoneId,
  poolId,
  webhookId,
  'c0ffee00',
  '192.0.2.77',
];

const rule = (more: object = {}) => ({
  action: 'block',
  expression: 'http.host eq "canary.example"',
  description: 'canary rule',
  ...more,
});

const origin = { name: 'canary-origin', address: '192.0.2.77', header: { Host: ['canary.example'] } };
const byEmail = { email: [{ id: 'canary@canary.example' }] };

/** Every product has objects with all members that answers can have. */
export const answersWorld: Fixture = {
  accounts: [
    {
      id: accountId,
      name: 'Canary Account',
      pools: [
        {
          id: poolId,
          name: 'canary-pool',
          description: 'canary pool',
          notification_email: 'canary@canary.example',
          notification_filter: { pool: { disable: false, healthy: false }, origin: null },
          load_shedding: { default_percent: 10, default_policy: 'random' },
          origin_steering: { policy: 'hash' },
          check_regions: ['WEU'],
          origins: [{ ...origin, enabled: true }],
        },
        { name: 'canary-plain', origins: [{ name: 'canary-b', address: '192.0.2.77' }], enabled: false },
      ],
      webhooks: [{ id: webhookId, name: 'canary hook', url: 'https://canary.example/in' }],
      pagerduty: [{ name: 'canary pager' }],
      policies: [
        {
          name: 'canary policy',
          enabled: true,
          alert_type: 'load_balancing_health_alert',
          mechanisms: { ...byEmail, webhooks: [{ id: webhookId }] },
          filters: { pool_id: [poolId], new_health: ['Unhealthy'], event_source: ['pool'] },
        },
        {
          name: 'canary other policy',
          description: 'canary',
          enabled: true,
          alert_type: 'traffic_anomalies_alert',
          alert_interval: '30m',
          mechanisms: byEmail,
          filters: { canary_filter: ['canary'] },
        },
      ],
      jobs: [
        { name: 'canary-account-job', dataset: 'gateway_dns', destination_conf: 'https://canary.example/x' },
      ],
    },
  ],
  zones: [
    {
      id: zoneId,
      account_id: accountId,
      name: 'canary.example',
      plan: 'enterprise',
      custom_field_limits: 'current',
      rulesets: [
        {
          name: 'canary fields',
          phase: 'http_log_custom_fields',
          rules: [
            {
              action: 'log_custom_field',
              expression: 'true',
              action_parameters: {
                request_fields: [{ name: 'x-canary' }],
                raw_response_fields: [{ name: 'x-canary-b', preserve_duplicates: true }],
                cookie_fields: [{ name: 'Canary' }],
              },
            },
          ],
        },
        {
          name: 'canary rules',
          phase: 'http_request_firewall_custom',
          rules: [rule(), rule({ action: 'skip', action_parameters: { rules: { c0ffee00: ['canary'] } } })],
        },
        {
          name: 'canary limits',
          phase: 'http_ratelimit',
          rules: [rule({ ratelimit: { characteristics: ['ip.src'], period: 60, requests_per_period: 10 } })],
        },
      ],
      jobs: [
        {
          name: 'canary-job',
          dataset: 'http_requests',
          destination_conf: 's3://canary/logs?region=eu-west-1',
          output_options: { field_names: ['RayID'], output_type: 'ndjson', sample_rate: 0.5 },
        },
      ],
      waf: {
        setting: 'on',
        overrides: [{ urls: ['canary.example/*'], rules: { '100015': 'disable' }, description: 'canary' }],
      },
      page_rules: [
        {
          targets: [{ target: 'url', constraint: { operator: 'matches', value: 'canary.example/x*' } }],
          actions: [{ id: 'disable_security' }, { id: 'waf', value: 'off' }],
        },
      ],
      firewall_rules: [
        { action: 'bypass', products: ['waf'], filter: { expression: 'http.host eq "canary.example"' } },
        { action: 'block', priority: 3, filter: { expression: 'ip.src eq 192.0.2.77' }, ref: 'canary' },
      ],
    },
    {
      id: migratedZoneId,
      account_id: accountId,
      name: 'canary-done.example',
      plan: 'pro',
      migration_state: 'complete',
    },
  ],
};
