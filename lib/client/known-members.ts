/**
 * What the service sends besides what the readers read, by object. Sources: sections 2.2 to 2.9 of the specification, and the
 * public schema. Members of `optional` and of `kept` that end in `?` may be absent. Nothing of it refuses an answer.
 */
import type { ExpectedMembers, KnownMembers, MemberType } from './reading-notes';

const nullableText: readonly MemberType[] = ['text', 'null'];
const nullableNumber: readonly MemberType[] = ['number', 'null'];

export const map: KnownMembers = { isMap: true };

export const account: KnownMembers = {
  kept: {
    type: { words: ['standard', 'enterprise'] },
    settings: {
      members: {
        enforce_twofactor: 'boolean',
        'api_access_enabled?': ['boolean', 'null'],
        'access_approval_expiry?': nullableText,
        'abuse_contact_email?': nullableText,
        'use_account_custom_ns_by_default?': 'boolean',
        'default_nameservers?': 'text',
      },
    },
    created_on: 'text',
    'legacy_flags?': 'map',
    'managed_by?': 'map',
  },
};

export const zone: KnownMembers = {
  kept: {
    status: { words: ['initializing', 'pending', 'active', 'moved', 'deleted', 'deactivated'] },
    paused: 'boolean',
    type: { words: ['full', 'partial', 'secondary', 'internal'] },
    development_mode: 'number',
    created_on: 'text',
    modified_on: 'text',
    activated_on: nullableText,
    'name_servers?': ['list', 'null'],
    'original_name_servers?': ['list', 'null'],
    'original_registrar?': nullableText,
    'original_dnshost?': nullableText,
    'vanity_name_servers?': ['list', 'null'],
    'vanity_name_servers_ips?': ['object', 'null'],
    'cname_suffix?': nullableText,
    'verification_key?': nullableText,
    'meta?': 'map',
    'owner?': 'map',
    'tenant?': 'map',
    'tenant_unit?': 'map',
    'permissions?': 'texts',
    'host?': 'map',
  },
};

export const plan: KnownMembers = {
  kept: {
    id: 'text',
    name: 'text',
    price: 'number',
    currency: 'text',
    frequency: 'text',
    is_subscribed: 'boolean',
    can_subscribe: 'boolean',
    legacy_discount: 'boolean',
    externally_managed: 'boolean',
  },
  words: { legacy_id: ['free', 'pro', 'business', 'enterprise'] },
};

const phases = [
  'ddos_l4',
  'ddos_l7',
  'http_config_settings',
  'http_custom_errors',
  'http_log_custom_fields',
  'http_ratelimit',
  'http_request_cache_settings',
  'http_request_dynamic_redirect',
  'http_request_firewall_custom',
  'http_request_firewall_managed',
  'http_request_late_transform',
  'http_request_origin',
  'http_request_redirect',
  'http_request_sanitize',
  'http_request_sbfm',
  'http_request_transform',
  'http_response_cache_settings',
  'http_response_compression',
  'http_response_firewall_managed',
  'http_response_headers_transform',
  'magic_transit',
  'magic_transit_ids_managed',
  'magic_transit_managed',
  'magic_transit_ratelimit',
];

export const ruleset: KnownMembers = {
  kept: { 'source?': { words: ['firewall_managed', 'rate_limit'] } },
  words: { kind: ['managed', 'custom', 'root', 'zone'], phase: phases },
};

const ruleActions = [
  'block',
  'challenge',
  'compress_response',
  'ddos_dynamic',
  'execute',
  'force_connection_close',
  'js_challenge',
  'log',
  'log_custom_field',
  'managed_challenge',
  'redirect',
  'rewrite',
  'route',
  'score',
  'serve_error',
  'set_cache_control',
  'set_cache_settings',
  'set_cache_tags',
  'set_config',
  'skip',
  'transform_response_html',
];

/** Rules of the migration configuration have no time (specification 2.3). */
export const rule: KnownMembers = {
  kept: {
    'logging?': { members: { enabled: 'boolean' } },
    'categories?': 'texts',
    'ratelimit?': {
      members: {
        mitigation_timeout: 'number',
        'characteristics?': 'texts',
        'period?': 'number',
        'requests_per_period?': 'number',
        'requests_to_origin?': 'boolean',
        'counting_expression?': 'text',
        'score_per_period?': 'number',
        'score_response_header_name?': 'text',
      },
    },
    'exposed_credential_check?': {
      members: { username_expression: 'text', password_expression: 'text' },
    },
    'score_threshold?': 'number',
  },
  optional: ['action_parameters', 'last_updated', 'ref', 'version', 'id'],
  words: { action: ruleActions },
};

const sensitivityLevels = ['default', 'medium', 'low', 'eoff', 'high'];

/** The parameters of other actions depend on the action: they are data here. */
export const ruleParameters: KnownMembers = {
  kept: {
    'id?': 'text',
    'version?': 'text',
    'overrides?': {
      members: {
        'action?': { words: ruleActions },
        'enabled?': 'boolean',
        'sensitivity_level?': { words: sensitivityLevels },
        'categories?': {
          items: {
            category: 'text',
            'action?': { words: ruleActions },
            'enabled?': 'boolean',
            'sensitivity_level?': { words: sensitivityLevels },
          },
        },
        'rules?': {
          items: {
            id: 'text',
            'action?': { words: ruleActions },
            'enabled?': 'boolean',
            'score_threshold?': 'number',
            'sensitivity_level?': { words: sensitivityLevels },
          },
        },
      },
    },
  },
  optional: [
    'request_fields',
    'response_fields',
    'cookie_fields',
    'transformed_request_fields',
    'raw_response_fields',
  ],
  isMap: true,
};

