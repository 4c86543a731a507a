import type { MigrationStatus } from '../../../client';
import {
  isZoneGone,
  observeAlone,
  readStatus,
  readZone,
  type Observation,
} from '../../../resources/waf-migration/observe';
import type { Connection } from '../../connection';
import type { Checkpoint } from '../../fleet/checkpoint';
import { isFailedRow, notRead, readFleet, type FailedRow, type FleetResult } from '../../fleet/read-fleet';
import type { SettingsByZone } from '../previous-settings';
import type { SurveyedZone, WafSurvey } from './file';
import { surveyOf } from './survey';
import { surveyZone, type KnownZone } from './zone';

/** Status, entry point and custom rules: all that a migrated zone takes. */
const callsOfMigratedZone = 3;
/** With the three packages of the previous version and up to 50 rules in each. */
const callsToMigrate = 15;

export interface ZoneReading<Row> {
  /** @default - an interrupted run begins anew */
  readonly checkpoint?: Checkpoint<Row>;
  /** @default - stderr */
  readonly notify?: (line: string) => void;
  /** A row for which the status of a zone is enough; undefined where it is not. */
  readonly fromStatus?: (status: MigrationStatus, zone: KnownZone) => Row | undefined;
}

/**
 * Reads zones as the plan of their migration to `complete` would, side by side, and keeps a row of each. A zone without a name is
 * asked for it.
 *
 * @param toUnread - the row of a zone whose reading failed; gone is a zone that the API has not, or that the credentials cannot see
 */
export async function readZones<Row, Unread>(
  connection: Connection,
  zones: readonly KnownZone[],
  toRow: (seen: Observation, zone: KnownZone, calls: number) => Row,
  toUnread: (zone: KnownZone, failure: FailedRow, isGone: boolean) => Unread,
  { checkpoint, notify, fromStatus }: ZoneReading<Row> = {},
): Promise<Omit<FleetResult<Row>, 'rows'> & { readonly rows: (Row | Unread)[] }> {
  const { client } = connection;
  const gone = new Set<string>();
  const { rows, ...figures } = await readFleet<KnownZone, Row>(connection, {
    subjects: zones,
    label: zones.length === 1 ? 'zone' : 'zones',
    callsEach: fromStatus === undefined ? callsOfMigratedZone : 1,
    mostCallsEach: callsToMigrate,
    read: async (listed, signal) => {
      const { id, name, plan } = listed;
      const caller = { service: client, signal, cached: fromStatus !== undefined };
      try {
        const row = fromStatus?.(await readStatus(id, caller), listed);
        if (row !== undefined) return row;
        const known = name === '' ? undefined : { name, plan: plan === '' ? undefined : plan };
        const seen = await observeAlone(id, { target: 'complete', zone: known }, caller);
        const zone = seen.zone ?? (await readZone(id, caller));
        const found = { id, name: zone?.name ?? '', plan: zone?.plan ?? '' };
        return toRow(seen, found, client.callsOf(signal));
      } catch (error) {
        if (await isZoneGone(error, id, caller)) gone.add(id);
        throw error;
      }
    },
    ...(checkpoint && { checkpoint }),
    ...(notify && { notify }),
  });
  const found = zones.map((zone) => {
    const row = rows.get(zone.id) ?? notRead;
    return isFailedRow(row) ? toUnread(zone, row, gone.has(zone.id)) : row;
  });
  return { ...figures, rows: found };
}

export async function readSurvey(
  connection: Connection,
  zones: readonly KnownZone[],
  {
    settings,
    ...reading
  }: Pick<ZoneReading<SurveyedZone>, 'checkpoint' | 'notify'> & {
    readonly settings?: SettingsByZone;
  } = {},
): Promise<WafSurvey> {
  const { rows, readAt, calls, elapsedMs } = await readZones(
    connection,
    zones,
    (seen, zone, calls): SurveyedZone => ({ ...surveyZone(seen, zone, settings?.get(zone.id)), calls }),
    ({ id, name }, { code, error }) => ({ zone_id: id, zone_name: name, code, error }),
    reading,
  );
  const dated = rows.map((row) => ({ ...row, read_at: readAt.get(row.zone_id) }));
  return surveyOf(dated, { calls, elapsedMs, now: new Date() });
}
