import type { RuleDefinition } from './model';

/** Who knows where zones are on their way from the previous managed rules to the new ones. */
export interface ManagedDeployment {
  /** Throws when the zone may not have such rules in this phase outside of a migration. */
  readonly checkRules: (zoneId: string, phase: string, rules: readonly RuleDefinition[]) => void;
  /**
   * A write of the entry point that migrates the zone. `save` writes it; both happen, or neither. Throws when the zone
   * cannot move that way, or the body is not one for it.
   */
  readonly migrate: <Saved>(request: MigrationRequest, save: () => Saved) => Saved;
}

export interface MigrationRequest {
  readonly zoneId: string;
  readonly phase: string;
  readonly query: URLSearchParams;
  readonly body: Readonly<Record<string, unknown>>;
  readonly dryRun: boolean;
}

export const migrationParameter = 'waf_migration';
