import { apiObject, boolean, items, text, type ObjectOf } from './object';
import type { Reader } from './reader';
import { entryPointOf, rule, rulesets, type RuleInput, type Ruleset } from './rulesets';
import type { Call, CallOptions, Transport } from './transport';

const migrationState = () => text().words('default', 'start', 'validation', 'complete');

/** The reply to a check. Source: specification 2.9, operation 7. */
export const migrationCheck = apiObject('a check', {
  compatible: boolean(false),
  /** `start` for a zone that was not migrated. `""` when the service leaves it out. */
  migration_state: migrationState(),
});

/** Whether a zone can be migrated, and its state. */
export interface MigrationCheck extends ObjectOf<typeof migrationCheck> {}

/** The reply to a request for the status. Source: operation 10; the names of the fields are public facts. */
export const migrationStatus = apiObject('a status', {
  /** `enabled` or `disabled`. */
  old_waf_status: text().words('enabled', 'disabled'),
  /** `enabled` or `disabled`. */
  new_waf_status: text().words('enabled', 'disabled'),
  /** `start`, `validation` or `complete`; also `default` was seen. */
  migration_state: migrationState(),
  source: text().words('defaults', 'zone').asIs(),
  created: text().asIs(),
});

/** The state of a migration. */
export interface MigrationStatus extends ObjectOf<typeof migrationStatus> {}

export const migrationConfiguration = apiObject('a configuration', { name: text(), rules: items(rule) });

/** The configuration of the new managed rules. Source: specification 2.9, operations 8 and 9. */
export interface MigrationInput {
  readonly name: string;
  readonly rules: readonly RuleInput[];
}

/** The mode that operation 9 starts: `validation` runs both versions side by side, `pending` disables the previous one at the end. */
export type MigrationMode = 'pending' | 'validation';

export const managedPhase = 'http_request_firewall_managed';

/** The query of operations 7 to 9 (specification 4.2, rule 6). */
const secondPhase = { phase_two: '1' };

/**
 * The migration of a zone from the managed rules of the previous WAF to WAF managed rulesets. It is irreversible. Source:
 * specification 3.1, 4.1 operations 7 to 10, 4.6.
 *
 * Every method rejects with an {@link EdgeError}.
 */
export class WafMigrationApi {
  readonly #transport: Transport;

  /** Made by {@link EdgeClient}. */
  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** Whether the zone can be migrated with its current configuration. Source: operation 7. */
  async check(zoneId: string, options: CallOptions = {}): Promise<MigrationCheck> {
    return this.#get(zoneId, 'check', migrationCheck.read, { ...options, query: secondPhase });
  }

  /** The configuration that replaces the previous rules. The IDs, versions and refs of its rules are empty. Source: operation 8. */
  async config(zoneId: string, options: CallOptions = {}): Promise<Pick<Ruleset, 'name' | 'rules'>> {
    return this.#get(zoneId, 'config', migrationConfiguration.read, { ...options, query: secondPhase });
  }

  /** Saves and enables the configuration, and starts or completes the migration. Irreversible. Source: operation 9. */
  async deploy(
    zoneId: string,
    mode: MigrationMode,
    input: MigrationInput,
    options: CallOptions = {},
  ): Promise<Ruleset> {
    const call = { method: 'PUT', ...entryPointOf(zoneId, managedPhase), body: input, ...options } as const;
    const query = { waf_migration: mode, ...secondPhase };
    return this.#transport.read({ ...call, query }, rulesets.read);
  }

  /** Which versions are enabled, and the state of the migration. Source: operation 10. */
  async status(zoneId: string, options: CallOptions = {}): Promise<MigrationStatus> {
    return this.#get(zoneId, 'status', migrationStatus.read, options);
  }

  #get<T>(zoneId: string, what: string, read: Reader<T>, call: Pick<Call, 'query' | 'signal'>): Promise<T> {
    const path = ['zones', zoneId, 'waf_migration', what];
    return this.#transport.read({ method: 'GET', path, ...call }, read);
  }
}
