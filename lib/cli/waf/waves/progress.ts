import { migrationMemory } from '../../../resources/waf-migration/memory';
import { judgeStatus } from '../../../resources/waf-migration/stage';
import { listSome } from '../../../ground/words';
import type { Connection } from '../../connection';
import { describeOwner } from '../../owners';
import { readZones } from '../survey/read';
import type { Reason, SurveyRow } from '../survey/file';
import type { KnownZone } from '../survey/zone';
import { judgeZone } from '../judge';
import { isRead, type FailedZone, type Verdict } from '../verdict';
import type { WaveZone } from '../../../waves/waves-file';

export type ZoneProgress = ReturnType<typeof rowOf>;

/**
 * Reads zones from the API. A zone that waits for its wave takes one call, a migrated one three; the reasons why one cannot be
 * migrated take more.
 *
 * @param isExplained - whether the reasons of a zone that is not migrated are read
 */
export async function readProgress(
  connection: Connection,
  zones: readonly WaveZone[],
  isExplained: (zone: Pick<WaveZone, 'id'>) => boolean,
): Promise<ReadonlyMap<string, ZoneProgress>> {
  const settings = new Map(zones.map(({ id, expected_previous: expected }) => [id, expected]));
  const { rows } = await readZones(
    connection,
    zones,
    (seen, zone): ZoneProgress => {
      const { verdict, reasons } = judgeZone(seen, {}, settings.get(zone.id));
      return rowOf(zone, seen.status.migration_state, verdict, reasons);
    },
    unreadRow,
    {
      fromStatus: (status, zone) => {
        const isKnown = judgeStatus({ status }, migrationMemory.empty) === undefined;
        const { migration_state: state, new_waf_status: successor } = status;
        const isPlain = isKnown && state === 'start' && successor === 'disabled';
        return isPlain && !isExplained(zone) ? rowOf(zone, state, 'eligible') : undefined;
      },
    },
  );
  return new Map(rows.map((row) => [row.zone_id, row]));
}

export function progressFrom(zone: SurveyRow): ZoneProgress {
  const { zone_id: id, zone_name: name } = zone;
  if (!isRead(zone)) return unreadRow({ id, name, plan: '' }, zone);
  const { plan, migration_state: state, verdict, reasons } = zone;
  return rowOf({ id, name, plan }, state, verdict, reasons);
}

function unreadRow(
  zone: KnownZone,
  { code, error }: Pick<FailedZone, 'code' | 'error'>,
  isGone = false,
): ZoneProgress {
  const reasons = [{ code, reason: isGone ? goneReason : error, fix: isGone ? goneFix : '' }];
  return rowOf(zone, '', isGone ? 'not found' : 'not readable', reasons);
}

export function isGone({ verdict }: Pick<ZoneProgress, 'verdict'>): boolean {
  return verdict === 'not found';
}

/** The next step for the zones of a wave that are gone. */
export function describeGone(zones: readonly ZoneProgress[], wave: string): string {
  const names = zones.map(({ zone_id: id, zone_name: name }) => describeOwner(id, name));
  return (
    `Not found: ${listSome(names, mostNamed)}. Each no longer exists, or these credentials cannot see it. ` +
    `Remove it from ${wave} in waves.json, or use credentials that can see it.`
  );
}

const mostNamed = 10;
const goneReason = 'The zone no longer exists, or these credentials cannot see it.';
const goneFix = 'Remove it from waves.json, or use credentials that can see it.';

function rowOf(
  { id, name, plan }: KnownZone,
  state: string,
  verdict: Verdict,
  reasons: readonly Pick<Reason, 'code' | 'reason' | 'fix'>[] = [],
) {
  return {
    zone_id: id,
    zone_name: name,
    plan,
    migration_state: state,
    verdict,
    reasons: reasons.map(({ code, reason, fix }) => ({ code, reason, fix })),
  };
}
