import { compare } from '../ground/compare';
import { listOf } from '../ground/json';
import { countCalls, planClearing, type ClearingBatch } from './clearing';
import {
  coverageOf,
  faultOfPolicy,
  mechanismIds,
  type CoveredPool,
  type CoveringPolicy,
  type WorkingDestinations,
} from './coverage';
import type { AddressCount, PoolFinding } from './findings';
import { hasLegacyEmail, isAddress, legacyRecipients, recipientKey, withoutRecipients } from './legacy';

export type AccountPool = CoveredPool & { readonly name: string };

/** What the account has. Its pools are in the order of operation 6. */
export interface PoolAccount<P extends AccountPool = AccountPool> {
  readonly pools: readonly P[];
  readonly policies: readonly (CoveringPolicy & { readonly id: string })[];
  readonly working: WorkingDestinations;
}

/** The settings of a policy that decide which e-mails it clears. */
export interface ClearingSettings {
  /** `covered`, `all` or `none`. */
  readonly clear_legacy_email: string;
  readonly carry_over_recipients: boolean;
  readonly accept_lost_recipients: boolean | null;
}

/** Stands for a recipient that the same apply creates: it may be any address, and counts as working. */
export const unknownRecipient = 'known-after-apply';

/** What an apply has done so far: pools as they were when their e-mail was found clearable, and when it was cleared. */
export interface Progress<P> {
  readonly promised: ReadonlyMap<string, P>;
  readonly cleared: ReadonlyMap<string, P>;
}

export interface Clearing<P> {
  readonly findings: readonly PoolFinding[];
  /** The pools whose e-mails may be cleared, and the calls for that: none while `isBroken`. */
  readonly pools: readonly P[];
  readonly batches: readonly ClearingBatch[];
  /** The pools that this apply has cleared and that the policies no longer cover, as they were before. */
  readonly restore: readonly P[];
  /** Whether the policies no longer cover a pool that they covered earlier in this apply. */
  readonly isBroken: boolean;
}

type JudgedPolicy = CoveringPolicy & { readonly id?: string | undefined };

/** `kept`: an address could not be carried over. `lost`: clearing would lose an address, and nobody accepted that. */
type Verdict = 'uncovered' | 'kept' | 'lost' | 'clear';

/**
 * Decides which legacy e-mails may be cleared: no event may be lost, and no recipient unless the settings accept it. Events count
 * if this policy reports them, with `all` also if another one does. Recipients count with any policy of the account.
 *
 * @param ours - the policy as it is planned or was read; undefined if it was deleted
 */
