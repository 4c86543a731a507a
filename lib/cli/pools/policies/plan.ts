import { compare } from '../../../ground/compare';
import { groupByRecipients, isAddress, withoutRecipients } from '../../../pools';
import { policyName } from '../../../resources/pool-notification-policy/set-keys';
import { nameOfAccount } from '../text';
import type { PoolsSurvey, SurveyedAccount, SurveyedPolicy, SurveyedPool } from '../survey/file';

export type PoliciesPlan = ReturnType<typeof planPoliciesProject>;
export type AccountPlan = ReturnType<typeof planAccount>['plan'];
export type NewPolicy = AccountPlan['policies'][number];
/** A policy that exists and notifies all recipients of some pools by itself, so that it may clear their e-mails. */
export type ExistingPolicy = ReturnType<typeof adopt>;
export type PlannedPool = ExistingPolicy['pools'][number];
export type LeftOutPools = ReturnType<typeof describeLeftOut>[number];

/**
 * Plans one policy for each set of recipients that no existing policy notifies by itself, so that everybody keeps getting the
 * notifications of the same pools. A policy clears only what it covers itself: where several policies together notify a set, it gets
 * one of its own.
 *
 * @param fallback - addresses for pools without recipients that no policy covers
 */
export function planPoliciesProject({ accounts }: PoolsSurvey, fallback: readonly string[]) {
  const plans = accounts.map((account) => planAccount(account, fallback));
  return {
    accounts: plans
      .map(({ plan }) => plan)
      .filter(({ policies, existing }) => policies.length > 0 || existing.length > 0),
    leftOut: plans.flatMap(({ leftOut }) => leftOut),
  };
}

function planAccount(account: SurveyedAccount, fallback: readonly string[]) {
  const adoptable = account.policies.filter(isAdoptable);
  const sorted = account.pools.map((pool) => sortPool(pool, adoptable, fallback));
  const needing = sorted.flatMap((each) => (each.kind === 'new' ? [each] : []));
  const ready = sorted.flatMap((each) => (each.kind === 'existing' ? [each.pool] : []));
  const names = new Set(account.policies.map(({ name }) => name));
  const plan = {
    id: account.account_id,
    name: nameOfAccount(account),
    policies: groupByRecipients(needing).map(({ key, addresses, pools }) => ({
      name: freeName(policyName(namePrefix, key, addresses), names),
      emailAddresses: addresses,
      pools: pools.map(({ pool: { id, name } }) => ({ id, name })),
    })),
    existing: choosePolicies(adoptable, ready, account.pools),
  };
  return { plan, leftOut: describeLeftOut(plan.name, sorted) };
}

/** Beginning of the names of policies, as of `PoolNotificationPolicy.perRecipients`. */
const namePrefix = 'Pool health';

type SortedPool =
  | { readonly kind: 'nothing' | 'existing' | 'silent'; readonly pool: SurveyedPool }
  | { readonly kind: 'invalid'; readonly pool: SurveyedPool; readonly addresses: readonly string[] }
  | { readonly kind: 'new'; readonly pool: SurveyedPool; readonly recipients: readonly string[] };

function sortPool(
  pool: SurveyedPool,
  adoptable: readonly SurveyedPolicy[],
  fallback: readonly string[],
): SortedPool {
  if (pool.legacy_email === '' && pool.covered_by.length > 0) return { kind: 'nothing', pool };
  if (adoptable.some((policy) => canClear(policy, pool))) return { kind: 'existing', pool };
  const recipients = pool.recipients.length > 0 ? pool.recipients : fallback;
  if (recipients.length === 0) return { kind: 'silent', pool };
  const invalid = recipients.filter((address) => !isAddress(address));
  return invalid.length > 0
    ? { kind: 'invalid', pool, addresses: invalid }
    : { kind: 'new', pool, recipients };
}

function isAdoptable({ name, email_addresses: addresses }: SurveyedPolicy): boolean {
  return name.trim() !== '' && addresses.every(isAddress);
}

/** Chooses few policies: the one that clears the most pools first. */
function choosePolicies(
  policies: readonly SurveyedPolicy[],
  ready: readonly SurveyedPool[],
  pools: readonly SurveyedPool[],
): ExistingPolicy[] {
  const chosen: ExistingPolicy[] = [];
  let open = ready;
  while (open.length > 0) {
    const counted = policies.map((policy) => ({
      policy,
      clears: open.filter((pool) => canClear(policy, pool)),
    }));
    const [first] = counted.sort(
      (a, b) => b.clears.length - a.clears.length || compare(a.policy.id, b.policy.id),
    );
    if (first === undefined || first.clears.length === 0) break;
    chosen.push(adopt(first.policy, first.clears, pools));
    const done = new Set(first.clears);
    open = open.filter((pool) => !done.has(pool));
  }
  return chosen;
}

function adopt(policy: SurveyedPolicy, clears: readonly SurveyedPool[], pools: readonly SurveyedPool[]) {
  const covered = new Set(policy.pool_ids);
  const known = pools.filter(({ id }) => covered.has(id));
  const listed = new Set(known.map(({ id }) => id));
  return {
    policy,
    /** Pools that it covers, by name. */
    pools: [
      ...known.map(({ id, name }) => ({ id, name })),
      ...[...covered].filter((id) => !listed.has(id)).map((id) => ({ id, name: `deleted pool ${id}` })),
    ],
    clears: clears.map(({ name }) => name),
  };
}

/** Whether a policy alone reports all events of a pool's legacy e-mail, to all of its recipients. */
function canClear(policy: SurveyedPolicy, { covered_alone_by: alone, recipients }: SurveyedPool): boolean {
  return alone.includes(policy.id) && withoutRecipients(recipients, policy.email_addresses).length === 0;
}

/** The service allows two policies of one name, the resource does not: it could not tell them apart. */
function freeName(name: string, taken: Set<string>): string {
  let free = name;
  for (let number = 2; taken.has(free); number++) free = `${name} (${number})`;
  taken.add(free);
  return free;
}

function describeLeftOut(account: string, sorted: readonly SortedPool[]) {
  const namesOf = (pools: readonly SortedPool[]) => pools.map(({ pool }) => pool.name);
  const silent = sorted.filter(({ kind }) => kind === 'silent');
  const invalid = sorted.flatMap((each) => (each.kind === 'invalid' ? [each] : []));
  return [
    {
      account,
      reason: 'They have no recipients, and no policy covers them.',
      fix: 'Run `edge-platform pools policies` with `--fallback <address>`, or add them to a policy.',
      pools: namesOf(silent),
    },
    {
      account,
      reason: `The service refuses a policy with such an address: ${[...new Set(invalid.flatMap(({ addresses }) => addresses))].join(', ')}.`,
      fix: 'Correct the legacy e-mail of the pool, and survey again.',
      pools: namesOf(invalid),
    },
  ].filter(({ pools }) => pools.length > 0);
}
