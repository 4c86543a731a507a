import { isEdgeError, managedPhase, type EdgeClient, type MigrationStatus, type Ruleset } from '../../client';
import { onlyKnown } from './known-fields';

/** The client and the signal of a call. */
export interface Caller {
  readonly service: EdgeClient;
  readonly signal: AbortSignal;
}

export function statusOf(zoneId: string, { service, signal }: Caller): Promise<MigrationStatus> {
  return service.wafMigration.status(zoneId, { signal });
}

/** The ruleset that deploys the new managed rules; undefined if the zone never had one. */
export async function entryPointOf(
  zoneId: string,
  { service, signal }: Caller,
): Promise<Ruleset | undefined> {
  const found = await service.rulesets.entryPoint(zoneId, managedPhase, { signal });
  return found === undefined ? undefined : { ...found, rules: found.rules.map(onlyKnown) };
}

/** Undefined if the credentials cannot read the plan: the API then refuses what the plan does not allow. */
export async function planOf(zoneId: string, { service, signal }: Caller): Promise<string | undefined> {
  try {
    const { plan } = await service.zones.get(zoneId, { signal });
    return plan.legacy_id === '' ? undefined : plan.legacy_id;
  } catch (error) {
    if (isEdgeError(error) && !signal.aborted) return undefined;
    throw error;
  }
}
