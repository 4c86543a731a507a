import type { RuleDefinition } from './model';

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
  /** The rules of the body. */
  readonly rules: readonly RuleDefinition[];
}

export const migrationParameter = 'waf_migration';