export const customField: KnownMembers = { kept: { 'preserve_duplicates?': 'boolean' } };

const outputOptions: ExpectedMembers = {
  'field_names?': 'texts',
  'output_type?': { words: ['ndjson', 'csv'] },
  'batch_prefix?': 'text',
  'batch_suffix?': 'text',
  'record_prefix?': 'text',
  'record_suffix?': 'text',
  'record_delimiter?': 'text',
  'field_delimiter?': 'text',
  'record_template?': 'text',
  'timestamp_format?': { words: ['unixnano', 'unix', 'rfc3339', 'rfc3339ms', 'rfc3339ns'] },
  'sample_rate?': 'number',
  'CVE-2021-44228?': 'boolean',
  'CVE-2021-4428?': 'boolean',
  'merge_subrequests?': 'boolean',
};

export const job: KnownMembers = {
  kept: { 'filter_attack_traffic?': 'boolean', 'output_options?': { members: outputOptions } },
  optional: ['name', 'filter', 'frequency', 'kind', 'logpull_options', 'output_options'],
  words: { frequency: ['high', 'low'], kind: ['', 'edge', 'instant-logs'] },
};

const notificationChoice = {
  members: { 'disable?': ['boolean', 'null'], 'healthy?': ['boolean', 'null'] },
} as const;

export const pool: KnownMembers = {
  kept: {
    monitor: nullableText,
    monitor_group: nullableText,
    check_regions: ['list', 'null'],
    load_shedding: {
      members: {
        'default_percent?': 'number',
        'default_policy?': { words: ['random', 'hash'] },
        'session_percent?': 'number',
        'session_policy?': { words: ['hash'] },
      },
    },
    origin_steering: {
      members: {
        'policy?': { words: ['random', 'hash', 'least_outstanding_requests', 'least_connections'] },
      },
    },
    latitude: nullableNumber,
    longitude: nullableNumber,
    created_on: 'text',
    modified_on: 'text',
    'notification_filter?': { members: { 'origin?': notificationChoice, 'pool?': notificationChoice } },
    'disabled_at?': nullableText,
    'healthy?': 'boolean',
    'networks?': ['list', 'null'],
    'health_sources?': ['list', 'null'],
  },
  optional: ['notification_email', 'notification_filter'],
};

export const origin: KnownMembers = {
  kept: {
    port: 'number',
    flatten_cname: 'boolean',
    'header?': 'map',
    'virtual_network_id?': 'text',
    'disabled_at?': nullableText,
  },
};

export const policy: KnownMembers = { optional: ['description', 'filters', 'alert_interval'] };

export const mechanisms: KnownMembers = { optional: ['email', 'webhooks', 'pagerduty'], isMap: true };

export const mechanism: KnownMembers = { kept: { 'name?': 'text' } };

/** The filters of other alerts have other names. */
export const filters: KnownMembers = { optional: ['pool_id', 'new_health', 'event_source'], isMap: true };

export const webhook: KnownMembers = {
  words: {
    type: ['datadog', 'discord', 'feishu', 'gchat', 'generic', 'opsgenie', 'slack', 'splunk'],
  },
};

export const availableAlert: KnownMembers = { optional: ['filter_options'] };

export const wafSetting: KnownMembers = {
  kept: { id: 'text', editable: 'boolean', modified_on: nullableText },
  words: { value: ['on', 'off'] },
};

export const wafPackage: KnownMembers = {
  kept: { zone_id: 'text', status: { words: ['active'] } },
  optional: ['sensitivity', 'action_mode'],
  words: {
    detection_mode: ['traditional', 'anomaly'],
    sensitivity: ['high', 'medium', 'low', 'off'],
    action_mode: ['simulate', 'block', 'challenge'],
  },
};

export const wafGroup: KnownMembers = {
  kept: { rules_count: 'number', modified_rules_count: 'number', package_id: 'text', allowed_modes: 'texts' },
  words: { mode: ['on', 'off'] },
};

const wafModes = ['on', 'off', 'default', 'disable', 'simulate', 'block', 'challenge'];

export const wafRule: KnownMembers = {
  kept: { package_id: 'text' },
  optional: ['default_mode'],
  words: { mode: wafModes, default_mode: wafModes },
};

export const migrationCheck: KnownMembers = {
  words: { migration_state: ['default', 'start', 'validation', 'complete'] },
};

export const migrationStatus: KnownMembers = {
  kept: { source: { words: ['defaults', 'zone'] }, created: 'text' },
  words: {
    old_waf_status: ['enabled', 'disabled'],
    new_waf_status: ['enabled', 'disabled'],
    migration_state: ['default', 'start', 'validation', 'complete'],
  },
};

export const pageRule: KnownMembers = {
  kept: { created_on: 'text', modified_on: 'text' },
  words: { status: ['active', 'disabled'] },
};

/** The value of an action depends on the action. */
export const pageRuleAction: KnownMembers = {
  kept: { 'value?': ['text', 'number', 'boolean', 'list', 'object', 'null'] },
};

export const firewallRule: KnownMembers = {
  kept: { 'created_on?': 'text', 'modified_on?': 'text' },
  optional: ['products', 'priority', 'ref', 'description'],
  words: {
    action: ['block', 'challenge', 'js_challenge', 'managed_challenge', 'allow', 'log', 'bypass'],
  },
};

export const firewallFilter: KnownMembers = {
  kept: { 'description?': 'text', 'ref?': 'text', 'created_on?': 'text', 'modified_on?': 'text' },
};
