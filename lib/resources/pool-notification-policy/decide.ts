import type { Policy, PolicyInput, Pool } from '../../client';
import {
  countCalls,
  coverageOf,
  distinctRecipients,
  faultOfPolicy,
  hasLegacyEmail,
  isAddress,
  legacyRecipients,
  mechanismIds,
  planClearing,
  recipientKey,
  type AddressCount,
  type ClearingBatch,
  type CoveringPolicy,
  type PoolFinding,
} from '../../pools';
import type { State } from '../../schema';
import type { PoolNotificationPolicyAttributes } from './contract';
import { findLosses, isNarrower } from './losses';
import type { PolicyMemory } from './memory';
import { labelsOf, type Observation } from './observe';
import { allPoolIds, recipientsToKeep, toInput, withoutRecipients, type PolicySettings } from './policy';

export type PolicyState = State<PoolNotificationPolicyAttributes>;

/** The settings of a policy that a decision needs; all are known. */
export interface Settings extends PolicySettings {
  readonly account_id: string;
  readonly all_pools: boolean;
  readonly pool_ids: readonly string[] | null;
  readonly email_addresses: readonly string[] | null;
  readonly carry_over_recipients: boolean;
  readonly clear_legacy_email: string;
  readonly accept_lost_recipients: boolean | null;
}

/** The policy that a decision is about. */
export interface Subject {
  readonly settings: Settings;
  /** Null for a create. */
  readonly prior: PolicyState | null;
  readonly memory: PolicyMemory;
  /** The stored policy that is updated or adopted. */
  readonly current?: Policy | undefined;
  /** Recipients of the policies that a new one replaces. */
  readonly inherited?: readonly string[];
}

export interface Decision {
  readonly findings: readonly PoolFinding[];
  /** The policy to be stored first. */
  readonly input: PolicyInput;
  /** The recipients that came from pools; undefined if none are carried over. */
  readonly carried: readonly string[] | undefined;
  /** What is cleared then, if the policy is stored as `input`. The policies are read again after each batch. */
  readonly batches: readonly ClearingBatch[];
  /** Whether the apply has something to do that neither the configuration nor the state shows. */
  readonly hasChanges: boolean;
}

/** Stands for a recipient that the same apply creates: it may be any address, and counts as working. */
export const unknownRecipient = 'known-after-apply';

/** Decides what becomes of a policy and of the legacy e-mails. A plan shows it; an apply decides again, and does it. */
export function decide(now: Observation, subject: Subject): Decision {
  const { settings, prior, memory, current } = subject;
  const poolIds = settings.all_pools ? allPoolIds(now.pools, prior) : (settings.pool_ids ?? []);
  const pools = withIds(now.pools, poolIds);
  const recipients = decideRecipients(pools, subject);
  const input = toInput(settings, poolIds, recipients.emails, current);
  const ours = { ...input, id: current?.id, filters: input.filters ?? {} };
  const clearing = decideClearing(now, ours, settings);
  const replaced = prior === null ? [] : memory.replaced;
  const other = prior !== null && settings.all_pools ? findOtherPools(now, poolIds, prior) : [];
  const after = { ...settings, pool_ids: poolIds };
  return {
    input,
    carried: recipients.carried,
    batches: clearing.batches,
    findings: [
      ...(settings.all_pools ? judgeNumberOfPools(now, prior) : judgePoolIds(now, settings, prior)),
      ...judgeDestinations(now, settings),
      ...(settings.carry_over_recipients ? judgeAddresses(now, pools) : []),
      ...(poolIds.length > 0 && hasNoRecipients(ours)
        ? [{ code: 'pools.no_recipients', severity: 'error' } as const]
        : []),
      ...ifAny(recipients.restored, (addresses) => ({
        code: 'pools.recipients_restored',
        severity: 'warning',
        addresses,
      })),
      ...clearing.findings,
      ...judgeNewRecipients(now, pools, withoutRecipients(recipients.emails, recipients.restored), subject),
      ...(prior !== null && isNarrower(after, prior)
        ? findLosses(now, {
            kind: settings.enabled ? 'narrow' : 'disable',
            before: prior,
            after,
          })
        : []),
      ...other,
      ...ifAny(replaced, (ids) => ({ code: 'pools.replaced_exists', severity: 'warning', ids })),
    ],
    hasChanges: [other, clearing.pools, recipients.added, recipients.restored, replaced].some(
      ({ length }) => length > 0,
    ),
  };
}

