import { compare, distinctBy } from '../../ground/compare';
import { textsOf } from '../../ground/json';
import {
  byName,
  coverageOf,
  faultOfPolicy,
  groupByRecipients,
  hasLegacyEmail,
  healthAlertType,
  legacyRecipients,
  mechanismIds,
  recipientKey,
  unnotifiedRecipients,
  type Coverage,
  type CoveringPolicy,
  type LegacySetting,
  type WorkingDestinations,
} from '../../pools';
import type {
  AuditSummary,
  FailedAccount,
  PoolsSurvey,
  SurveyedAccount,
  SurveyedPolicy,
  SurveyedPool,
  SurveyedSet,
} from './survey/file';

export type PoolRecord = LegacySetting & { readonly id: string; readonly name: string };

export type PolicyRecord = CoveringPolicy & {
  readonly id: string;
  readonly name: string;
  readonly description?: string;
};

interface PoolAccount {
  readonly pools: readonly PoolRecord[];
  readonly policies: readonly PolicyRecord[];
  readonly working: WorkingDestinations;
}

/** Audits an account's migration to notification policies. Its name is empty where the credentials cannot read it. */
export function auditPools(
  account: { readonly id: string; readonly name: string },
  { pools, policies, working }: PoolAccount,
): SurveyedAccount {
  const all = coverageOf(policies, working);
  const judged = policies.map((policy) => ({
    policy,
    coverage: coverageOf([policy], working),
    fault: faultOfPolicy(policy, working),
  }));
  const audited = [...pools].sort(byName).map((pool) => auditPool(pool, judged, all));
  return {
    account_id: account.id,
    account_name: account.name,
    summary: summarize(audited),
    recipient_sets: setsOf(audited),
    pools: audited,
    policies: judged.flatMap(({ policy, fault }) => (fault === undefined ? [describePolicy(policy)] : [])),
    disregarded_policies: judged.flatMap(({ policy: { id, name, alert_type: type }, fault }) =>
      fault === undefined || type !== healthAlertType ? [] : [{ id, name, reason: fault }],
    ),
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

function auditPool(
  pool: PoolRecord,
  policies: readonly { readonly policy: PolicyRecord; readonly coverage: Coverage }[],
  all: Coverage,
): SurveyedPool {
  const covering = policies.filter(({ coverage }) => coverage.eventsOf(pool.id).length > 0);
  const alone = covering.filter(({ coverage }) => hasLegacyEmail(pool) && coverage.covers(pool));
  return {
    id: pool.id,
    name: pool.name,
    legacy_email: pool.notification_email ?? '',
    recipients: legacyRecipients(pool),
    covered_by: covering.map(({ policy: { id, name } }) => ({ id, name })),
    uncovered: all.uncoveredEvents(pool),
    unnotified: unnotifiedRecipients(pool, all),
    can_be_cleared: hasLegacyEmail(pool) && all.covers(pool),
    covered_alone_by: alone.map(({ policy: { id } }) => id),
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
        members.flatMap(({ covered_by: covering }) => covering),
        ({ id }) => id,
      ),
      unnotified: distinctBy(
        members.flatMap(({ unnotified }) => unnotified.map(({ address }) => address)),
        recipientKey,
      ),
    }))
    .sort(bySet);
}

/** Sets with a gap first, then the largest. */
export function bySet(one: SurveyedSet, other: SurveyedSet): number {
  const rank = ({ pools, clearable, unnotified }: SurveyedSet) =>
    clearable < pools || unnotified.length > 0 ? 0 : 1;
  return rank(one) - rank(other) || other.pools - one.pools;
}

function summarize(pools: readonly SurveyedPool[]): AuditSummary {
  const legacy = pools.filter(({ legacy_email: email }) => email !== '').length;
  const clearable = pools.filter((pool) => pool.can_be_cleared).length;
  const unwatched = pools.filter(isUnwatched).length;
  return {
    pools: pools.length,
    legacy,
    clearable,
    losing_recipients: pools.filter(losesRecipients).length,
    unnotified_recipients: new Set(
      pools.flatMap(({ unnotified }) => unnotified.map(({ address }) => recipientKey(address))),
    ).size,
    uncovered: legacy - clearable,
    unwatched,
    // No pool has a legacy e-mail (specification 4.5), and none is without notifications: one without either may have lost its
    // e-mail to a policy that no longer exists, which the API does not show.
    complete: legacy === 0 && unwatched === 0,
  };
}

/** Whether clearing the legacy e-mail would lose an address, although policies cover all events. */
export function losesRecipients(pool: SurveyedPool): boolean {
  return pool.can_be_cleared && pool.unnotified.length > 0;
}

/** Whether nobody is notified of the pool. */
export function isUnwatched({ legacy_email: email, covered_by: policies }: SurveyedPool): boolean {
  return email === '' && policies.length === 0;
}

/** Whether the pool is not migrated. */
export function needsAttention(pool: SurveyedPool): boolean {
  return pool.legacy_email !== '' || isUnwatched(pool);
}
