import type { Policy, Pool } from '../../client';
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
  type CoveringPolicy,
  type PoolFinding,
} from '../../pools';
import type { PolicyMemory } from './memory';
import type { Observation } from './observe';
import { recipientsToKeep, toInput, type PolicyState, type Settings } from './policy';

export interface Subject {
  readonly settings: Settings;
  /** The prior state; null for a create. */
  readonly prior: PolicyState | null;
  readonly memory: PolicyMemory;
  /** The stored policy that is updated. */
  readonly current?: Policy | undefined;
  /** The stored policy that a create replaces: Terraform deletes it first. */
  readonly replaced?: Policy | undefined;
  /** Whether the approved plan has listed the e-mail of a pool. @default - there is no approved plan */
  readonly isListed?: (pool: Pool) => boolean;
}

export type Decision = ReturnType<typeof decide>;

export function decide(now: Observation, subject: Subject) {
  const { settings, prior, current, isListed } = subject;
  const allPools = now.pools.map(({ id }) => id);
  // The API rejects a policy without pools, so a policy keeps its former pools if the account has none.
  const poolIds =
    settings.all_pools && allPools.length > 0
      ? allPools
      : ((settings.all_pools ? prior : settings)?.pool_ids ?? []);
  const pools = withIds(now.pools, poolIds);
  const recipients = decideRecipients(pools, subject);
  const input = toInput(settings, poolIds, recipients.emails, current);
  const ours = { ...input, id: current?.id, filters: input.filters ?? {} };
  const clearing = judgeClearing(now, ours, settings, isListed === undefined ? {} : { isListed });
  const other = prior !== null && settings.all_pools ? findOtherPools(now, poolIds, prior) : [];
  const findings: readonly PoolFinding[] = [
    ...(settings.all_pools ? [] : judgePoolIds(now, subject)),
    ...(settings.all_pools && allPools.length === 0
      ? [poolFinding(prior === null ? 'pools.no_pools' : 'pools.no_pools_left')]
      : []),
    ...judgeDestinations(now, subject),
    ...(settings.carry_over_recipients ? judgeAddresses(now, pools) : []),
    ...(poolIds.length > 0 && mechanismNames.every((kind) => mechanismIds(ours, kind).length === 0)
      ? [poolFinding('pools.no_recipients')]
      : []),
    ...ifAny(recipients.restored, (addresses) => poolFinding('pools.recipients_restored', { addresses })),
    ...ifAny(recipients.removed, (addresses) => poolFinding('pools.recipients_removed', { addresses })),
    ...clearing.findings,
    ...judgeNewRecipients(now, pools, withoutRecipients(recipients.emails, recipients.restored), subject),
    ...judgeLosses(now, subject, ours, {
      removed: recipients.removed,
      cleared: new Set(clearing.pools.map(({ id }) => id)),
    }),
    ...judgeReplacement(now, subject, ours),
    ...other,
  ];
  return {
    findings,
    input,
    carried: recipients.carried,
    removed: recipients.removed,
    /** The clearing that follows once the policy is stored as `input`. The policies are read again after each batch. */
    clearing,
    /** Whether the apply has something to do that neither the configuration nor the state shows. */
    hasChanges: [other, clearing.pools, recipients.added, recipients.restored].some(
      ({ length }) => length > 0,
    ),
  };
}

/** The losses through a change, beside the other policies as they are stored: Terraform may apply those after this one, or not at all. */
export function judgeLosses(
  now: Observation,
  { settings, current }: Pick<Subject, 'settings' | 'current'>,
  after: CoveringPolicy,
  { removed, cleared }: { readonly removed: readonly string[]; readonly cleared?: ReadonlySet<string> },
): PoolFinding[] {
  if (current === undefined || !isNarrower(after, current)) return [];
  return findLosses(now, {
    kind: settings.enabled ? 'narrow' : 'disable',
    before: current,
    after,
    others: now.policies.filter(({ id }) => id !== current.id),
    ...(cleared === undefined ? {} : { cleared }),
    expected: removed,
  });
}

/** A policy with carried-over recipients must not be replaced by one without: nothing else has them. Terraform shows only errors of such a plan. */
function judgeReplacement(
  now: Observation,
  { settings, memory, replaced }: Subject,
  after: CoveringPolicy,
): PoolFinding[] {
  if (replaced === undefined) return [];
  const { id, filters } = replaced;
  const carried = memory.carried ?? (settings.carry_over_recipients ? mechanismIds(replaced, 'email') : []);
  const legacy = withIds(now.pools, filters.pool_id).flatMap(legacyRecipients);
  const addresses = withoutRecipients(carried, [...mechanismIds(after, 'email'), ...legacy]);
  return ifAny(addresses, () => poolFinding('pools.replacement_loses', { replaced: id, addresses }));
}

function decideRecipients(pools: readonly Pool[], { settings, prior, memory, current }: Subject) {
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
  const kept = prior === null ? [] : recipientsToKeep(stored, prior, named);
  const before = prior === null ? undefined : memory.carried;
  const carried = distinctRecipients([...(before ?? withoutRecipients(kept, named)), ...legacy]);
  return {
    emails: distinctRecipients([...named, ...kept, ...carried]),
    carried,
    /** Addresses of pools that the stored policy does not notify yet. */
    added: withoutRecipients(legacy, [...named, ...stored]),
    /** Carried-over recipients that were removed from the stored policy. */
    restored: prior === null ? [] : withoutRecipients(carried, [...named, ...stored, ...legacy]),
    removed: [],
  };
}

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
  const judge = (kind: 'webhook_ids' | 'pagerduty_ids', known: ReadonlyMap<string, string>) => {
    const missing = (settings[kind] ?? []).filter((id) => id !== unknownRecipient && !known.has(id));
    return (['error', 'warning'] as const).flatMap((severity) =>
      ifAny(
        missing.filter((id) => before.has(id) === (severity === 'warning')),
        (ids) =>
          poolFinding('pools.unknown_destinations', { severity, kind, ids, existing: [...known.keys()] }),
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

/** The findings for addresses that the API would reject: they are not carried over, so their pools keep the e-mails. */
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
