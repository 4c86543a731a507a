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

/** What a policy is meant to tell of, whether or not its destinations work. */
export interface Claim {
  readonly enabled: boolean | null;
  readonly pool_ids: readonly string[] | null;
  readonly new_health: readonly string[] | null;
  readonly event_sources: readonly string[] | null;
}

/** What is lost with a claim, by what a person calls the pools. */
export interface Loss {
  /** Pools that nobody is told of. */
  readonly unprotected: readonly string[];
  /** Pools of which less is told. */
  readonly lessCovered: readonly string[];
  /** What is told of them no more. */
  readonly events: readonly string[];
}

/** Whether one claim leaves out what the other has: only then anything can be lost. */
export function isNarrower(after: Claim, before: Claim): boolean {
  if (before.enabled !== true) return false;
  const leavesOut = (kind: 'pool_ids' | 'new_health' | 'event_sources') =>
    (before[kind] ?? []).some((each) => after[kind]?.includes(each) !== true);
  return (
    after.enabled !== true || leavesOut('pool_ids') || leavesOut('new_health') || leavesOut('event_sources')
  );
}

/**
 * What nobody is told any more when a policy claims less, or nothing: neither by the account's other policies nor by
 * legacy e-mails. `listed` are the pools, if they are known already.
 */
export async function findLoss(
  policy: { readonly account_id: string; readonly id: string | null },
  before: Claim,
  after: Claim | undefined,
  context: Caller & { readonly service: EdgeClient },
  listed?: readonly Pool[],
): Promise<Loss> {
  const { service, signal } = context;
  const accountId = policy.account_id;
  const pools = listed ?? (await listPools(accountId, context));
  const policies = await service.alerting.listPolicies(accountId, { signal });
  const others = policies.filter(({ id }) => id !== policy.id && !endingOf(service).has(id));
  const { working } = await listDestinations(accountId, kindsOf(others), context);
  const toldBy = (telling: readonly CoveringPolicy[], { id }: Pool) =>
    telling.flatMap((each) => coveredEvents(id, each, working));
  const [was, stays] = [toPolicy(before), [...(after === undefined ? [] : [toPolicy(after)]), ...others]];

  const [unprotected, lessCovered, events]: [string[], string[], HealthEvent[]] = [[], [], []];
  const label = labelsOf(pools);
  for (const pool of pools) {
    const told = [...toldBy(stays, pool), ...legacyEvents(pool)];
    const lost = toldBy([was], pool).filter((event) => !told.some((each) => isSameEvent(each, event)));
    if (lost.length === 0) continue;
    if (told.length === 0) unprotected.push(label(pool));
    else {
      lessCovered.push(label(pool));
      events.push(...lost);
    }
  }
  return { unprotected, lessCovered, events: [...new Set(events.map(describeEvent))] };
}

/** Notes in a plan that a policy will be deleted: two that go in one run are no cover for each other. */
export function noteEnding(service: EdgeClient, id: string | null): void {
  if (id !== null) endingOf(service).add(id);
}

/** Whether the plan of this run deletes the policy, as far as it was seen by now. */
export function isEnding(service: EdgeClient, { id }: Pick<Policy, 'id'>): boolean {
  return endingOf(service).has(id);
}

const endings = new WeakMap<EdgeClient, Set<string>>();

function endingOf(service: EdgeClient): Set<string> {
  const known = endings.get(service) ?? new Set();
  endings.set(service, known);
  return known;
}

/** As a policy that reaches somebody: whether it does is the same before and after. */
function toPolicy({ enabled, pool_ids, new_health, event_sources }: Claim): CoveringPolicy {
  return {
    enabled: enabled === true,
    alert_type: healthAlertType,
    filters: { pool_id: pool_ids ?? [], new_health: new_health ?? [], event_source: event_sources ?? [] },
    mechanisms: { email: [{ id: 'somebody' }] },
  };
}

function isSameEvent(a: HealthEvent, b: HealthEvent): boolean {
  return a.source === b.source && a.health === b.health;
}
