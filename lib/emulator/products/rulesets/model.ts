import type { JsonObject } from '../../../ground/json';
import type { CustomFieldLimitSet } from '../../../logs';
import type { Scope } from '../../scope';

/** The zone or account that has a ruleset, and what its rules can have. */
export interface Owner extends Scope {
  readonly limits: CustomFieldLimitSet;
  /** Members that this version does not know, of rules and of the objects in them. */
  readonly ruleMembers: readonly string[];
}

export type RulesetKind = 'zone' | 'root' | 'custom';

/** A ruleset in the state: what never changes, and its newest version. */
export interface Ruleset {
  readonly id: string;
  readonly name: string;
  /** `zone` is the entry point of a zone, `root` that of an account; `custom` belongs to an account too. */
  readonly kind: RulesetKind | 'managed';
  readonly phase: string;
  readonly latest: Version;
  /** The greatest number of a newest version that was deleted: no later version has it. */
  readonly deletedVersion?: number;
}

export interface Version {
  readonly version: number;
  readonly description: string;
  readonly last_updated: string;
  readonly rules: readonly Rule[];
}

export interface Rule extends RuleDefinition {
  readonly id: string;
  readonly version: number;
  readonly ref: string;
  readonly last_updated: string;
}

/** The definition of a rule in a request, with the members that only a newer service has. */
export interface RuleDefinition {
  readonly action: string;
  readonly action_parameters?: JsonObject;
  readonly expression: string;
  readonly description: string;
  readonly enabled: boolean;
  readonly logging?: JsonObject;
  readonly ratelimit?: JsonObject;
  readonly exposed_credential_check?: JsonObject;
}

/** A definition with the id or ref of an existing rule. */
export interface SentRule {
  readonly definition: RuleDefinition;
  readonly id?: string;
  readonly ref?: string;
}

/** The id of an existing rule, which stays as it is. */
export interface KeptRule {
  readonly definition?: undefined;
  readonly id: string;
}

export type Position =
  | { readonly before: string }
  | { readonly after: string }
  /** From 1. */
  | { readonly index: number };

/** The migrations of zones, as far as writes of rulesets depend on them. */
export interface ManagedDeployment {
  /** Throws when the zone cannot have such rules in this phase outside of a migration. */
  readonly checkRules: (zoneId: string, phase: string, rules: readonly RuleDefinition[]) => void;
  /**
   * Migrates the zone and calls `save`, which writes the entry point, in one step. Throws when there is no such
   * transition, or the body is invalid for it.
   */
  readonly migrate: <Saved>(request: MigrationRequest, save: () => Saved) => Saved;
}

export interface MigrationRequest {
  readonly zoneId: string;
  readonly phase: string;
  readonly query: URLSearchParams;
  readonly body: Readonly<Record<string, unknown>>;
  readonly rules: readonly RuleDefinition[];
}

export const migrationParameter = 'waf_migration';
