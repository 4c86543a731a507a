import { isEdgeError, managedPhase, type EdgeClient, type MigrationStatus, type Ruleset } from '../../client';
import { onlyKnown } from './known-fields';

/** The client and the signal of a call. */
export interface Caller {
  readonly service: EdgeClient;
  readonly signal: AbortSignal;
  /**
   * Whether an earlier read of this client may answer. Only for a refresh and a plan: an apply reads what is there.
   *
   * @default false
   */
  readonly cached?: boolean;
}

export function statusOf(zoneId: string, caller: Caller): Promise<MigrationStatus> {
  return share('status', zoneId, caller, ({ service, signal }) =>
    service.wafMigration.status(zoneId, { signal }),
  );
}

/** The ruleset that deploys the new managed rules; undefined if the zone never had one. */
export function entryPointOf(zoneId: string, caller: Caller): Promise<Ruleset | undefined> {
  return share('entry point', zoneId, caller, async ({ service, signal }) => {
    const found = await service.rulesets.entryPoint(zoneId, managedPhase, { signal });
    return found === undefined ? undefined : { ...found, rules: found.rules.map(onlyKnown) };
  });
}

/** Undefined if the credentials cannot read the plan: the API then refuses what the plan does not allow. */
export async function planOf(zoneId: string, caller: Caller): Promise<string | undefined> {
  const { signal } = caller;
  try {
    const { plan } = await share('zone', zoneId, { ...caller, cached: true }, ({ service }) =>
      service.zones.get(zoneId, { signal }),
    );
    return plan.legacy_id === '' ? undefined : plan.legacy_id;
  } catch (error) {
    if (isEdgeError(error) && !signal.aborted) return undefined;
    throw error;
  }
}

const readings = new WeakMap<EdgeClient, Map<string, Promise<unknown>>>();

/** Reads once for all cached callers of a client. Neither a failure is kept, nor what an apply may have changed. */
function share<T>(
  what: string,
  zoneId: string,
  caller: Caller,
  read: (caller: Caller) => Promise<T>,
): Promise<T> {
  const ofClient = readings.get(caller.service) ?? new Map<string, Promise<unknown>>();
  readings.set(caller.service, ofClient);
  const key = `${what} ${zoneId}`;
  if (caller.cached !== true) {
    ofClient.delete(key);
    return read(caller);
  }
  const known = ofClient.get(key) as Promise<T> | undefined;
  if (known !== undefined) return known;
  const reading = read(caller);
  ofClient.set(key, reading);
  reading.catch(() => ofClient.delete(key));
  return reading;
}
