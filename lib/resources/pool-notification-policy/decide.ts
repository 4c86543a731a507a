import type { Policy, PolicyInput, Pool } from '../../client';
import {
  byCount,
  coverageOf,
  distinctRecipients,
  findLosses,
  ifAny,
  isAddress,
  isNarrower,
  judgeClearing,
  labelsOf,
  legacyRecipients,
  mechanismIds,
  recipientKey,
  unknownRecipient,
  withIds,
  withoutIds,
  withoutRecipients,
  type ClearingBatch,
  type ClearingSettings,
  type CoveringPolicy,
  type PoolFinding,
} from '../../pools';
import type { State } from '../../schema';
import type { PoolNotificationPolicyAttributes } from './contract';
import type { PolicyMemory } from './memory';
import type { Observation } from './observe';
import { allPoolIds, recipientsToKeep, toInput, type PolicySettings } from './policy';

export type PolicyState = State<PoolNotificationPolicyAttributes>;

/** The settings of a policy that a decision needs; all are known. */
export interface Settings extends PolicySettings, ClearingSettings {
  readonly account_id: string;
  readonly all_pools: boolean;
  readonly pool_ids: readonly string[] | null;
  readonly email_addresses: readonly string[] | null;
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

/** Decides what becomes of a policy and of the legacy e-mails. A plan shows it; an apply decides again, and does it. */
export function decide(now: Observation, subject: Subject): Decision {
  const { settings, prior, memory, current } = subject;
  const poolIds = settings.all_pools ? allPoolIds(now.pools, prior) : (settings.pool_ids ?? []);
  const pools = withIds(now.pools, poolIds);
  const recipients = decideRecipients(pools, subject);
  const input = toInput(settings, poolIds, recipients.emails, current);
  const ours = { ...input, id: current?.id, filters: input.filters ?? {} };
  const clearing = judgeClearing(now, ours, settings);
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
      ...ifAny(recipients.removed, (addresses) => ({
        code: 'pools.recipients_removed',
        severity: 'warning',
        addresses,
      })),
      ...clearing.findings,
      ...judgeNewRecipients(now, pools, withoutRecipients(recipients.emails, recipients.restored), subject),
      ...(prior !== null && isNarrower(after, prior)
        ? findLosses(now, { kind: settings.enabled ? 'narrow' : 'disable', before: prior, after })
        : []),
      ...other,
      ...ifAny(replaced, (ids) => ({ code: 'pools.replaced_exists', severity: 'warning', ids })),
    ],
    hasChanges: [other, clearing.pools, recipients.added, recipients.restored, replaced].some(
      ({ length }) => length > 0,
    ),
  };
}

interface Recipients {
  readonly emails: readonly string[];
  readonly carried: readonly string[] | undefined;
  /** Addresses of pools that the stored policy does not notify yet. */
  readonly added: readonly string[];
  /** Carried-over recipients that were removed from the stored policy. */
  readonly restored: readonly string[];
  /** Carried-over recipients that the policy loses. */
  readonly removed: readonly string[];
}

function decideRecipients(
  pools: readonly Pool[],
  { settings, prior, memory, current, inherited = [] }: Subject,
): Recipients {
  const named = settings.email_addresses ?? [];
  if (!settings.carry_over_recipients)
    return {
      emails: distinctRecipients(named),
      carried: undefined,
      added: [],
      restored: [],
      removed: withoutRecipients(prior?.carried_over_recipients ?? [], named),
    };
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
    removed: [],
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
