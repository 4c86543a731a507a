import { compare } from '../ground/compare';
import { ifAny } from '../ground/findings';
import { listOf } from '../ground/json';
import { countCalls, planClearing } from './clearing';
import {
  coverageOf,
  faultOfPolicy,
  withoutUnknown,
  type CoveredPool,
  type CoveringPolicy,
  type WorkingDestinations,
} from './coverage';
import { poolFinding, type AddressCount, type PoolFinding } from './findings';
import type { Reliance } from './reliance';
import { hasLegacyEmail, isAddress, legacyRecipients, recipientKey, withoutRecipients } from './legacy';

export type AccountPool = CoveredPool & { readonly name: string };

/** What the account has. Its pools are in the order of operation 6. */
export interface PoolAccount<P extends AccountPool = AccountPool> {
  readonly pools: readonly P[];
  readonly policies: readonly (CoveringPolicy & { readonly id: string; readonly name?: string })[];
  readonly working: WorkingDestinations;
}

/** The settings of a policy that decide which e-mails it clears. */
export interface ClearingSettings {
  /** `covered`, `all` or `none`. */
  readonly clear_legacy_email: string;
  readonly carry_over_recipients: boolean;
  readonly accept_lost_recipients: boolean | null;
}

export type Clearing<P extends AccountPool> = ReturnType<typeof judgeClearing<P>>;

export type JudgedPolicy = CoveringPolicy & { readonly id?: string | undefined; readonly name?: string };

/** The other policies of the account, as an apply that changes several of them leaves them. */
export interface OtherPolicies {
  /** What they are now, and stay in any case. */
  readonly certain: readonly JudgedPolicy[];
  /** What they are now, and may stay: it depends on values that are not known yet. */
  readonly possible: readonly JudgedPolicy[];
}

/** How a clearing is judged. */
export interface ClearingView<P> {
  /** What an apply has done so far: pools as they were when their e-mail was found clearable, and when it was cleared. */
  readonly progress?: {
    readonly promised: ReadonlyMap<string, P>;
    readonly cleared: ReadonlyMap<string, P>;
  };
  /**
   * Whether the approved plan has listed the e-mail of a pool.
   *
   * @default - there is no approved plan
   */
  readonly isListed?: (pool: P) => boolean;
  /** @default - the policies of the account stay as they are */
  readonly others?: OtherPolicies;
  /**
   * What the other policies will be after the plan.
   *
   * @default - as they are
   */
  readonly planned?: readonly CoveringPolicy[] | undefined;
}

/** Others that do not count: nobody knows what the apply makes of them. */
export const noOthers: OtherPolicies = { certain: [], possible: [] };

/**
 * - `kept`: clearing would lose an address, and nobody accepted that.
 * - `undecided`: values that are not known yet decide.
 * - `conflict`: it could be cleared if the same apply did not change another policy.
 * - `unlisted`: it could be cleared if the approved plan had listed it.
 */
type Verdict = 'uncovered' | 'kept' | 'undecided' | 'conflict' | 'unlisted' | 'clear';

/**
 * Decides which legacy e-mails may be cleared: no event may be lost, and no recipient unless the settings accept it. Events count
 * if this policy reports them, with `all` also if another one does. Recipients count with any policy of the account. Another policy
 * counts for what it does now and still does after the apply.
 *
 * @param ours - the policy as it is planned or was read; undefined if it was deleted
 */
