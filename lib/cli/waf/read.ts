import {
  isApiError,
  isEdgeError,
  managedPhase,
  type EdgeClient,
  type MigrationStatus,
  type Rule,
  type Zone,
} from '../../client';
import { defaultBaseUrl } from '../../drivers/configuration';
import { readPreviousWaf } from '../../resources/waf-migration/previous-waf';
import type { PreviousWaf, TextLimits } from '../../waf';
import type { Connection } from '../connection';
import { checkOf, type WafCheck } from './check';
import { checksOf, type FailedCheck, type WafChecks } from './checks';
import { readEmulatedEvents, readEventsFile, type EventHarvest, type EventTally } from './events-source';
import { lossesOf, noLosses, type Proposed, type WafLosses } from './losses';
import { reviewOf, type WafReview } from './review';
import { isMigrated, isSideBySide, neverHadPrevious } from './zone-state';

export async function readCheck(client: EdgeClient, zoneId: string, limits?: TextLimits): Promise<WafCheck> {
  const { status, waf } = await readZone(client, zoneId);
  const zone = await zoneOf(client, zoneId);
  const previous = waf === undefined ? undefined : { waf, service: await client.wafMigration.check(zoneId) };
  const isInForce = previous === undefined || isSideBySide(status);
  const deployed = isInForce ? await entryPointRules(client, zoneId) : undefined;
  return checkOf(
    {
      id: zoneId,
      name: zone?.name ?? '',
      status,
      ...(previous !== undefined && { previous }),
      ...(deployed !== undefined && { deployed }),
    },
    limits,
  );
}

/** A zone that cannot be read does not hide the others. */
export async function readChecks(
  client: EdgeClient,
  zoneIds: readonly string[],
  limits?: TextLimits,
): Promise<WafChecks> {
  const zones: (WafCheck | FailedCheck)[] = [];
  for (const id of zoneIds)
    try {
      zones.push(await readCheck(client, id, limits));
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      zones.push({ zone_id: id, code: isEdgeError(error) ? error.code : '', error: message });
    }
  return checksOf(zones);
}

/** @throws an Error for a zone whose previous WAF no longer exists */
export async function readLosses(
  client: EdgeClient,
  zoneId: string,
  limits?: TextLimits,
): Promise<WafLosses> {
  const { status, waf } = await readZone(client, zoneId);
  const state = status.migration_state;
  if (neverHadPrevious(status)) return noLosses(zoneId, state);
  if (waf === undefined) throw new Error(tooLate(zoneId));
  const plan = (await zoneOf(client, zoneId))?.plan.legacy_id ?? '';
  const existing = await entryPointRules(client, zoneId);
  // In validation mode the entry point already has the new configuration, and nothing replaces it.
  const isDeployed = state === 'validation';
  const proposed = isDeployed
    ? { source: 'entry point' as const, rules: existing }
    : await proposedRules(client, zoneId);
  return lossesOf({ zoneId, state, plan }, waf, isDeployed ? [] : existing, proposed, limits);
}

/** The answer of operation 8; undefined while the zone is not compatible. */
async function proposedRules({ wafMigration }: EdgeClient, zoneId: string): Promise<Proposed | undefined> {
  const { compatible } = await wafMigration.check(zoneId);
  return compatible ? { source: 'service', rules: (await wafMigration.config(zoneId)).rules } : undefined;
}

async function entryPointRules({ rulesets }: EdgeClient, zoneId: string): Promise<readonly Rule[]> {
  return (await rulesets.entryPoint(zoneId, managedPhase))?.rules ?? [];
}

/** @param path - of a file with events; without one they are read from an emulator */
export async function readReview(
  { client, baseUrl }: Connection,
  zoneId: string,
  path: string | undefined,
): Promise<{ readonly review: WafReview; readonly warnings: readonly string[] }> {
  const status = await client.wafMigration.status(zoneId);
  const problem = isSideBySide(status) ? undefined : notSideBySide(zoneId, status);
  if (path === undefined && problem !== undefined)
    throw new Error(`${problem} Pass the events from its time in validation mode with --events.`);
  const harvest = path === undefined ? await emulatedEvents(baseUrl, zoneId) : await readEventsFile(path);
  const { reviewed, ignored, bad, bad_lines: lines } = harvest.tally;
  if (bad > 0 && reviewed + ignored === 0)
    throw new Error(
      `no line is an event: line ${lines[0]?.line ?? 1}: ${lines[0]?.reason ?? ''}. ${howToGetEvents}`,
    );
  return {
    review: reviewOf(zoneId, status, harvest),
    warnings: [...(problem === undefined ? [] : [`warning: ${problem}`]), ...badLinesWarning(harvest.tally)],
  };
}

/** The status of a zone, with its previous WAF while that can be read. */
async function readZone(
  client: EdgeClient,
  zoneId: string,
): Promise<{ readonly status: MigrationStatus; readonly waf?: PreviousWaf }> {
  const status = await client.wafMigration.status(zoneId);
  if (isMigrated(status)) return { status };
  try {
    const { signal } = new AbortController();
    return { status, waf: await readPreviousWaf(zoneId, { service: client, signal }) };
  } catch (error) {
    // The previous API stops working when a migration completes, which may have happened since the status was read.
    if (!isApiError(error)) throw error;
    const later = await client.wafMigration.status(zoneId);
    if (!isMigrated(later)) throw error;
    return { status: later };
  }
}

/** Undefined where the credentials may not read zones: the migration itself does not need that. */
async function zoneOf({ zones }: EdgeClient, zoneId: string): Promise<Zone | undefined> {
  try {
    return await zones.get(zoneId);
  } catch (error) {
    if (isApiError(error)) return undefined;
    throw error;
  }
}

function tooLate(zoneId: string): string {
  return (
    `it is too late: zone ${zoneId} is migrated, and its previous WAF can no longer be read. If a WafMigration ` +
    'migrated the zone, the report is in the Terraform state: attribute loss_report of edge_waf_migration ' +
    '("terraform state show edge_waf_migration.<name>", or an output of lossReport).'
  );
}

/** The service itself gets no request that it does not know. */
async function emulatedEvents(baseUrl: string, zoneId: string): Promise<EventHarvest> {
  const isService = new URL(baseUrl).origin === new URL(defaultBaseUrl).origin;
  const harvest = isService ? undefined : await readEmulatedEvents(baseUrl, zoneId);
  if (harvest === undefined) throw new Error(`the API cannot list security events. ${howToGetEvents}`);
  return harvest;
}

const howToGetEvents =
  'Deliver the dataset firewall_events with a LogpushJob that has the fields RayID, Action, RuleID, Source, ' +
  'ClientRequestMethod, ClientRequestHost and ClientRequestPath, and pass a delivered file with --events.';

function notSideBySide(zoneId: string, status: MigrationStatus): string {
  return isMigrated(status)
    ? `zone ${zoneId} has only the new managed rules (state ${status.migration_state}), so there are no events of the previous ones to compare with.`
    : `zone ${zoneId} has only the previous managed rules (state ${status.migration_state}). The two can be compared in validation mode.`;
}

function badLinesWarning({ bad, bad_lines: lines }: EventTally): string[] {
  if (bad === 0) return [];
  const shown = lines.slice(0, 5).map(({ line, reason }) => `line ${line}: ${reason}`);
  const more = bad > shown.length ? `; and ${bad - shown.length} more` : '';
  return [
    `warning: ${bad} ${bad === 1 ? 'line' : 'lines'} could not be read and ${bad === 1 ? 'was' : 'were'} skipped: ${shown.join('; ')}${more}`,
  ];
}