export function judgeClearing<P extends AccountPool>(
  now: PoolAccount<P>,
  ours: JudgedPolicy | undefined,
  settings: ClearingSettings,
  progress?: Progress<P>,
): Clearing<P> {
  const mine = ours === undefined ? [] : [ours];
  const own = coverageOf(mine, now.working);
  const all = coverageOf([...mine, ...now.policies.filter(({ id }) => id !== ours?.id)], now.working);
  const isUnknown = mine.some((each) => mechanismIds(each, 'email').includes(unknownRecipient));
  const lostOf = (pool: P) => (isUnknown ? [] : all.lostRecipients(pool));
  const judge = (pool: P): Verdict => {
    if (!(settings.clear_legacy_email === 'all' ? all : own).covers(pool)) return 'uncovered';
    if (lostOf(pool).length === 0) return 'clear';
    if (settings.carry_over_recipients) return 'kept';
    return settings.accept_lost_recipients === true ? 'clear' : 'lost';
  };
  const legacy = settings.clear_legacy_email === 'none' ? [] : now.pools.filter(hasLegacyEmail);
  const verdicts = new Map(legacy.map((pool) => [pool, judge(pool)]));
  const judged = (verdict: Verdict) => legacy.filter((pool) => verdicts.get(pool) === verdict);

  const existing = new Map(now.pools.map((pool) => [pool.id, pool]));
  const broken = [...(progress?.promised.values() ?? [])].filter(
    (pool) => existing.has(pool.id) && judge(pool) !== 'clear',
  );
  const pools = broken.length > 0 ? [] : judged('clear');
  const chosen = new Set(pools);
  const candidates = now.pools.map((pool) => ({ id: pool.id, mayClear: chosen.has(pool) }));
  const batches = planClearing(candidates, progress?.cleared.size);
  const label = labelsOf(now.pools);
  const notified = (pool: P) => legacyRecipients(pool).filter((address) => own.notifies(address, pool));
  return {
    pools,
    batches,
    restore: broken.flatMap(({ id }) => {
      const before = progress?.cleared.get(id);
      return before === undefined || hasLegacyEmail(existing.get(id) ?? {}) ? [] : [before];
    }),
    isBroken: broken.length > 0,
    findings: [
      ...ifAny(judged('lost'), (lost) => ({
        code: 'pools.recipients_lost',
        severity: 'error',
        pools: lost.length,
        addresses: countAddresses(lost, lostOf),
      })),
      ...ifAny(
        judged('kept').filter((pool) => legacyRecipients(pool).every(isAddress)),
        (kept) => ({
          code: 'pools.recipients_not_carried',
          severity: 'warning',
          pools: kept.map(label),
          addresses: countAddresses(kept, lostOf),
        }),
      ),
      ...judgeUncovered(judged('uncovered')),
      ...ifAny(
        pools.filter((pool) => lostOf(pool).length > 0),
        (lost) => ({
          code: 'pools.recipients_lost',
          severity: 'warning',
          pools: lost.length,
          addresses: countAddresses(lost, lostOf),
        }),
      ),
      ...ifAny(pools, () => ({
        code: 'pools.will_clear',
        severity: 'warning',
        pools: pools.length,
        calls: countCalls(batches),
        replaced: countAddresses(pools, notified),
        elsewhere: countAddresses(pools, (pool) =>
          withoutRecipients(legacyRecipients(pool), [...notified(pool), ...lostOf(pool)]),
        ),
      })),
    ],
  };

  function judgeUncovered(uncovered: readonly P[]): PoolFinding[] {
    if (settings.clear_legacy_email === 'all')
      return ifAny(uncovered, () => ({
        code: 'pools.in_no_policy',
        severity: 'warning',
        pools: uncovered.map(label),
      }));
    const fault = ours === undefined ? undefined : faultOfPolicy(ours, now.working);
    return ifAny(withIds(uncovered, ours?.filters.pool_id), (meant) => ({
      code: 'pools.not_covered',
      severity: 'warning',
      pools: meant.map(label),
      events: fault === undefined ? [...new Set(meant.flatMap((pool) => own.uncoveredEvents(pool)))] : [],
      ...(fault === undefined ? {} : { fault }),
    }));
  }
}

/** The pools that a policy should notify about, and that have neither a legacy e-mail nor any policy. */
export function findUnprotected<P extends AccountPool>(now: PoolAccount<P>, poolIds: readonly string[]): P[] {
  const all = coverageOf(now.policies, now.working);
  return withIds(now.pools, poolIds).filter(
    (pool) => !hasLegacyEmail(pool) && all.eventsOf(pool.id).length === 0,
  );
}

/** Labels for messages: the name of a pool, with its id if the name is not unique. */
export function labelsOf(pools: readonly AccountPool[]): (pool: AccountPool) => string {
  const counts = new Map<string, number>();
  for (const { name } of pools) counts.set(name, (counts.get(name) ?? 0) + 1);
  return ({ id, name }) => (counts.get(name) === 1 && name !== '' ? name : `${name} (${id})`);
}

/** Addresses with their number of pools, most pools first. */
export function countAddresses<P>(
  pools: readonly P[],
  addressesOf: (pool: P) => readonly string[],
): AddressCount[] {
  const counts = new Map<string, AddressCount>();
  for (const address of pools.flatMap(addressesOf)) {
    const key = recipientKey(address);
    const { address: spelling = address, pools: count = 0 } = counts.get(key) ?? {};
    counts.set(key, { address: spelling, pools: count + 1 });
  }
  return [...counts.values()].sort(byCount);
}

export function byCount(one: AddressCount, other: AddressCount): number {
  return other.pools - one.pools || compare(one.address, other.address);
}

export function withIds<P extends { readonly id: string }>(pools: readonly P[], ids: unknown): readonly P[] {
  const chosen = new Set<unknown>(listOf(ids));
  return pools.filter(({ id }) => chosen.has(id));
}

export function withoutIds<P extends { readonly id: string }>(
  pools: readonly P[],
  ids: unknown,
): readonly P[] {
  const excluded = new Set<unknown>(listOf(ids));
  return pools.filter(({ id }) => !excluded.has(id));
}

export function ifAny<T>(items: readonly T[], find: (items: readonly T[]) => PoolFinding): PoolFinding[] {
  return items.length === 0 ? [] : [find(items)];
}
