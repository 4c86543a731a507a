import {
  byName,
  coveredEvents,
  faultOfPolicy,
  hasLegacyEmail,
  healthAlertType,
  isCovered,
  legacyRecipients,
  mechanismIds,
  uncoveredEvents,
  type CoveringPolicy,
  type HealthEvent,
  type LegacySetting,
  type WorkingDestinations,
} from '../../pools';

/** A pool as the audit reads it. */
export type PoolRecord = LegacySetting & { readonly id: string; readonly name: string };

/** A notification policy as the audit reads it. */
export type PolicyRecord = CoveringPolicy & { readonly id: string; readonly name: string };

/** How far an account's migration to notification policies is, as `--json` prints it. */
export interface PoolsAudit {
  readonly account_id: string;
  /** By name. */
  readonly pools: readonly AuditedPool[];
  /** Pool health policies that cover no pool, and why. */
  readonly disregarded_policies: readonly {
    readonly id: string;
    readonly name: string;
    readonly reason: string;
  }[];
  readonly summary: AuditSummary;
}

export interface AuditedPool {
  readonly id: string;
  readonly name: string;
  /** As it is stored; `""` when there is none. */
  readonly legacy_email: string;
  readonly recipients: readonly string[];
  /** The policies that provably send a notification for at least one event of the pool. */
  readonly covered_by: readonly { readonly id: string; readonly name: string }[];
  /** Events that the legacy e-mail reports and no policy does. */
  readonly uncovered: readonly HealthEvent[];
  /** Whether there is a legacy e-mail, and policies cover all of its events. */
  readonly can_be_cleared: boolean;
}

export interface AuditSummary {
  readonly pools: number;
  /** Pools that still have a legacy e-mail. */
  readonly legacy: number;
  /** Those of them whose e-mail can be cleared. */
  readonly clearable: number;
  /** Those of them whose e-mail cannot be cleared: no policy covers the pool, or not all of its events. */
  readonly uncovered: number;
  /** Pools with neither a legacy e-mail nor a policy. */
  readonly unwatched: number;
  /**
   * Whether the migration is complete: no pool has a legacy e-mail (specification 4.5), and none is without
   * notifications. A pool without either may have lost its e-mail to a policy that no longer exists, which the API
   * does not show.
   */
  readonly complete: boolean;
}

export function auditPools(
  accountId: string,
  pools: readonly PoolRecord[],
  policies: readonly PolicyRecord[],
  destinations: WorkingDestinations,
): PoolsAudit {
  const audited = [...pools].sort(byName).map((pool) => auditPool(pool, policies, destinations));
  return {
    account_id: accountId,
    pools: audited,
    disregarded_policies: policies
      .filter(isOfHealth)
      .map(({ id, name, ...policy }) => ({ id, name, reason: faultOfPolicy(policy, destinations) ?? '' }))
      .filter(({ reason }) => reason !== ''),
    summary: summarize(audited),
  };
}

/** The kinds of destinations whose state decides what a policy covers. E-mail has no state. */
export function kindsInUse(policies: readonly CoveringPolicy[]): {
  readonly webhooks: boolean;
  readonly pagerduty: boolean;
} {
  const has = (kind: string) =>
    policies.some((policy) => policy.enabled && isOfHealth(policy) && mechanismIds(policy, kind).length > 0);
  return { webhooks: has('webhooks'), pagerduty: has('pagerduty') };
}

function auditPool(
  pool: PoolRecord,
  policies: readonly PolicyRecord[],
  destinations: WorkingDestinations,
): AuditedPool {
  const covering = policies.filter((policy) => coveredEvents(pool.id, policy, destinations).length > 0);
  return {
    id: pool.id,
    name: pool.name,
    legacy_email: pool.notification_email ?? '',
    recipients: legacyRecipients(pool),
    covered_by: covering.map(({ id, name }) => ({ id, name })),
    uncovered: uncoveredEvents(pool, policies, destinations).events,
    can_be_cleared: hasLegacyEmail(pool) && isCovered(pool, policies, destinations),
  };
}

function summarize(pools: readonly AuditedPool[]): AuditSummary {
  const legacy = pools.filter(({ legacy_email: email }) => email !== '').length;
  const clearable = pools.filter((pool) => pool.can_be_cleared).length;
  const unwatched = pools.filter((pool) => pool.legacy_email === '' && pool.covered_by.length === 0).length;
  return {
    pools: pools.length,
    legacy,
    clearable,
    uncovered: legacy - clearable,
    unwatched,
    complete: legacy === 0 && unwatched === 0,
  };
}

function isOfHealth({ alert_type: type }: CoveringPolicy): boolean {
  return type === healthAlertType;
}
