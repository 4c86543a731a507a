import type { Policy, PolicyInput, Pool } from '../../client';
import { ifAny } from '../../ground/findings';
import {
  byCount,
  coverageOf,
  distinctRecipients,
  findLosses,
  isAddress,
  isNarrower,
  judgeClearing,
  labelsOf,
  legacyRecipients,
  mechanismIds,
  mechanismNames,
  poolFinding,
  recipientKey,
  unknownRecipient,
  withIds,
  withoutIds,
  withoutRecipients,
  type Clearing,
  type ClearingSettings,
  type CoveringPolicy,
  type PoolFinding,
} from '../../pools';
import type { RunView } from './intents';
import type { PolicyMemory } from './memory';
import type { Observation } from './observe';
import { allPoolIds, recipientsToKeep, toInput, type PolicySettings, type PolicyState } from './policy';

export type { PolicyState } from './policy';

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
  /**
   * What the same plan or apply makes of the other policies.
   *
   * @default - they stay as they are
   */
  readonly run?: RunView;
  /**
   * Whether the approved plan has listed the e-mail of a pool.
   *
   * @default - there is no approved plan
   */
  readonly isListed?: (pool: Pool) => boolean;
}

export interface Decision {
  readonly findings: readonly PoolFinding[];
  /** The policy to be stored first. */
  readonly input: PolicyInput;
  /** The recipients that came from pools; undefined if none are carried over. */
  readonly carried: readonly string[] | undefined;
  /** What is cleared then, if the policy is stored as `input`. The policies are read again after each batch. */
  readonly clearing: Clearing<Pool>;
  /**
   * The e-mails that this decision may clear, exactly as they are: an apply clears no others. What the same plan does to other
   * policies can reduce what is cleared.
   */
  readonly listed: readonly ListedEmail[];
  /** Whether the apply has something to do that neither the configuration nor the state shows. */
  readonly hasChanges: boolean;
}

/** A legacy e-mail, as the API returns it. */
export interface ListedEmail {
  readonly poolId: string;
  readonly email: string;
}

