import { isEdgeError, type EdgeClient } from '../../../client';
import { observeAlone } from '../../../resources/waf-migration/observe';
import type { Connection } from '../../connection';
import { isFailedRow, readFleet } from '../../fleet/read-fleet';
import { previousKinds } from '../../../retired';
import { oldDataKinds, type Finding, type ApiZone, type OldInstance, type OldResource } from '../model';

/** The kinds whose conversion depends on the WAF of their zone. */
const kindsOfWaf: readonly OldInstance['kind'][] = [...previousKinds, ...oldDataKinds, 'ruleset'];

/** The ids of the zones whose WAF the configuration is about, as far as they are known. */
export function zonesOf(
  resources: readonly OldResource[],
  orphans: readonly OldInstance[],
): readonly string[] {
  const instances = [...resources.flatMap((each) => each.instances), ...orphans];
  const ids = instances
    .filter(({ kind }) => kindsOfWaf.includes(kind))
    .map(({ values, state }) => values?.zone_id ?? state?.zone_id);
  return [...new Set(ids.filter((id) => typeof id === 'string'))].filter((id) => /^[0-9a-f]{32}$/.test(id));
}

/** The fewest calls for a zone: its status, entry point and zone. With the previous WAF, its packages and rules are more. */
const fewestCalls = 3;
const mostCalls = 15;

/** Reads zones as the plan of their migration would, none without a connection. A zone that cannot be read becomes a finding. */
export async function readZones(
  { connection, notify }: { readonly connection?: Connection; readonly notify?: (line: string) => void },
  ids: readonly string[],
): Promise<{ readonly zones: ReadonlyMap<string, ApiZone>; readonly findings: readonly Finding[] }> {
  if (connection === undefined || ids.length === 0) return { zones: new Map(), findings: [] };
  const { client } = connection;
  const { rows } = await readFleet(connection, {
    subjects: ids.map((id) => ({ id })),
    label: ids.length === 1 ? 'zone' : 'zones',
    callsEach: fewestCalls,
    mostCallsEach: mostCalls,
    read: ({ id }, signal) => readApiZone(client, id, signal),
    ...(notify && { notify }),
  });
  const zones = new Map<string, ApiZone>();
  const findings: Finding[] = [];
  for (const [id, row] of rows)
    if (isFailedRow(row))
      findings.push({
        code: 'convert.zone_unread',
        severity: 'note',
        address: id,
        text: `The zone cannot be read: ${row.error} Its previous WAF is taken from the code and the state.`,
      });
    else zones.set(id, row);
  return { zones, findings };
}

async function readApiZone(service: EdgeClient, id: string, signal: AbortSignal): Promise<ApiZone> {
  const { name, plan } = await readZone(service, id, signal);
  const zone = { name, plan: plan === '' ? undefined : plan };
  const seen = await observeAlone(id, { target: 'complete', zone }, { service, signal });
  return {
    name,
    migrationState: seen.status.migration_state,
    ...(seen.previous === undefined ? {} : { waf: seen.previous.waf }),
  };
}

/** Reads a zone. Its name may be missing: credentials for the WAF need not be able to read zones. */
async function readZone(service: EdgeClient, id: string, signal: AbortSignal) {
  try {
    const { name, plan } = await service.zones.get(id, { signal });
    return { name, plan: plan.legacy_id };
  } catch (error) {
    if (!isEdgeError(error) || signal.aborted) throw error;
    return { name: '', plan: '' };
  }
}
