import { compare } from '../ground/compare';
import { ifAny } from '../ground/findings';
import { listOf } from '../ground/json';
import { countEach } from '../ground/remember';
import { countCalls, planClearing } from './clearing';
import {
  coverageOf,
  faultOfPolicy,
  withoutUnknown,
  type Coverage,
  type CoveredPool,
  type CoveringPolicy,
  type WorkingDestinations,
} from './coverage';
import { poolFinding, type AddressCount, type PoolFinding } from './findings';
import { hasLegacyEmail, isAddress, legacyRecipients, recipientKey, withoutRecipients } from './legacy';

export type AccountPool = CoveredPool & { readonly name: string };

/** Pools, policies and working destinations of an account. The pools are in the order of operation 6. */
export interface PoolAccount<P extends AccountPool = AccountPool> {
  readonly pools: readonly P[];
  readonly policies: readonly (CoveringPolicy & { readonly id: string; readonly name?: string })[];
  readonly working: WorkingDestinations;
}

export interface ClearingSettings {
  /** `covered` or `none`. */
  readonly clear_legacy_email: string;
  readonly carry_over_recipients: boolean;
  readonly accept_lost_recipients: boolean | null;
}

export type Clearing<P extends AccountPool> = ReturnType<typeof judgeClearing<P>>;

export interface ClearingView<P> {
  /** Pools of the apply up to now, as they were when their e-mail was found clearable, and when it was cleared. */
  readonly progress?: {
    readonly promised: ReadonlyMap<string, P>;
    readonly cleared: ReadonlyMap<string, P>;
  };
  /** Whether the approved plan has listed the e-mail of a pool. @default - there is no approved plan */
  readonly isListed?: (pool: P) => boolean;
}

/**
 * - `kept`: clearing would lose an address, and nobody accepted that.
 * - `undecided`: recipients of the policy that are not known yet decide.
 * - `unlisted`: it could be cleared if the approved plan had listed it.
 */
type Verdict = 'uncovered' | 'kept' | 'undecided' | 'unlisted' | 'clear';

/**
 * Decides which legacy e-mails a policy may clear: those of which it notifies itself, of all events, and all recipients unless the
 * settings give them up. What other policies notify of may change at any time, so it does not count.
 *
 * @param ours - the policy as it is planned or was read; undefined if it was deleted
 */
export function judgeClearing<P extends AccountPool>(
  now: PoolAccount<P>,
  ours: (CoveringPolicy & { readonly id?: string | undefined }) | undefined,
  settings: ClearingSettings,
  { progress, isListed = () => true }: ClearingView<P> = {},
) {
  const mine = ours === undefined ? [] : [ours];
  const own = coverageOf(mine.map(withoutUnknown), now.working);
  const possible = coverageOf(mine, now.working);
  const acceptsLosses = settings.accept_lost_recipients === true && !settings.carry_over_recipients;
  const lostOf = (pool: P) => own.lostRecipients(pool);
  const judgeBy = (coverage: Coverage, pool: P): Verdict => {
    if (!coverage.covers(pool)) return 'uncovered';
    return acceptsLosses || coverage.lostRecipients(pool).length === 0 ? 'clear' : 'kept';
  };
  const judge = (pool: P): Verdict => {
    const verdict = judgeBy(own, pool);
    if (verdict === 'clear') return isListed(pool) ? 'clear' : 'unlisted';
    return judgeBy(possible, pool) === verdict ? verdict : 'undecided';
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
  return {
    /** The pools whose e-mails may be cleared, and the calls for that: none while `isBroken`. */
    pools,
    batches,
    restore: broken.flatMap(({ id }) => {
      const before = progress?.cleared.get(id);
      return before === undefined || hasLegacyEmail(existing.get(id) ?? {}) ? [] : [before];
    }),
    isBroken: broken.length > 0,
    findings: [
      ...ifAny(
        // An address that cannot be carried over is a finding of its own.
        judged('kept').filter(
          (pool) => !settings.carry_over_recipients || legacyRecipients(pool).every(isAddress),
        ),
        (kept) => describeKept(kept),
      ),
      ...judgeUncovered(judged('uncovered')),
      ...ifAny(unlisted, () =>
        poolFinding('pools.not_listed', { severity: 'warning', pools: unlisted.map(label) }),
      ),
      ...ifAny(judged('undecided'), (undecided) =>
        poolFinding('pools.undecided', { pools: undecided.map(label) }),
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
          replaced: countAddresses(pools, (pool) => withoutRecipients(legacyRecipients(pool), lostOf(pool))),
        }),
      ),
    ],
  };

  function describeKept(kept: readonly P[]): PoolFinding {
    const others = coverageOf(
      now.policies.filter(({ id }) => id !== ours?.id),
      now.working,
    );
    return poolFinding('pools.recipients_not_carried', {
      carries: settings.carry_over_recipients,
      isElsewhere: kept.some((pool) => lostOf(pool).some((address) => others.notifies(address, pool))),
      pools: kept.map(label),
      addresses: countAddresses(kept, lostOf),
    });
  }

  function judgeUncovered(uncovered: readonly P[]): PoolFinding[] {
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

/** The pools that a policy should notify about, and that have neither a legacy e-mail nor any policy. */
export function findUnprotected<P extends AccountPool>(now: PoolAccount<P>, poolIds: readonly string[]): P[] {
  const all = coverageOf(now.policies, now.working);
  return withIds(now.pools, poolIds).filter(
    (pool) => !hasLegacyEmail(pool) && all.eventsOf(pool.id).length === 0,
  );
}

/** Labels for messages: the name of a pool, with its id if the name is not unique. */
export function labelsOf(pools: readonly AccountPool[]): (pool: AccountPool) => string {
  const counts = countEach(pools.map(({ name }) => name));
  return ({ id, name }) => (counts.get(name) === 1 && name !== '' ? name : `${name} (${id})`);
}

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
