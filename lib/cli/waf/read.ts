import { isEdgeError, type EdgeClient, type MigrationStatus } from '../../client';
import { plural } from '../../ground/words';
import { isJudgement } from '../../resources/waf-migration/describe';
import { migrationMemory } from '../../resources/waf-migration/memory';
import {
  observeAlone,
  readStatus,
  type Caller,
  type Observation,
} from '../../resources/waf-migration/observe';
import { requireStatus } from '../../resources/waf-migration/stage';
import type { TextLimits } from '../../waf';
import type { Connection } from '../connection';
import { readName, type Owner } from '../owners';
import { checkZone, type WafCheck } from './check';
import { checksOf, type WafChecks } from './checks';
import { placeOfZone, readEmulatedEvents, readEventsFiles, type EventTally } from './events-source';
import { attributeEvents, type Evidence } from './evidence';
import { judgeZone } from './judge';
import { chooseHost } from '../project/host';
import { lossesOf, noLosses, type WafLosses } from './losses';
import type { SettingsByZone } from './previous-settings';
import { reviewOf, type WafReview } from './review';
import type { EventAssertion } from './review-assertion';
import { readZones } from './survey/read';
import { isMigrated, isSideBySide, neverHadPrevious } from '../../resources/waf-migration/zone-state';

export async function readCheck(
  client: EdgeClient,
  zone: Owner,
  limits?: TextLimits,
  settings?: SettingsByZone,
): Promise<WafCheck> {
  const seen = await observeZone(client, zone.id);
  return checkZone(seen, await nameOf(client, zone, seen), limits, settings?.get(zone.id));
}

/** Reads zones side by side, as a survey does. A zone that cannot be read does not hide the others. */
export async function readChecks(
  connection: Connection,
  zones: readonly Owner[],
  limits?: TextLimits,
  settings?: SettingsByZone,
): Promise<WafChecks> {
  const unnamed = zones.filter(({ name }) => name === undefined).map(({ id }) => id);
  const names = await listNames(connection.client, unnamed);
  const { rows } = await readZones(
    connection,
    zones.map(({ id, name = '' }) => ({ id, ...(names.get(id) ?? { name, plan: '' }) })),
    (seen, { id, name }) => checkZone(seen, name, limits, settings?.get(id)),
    ({ id }, { code, error }) => ({ zone_id: id, code, error }),
  );
  return checksOf(rows);
}

/** More than this many zones are named by a list of all zones, 50 in a call, and not by a call each. */
const mostNamedAlone = 3;

/** Without a name where the credentials cannot list zones: a check does not need it. */
async function listNames(
  client: EdgeClient,
  zoneIds: readonly string[],
): Promise<ReadonlyMap<string, { readonly name: string; readonly plan: string }>> {
  if (zoneIds.length <= mostNamedAlone) return new Map();
  try {
    const zones = await client.zones.list();
    return new Map(zones.map(({ id, name, plan }) => [id, { name, plan: plan.legacy_id }]));
  } catch (error) {
    if (isEdgeError(error)) return new Map();
    throw error;
  }
}

/** The check of a zone and the losses of its migration, from one reading. */
export async function readZoneReport(client: EdgeClient, owner: Owner) {
  const seen = await observeZone(client, owner.id);
  const name = await nameOf(client, owner, seen);
  return {
    plan: seen.zone?.plan ?? '',
    check: checkZone(seen, name),
    isTooLate: seen.previous === undefined && !neverHadPrevious(seen.status),
    /** @throws an Error if it is too late */
    losses: (limits?: TextLimits) => lossesObserved(seen, name, limits),
  };
}

function lossesObserved(seen: Observation, zoneName: string, limits?: TextLimits): WafLosses {
  const { zoneId, previous, entryPoint, zone } = seen;
  const state = seen.status.migration_state;
  if (neverHadPrevious(seen.status)) return noLosses({ zoneId, zoneName, state });
  if (previous === undefined) throw new Error(tooLate(zoneId));
  const { rules, findings } = judgeZone(seen).decision;
  // In validation mode the entry point already has the new configuration, and nothing replaces it.
  const isDeployed = state === 'validation';
  const source = previous.equivalent === undefined ? 'prediction' : 'service';
  return lossesOf(
    { zoneId, zoneName, state, plan: zone?.plan ?? '', host: chooseHost(undefined, '.') },
    previous.waf,
    isDeployed ? [] : (entryPoint?.rules ?? []),
    { source: isDeployed ? 'entry point' : source, rules, findings: findings.filter(isJudgement) },
    limits,
  );
}

