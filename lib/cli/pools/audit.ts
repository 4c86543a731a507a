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
  type HealthEvent,
  type LegacySetting,
  type UnnotifiedRecipient,
  type WorkingDestinations,
} from '../../pools';

export type PoolRecord = LegacySetting & { readonly id: string; readonly name: string };

export type PolicyRecord = CoveringPolicy & {
  readonly id: string;
  readonly name: string;
  readonly description?: string;
};

/** How far an account's migration to notification policies is, as `--json` prints it. */
export interface PoolsAudit {
  readonly account_id: string;
  /** Empty where the credentials cannot read it. */
  readonly account_name: string;
  /** By name. */
  readonly pools: readonly AuditedPool[];
  /** Pool health policies that can cover pools, with the e-mail addresses that they notify. */
  readonly policies: readonly {
    readonly id: string;
    readonly name: string;
    readonly email_addresses: readonly string[];
  }[];
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
  /** Addresses of the legacy e-mail that no policy notifies of all its events, with the events that they would miss. */
  readonly unnotified: readonly UnnotifiedRecipient[];
  /** Whether there is a legacy e-mail, and policies cover all of its events, whomever they notify. */
  readonly can_be_cleared: boolean;
}

export interface AuditSummary {
  readonly pools: number;
  /** Pools that still have a legacy e-mail. */
  readonly legacy: number;
  /** Those of them whose e-mail can be cleared. */
  readonly clearable: number;
  /** Those of the clearable ones with an address that no policy notifies. */
  readonly losing_recipients: number;
  /** Different addresses that no policy notifies of a pool whose legacy e-mail does. */
  readonly unnotified_recipients: number;
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
  account: { readonly id: string; readonly name: string },
  pools: readonly PoolRecord[],
  policies: readonly PolicyRecord[],
  destinations: WorkingDestinations,
): PoolsAudit {
  const all = coverageOf(policies, destinations);
  const each = policies.map((policy) => ({ policy, coverage: coverageOf([policy], destinations) }));
  const audited = [...pools].sort(byName).map((pool) => auditPool(pool, each, all));
  const judged = policies
    .filter(isOfHealth)
    .map((policy) => ({ ...policy, reason: faultOfPolicy(policy, destinations) }));
  return {
    account_id: account.id,
    account_name: account.name,
    pools: audited,
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

function summarize(pools: readonly AuditedPool[]): AuditSummary {
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
    complete: legacy === 0 && unwatched === 0,
  };
}

/** The summary of all pools of several accounts. An address that several accounts lose counts in each of them. */
export function addSummaries(summaries: readonly AuditSummary[]): AuditSummary {
  const sum = (key: Exclude<keyof AuditSummary, 'complete'>) =>
    summaries.reduce((total, summary) => total + summary[key], 0);
  return {
    pools: sum('pools'),
    legacy: sum('legacy'),
    clearable: sum('clearable'),
    losing_recipients: sum('losing_recipients'),
    unnotified_recipients: sum('unnotified_recipients'),
    uncovered: sum('uncovered'),
    unwatched: sum('unwatched'),
    complete: summaries.every(({ complete }) => complete),
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
