import { isEdgeError, managedPhase, type EdgeClient, type MigrationStatus, type Ruleset } from '../../client';
import { onlyKnown } from './known-fields';

/** Who asks, and for how long. */
export interface Caller {
  readonly service: EdgeClient;
  readonly signal: AbortSignal;
}

export function statusOf(zoneId: string, { service, signal }: Caller): Promise<MigrationStatus> {
  return service.wafMigration.status(zoneId, { signal });
}

/** What deploys the new managed rules; undefined when nothing ever did. */
export async function entryPointOf(
  zoneId: string,
  { service, signal }: Caller,
): Promise<Ruleset | undefined> {
  const found = await service.rulesets.entryPoint(zoneId, managedPhase, { signal });
  return found === undefined ? undefined : { ...found, rules: found.rules.map(onlyKnown) };
}

/** Undefined where the credentials do not tell: the service then refuses what the plan does not allow. */
export async function planOf(zoneId: string, { service, signal }: Caller): Promise<string | undefined> {
  try {
    const { plan } = await service.zones.get(zoneId, { signal });
    return plan.legacy_id === '' ? undefined : plan.legacy_id;
  } catch (error) {
    if (isEdgeError(error) && !signal.aborted) return undefined;
    throw error;
  }
}
