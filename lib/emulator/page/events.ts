import type { ServerResponse } from 'node:http';
import { type Topic, topics } from './model/topics';
import type { Store, Change } from '../state/store';
import { own } from '../../ground/record';

/**
 * Server-sent events (HTML standard, section 9.2) that say what has changed, not how: `data: ["zones","requests"]`. Changes
 * of the same moment share an event, so a page that is open during thousands of calls reads a few times a second.
 */
export class PageEvents {
  private readonly listeners = new Set<ServerResponse>();
  private readonly changed = new Set<Topic>();
  private timer: NodeJS.Timeout | undefined;

  constructor(store: Store) {
    store.watch((changes) => {
      if (this.listeners.size === 0) return;
      for (const topic of topicsOf(changes)) this.announce(topic);
    });
  }

  /** For what is not in the store. */
  announce(topic: Topic): void {
    if (this.listeners.size === 0) return;
    this.changed.add(topic);
    this.timer ??= setTimeout(() => this.send(), pauseMs);
  }

  /** Answers with a stream that ends when the page closes it, or with the emulator. */
  open(response: ServerResponse): void {
    response.writeHead(200, {
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store',
      connection: 'close',
    });
    response.write('retry: 1000\n\n');
    this.listeners.add(response);
    response.on('close', () => this.listeners.delete(response));
  }

  close(): void {
    clearTimeout(this.timer);
    for (const response of this.listeners) response.end();
    this.listeners.clear();
  }

  private send(): void {
    this.timer = undefined;
    const data = JSON.stringify([...this.changed]);
    this.changed.clear();
    for (const response of this.listeners) response.write(`data: ${data}\n\n`);
  }
}

/** Fast enough to look live. */
const pauseMs = 100;

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
