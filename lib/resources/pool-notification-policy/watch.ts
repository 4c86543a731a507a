import type { EdgeClient, Policy, Pool } from '../../client';
import {
  coveredEvents,
  describeEvent,
  healthAlertType,
  legacyEvents,
  type CoveringPolicy,
  type HealthEvent,
} from '../../pools';
import { kindsOf, labelsOf, listDestinations, listPools, type Caller } from './survey';

/** The coverage that a policy is configured for, whether or not its destinations work. */
export interface Coverage {
  readonly enabled: boolean | null;
  readonly pool_ids: readonly string[] | null;
  readonly new_health: readonly string[] | null;
  readonly event_sources: readonly string[] | null;
}

/** The notifications that are lost with a coverage, by label of the pool. */
export interface Loss {
  /** Pools without any notifications. */
  readonly unprotected: readonly string[];
  /** Pools that lose some notifications. */
  readonly lessCovered: readonly string[];
  /** The lost events of those pools. */
  readonly events: readonly string[];
}

/** Whether a coverage lacks something that the earlier one has: only then notifications can be lost. */
export function isNarrower(after: Coverage, before: Coverage): boolean {
  if (before.enabled !== true) return false;
  const leavesOut = (kind: 'pool_ids' | 'new_health' | 'event_sources') =>
    (before[kind] ?? []).some((each) => after[kind]?.includes(each) !== true);
  return (
    after.enabled !== true || leavesOut('pool_ids') || leavesOut('new_health') || leavesOut('event_sources')
  );
}

/**
 * The notifications that are lost when a policy covers less, or is deleted: neither other policies of the account nor
 * legacy e-mails report them. `listed` are the pools, if they are already read.
 */
export async function findLoss(
  policy: { readonly account_id: string; readonly id: string | null },
  before: Coverage,
  after: Coverage | undefined,
  context: Caller & { readonly service: EdgeClient },
  listed?: readonly Pool[],
): Promise<Loss> {
  const { service, signal, cached = false } = context;
  const accountId = policy.account_id;
  const pools = listed ?? (await listPools(accountId, context));
  const policies = await service.alerting.listPolicies(accountId, { signal, cached });
  const others = policies.filter(({ id }) => id !== policy.id && !deletionsOf(service).has(id));
  const { working } = await listDestinations(accountId, kindsOf(others), context);
  const eventsBy = (covering: readonly CoveringPolicy[], { id }: Pool) =>
    covering.flatMap((each) => coveredEvents(id, each, working));
  const [was, stays] = [toPolicy(before), [...(after === undefined ? [] : [toPolicy(after)]), ...others]];

  const [unprotected, lessCovered, events]: [string[], string[], HealthEvent[]] = [[], [], []];
  const label = labelsOf(pools);
  for (const pool of pools) {
    const remaining = [...eventsBy(stays, pool), ...legacyEvents(pool)];
    const lost = eventsBy([was], pool).filter((event) => !remaining.some((each) => isSameEvent(each, event)));
    if (lost.length === 0) continue;
    if (remaining.length === 0) unprotected.push(label(pool));
    else {
      lessCovered.push(label(pool));
      events.push(...lost);
    }
  }
  return { unprotected, lessCovered, events: [...new Set(events.map(describeEvent))] };
}

/** Records in a plan that a policy will be deleted: two policies that are deleted in one run do not cover each other. */
export function noteDeletion(service: EdgeClient, id: string | null): void {
  if (id !== null) deletionsOf(service).add(id);
}

/** Whether the plan of this run deletes the policy, as far as it is known by now. */
export function isBeingDeleted(service: EdgeClient, { id }: Pick<Policy, 'id'>): boolean {
  return deletionsOf(service).has(id);
}

const deletions = new WeakMap<EdgeClient, Set<string>>();

function deletionsOf(service: EdgeClient): Set<string> {
  const known = deletions.get(service) ?? new Set();
  deletions.set(service, known);
  return known;
}

/** As a policy with a working recipient: recipients do not change the comparison. */
function toPolicy({ enabled, pool_ids, new_health, event_sources }: Coverage): CoveringPolicy {
  return {
    enabled: enabled === true,
    alert_type: healthAlertType,
    filters: { pool_id: pool_ids ?? [], new_health: new_health ?? [], event_source: event_sources ?? [] },
    mechanisms: { email: [{ id: 'anybody' }] },
  };
}

function isSameEvent(a: HealthEvent, b: HealthEvent): boolean {
  return a.source === b.source && a.health === b.health;
}
