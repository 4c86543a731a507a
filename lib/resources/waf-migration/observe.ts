import {
  isApiError,
  isEdgeError,
  isNotFound,
  managedPhase,
  type EdgeClient,
  type MigrationStatus,
  type Rule,
  type Ruleset,
} from '../../client';
import { getOrAdd, onceFor } from '../../ground/remember';
import { findObstacles, type PreviousWaf } from '../../waf';
import { executedRulesets } from './entry-point';
import type { Caller as AnyCaller } from '../handler';
import { withoutUnknown } from '../unknown-members';
import { unlessError } from '../write-once';
import { migrationMemory, type MigrationMemory } from './memory';
import { readPreviousWaf } from './previous-waf';
import { isOverdue, judgeStatus, requireStatus, stageToLeave, type Evidence, type Stage } from './stage';

export interface Caller extends AnyCaller<EdgeClient> {
  /** Whether an earlier read of this client may answer: for a refresh and a plan. An apply reads what is there. @default false */
  readonly cached?: boolean;
}

/** Rules without the members that this version does not know, and as they were received. */
interface ReadRules {
  readonly rules: readonly Rule[];
  /** @default - `rules` */
  readonly received?: readonly Rule[];
}

export type EntryPoint = Ruleset & ReadRules;

/** The previous version of a zone as the API reports it, as long as it can be read. Specification 4.6, steps 1 and 2. */
export interface Previous {
  readonly waf: PreviousWaf;
  /** Whether the API reports that the zone can be migrated. */
  readonly isCompatible: boolean;
  /** The answer of operation 8: the rules that are equivalent to the previous ones. Undefined for a zone that cannot be migrated. */
  readonly equivalent: (ReadRules & { readonly name: string }) | undefined;
}

export interface Observation {
  readonly zoneId: string;
  /** Undefined if nothing needs it, or if the credentials cannot read zones. */
  readonly zone: { readonly name: string; readonly plan: string | undefined } | undefined;
  readonly status: MigrationStatus;
  /** Undefined if the zone never had one. */
  readonly entryPoint: EntryPoint | undefined;
  /** Rules of the phase before, which can skip the managed rules. Undefined if they were not read, or cannot be. */
  readonly customRules?: readonly Rule[] | undefined;
  /** Undefined if nothing needs it, or if its API is gone. */
  readonly previous: Previous | undefined;
  /** When the zone was read. Without it, no cutover is overdue. */
  readonly at?: Date;
}

export function evidenceOf({ status, previous, entryPoint }: Observation): Evidence {
  return {
    status,
    setting: previous?.waf.setting,
    isDeployed: executedRulesets(entryPoint?.rules ?? []).length > 0,
  };
}

export interface Purpose {
  readonly target: string;
  /** Whether to read the custom rules, one call more, of a zone without a step ahead too. */
  readonly customRules?: boolean;
  /** Name and plan, where the caller has them from a list of zones: then no call reads them. */
  readonly zone?: Observation['zone'];
}

/** Reads in the fewest calls: status and entry point, and all of the previous version if `target` is ahead, or after an import in validation mode. */
export async function observe(
  zoneId: string,
  purpose: Purpose,
  memory: MigrationMemory,
  caller: Caller,
): Promise<Observation> {
  const { target, zone, customRules } = purpose;
  const status = await readStatus(zoneId, caller);
  if (judgeStatus({ status }, memory) !== undefined)
    return { zoneId, status, zone: zone ?? knownZone(memory), entryPoint: undefined, previous: undefined };
  const at = new Date();
  const stage = stageToLeave(status, memory, at);
  const isDue = stage === 'start' || (stage === 'validation' && target === 'complete');
  try {
    const isAgain = isOverdue(memory, at);
    const previous = isDue ? await (isAgain ? tryPrevious : readPrevious)(zoneId, caller) : undefined;
    return {
      zoneId,
      status,
      at,
      previous: previous ?? (await observePrevious(zoneId, stage, memory, caller)),
      ...(isDue || customRules === true ? { customRules: await readCustomRules(zoneId, caller) } : {}),
      zone: zone ?? (isDue ? await readZone(zoneId, caller) : knownZone(memory)),
      // Last: it is written as a whole, so a rule that is added between this read and the write is lost.
      entryPoint: await readEntryPoint(zoneId, caller),
    };
  } catch (error) {
    // The previous API stops working at the end of the cutover, which may just have happened.
    const anew = { ...caller, cached: false };
    if (stage === 'complete' || !isApiError(error)) throw error;
    if ((await readStatus(zoneId, anew)).migration_state !== 'complete') throw error;
    return observe(zoneId, purpose, memory, anew);
  }
}

/** For a report: {@link observe} without a memory. @throws a StatusError for a status that does not say where the zone is */
export async function observeAlone(zoneId: string, purpose: Purpose, caller: Caller): Promise<Observation> {
  const seen = await observe(zoneId, { ...purpose, customRules: true }, migrationMemory.empty, caller);
  requireStatus(evidenceOf(seen), migrationMemory.empty, seen);
  return seen;
}

