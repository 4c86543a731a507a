import { coverageOf, type CoveringPolicy } from './coverage';
import type { FindingOf, PoolFinding } from './findings';
import { labelsOf, type PoolAccount } from './judge';
import { legacyEvents } from './legacy';
import { healthAlertType } from './notification';

/** The coverage that a policy is configured for, whether or not its destinations work. */
interface ConfiguredCoverage {
  readonly enabled: boolean | null;
  readonly pool_ids: readonly string[] | null;
  readonly new_health: readonly string[] | null;
  readonly event_sources: readonly string[] | null;
}

/** A policy that covers less from now on, or nothing. */
interface Change {
  readonly kind: FindingOf<'pools.unprotected'>['change'];
  readonly before: ConfiguredCoverage & { readonly id: string | null };
  /** Undefined if the policy is deleted. */
  readonly after?: ConfiguredCoverage;
  /** Recipients that are recorded nowhere else. */
  readonly carried?: readonly string[];
}

/** The notifications that a change loses: neither other policies of the account nor legacy e-mails report them. */
export function findLosses(
  { pools, policies, working }: PoolAccount,
  { kind, before, after, carried = [] }: Change,
): PoolFinding[] {
  const others = policies.filter(({ id }) => id !== before.id);
  const was = coverageOf([toPolicy(before)], working);
  const stays = coverageOf([...(after === undefined ? [] : [toPolicy(after)]), ...others], working);
  const label = labelsOf(pools);
  const losses = pools.flatMap((pool) => {
    const remaining = [...stays.eventsOf(pool.id), ...legacyEvents(pool)];
    const events = was.eventsOf(pool.id).filter((event) => !remaining.includes(event));
    return events.length === 0 ? [] : [{ pool: label(pool), events, isLeft: remaining.length === 0 }];
  });
  const [left, less] = [losses.filter(({ isLeft }) => isLeft), losses.filter(({ isLeft }) => !isLeft)];
  const findings: PoolFinding[] = [];
  if (left.length > 0)
    findings.push({
      code: 'pools.unprotected',
      severity: 'warning',
      change: kind,
      pools: left.map(({ pool }) => pool),
      carried,
    });
  if (less.length > 0 && after !== undefined)
    findings.push({
      code: 'pools.events_lost',
      severity: 'warning',
      pools: less.map(({ pool }) => pool),
      events: [...new Set(less.flatMap(({ events }) => events))],
    });
  return findings;
}

/** Whether a coverage lacks something that the earlier one has: only then notifications can be lost. */
export function isNarrower(after: ConfiguredCoverage, before: ConfiguredCoverage): boolean {
  if (before.enabled !== true) return false;
  const leavesOut = (kind: 'pool_ids' | 'new_health' | 'event_sources') => {
    const remaining = new Set(after[kind]);
    return (before[kind] ?? []).some((each) => !remaining.has(each));
  };
  return (
    after.enabled !== true || leavesOut('pool_ids') || leavesOut('new_health') || leavesOut('event_sources')
  );
}

/** As a policy with a working recipient: recipients do not change the comparison. */
function toPolicy({ enabled, pool_ids, new_health, event_sources }: ConfiguredCoverage): CoveringPolicy {
  return {
    enabled: enabled === true,
    alert_type: healthAlertType,
    filters: { pool_id: pool_ids ?? [], new_health: new_health ?? [], event_source: event_sources ?? [] },
    mechanisms: { email: [{ id: 'anybody' }] },
  };
}
