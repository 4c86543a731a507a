import { loggedFieldLists } from './ruleset';

/** The equivalent of a name: our attributes, or, without any, the end of a sentence about the name. */
export type Equivalent = readonly string[] | string;

const fieldLists = Object.values(loggedFieldLists);
const kept = 'has no argument here: what the service has is kept.';
const managedPhase = 'is always http_request_firewall_managed here.';

/**
 * The equivalents of names of the API and of the service's own provider, versions 3 to 5, that differ from ours: by the type, by the
 * attribute that is an object, or by the method. Equal names are not listed.
 */
export const equivalentNames: Readonly<Record<string, Readonly<Record<string, Equivalent>>>> = {
  provider: {
    email: ['api_email'],
    api_base_path: ['base_url'],
    api_hostname: ['base_url'],
    rps: ['requests_per_5_minutes'],
    retries: ['retry_timeout_seconds'],
    min_backoff: ['retry_timeout_seconds'],
    max_backoff: ['retry_timeout_seconds'],
    account_id: 'belongs to each resource here.',
    api_user_service_key: 'has no argument here: a token or an API key authenticates.',
    api_client_logging: 'has no argument here: TF_LOG=DEBUG shows the calls.',
    user_agent_operator_suffix: 'has no argument here.',
  },
  edge_custom_fields_ruleset: {
    kind: 'is always zone here.',
    phase: 'is always http_log_custom_fields here.',
    account_id: 'has no argument here: only zones have custom fields.',
    rules: fieldLists,
    action: 'is always log_custom_field here.',
    action_parameters: fieldLists,
    ...Object.fromEntries(Object.entries(loggedFieldLists).map(([name, here]) => [name, [here]])),
    expression: 'is always true here, the only one that the service allows.',
    ref: kept,
    logging: kept,
  },
  edge_logpush_job: {
    logpull_options: ['fields', 'timestamp_format', 'sample_rate'],
    field_names: ['fields'],
    timestamps: ['timestamp_format'],
    sample: ['sample_rate'],
  },
  'LogOutput.outputOptions': {
    field_names: 'is the list fields of the job here.',
    timestamp_format: 'belongs to the job here.',
    sample_rate: 'belongs to the job here.',
  },
  edge_pool_notification_policy: {
    alert_type: 'is always load_balancing_health_alert here.',
    alert_interval: kept,
    mechanisms: ['email_addresses', 'webhook_ids', 'pagerduty_ids'],
    email: ['email_addresses'],
    email_integration: ['email_addresses'],
    webhooks: ['webhook_ids'],
    webhooks_integration: ['webhook_ids'],
    pagerduty: ['pagerduty_ids'],
    pagerduty_integration: ['pagerduty_ids'],
    filters: ['pool_ids', 'all_pools', 'new_health', 'event_sources'],
    notification_email: ['carry_over_recipients', 'clear_legacy_email'],
    notification_filter: 'belongs to pools, which have no resource here.',
  },
  edge_waf_migration: {
    kind: 'is always zone here.',
    phase: managedPhase,
    name: kept,
    description: kept,
    rules: ['rule_overrides', 'skip_rules'],
    overrides: ['rule_overrides'],
    action_parameters: ['rule_overrides', 'skip_rules'],
    package_id: ['expected_previous'],
    group_id: ['expected_previous'],
    rule_id: ['expected_previous'],
    sensitivity: ['expected_previous'],
    action_mode: ['expected_previous'],
    mode: ['expected_previous'],
  },
  rule_overrides: {
    id: ['rule_id'],
    sensitivity_level: 'has no argument here: set action or score_threshold.',
  },
  skip_rules: {
    rules: ['rule_ids'],
    rulesets: ['ruleset_id'],
    ruleset: ['ruleset_id'],
    action: 'is always skip here.',
    action_parameters: ['rule_ids', 'ruleset_id'],
    phases: managedPhase,
  },
};