/** The previous version of a zone that was put into validation mode out of band. Not essential: undefined if refused. */
export async function observePrevious(
  zoneId: string,
  stage: Stage,
  memory: MigrationMemory,
  caller: Caller,
): Promise<Previous | undefined> {
  if (stage !== 'validation' || (memory.baseline !== undefined && !memory.isImported)) return undefined;
  return share('previous version', zoneId, caller, (by) => tryPrevious(zoneId, by));
}

function tryPrevious(zoneId: string, caller: Caller): Promise<Previous | undefined> {
  return unlessError(isApiError, () => readPrevious(zoneId, caller));
}

export function readStatus(zoneId: string, caller: Caller): Promise<MigrationStatus> {
  return share('status', zoneId, caller, ({ service, signal }) =>
    service.wafMigration.status(zoneId, { signal }),
  );
}

/** @throws a StatusError for a status that does not say where the zone is */
export async function readKnownStatus(
  zoneId: string,
  memory: MigrationMemory,
  caller: Caller,
  zone?: { readonly name: string },
): Promise<MigrationStatus> {
  const status = await readStatus(zoneId, caller);
  requireStatus({ status }, memory, { zoneId, zone });
  return status;
}

export function readEntryPoint(zoneId: string, caller: Caller): Promise<EntryPoint | undefined> {
  return share('entry point', zoneId, caller, async ({ service, signal }) => {
    const found = await service.rulesets.entryPoint(zoneId, managedPhase, { signal });
    return found === undefined ? undefined : { ...found, ...readRules(found.rules) };
  });
}

/** A ruleset as the API returned it, with the members that this version does not know. */
export function asReceived({ received, ...ruleset }: EntryPoint): Ruleset {
  return { ...ruleset, rules: received ?? ruleset.rules };
}

/** Undefined if the API refuses to read them: other credentials may be enough for the managed rules. */
function readCustomRules(zoneId: string, { service, signal }: Caller): Promise<readonly Rule[] | undefined> {
  return unlessError(
    (error) => isApiError(error) && error.status === 403,
    async () => (await service.rulesets.entryPoint(zoneId, customPhase, { signal }))?.rules ?? [],
  );
}

const customPhase = 'http_request_firewall_custom';

/** Undefined if the credentials cannot read zones: the API then refuses what the plan does not allow. */
export async function readZone(zoneId: string, caller: Caller): Promise<Observation['zone']> {
  const { signal } = caller;
  const zone = await unlessError(
    (error) => isEdgeError(error) && !signal.aborted,
    () =>
      share('zone', zoneId, { ...caller, cached: true }, ({ service }) =>
        service.zones.get(zoneId, { signal }),
      ),
  );
  return zone && { name: zone.name, plan: zone.plan.legacy_id === '' ? undefined : zone.plan.legacy_id };
}

export function knownZone({ zoneName: name }: MigrationMemory): Observation['zone'] {
  return name === undefined ? undefined : { name, plan: undefined };
}

/**
 * A zone counts as deleted only if its own path returns 404 too. The API answers an unknown id as it does an unknown path, and a wrong
 * `base_url` must not look like a deleted zone: then the list of zones has to be there, and without it.
 */
export async function isZoneGone(
  error: unknown,
  zoneId: string,
  { service, signal }: Caller,
): Promise<boolean> {
  if (!isApiError(error) || error.status !== 404) return false;
  try {
    await service.zones.get(zoneId, { signal });
    return false;
  } catch (own) {
    if (!isApiError(own) || own.status !== 404) return false;
    if (isNotFound(own)) return true;
  }
  return service.zones.list({ signal, cached: true }).then(
    (zones) => zones.every(({ id }) => id !== zoneId),
    () => false,
  );
}

async function readPrevious(zoneId: string, caller: Caller): Promise<Previous> {
  const { service, signal } = caller;
  const { compatible: isCompatible } = await service.wafMigration.check(zoneId, { signal });
  // A compatible zone has no URI overrides (specification 3.2).
  const waf = await readPreviousWaf(zoneId, caller, isCompatible ? { overrides: [] } : {});
  if (!isCompatible || findObstacles(waf, 2).length > 0) return { waf, isCompatible, equivalent: undefined };
  const { name, rules } = await service.wafMigration.config(zoneId, { signal });
  return { waf, isCompatible, equivalent: { name, ...readRules(rules) } };
}

function readRules(received: readonly Rule[]): ReadRules {
  return { rules: received.map((each) => withoutUnknown(each)), received };
}

const readingsOf = onceFor((_: EdgeClient) => new Map<string, Promise<unknown>>());

/** Reads once for all cached callers of a client. Neither a failure is kept, nor what an apply may have changed. */
function share<T>(
  what: string,
  zoneId: string,
  caller: Caller,
  read: (caller: Caller) => Promise<T>,
): Promise<T> {
  const ofClient = readingsOf(caller.service);
  const key = `${what} ${zoneId}`;
  if (caller.cached !== true) {
    ofClient.delete(key);
    return read(caller);
  }
  return getOrAdd(ofClient, key, () => {
    const reading = read(caller);
    reading.catch(() => ofClient.delete(key));
    return reading;
  }) as Promise<T>;
}
