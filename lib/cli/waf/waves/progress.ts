import type { MigrationStatus } from '../../../client';
import { migrationMemory } from '../../../resources/waf-migration/memory';
import { judgeStatus } from '../../../resources/waf-migration/stage';
import type { Connection } from '../../connection';
import { isFailedRow } from '../../fleet/read-fleet';
import { readZones } from '../survey/read';
import { surveyZone, type KnownZone, type Reason, type SurveyedZone, type UnreadZone } from '../survey/zone';
import { isSideBySide } from '../../../resources/waf-migration/zone-state';
import type { WaveZone } from '../../../waves/waves-file';

/** Where a zone is on its way. The worst first. */
export const progresses = [
  'not protected',
  'not readable',
  'ineligible',
  'needs a decision',
  'waiting',
  'in validation mode',
  'cutover',
  'complete',
] as const;
export type Progress = (typeof progresses)[number];

/** A zone of a wave, as it is now. */
export interface ZoneProgress {
  readonly zone_id: string;
  readonly zone_name: string;
  readonly plan: string;
  readonly migration_state: string;
  readonly progress: Progress;
  /** What is in the way, with the fix. */
  readonly reasons: readonly Pick<Reason, 'code' | 'reason' | 'fix'>[];
}

/**
 * Reads zones from the API. A zone that waits for its wave takes one call, a migrated one two; the reasons why one cannot be
 * migrated take more.
 *
 * @param isExplained - whether the reasons of a zone that is not migrated are read
 */
export async function readProgress(
  connection: Connection,
  zones: readonly WaveZone[],
  isExplained: (zone: Pick<WaveZone, 'id'>) => boolean,
  notify?: (line: string) => void,
): Promise<ReadonlyMap<string, ZoneProgress>> {
  const { rows } = await readZones(
    connection,
    zones,
    (seen, zone): ZoneProgress =>
      progressOf(
        surveyZone(seen, zone, {}, zones.find(({ id }) => id === zone.id)?.expected_previous),
        seen.status,
      ),
    {
      fromStatus: (status, zone) => {
        const isKnown = judgeStatus({ status }, migrationMemory.empty) === undefined;
        const { migration_state: state, new_waf_status: successor } = status;
        const isPlain = isKnown && state === 'start' && successor === 'disabled';
        return isPlain && !isExplained(zone) ? rowOf(zone, 'start', 'waiting') : undefined;
      },
      ...(notify && { notify }),
    },
  );
  return new Map(
    zones.map((zone) => {
      const row = rows.get(zone.id);
      if (row !== undefined && !isFailedRow(row)) return [zone.id, row];
      const { code = '', error = 'not read' } = row ?? {};
      return [zone.id, { ...rowOf(zone, '', 'not readable'), reasons: [{ code, reason: error, fix: '' }] }];
    }),
  );
}

/** The same from a survey. */
export function progressFrom(zone: SurveyedZone | UnreadZone): ZoneProgress {
  if (!('error' in zone)) return progressOf({ ...zone }, undefined);
  const { zone_id: id, zone_name: name, code, error } = zone;
  return {
    ...rowOf({ id, name, plan: '' }, '', 'not readable'),
    reasons: [{ code, reason: error, fix: '' }],
  };
}

function progressOf(
  {
    zone_id: id,
    zone_name: name,
    plan,
    migration_state: state,
    verdict,
    reasons,
  }: Omit<SurveyedZone, 'calls'>,
  status: MigrationStatus | undefined,
): ZoneProgress {
  const isCutover = state === 'start' && status !== undefined && isSideBySide(status);
  return {
    ...rowOf(
      { id, name, plan },
      state,
      verdict === 'eligible' && isCutover ? 'cutover' : fromVerdict[verdict],
    ),
    reasons: reasons.map(({ code, reason, fix }) => ({ code, reason, fix })),
  };
}

const fromVerdict: Readonly<Record<SurveyedZone['verdict'], Progress>> = {
  'not protected': 'not protected',
  ineligible: 'ineligible',
  'needs a decision': 'needs a decision',
  eligible: 'waiting',
  'in validation mode': 'in validation mode',
  migrated: 'complete',
  'never had it': 'complete',
};

function rowOf({ id, name, plan }: KnownZone, state: string, progress: Progress): ZoneProgress {
  return { zone_id: id, zone_name: name, plan, migration_state: state, progress, reasons: [] };
}
