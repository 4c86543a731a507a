/** An account with a history: three zones whose settings people have made in the dashboard over the years. */
export const accountName = 'Example Inc';
const accountId = 'a'.repeat(32);

const shopId = '1'.repeat(32);
const managedRuleset = 'efb7b8c949ac4650a09736fc376e9aee';

const archive = 's3://edge-logs/{DATE}?region=eu-central-1';
const siem = 'https://siem.example.com/in?header_Authorization=Basic%20c2VjcmV0&tags=host%3Aedge';
const fields = [
  'RayID',
  'EdgeStartTimestamp',
  'ClientRequestHost',
  'ClientRequestPath',
  'EdgeResponseStatus',
];

function logpullOptions(names: readonly string[]): string {
  return `fields=${names.join(',')}&timestamps=rfc3339`;
}

function filter(where: object): string {
  return JSON.stringify({ where });
}

const shop = {
  id: shopId,
  account_id: accountId,
  name: 'shop.example.com',
  plan: 'enterprise',
  rulesets: [
    {
      name: 'Custom log fields',
      phase: 'http_log_custom_fields',
      rules: [
        {
          action: 'log_custom_field',
          expression: 'true',
          action_parameters: {
            request_fields: [{ name: 'x-trace-id' }, { name: 'user-agent' }],
            cookie_fields: [{ name: 'SessionId' }],
          },
        },
      ],
    },
    {
      name: 'default',
      phase: 'http_request_firewall_managed',
      rules: [
        {
          action: 'skip',
          expression: '(http.request.uri.path eq "/health")',
          description: 'health checks',
          action_parameters: { ruleset: 'current' },
        },
        { action: 'execute', expression: 'true', action_parameters: { id: managedRuleset } },
      ],
    },
  ],
  migration_state: 'complete',
  jobs: [
    {
      id: 1001,
      name: 'failed-requests',
      enabled: true,
      destination_conf: archive,
      logpull_options: logpullOptions([...fields, 'RequestHeaders', 'Cookies']),
      filter: filter({
        and: [
          { key: 'EdgeResponseStatus', operator: 'geq', value: '500' },
          { key: 'ClientRequestPath', operator: '!startsWith', value: '/health' },
        ],
      }),
    },
    {
      id: 1002,
      name: 'security',
      enabled: true,
      dataset: 'firewall_events',
      destination_conf: siem,
      output_options: {
        field_names: ['Datetime', 'RayID', 'Action', 'RuleID'],
        output_type: 'csv',
        timestamp_format: 'rfc3339',
        batch_prefix: 'Datetime,RayID,Action,RuleID\n',
      },
    },
  ],
} as const;

const blog = {
  id: '2'.repeat(32),
  account_id: accountId,
  name: 'blog.example.com',
  plan: 'enterprise',
  jobs: [
    {
      id: 1003,
      name: 'failed-requests',
      enabled: true,
      destination_conf: archive,
      logpull_options: logpullOptions(fields),
      filter: filter({ and: [{ key: 'EdgeResponseStatus', operator: 'geq', value: '500' }] }),
    },
  ],
} as const;

const landing = {
  id: '3'.repeat(32),
  account_id: accountId,
  name: 'landing.example.com',
  plan: 'free',
} as const;

const pools = ['shop-eu', 'shop-us'].map((name, at) => ({
  id: String(at + 1).padStart(32, '0'),
  name,
  origins: [{ name: 'one', address: '192.0.2.1' }],
}));

const policies = [
  {
    name: 'Health of the shop',
    enabled: true,
    alert_type: 'load_balancing_health_alert',
    filters: {
      pool_id: pools.map(({ id }) => id),
      new_health: ['Unhealthy'],
      event_source: ['pool'],
    },
    mechanisms: { email: [{ id: 'on-call@example.com' }] },
  },
  {
    name: 'Certificates',
    enabled: true,
    alert_type: 'universal_ssl_event_type',
    mechanisms: { email: [{ id: 'on-call@example.com' }] },
  },
];

const audit = {
  id: 1004,
  name: 'audit',
  enabled: true,
  dataset: 'audit_logs',
  destination_conf: archive,
  logpull_options: logpullOptions(['When', 'ActorEmail', 'ActionType']),
};

export const fixture = {
  accounts: [{ id: accountId, name: accountName, pools, policies, jobs: [audit] }],
  zones: [shop, blog, landing],
};

/** The job that somebody adds in the dashboard after the import. */
export const dashboardChange = {
  path: `/zones/${shopId}/logpush/jobs`,
  body: {
    name: 'debug',
    dataset: 'http_requests',
    destination_conf: 'r2://edge-debug/{DATE}?account-id=1&access-key-id=2&secret-access-key=3',
    logpull_options: logpullOptions(['RayID']),
  },
} as const;