function nameOf(client: EdgeClient, owner: Owner, { zone }: Observation): Promise<string> {
  return readName(client, 'zone', zone === undefined ? owner : { name: zone.name, ...owner });
}

/** Reads all that the last step of a migration would read. */
function observeZone(client: EdgeClient, zoneId: string): Promise<Observation> {
  return observeAlone(zoneId, { target: 'complete' }, callerOf(client));
}

function callerOf(service: EdgeClient): Caller {
  return { service, signal: new AbortController().signal };
}

/** @param paths - of files with events; without one they are read from an emulator */
export async function readReview(
  { client, baseUrl }: Connection,
  zone: Owner,
  paths: readonly string[],
  assertions: readonly EventAssertion[],
): Promise<{ readonly review: WafReview; readonly warnings: readonly string[] }> {
  const { id: zoneId } = zone;
  const status = await readStatus(zoneId, callerOf(client));
  requireStatus({ status }, migrationMemory.empty, { zoneId, zone: undefined });
  const problem = isSideBySide(status) ? undefined : notSideBySide(zoneId, status);
  if (paths.length === 0 && problem !== undefined)
    throw new Error(`${problem} Pass the events from its time in validation mode with --events.`);
  const zoneName = await readName(client, 'zone', zone);
  if (paths.length > 0 && zoneName === '')
    throw new Error(
      `the name of zone ${zoneId} cannot be read, so it cannot be determined which events are of the zone. Use credentials that can read the zone.`,
    );
  const evidence = await readEvidence(baseUrl, [{ id: zoneId, name: zoneName }], paths);
  if (evidence === undefined) throw new Error(`the API cannot list security events. ${howToGetEvents}`);
  return {
    review: reviewOf({ zoneId, zoneName }, status, evidence, assertions),
    warnings: [...(problem === undefined ? [] : [`warning: ${problem}`]), ...badLinesWarning(evidence.tally)],
  };
}

/**
 * The events of each zone; undefined where there is no source of events.
 *
 * @param paths - of files with events; without one they are read from an emulator, because the API cannot list them
 * @param others - all known zones
 * @throws an Error for files without an event
 */
export async function readEvidence(
  baseUrl: string,
  zones: readonly Required<Owner>[],
  paths: readonly string[],
  others: readonly Required<Owner>[] = [],
): Promise<Evidence | undefined> {
  if (paths.length === 0) {
    const ids = zones.map(({ id }) => id);
    const harvest = await readEmulatedEvents(baseUrl, ids);
    const places = ids.map((id) => ({ id, name: placeOfZone(id) }));
    return harvest && attributeEvents(harvest, places);
  }
  const harvest = await readEventsFiles(paths);
  const { reviewed, ignored, bad, bad_lines: lines } = harvest.tally;
  if (bad > 0 && reviewed + ignored === 0)
    throw new Error(
      `no line is an event: line ${lines[0]?.line ?? 1}: ${lines[0]?.reason ?? ''}. ${howToGetEvents}`,
    );
  return attributeEvents(harvest, zones, others);
}

function tooLate(zoneId: string): string {
  return (
    `it is too late: zone ${zoneId} is migrated, and its previous WAF can no longer be read. If a WafMigration ` +
    'migrated the zone, the report is in the Terraform state: attribute loss_report of edge_waf_migration ' +
    '("terraform state show edge_waf_migration.<name>", or an output of lossReport).'
  );
}

export const howToGetEvents =
  'Deliver the dataset firewall_events with a LogpushJob that has the fields RayID, Action, RuleID, Source, ' +
  'ClientRequestMethod, ClientRequestHost and ClientRequestPath, and pass a delivered file with --events.';

function notSideBySide(zoneId: string, status: MigrationStatus): string {
  return isMigrated(status)
    ? `zone ${zoneId} has only the new managed rules (state ${status.migration_state}), so there are no events of the previous ones to compare with.`
    : `zone ${zoneId} has only the previous managed rules (state ${status.migration_state}). The two can be compared in validation mode.`;
}

export function badLinesWarning({ bad, bad_lines: lines }: EventTally): string[] {
  if (bad === 0) return [];
  const shown = lines.slice(0, 5).map(({ line, reason }) => `line ${line}: ${reason}`);
  const more = bad > shown.length ? `; and ${bad - shown.length} more` : '';
  return [
    `warning: ${plural(bad, 'line')} could not be read and ${bad === 1 ? 'was' : 'were'} skipped: ${shown.join('; ')}${more}`,
  ];
}