export function judgeClearing<P extends AccountPool>(
  now: PoolAccount<P>,
  ours: JudgedPolicy | undefined,
  settings: ClearingSettings,
  { progress, others, planned, isListed = () => true }: ClearingView<P> = {},
) {
  const mine = ours === undefined ? [] : [ours];
  const known = mine.map(withoutUnknown);
  const stored = others === noOthers ? [] : now.policies.filter(({ id }) => id !== ours?.id);
  const worldOf = (own: readonly JudgedPolicy[], rest: readonly JudgedPolicy[]) => ({
    own: coverageOf(own, now.working),
    all: coverageOf([...own, ...rest], now.working),
  });
  const present = worldOf(known, stored);
  const certain = others === undefined ? present : worldOf(known, others.certain);
  const possible =
    others === undefined && known.every((each, at) => each === mine[at])
      ? present
      : worldOf(mine, others?.possible ?? stored);
  const later = planned === undefined ? present : worldOf(known, planned.map(withoutUnknown));
  const { own, all } = certain;
  const acceptsLosses = settings.accept_lost_recipients === true && !settings.carry_over_recipients;
  const lostOf = (pool: P) => all.lostRecipients(pool);
  const judgeIn = (world: typeof present, pool: P): Verdict => {
    if (!(settings.clear_legacy_email === 'all' ? world.all : world.own).covers(pool)) return 'uncovered';
    if (world.all.lostRecipients(pool).length === 0) return 'clear';
    return acceptsLosses ? 'clear' : 'kept';
  };
  const isPromised = ({ id, notification_email: email }: P) => {
    const promised = progress?.promised.get(id);
    return promised !== undefined && promised.notification_email === email;
  };
  const judge = (pool: P): Verdict => {
    // What this apply relies on stays: a change of another policy is refused.
    if (isPromised(pool)) return judgeIn(present, pool);
    const verdict = judgeIn(certain, pool);
    if (verdict === 'clear') return isListed(pool) ? 'clear' : 'unlisted';
    if (judgeIn(possible, pool) !== verdict) return 'undecided';
    return judgeIn(present, pool) === 'clear' ? 'conflict' : verdict;
  };
  const legacy = settings.clear_legacy_email === 'none' ? [] : now.pools.filter(hasLegacyEmail);
  const verdicts = new Map(legacy.map((pool) => [pool, judge(pool)]));
  const judged = (verdict: Verdict) => legacy.filter((pool) => verdicts.get(pool) === verdict);

  const existing = new Map(now.pools.map((pool) => [pool.id, pool]));
  const broken = [...(progress?.promised.values() ?? [])].filter(
    (pool) => existing.has(pool.id) && judge(pool) !== 'clear',
  );
  const pools = broken.length > 0 ? [] : judged('clear');
  const unlisted = judged('unlisted');
  const chosen = new Set(pools);
  const candidates = now.pools.map((pool) => ({ id: pool.id, mayClear: chosen.has(pool) }));
  const batches = planClearing(candidates, progress?.cleared.size);
  const label = labelsOf(now.pools);
  const notified = (pool: P) => legacyRecipients(pool).filter((address) => own.notifies(address, pool));
  return {
    /** The pools whose e-mails may be cleared, and the calls for that: none while `isBroken`. */
    pools,
    batches,
    /**
     * The pools whose e-mails could be cleared if no other policy changed, or when all of them have: the most that an apply of this plan
     * may clear.
     */
    listed: legacy.filter((pool) => [present, later].some((world) => judgeIn(world, pool) === 'clear')),
    /** What the clearing of `pools` relies on other policies for. */
    reliances: pools.flatMap((pool): Reliance[] => {
      const named = { pool, label: label(pool) };
      const needed = acceptsLosses ? [] : own.lostRecipients(pool);
      return [...needed.map((address) => ({ ...named, address })), ...(own.covers(pool) ? [] : [named])];
    }),
    /** The pools that this apply has cleared and that the policies no longer cover, as they were before. */
    restore: broken.flatMap(({ id }) => {
      const before = progress?.cleared.get(id);
      return before === undefined || hasLegacyEmail(existing.get(id) ?? {}) ? [] : [before];
    }),
    /** Whether the policies no longer cover a pool that they covered earlier in this apply. */
    isBroken: broken.length > 0,
    findings: [
      ...ifAny(
        // An address that cannot be carried over is a finding of its own.
        judged('kept').filter(
          (pool) => !settings.carry_over_recipients || legacyRecipients(pool).every(isAddress),
        ),
        (kept) =>
          poolFinding('pools.recipients_not_carried', {
            carries: settings.carry_over_recipients,
            ...(others === noOthers ? { isAlone: true } : {}),
            pools: kept.map(label),
            addresses: countAddresses(kept, lostOf),
          }),
      ),
      ...judgeUncovered(judged('uncovered')),
      ...ifAny(unlisted, () =>
        poolFinding('pools.not_listed', { severity: 'warning', pools: unlisted.map(label) }),
      ),
      ...ifAny(judged('undecided'), (undecided) =>
        poolFinding('pools.undecided', { pools: undecided.map(label) }),
      ),
      ...ifAny(judged('conflict'), (conflicts) =>
        poolFinding('pools.conflict', {
          clearing: ours?.name ?? '',
          changing: leavingPolicies(stored, others?.certain ?? stored, conflicts, now.working),
          losses: conflicts.flatMap((pool) => {
            const lost = lostOf(pool);
            return lost.length === 0
              ? [{ pool: label(pool) }]
              : lost.map((address) => ({ pool: label(pool), address }));
          }),
        }),
      ),
      ...ifAny(
        pools.filter((pool) => lostOf(pool).length > 0),
        (lost) =>
          poolFinding('pools.recipients_lost', {
            pools: lost.length,
            addresses: countAddresses(lost, lostOf),
          }),
      ),
      ...ifAny(pools, () =>
        poolFinding('pools.will_clear', {
          pools: pools.length,
          calls: countCalls(batches),
          replaced: countAddresses(pools, notified),
          elsewhere: countAddresses(pools, (pool) =>
            withoutRecipients(legacyRecipients(pool), [...notified(pool), ...lostOf(pool)]),
          ),
        }),
      ),
    ],
  };

  function judgeUncovered(uncovered: readonly P[]): PoolFinding[] {
    if (settings.clear_legacy_email === 'all')
      return ifAny(uncovered, () =>
        poolFinding('pools.in_no_policy', {
          pools: uncovered.map(label),
          ...(others === noOthers ? { isAlone: true } : {}),
        }),
      );
    const fault = ours === undefined ? undefined : faultOfPolicy(ours, now.working);
    return ifAny(withIds(uncovered, ours?.filters.pool_id), (meant) =>
      poolFinding('pools.not_covered', {
        pools: meant.map(label),
        events: fault === undefined ? [...new Set(meant.flatMap((pool) => own.uncoveredEvents(pool)))] : [],
        ...(fault === undefined ? {} : { fault }),
      }),
    );
  }
}

/** The names of the policies that notify of the pools, and no longer do that in full. */
function leavingPolicies(
  stored: readonly JudgedPolicy[],
  certain: readonly JudgedPolicy[],
  pools: readonly CoveredPool[],
  working: WorkingDestinations,
): string[] {
  const stays = new Set(certain);
  return stored
    .filter((policy) => !stays.has(policy))
    .filter((policy) => pools.some(({ id }) => coverageOf([policy], working).eventsOf(id).length > 0))
    .map(({ name = '' }) => name);
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