/** What an apply has done so far: pools as they were when their e-mail was found clearable, and when it was cleared. */
export interface Progress {
  readonly promised: ReadonlyMap<string, Pool>;
  readonly cleared: ReadonlyMap<string, Pool>;
}

export interface Clearing {
  readonly findings: readonly PoolFinding[];
  /** The pools whose e-mails may be cleared, and the calls for that: none while `isBroken`. */
  readonly pools: readonly Pool[];
  readonly batches: readonly ClearingBatch[];
  /** The pools that this apply has cleared and that the policies no longer cover, as they were before. */
  readonly restore: readonly Pool[];
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
export function decideClearing(
  now: Observation,
  ours: JudgedPolicy | undefined,
  settings: Settings,
  progress?: Progress,
): Clearing {
  const mine = ours === undefined ? [] : [ours];
  const own = coverageOf(mine, now.working);
  const all = coverageOf([...mine, ...now.policies.filter(({ id }) => id !== ours?.id)], now.working);
  const isUnknown = mine.some((each) => mechanismIds(each, 'email').includes(unknownRecipient));
  const lostOf = (pool: Pool) => (isUnknown ? [] : all.lostRecipients(pool));
  const judge = (pool: Pool): Verdict => {
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
  const notified = (pool: Pool) => legacyRecipients(pool).filter((address) => own.notifies(address, pool));
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

  function judgeUncovered(uncovered: readonly Pool[]): PoolFinding[] {
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
export function findUnprotected(now: Observation, poolIds: readonly string[]): Pool[] {
  const all = coverageOf(now.policies, now.working);
  return withIds(now.pools, poolIds).filter(
    (pool) => !hasLegacyEmail(pool) && all.eventsOf(pool.id).length === 0,
  );
}

interface Recipients {
  readonly emails: readonly string[];
  readonly carried: readonly string[] | undefined;
  /** Addresses of pools that the stored policy does not notify yet. */
  readonly added: readonly string[];
  /** Carried-over recipients that were removed from the stored policy. */
  readonly restored: readonly string[];
}

function decideRecipients(
  pools: readonly Pool[],
  { settings, prior, memory, current, inherited = [] }: Subject,
): Recipients {
  const named = settings.email_addresses ?? [];
  if (!settings.carry_over_recipients)
    return { emails: distinctRecipients(named), carried: undefined, added: [], restored: [] };
  // The API rejects a policy for one invalid address.
  const legacy = distinctRecipients(pools.flatMap(legacyRecipients)).filter(isAddress);
  const stored =
    current === undefined
      ? [...(prior?.email_addresses ?? []), ...(prior?.carried_over_recipients ?? [])]
      : mechanismIds(current, 'email');
  const kept =
    prior === null
      ? [...stored, ...inherited, ...(memory.carried ?? [])]
      : recipientsToKeep(stored, prior, named);
  const before = prior === null ? undefined : memory.carried;
  const carried = distinctRecipients([...(before ?? withoutRecipients(kept, named)), ...legacy]);
  return {
    emails: distinctRecipients([...named, ...kept, ...carried]),
    carried,
    added: withoutRecipients(legacy, [...named, ...stored]),
    restored: prior === null ? [] : withoutRecipients(carried, [...named, ...stored, ...legacy]),
  };
}

/** The carried-over recipients that become recipients of pools whose legacy e-mail they were not. */
function judgeNewRecipients(
  now: Observation,
  pools: readonly Pool[],
  recipients: readonly string[],
  { settings, current }: Subject,
): PoolFinding[] {
  if (!settings.carry_over_recipients) return [];
  const keysOf = new Map(pools.map((pool) => [pool, new Set(legacyRecipients(pool).map(recipientKey))]));
  const stored = new Set(current === undefined ? [] : mechanismIds(current, 'email').map(recipientKey));
  const added = current === undefined ? pools : withoutIds(pools, current.filters.pool_id);
  const before = coverageOf(now.policies, now.working);
  const carried = withoutRecipients(recipients, settings.email_addresses ?? []);
  const counts = carried.flatMap((address) => {
    const key = recipientKey(address);
    const isLegacy = (pool: Pool) => keysOf.get(pool)?.has(key) === true;
    const gained = (stored.has(key) ? added : pools).filter(
      (pool) => !isLegacy(pool) && !before.notifies(address, pool),
    );
    if (gained.length === 0) return [];
    return [{ address, pools: gained.length, before: pools.filter(isLegacy).length }];
  });
  return ifAny(counts.sort(byCount), (addresses) => ({
    code: 'pools.new_recipients',
    severity: 'warning',
    pools: pools.length,
    addresses,
  }));
}

function judgeNumberOfPools({ pools }: Observation, prior: PolicyState | null): PoolFinding[] {
  if (pools.length > 0) return [];
  return [{ code: prior === null ? 'pools.no_pools' : 'pools.no_pools_left', severity: 'warning' }];
}

function judgePoolIds({ pools }: Observation, settings: Settings, prior: PolicyState | null): PoolFinding[] {
  const existing = new Set(pools.map(({ id }) => id));
  const missing = (settings.pool_ids ?? []).filter((id) => !existing.has(id));
  // A listed pool may have been deleted out of band: that must not block the plan.
  const before = new Set(prior?.pool_ids);
  return [
    ...ifAny(
      missing.filter((id) => !before.has(id)),
      (ids) => ({ code: 'pools.unknown_pools', severity: 'error', ids }),
    ),
    ...ifAny(
      missing.filter((id) => before.has(id)),
      (ids) => ({ code: 'pools.deleted_pools', severity: 'warning', ids }),
    ),
  ];
}

export function judgeDestinations({ existing, working }: Observation, settings: Settings): PoolFinding[] {
  const judge = (kind: 'webhook_ids' | 'pagerduty_ids', known: ReadonlySet<string>) =>
    ifAny(
      (settings[kind] ?? []).filter((id) => id !== unknownRecipient && !known.has(id)),
      (ids) => ({ code: 'pools.unknown_destinations', severity: 'error', kind, ids, existing: [...known] }),
    );
  return [
    ...judge('webhook_ids', existing.webhooks),
    ...ifAny(
      (settings.webhook_ids ?? []).filter((id) => existing.webhooks.has(id) && !working.webhooks.has(id)),
      (ids) => ({ code: 'pools.failing_webhooks', severity: 'warning', ids }),
    ),
    ...judge('pagerduty_ids', existing.pagerduty),
  ];
}

/** An address that the API would reject is not carried over, so its pool keeps the e-mail. */
function judgeAddresses(now: Observation, pools: readonly Pool[]): PoolFinding[] {
  const label = labelsOf(now.pools);
  const invalid = pools
    .map((pool) => [label(pool), legacyRecipients(pool).filter((each) => !isAddress(each))] as const)
    .filter(([, addresses]) => addresses.length > 0);
  return ifAny(invalid, () => ({
    code: 'pools.invalid_addresses',
    severity: 'warning',
    byPool: Object.fromEntries(invalid),
  }));
}

function findOtherPools(
  { pools }: Observation,
  poolIds: readonly string[],
  { pool_ids: before }: PolicyState,
): PoolFinding[] {
  const added = withoutIds(withIds(pools, poolIds), before).map(labelsOf(pools));
  const kept = new Set(poolIds);
  const removed = (before ?? []).filter((id) => !kept.has(id));
  return ifAny([...added, ...removed], () => ({
    code: 'pools.pools_changed',
    severity: 'warning',
    added,
    removed,
  }));
}

function hasNoRecipients(policy: CoveringPolicy): boolean {
  return ['email', 'webhooks', 'pagerduty'].every((kind) => mechanismIds(policy, kind).length === 0);
}

/** Addresses with their number of pools, most pools first. */
function countAddresses(
  pools: readonly Pool[],
  addressesOf: (pool: Pool) => readonly string[],
): AddressCount[] {
  const counts = new Map<string, AddressCount>();
  for (const address of pools.flatMap(addressesOf)) {
    const key = recipientKey(address);
    const { address: spelling = address, pools: count = 0 } = counts.get(key) ?? {};
    counts.set(key, { address: spelling, pools: count + 1 });
  }
  return [...counts.values()].sort(byCount);
}

function byCount(one: AddressCount, other: AddressCount): number {
  return other.pools - one.pools || (one.address < other.address ? -1 : 1);
}

function withIds(pools: readonly Pool[], ids: unknown): readonly Pool[] {
  const chosen = new Set<unknown>(Array.isArray(ids) ? ids : []);
  return pools.filter(({ id }) => chosen.has(id));
}

function withoutIds(pools: readonly Pool[], ids: unknown): readonly Pool[] {
  const excluded = new Set<unknown>(Array.isArray(ids) ? ids : []);
  return pools.filter(({ id }) => !excluded.has(id));
}

function ifAny<T>(items: readonly T[], find: (items: readonly T[]) => PoolFinding): PoolFinding[] {
  return items.length === 0 ? [] : [find(items)];
}
