import { AccountsApi } from './accounts';
import { AlertingApi } from './alerting';
import { FirewallRulesApi } from './firewall-rules';
import { LogpushApi } from './logpush';
import { type ClientOptions, settingsOf } from './options';
import { PageRulesApi } from './page-rules';
import { PoolsApi } from './pools';
import { RulesetsApi } from './rulesets';
import { Transport } from './transport';
import { WafApi } from './waf';
import { WafMigrationApi } from './waf-migration';
import type { WaitSummary } from './waits';
import { ZonesApi } from './zones';

/**
 * A client for the API of the specification, with one property per product. It keeps connections open between calls, so
 * create one client and share it. It keeps lists only for calls that ask for it with `cached`, and no property exposes its
 * credentials.
 *
 * Its constructor throws an {@link InvalidArgumentError} for an option that cannot work.
 *
 * @example
 * import { EdgeClient } from 'cdktf-edge-platform/client';
 *
 * const client = new EdgeClient({
 *   baseUrl: process.env.EDGE_BASE_URL ?? 'http://127.0.0.1:8787/client/v4',
 *   credentials: { apiToken: process.env.EDGE_API_TOKEN ?? 'a-token' },
 * });
 * client.rulesets
 *   .list('023e105f4ecef8ad9ca31a8372d0c353')
 *   .then((rulesets) => console.log(rulesets.map((ruleset) => `${ruleset.phase}: ${ruleset.name}`)))
 *   .finally(() => client.close());
 */
export class EdgeClient {
  readonly accounts: AccountsApi;
  readonly zones: ZonesApi;
  readonly rulesets: RulesetsApi;
  readonly logpush: LogpushApi;
  readonly pools: PoolsApi;
  readonly alerting: AlertingApi;
  readonly waf: WafApi;
  readonly wafMigration: WafMigrationApi;
  readonly firewallRules: FirewallRulesApi;
  readonly pageRules: PageRulesApi;
  readonly #transport: Transport;

  constructor(options: ClientOptions) {
    this.#transport = new Transport(settingsOf(options));
    this.accounts = new AccountsApi(this.#transport);
    this.zones = new ZonesApi(this.#transport);
    this.rulesets = new RulesetsApi(this.#transport);
    this.logpush = new LogpushApi(this.#transport);
    this.pools = new PoolsApi(this.#transport);
    this.alerting = new AlertingApi(this.#transport);
    this.waf = new WafApi(this.#transport);
    this.wafMigration = new WafMigrationApi(this.#transport);
    this.firewallRules = new FirewallRulesApi(this.#transport);
    this.pageRules = new PageRulesApi(this.#transport);
  }

  /** How long calls waited so far: for the request limit, because the service asked for it, or to be repeated. */
  get waits(): WaitSummary {
    return this.#transport.waitSummary;
  }

  /** The number of HTTP requests sent so far, repetitions included. */
  get calls(): number {
    return this.#transport.calls;
  }

  /** The number of HTTP requests sent so far for the calls with one signal, repetitions included. */
  callsOf(signal: AbortSignal): number {
    return this.#transport.callsOf(signal);
  }

  /** @internal How long reads are repeated that do not show a write yet, in milliseconds: at least as long as a list may lag behind. */
  get patienceMs(): number {
    return this.#transport.patienceMs;
  }

  /** Waits for calls in progress, then closes the connections. Later calls reject with a {@link CancelledError}. */
  async close(): Promise<void> {
    await this.#transport.close();
  }
}
