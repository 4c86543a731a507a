import {
  byName,
  coverageOf,
  faultOfPolicy,
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
import type { AuditedPool, AuditSummary } from './survey/file';

export type PoolRecord = LegacySetting & { readonly id: string; readonly name: string };

export type PolicyRecord = CoveringPolicy & {
  readonly id: string;
  readonly name: string;
  readonly description?: string;
};

/** How far an account's migration to notification policies is, as `--json` prints it. */
export type PoolsAudit = ReturnType<typeof auditPools>;

export function auditPools(
  account: { readonly id: string; readonly name: string },
  pools: readonly PoolRecord[],
  policies: readonly PolicyRecord[],
  destinations: WorkingDestinations,
) {
  const all = coverageOf(policies, destinations);
  const each = policies.map((policy) => ({ policy, coverage: coverageOf([policy], destinations) }));
  const audited = [...pools].sort(byName).map((pool) => auditPool(pool, each, all));
  const judged = policies
    .filter(isOfHealth)
    .map((policy) => ({ ...policy, reason: faultOfPolicy(policy, destinations) }));
  return {
    account_id: account.id,
    /** Empty where the credentials cannot read it. */
    account_name: account.name,
    /** By name. */
    pools: audited,
    /** Pool health policies that can cover pools. */
    policies: judged
      .filter(({ reason }) => reason === undefined)
      .map((policy) => ({
        id: policy.id,
        name: policy.name,
        email_addresses: mechanismIds(policy, 'email'),
      })),
    disregarded_policies: judged.flatMap(({ id, name, reason }) =>
      reason === undefined ? [] : [{ id, name, reason }],
    ),
    summary: summarize(audited),
  };
}

/** The kinds of destinations whose state decides what a policy covers. E-mail has no state. */
export function kindsInUse(policies: readonly CoveringPolicy[]) {
  const has = (kind: string) =>
    policies.some((policy) => policy.enabled && isOfHealth(policy) && mechanismIds(policy, kind).length > 0);
  return { webhooks: has('webhooks'), pagerduty: has('pagerduty') };
}

function auditPool(
  pool: PoolRecord,
  policies: readonly { readonly policy: PolicyRecord; readonly coverage: Coverage }[],
  all: Coverage,
): AuditedPool {
  const covering = policies.filter(({ coverage }) => coverage.eventsOf(pool.id).length > 0);
  return {
    id: pool.id,
    name: pool.name,
    legacy_email: pool.notification_email ?? '',
    recipients: legacyRecipients(pool),
    covered_by: covering.map(({ policy: { id, name } }) => ({ id, name })),
    uncovered: all.uncoveredEvents(pool),
    unnotified: unnotifiedRecipients(pool, all),
    can_be_cleared: hasLegacyEmail(pool) && all.covers(pool),
  };
}

/** Of the pools of one account, or of several. */
export function summarize(pools: readonly AuditedPool[]): AuditSummary {
  const legacy = pools.filter(({ legacy_email: email }) => email !== '').length;
  const clearable = pools.filter((pool) => pool.can_be_cleared).length;
  const unwatched = pools.filter((pool) => pool.legacy_email === '' && pool.covered_by.length === 0).length;
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
export function losesRecipients(pool: AuditedPool): boolean {
  return pool.can_be_cleared && pool.unnotified.length > 0;
}

/** Whether the pool is not migrated: it has a legacy e-mail, or no notifications at all. */
export function needsAttention({ legacy_email: email, covered_by: policies }: AuditedPool): boolean {
  return email !== '' || policies.length === 0;
}

function isOfHealth({ alert_type: type }: CoveringPolicy): boolean {
  return type === healthAlertType;
}
