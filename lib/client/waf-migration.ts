import * as known from './known-members';
import { ObjectReader, type Unreadable } from './reader';
import { readRules, readRuleset, type RuleInput, type Ruleset } from './rulesets';
import type { Answer, CallOptions, Transport } from './transport';

/** Whether a zone can be migrated, and its state. Source: specification 2.9, operation 7. */
export interface MigrationCheck {
  readonly compatible: boolean;
  /** `start` for a zone that was not migrated. `""` when the service leaves it out. */
  readonly migration_state: string;
}

/** The state of a migration. Source: operation 10; the names of the fields are public facts. */
export interface MigrationStatus {
  /** `enabled` or `disabled`. */
  readonly old_waf_status: string;
  /** `enabled` or `disabled`. */
  readonly new_waf_status: string;
  /** `start`, `validation` or `complete`; also `default` was seen. */
  readonly migration_state: string;
  readonly [field: string]: unknown;
}

/** The configuration of the new managed rules. Source: specification 2.9, operations 8 and 9. */
export interface MigrationInput {
  readonly name: string;
  readonly rules: readonly RuleInput[];
}

/** What operation 9 starts: `validation` runs both versions side by side, `pending` disables the previous one at the end. */
export type MigrationMode = 'pending' | 'validation';

export const managedPhase = 'http_request_firewall_managed';

/** Always sent on operations 7 to 9 (specification 4.2, rule 6). */
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
    const answer = await this.#get(zoneId, 'check', secondPhase, options);
    return readCheck(answer.result, answer.unreadable);
  }

  /** The configuration that replaces the previous rules. The IDs, versions and refs of its rules are empty. Source: operation 8. */
  async config(zoneId: string, options: CallOptions = {}): Promise<Pick<Ruleset, 'name' | 'rules'>> {
    const answer = await this.#get(zoneId, 'config', secondPhase, options);
    return readConfiguration(answer.result, answer.unreadable);
  }

  /** Saves and enables the configuration, and starts or completes the migration. Irreversible. Source: operation 9. */
  async deploy(
    zoneId: string,
    mode: MigrationMode,
    input: MigrationInput,
    options: CallOptions = {},
  ): Promise<Ruleset> {
    const answer = await this.#transport.call({
      method: 'PUT',
      path: ['zones', zoneId, 'rulesets', 'phases', managedPhase, 'entrypoint'],
      expected: { phase: managedPhase },
      query: { waf_migration: mode, ...secondPhase },
      body: input,
      ...options,
    });
    return readRuleset(answer.result, answer.unreadable);
  }

  /** Which versions are enabled, and the state of the migration. Source: operation 10. */
  async status(zoneId: string, options: CallOptions = {}): Promise<MigrationStatus> {
    const answer = await this.#get(zoneId, 'status', {}, options);
    return readStatus(answer.result, answer.unreadable);
  }

  #get(
    zoneId: string,
    what: string,
    query: Readonly<Record<string, string>>,
    options: CallOptions,
  ): Promise<Answer> {
    const path = ['zones', zoneId, 'waf_migration', what];
    return this.#transport.call({ method: 'GET', path, query, ...options });
  }
}

export function readCheck(value: unknown, unreadable: Unreadable): MigrationCheck {
  const read = new ObjectReader(value, 'a check', unreadable, known.migrationCheck);
  return {
    compatible: read.boolean('compatible', false),
    migration_state: read.text('migration_state', ''),
  };
}

/** A ruleset without an id. */
export function readConfiguration(value: unknown, unreadable: Unreadable): Pick<Ruleset, 'name' | 'rules'> {
  const read = new ObjectReader(value, 'a configuration', unreadable, known.migrationConfiguration);
  return { name: read.text('name', ''), rules: readRules(read, unreadable) };
}

export function readStatus(value: unknown, unreadable: Unreadable): MigrationStatus {
  const read = new ObjectReader(value, 'a status', unreadable, known.migrationStatus);
  return {
    ...read.all,
    old_waf_status: read.text('old_waf_status', ''),
    new_waf_status: read.text('new_waf_status', ''),
    migration_state: read.text('migration_state', ''),
  };
}
