import type { MigrationCheck, MigrationStatus } from '../../client';
import {
  countRulesToMigrate,
  findObstacles,
  isIncompatible,
  maxRulesToMigrate,
  type Obstacle,
  type PreviousWaf,
} from '../../waf';

/** The migration state of a zone and what blocks its migration, as `--json` prints it. */
export interface WafCheck {
  readonly zone_id: string;
  readonly migration_state: string;
  readonly old_waf_status: string;
  readonly new_waf_status: string;
  /** Whether the next step of the migration would succeed; null when none is left. */
  readonly can_migrate: boolean | null;
  /** The result of the service's own check; null when the zone is migrated. */
  readonly service: MigrationCheck | null;
  /** Null when the previous WAF can no longer be read. */
  readonly rules_to_migrate: { readonly count: number; readonly limit: number } | null;
  readonly obstacles: readonly (Obstacle & {
    /** Whether the service's check fails for it; otherwise only the migration itself fails. */
    readonly fails_check: boolean;
  })[];
  /** What the first phase of the migration would have refused in addition. */
  readonly first_phase_obstacles: readonly Obstacle[];
}

/**
 * @param readable - the previous WAF and the result of the service's check, while the zone is not migrated
 */
export function checkOf(
  zoneId: string,
  { migration_state, old_waf_status, new_waf_status }: MigrationStatus,
  readable?: { readonly waf: PreviousWaf; readonly service: MigrationCheck },
): WafCheck {
  const zone = { zone_id: zoneId, migration_state, old_waf_status, new_waf_status };
  if (readable === undefined)
    return {
      ...zone,
      can_migrate: null,
      service: null,
      rules_to_migrate: null,
      obstacles: [],
      first_phase_obstacles: [],
    };
  const { waf, service } = readable;
  const obstacles = findObstacles(waf, 2);
  const kinds = obstacles.map(({ kind }) => kind);
  return {
    ...zone,
    can_migrate: service.compatible && obstacles.length === 0,
    service,
    rules_to_migrate: { count: countRulesToMigrate(waf), limit: maxRulesToMigrate },
    obstacles: obstacles.map((each) => ({ ...each, fails_check: isIncompatible(each) })),
    first_phase_obstacles: findObstacles(waf, 1).filter(({ kind }) => !kinds.includes(kind)),
  };
}
