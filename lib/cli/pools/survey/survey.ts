import { compare } from '../../../ground/compare';
import { textsOf } from '../../../ground/json';
import {
  byName,
  coverageOf,
  groupByRecipients,
  hasLegacyEmail,
  mechanismIds,
  recipientKey,
} from '../../../pools';
import { auditPools, summarize, type PolicyRecord, type PoolRecord } from '../audit';
import type { PoolAccountRecord } from '../read-account';
import type {
  FailedAccount,
  PoolsSurvey,
  SurveyedAccount,
  SurveyedPolicy,
  SurveyedPool,
  SurveyedSet,
} from './file';

export function surveyAccount(
  account: { readonly id: string; readonly name: string },
  { pools, policies, destinations }: PoolAccountRecord,
): SurveyedAccount {
  const audit = auditPools(account, pools, policies, destinations);
  const usable = new Set(audit.policies.map(({ id }) => id));
  const covering = policies.filter(({ id }) => usable.has(id));
  const coverages = covering.map((policy) => ({
    id: policy.id,
    coverage: coverageOf([policy], destinations),
  }));
  const aloneBy = new Map(
    pools.filter(hasLegacyEmail).map((pool: PoolRecord) => {
      const alone = coverages.filter(({ coverage }) => coverage.covers(pool));
      return [pool.id, alone.map(({ id }) => id)] as const;
    }),
  );
  const surveyed = audit.pools.map((pool) => ({ ...pool, covered_alone_by: aloneBy.get(pool.id) ?? [] }));
  return {
    account_id: account.id,
    account_name: account.name,
    summary: audit.summary,
    recipient_sets: setsOf(surveyed),
    pools: surveyed,
    policies: covering.map(describePolicy),
    disregarded_policies: audit.disregarded_policies,
  };
}

export function surveyOf(
  accounts: readonly SurveyedAccount[],
  failed: readonly FailedAccount[],
  { calls, seconds, at }: { readonly calls: number; readonly seconds: number; readonly at: Date },
): PoolsSurvey {
  const total = summarize(accounts.flatMap(({ pools }) => pools));
  const complete = accounts.filter(({ summary }) => summary.complete).length;
  return {
    version: 1,
    surveyed_at: at.toISOString(),
    summary: {
      ...total,
      complete: total.complete && failed.length === 0,
      accounts: accounts.length + failed.length,
      complete_accounts: complete,
      failed_accounts: failed.length,
      calls,
      seconds,
    },
    accounts: [...accounts].sort(
      (a, b) =>
        byName({ name: a.account_name }, { name: b.account_name }) || compare(a.account_id, b.account_id),
    ),
    failed,
  };
}

function describePolicy(policy: PolicyRecord): SurveyedPolicy {
  return {
    id: policy.id,
    name: policy.name,
    description: policy.description ?? '',
    new_health: textsOf(policy.filters.new_health),
    event_sources: textsOf(policy.filters.event_source),
    email_addresses: mechanismIds(policy, 'email'),
    webhook_ids: mechanismIds(policy, 'webhooks'),
    pagerduty_ids: mechanismIds(policy, 'pagerduty'),
    pool_ids: textsOf(policy.filters.pool_id),
  };
}

function setsOf(pools: readonly SurveyedPool[]): SurveyedSet[] {
  const sets = groupByRecipients(pools.filter(({ legacy_email: email }) => email !== ''));
  return sets
    .map(({ addresses, pools: members }) => ({
      recipients: addresses,
      pools: members.length,
      clearable: members.filter((pool) => pool.can_be_cleared).length,
      covered_by: distinctBy(
        members.flatMap(({ covered_by: policies }) => policies),
        ({ id }) => id,
      ),
      unnotified: distinctBy(
        members.flatMap(({ unnotified }) => unnotified.map(({ address }) => address)),
        recipientKey,
      ),
    }))
    .sort((a, b) => rankOf(a) - rankOf(b) || b.pools - a.pools);
}

/** Sets with a gap first. */
export function rankOf({ pools, clearable, unnotified }: SurveyedSet): number {
  return clearable < pools || unnotified.length > 0 ? 0 : 1;
}

/** Keeps the first of several items with one key. */
function distinctBy<Item>(items: readonly Item[], keyOf: (item: Item) => string): Item[] {
  const found = new Map<string, Item>();
  for (const item of items) if (!found.has(keyOf(item))) found.set(keyOf(item), item);
  return [...found.values()];
}
