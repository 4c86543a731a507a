import type { EdgeClient, MigrationCheck, MigrationStatus } from '../../client';
import {
  countRulesToMigrate,
  findObstacles,
  isIncompatible,
  maxRulesToMigrate,
  type Obstacle,
  type PreviousWaf,
} from '../../waf';
import { readZone } from './zone';

/** Where a zone is and what keeps it from migrating, as `--json` prints it. */
export interface WafCheck {
  readonly zone_id: string;
  readonly migration_state: string;
  readonly old_waf_status: string;
  readonly new_waf_status: string;
  /** Whether the next step of the migration would be taken; null when there is none left. */
  readonly can_migrate: boolean | null;
  /** What the service's own check answers; null when there is nothing left to ask. */
  readonly service: MigrationCheck | null;
  /** Null when the previous WAF cannot be read any more. */
  readonly rules_to_migrate: { readonly count: number; readonly limit: number } | null;
  readonly obstacles: readonly (Obstacle & {
    /** Whether the service's check answers no for it; otherwise the migration itself fails. */
    readonly fails_check: boolean;
  })[];
  /** What the first phase of the migration would have refused besides. */
  readonly first_phase_obstacles: readonly Obstacle[];
}

export async function readCheck(client: EdgeClient, zoneId: string): Promise<WafCheck> {
  const { status, waf } = await readZone(client, zoneId);
  return waf === undefined
    ? checkOf(zoneId, status)
    : checkOf(zoneId, status, { waf, service: await client.wafMigration.check(zoneId) });
}

/**
 * @param readable - while the zone has something left to migrate: its previous WAF and the service's answer
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
