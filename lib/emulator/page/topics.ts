import { topics, type Topic } from './model/topics';
import type { Change } from '../state/store';
import { own } from '../../ground/record';

/** The part of the page that a table of the state belongs to; null for a table that it does not show. */
const topicOfTable: Readonly<Record<string, Topic | null>> = {
  accounts: 'world',
  zones: 'world',
  clock: 'world',
  credentials: null,
  quirks: 'world',
  answer_quirks: null,
  service_additions: null,
  faults: 'requests',
  limits: 'requests',
  custom_field_limits: 'zones',
  waf_migrations: 'zones',
  waf_migration_settings: 'world',
  waf_migrations_unprotected: 'zones',
  waf_overrides: 'zones',
  waf_packages: 'zones',
  waf_package_settings: 'zones',
  waf_group_modes: 'zones',
  waf_rule_modes: 'zones',
  waf_settings: 'zones',
  page_rules: 'zones',
  filters: 'zones',
  firewall_rules: 'zones',
  security_events: 'zones',
  rulesets: 'rulesets',
  ruleset_versions: null,
  logpush_jobs: 'jobs',
  secrets: null,
  sequences: null,
  pools: 'pools',
  alert_policies: 'pools',
  alert_pagerduty: 'pools',
  alert_webhooks: 'pools',
  alert_incidents: null,
  alert_history: null,
  alert_outbox: 'notifications',
};

/** What changes of the state show in. A reset shows everywhere. */
export function topicsOf(changes: readonly Change[]): ReadonlySet<Topic> {
  const found = new Set<Topic>();
  for (const [kind, table] of changes) {
    if (kind === 'clear') return new Set(topics);
    const topic = own(topicOfTable, table);
    if (topic !== undefined && topic !== null) found.add(topic);
  }
  return found;
}

export const tablesWithTopic: readonly string[] = Object.keys(topicOfTable);