/** Decides what becomes of a policy and of the legacy e-mails. A plan shows it; an apply decides again, and does it. */
export function decide(now: Observation, subject: Subject): Decision {
  const { settings, prior, current, run, isListed } = subject;
  const poolIds = settings.all_pools ? allPoolIds(now.pools, prior) : (settings.pool_ids ?? []);
  const pools = withIds(now.pools, poolIds);
  const recipients = decideRecipients(pools, subject);
  const input = toInput(settings, poolIds, recipients.emails, current);
  const ours = { ...input, id: current?.id, filters: input.filters ?? {} };
  const clearing = judgeClearing(now, ours, settings, {
    ...(run === undefined ? {} : { others: run.others, planned: run.planned }),
    ...(isListed === undefined ? {} : { isListed }),
  });
  const other = prior !== null && settings.all_pools ? findOtherPools(now, poolIds, prior) : [];
  return {
    input,
    carried: recipients.carried,
    clearing,
    listed: clearing.listed.map(({ id, notification_email: email }) => ({ poolId: id, email })),
    findings: [
      ...(settings.all_pools ? judgeNumberOfPools(now, prior) : judgePoolIds(now, subject)),
      ...judgeDestinations(now, subject),
      ...(settings.carry_over_recipients ? judgeAddresses(now, pools) : []),
      ...(poolIds.length > 0 && hasNoRecipients(ours) ? [poolFinding('pools.no_recipients')] : []),
      ...ifAny(recipients.restored, (addresses) => poolFinding('pools.recipients_restored', { addresses })),
      ...ifAny(recipients.removed, (addresses) => poolFinding('pools.recipients_removed', { addresses })),
      ...clearing.findings,
      ...judgeNewRecipients(now, pools, withoutRecipients(recipients.emails, recipients.restored), subject),
      ...(current !== undefined && isNarrower(ours, current)
        ? findLosses(now, {
            kind: settings.enabled ? 'narrow' : 'disable',
            before: current,
            after: ours,
            others: run?.planned ?? now.policies.filter(({ id }) => id !== current.id),
            cleared: new Set([...(run?.cleared ?? []), ...clearing.pools.map(({ id }) => id)]),
            expected:
              prior === null
                ? withoutRecipients(mechanismIds(current, 'email'), recipients.emails)
                : recipients.removed,
          })
        : []),
      ...other,
    ],
    hasChanges: [other, clearing.pools, recipients.added, recipients.restored].some(
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
  return ifAny(counts.sort(byCount), (addresses) =>
    poolFinding('pools.new_recipients', { pools: pools.length, addresses }),
  );
}

function judgeNumberOfPools({ pools }: Observation, prior: PolicyState | null): PoolFinding[] {
  if (pools.length > 0) return [];
  return [poolFinding(prior === null ? 'pools.no_pools' : 'pools.no_pools_left')];
}

function judgePoolIds({ pools }: Observation, subject: Subject): PoolFinding[] {
  const existing = new Set(pools.map(({ id }) => id));
  const missing = (subject.settings.pool_ids ?? []).filter((id) => !existing.has(id));
  const before = idsBefore(subject);
  return [
    ...ifAny(
      missing.filter((id) => !before.has(id)),
      (ids) => poolFinding('pools.unknown_pools', { ids }),
    ),
    ...ifAny(
      missing.filter((id) => before.has(id)),
      (ids) => poolFinding('pools.deleted_pools', { ids }),
    ),
  ];
}

/** The pools and destinations that the policy had already. One that was deleted out of band must not block the plan. */
function idsBefore({ prior, memory }: Pick<Subject, 'prior' | 'memory'>): ReadonlySet<string> {
  if (prior === null) return new Set();
  const { pool_ids: pools, webhook_ids: webhooks, pagerduty_ids: services } = prior;
  return new Set([...(pools ?? []), ...(webhooks ?? []), ...(services ?? []), ...(memory.applied ?? [])]);
}

export function judgeDestinations(
  { existing, working }: Observation,
  { settings, ...subject }: Pick<Subject, 'settings' | 'prior' | 'memory'>,
): PoolFinding[] {
  const before = idsBefore(subject);
  const judge = (kind: 'webhook_ids' | 'pagerduty_ids', known: ReadonlySet<string>) => {
    const missing = (settings[kind] ?? []).filter((id) => id !== unknownRecipient && !known.has(id));
    return (['error', 'warning'] as const).flatMap((severity) =>
      ifAny(
        missing.filter((id) => before.has(id) === (severity === 'warning')),
        (ids) => poolFinding('pools.unknown_destinations', { severity, kind, ids, existing: [...known] }),
      ),
    );
  };
  return [
    ...judge('webhook_ids', existing.webhooks),
    ...ifAny(
      (settings.webhook_ids ?? []).filter((id) => existing.webhooks.has(id) && !working.webhooks.has(id)),
      (ids) => poolFinding('pools.failing_webhooks', { ids }),
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
  return ifAny(invalid, () =>
    poolFinding('pools.invalid_addresses', { byPool: Object.fromEntries(invalid) }),
  );
}

function findOtherPools(
  { pools }: Observation,
  poolIds: readonly string[],
  { pool_ids: before }: PolicyState,
): PoolFinding[] {
  const added = withoutIds(withIds(pools, poolIds), before).map(labelsOf(pools));
  const kept = new Set(poolIds);
  const removed = (before ?? []).filter((id) => !kept.has(id));
  return ifAny([...added, ...removed], () => poolFinding('pools.pools_changed', { added, removed }));
}

function hasNoRecipients(policy: CoveringPolicy): boolean {
  return mechanismNames.every((kind) => mechanismIds(policy, kind).length === 0);
}
