import { describeEvent, healthEvents, recipientKey } from '../../pools';
import { losesRecipients } from './audit';
import type { SurveyedPool } from './survey/file';

/** Pools with the same recipients, policies and gaps. */
export interface PoolGroup {
  readonly first: SurveyedPool;
  readonly pools: readonly SurveyedPool[];
}

/** Groups pools: those with a gap first, then the largest groups. */
export function groupPools(pools: readonly SurveyedPool[]): PoolGroup[] {
  const groups = new Map<string, { readonly first: SurveyedPool; readonly pools: SurveyedPool[] }>();
  for (const pool of pools) {
    const { recipients, covered_by: policies, uncovered, unnotified } = pool;
    const [addresses, missing] = [recipients, unnotified.map(({ address }) => address)].map((each) =>
      each.map(recipientKey).sort(),
    );
    const key = JSON.stringify([addresses, policies, uncovered, missing, gapOf(pool)]);
    const group = groups.get(key) ?? { first: pool, pools: [] };
    group.pools.push(pool);
    groups.set(key, group);
  }
  const rank = ({ first }: PoolGroup) => (hasGap(first) ? 0 : 1);
  return [...groups.values()].sort((a, b) => rank(a) - rank(b) || b.pools.length - a.pools.length);
}

/** Whether clearing would lose an event or an address, or there is nothing to clear. */
function hasGap(pool: SurveyedPool): boolean {
  return !pool.can_be_cleared || losesRecipients(pool);
}

/** The events of a pool that no policy reports, in words; empty where there are none. */
export function gapOf({ legacy_email: email, covered_by: policies, uncovered }: SurveyedPool): string {
  if (uncovered.length === healthEvents.length) return 'all events';
  if (uncovered.length > 0) return uncovered.map(describeEvent).join(', ');
  if (policies.length > 0) return '';
  return email === '' ? 'all events' : 'in no policy';
}
