import type { UnknownPart } from './coverage';
import type { HealthEvent } from './notification';

/**
 * What a decision on a notification policy found: a stable code, which `docs/errors.md` lists, and plain JSON data. Pools are
 * given by their labels: the name, with the ID if the name is not unique.
 */
export type PoolFinding =
  | ClearingFinding
  | RecipientFinding
  | PoolsFinding
  | DestinationFinding
  | LossFinding
  | TwinFinding;

export type PoolFindingCode = PoolFinding['code'];
export type FindingOf<C extends PoolFindingCode> = Extract<PoolFinding, { readonly code: C }>;

/** An address, and the number of pools that a finding is about. */
export interface AddressCount {
  readonly address: string;
  readonly pools: number;
}

type Warning<C extends string, D = object> = { readonly code: C; readonly severity: 'warning' } & Readonly<D>;
type Failure<C extends string, D = object> = { readonly code: C; readonly severity: 'error' } & Readonly<D>;
type Either<C extends string, D = object> = Warning<C, D> | Failure<C, D>;
type Names = readonly string[];

type ClearingFinding =
  /** `replaced` and `elsewhere` are old recipients that this policy, or only other ones, will notify. */
  | Warning<
      'pools.will_clear',
      {
        pools: number;
        calls: number;
        replaced: readonly AddressCount[];
        elsewhere: readonly AddressCount[];
      }
    >
  /** `accept_lost_recipients` accepts it. Otherwise the e-mails stay. */
  | Warning<'pools.recipients_lost', { pools: number; addresses: readonly AddressCount[] }>
  | Warning<
      'pools.recipients_not_carried',
      { carries: boolean; isAlone?: boolean; pools: Names; addresses: readonly AddressCount[] }
    >
  | Warning<'pools.not_covered', { pools: Names; fault?: string; events: readonly HealthEvent[] }>
  | Warning<'pools.in_no_policy', { pools: Names; isAlone?: boolean }>
  /** E-mails that the approved plan did not list: they were set since, or something was unknown in it. */
  | Either<'pools.not_listed', { pools: Names }>
  /** Values that are not known yet decide whether the e-mails can be cleared. */
  | Warning<'pools.undecided', { pools: Names }>
  /**
   * The policy `clearing` clears the e-mails of pools, and the policies `changing` stop to notify of them in the same apply. Without
   * an address, nobody would be notified of the events of the e-mail.
   */
  | Failure<
      'pools.conflict',
      {
        clearing: string;
        changing: Names;
        losses: readonly { readonly pool: string; readonly address?: string }[];
      }
    >
  | Warning<'pools.clearing_incomplete', { reason: string }>
  | Either<'pools.still_set', { pools: Names }>
  /** The policies that the clearing relied on changed while it ran. `left` are the pools that are without notifications now. */
  | Either<
      'pools.coverage_lost',
      { fault?: string; restored: Names; notRestored: Names; left: Names; kept: number }
    >
  | Warning<'pools.moved_into_page', { restored: Names }>
  | Warning<'pools.appeared_in_page', { pools: Names }>;

type RecipientFinding =
  /** Carried-over addresses that become recipients of pools whose legacy e-mail they were not. */
  | Warning<
      'pools.new_recipients',
      { pools: number; addresses: readonly (AddressCount & { readonly before: number })[] }
    >
  | Warning<'pools.recipients_restored', { addresses: Names }>
  | Warning<'pools.recipients_removed', { addresses: Names }>
  | Warning<'pools.invalid_addresses', { byPool: Readonly<Record<string, Names>> }>
  | Failure<'pools.no_recipients'>;

type PoolsFinding =
  | Failure<'pools.unknown_pools', { ids: Names }>
  | Warning<'pools.deleted_pools', { ids: Names }>
  | Either<'pools.no_pools'>
  | Warning<'pools.no_pools_left'>
  | Warning<'pools.pools_changed', { added: Names; removed: Names }>;

type DestinationFinding =
  /** A warning if the policy had them already: somebody has deleted them. */
  | Either<
      'pools.unknown_destinations',
      { kind: 'webhook_ids' | 'pagerduty_ids'; ids: Names; existing: Names }
    >
  | Warning<'pools.failing_webhooks', { ids: Names }>;

type Change = 'delete' | 'disable' | 'narrow' | 'deleted';

type LossFinding =
  /** `change` is what the plan does to the policy, or what has happened to it. */
  | Warning<'pools.unprotected', { change: Change; pools: Names; carried: Names }>
  | Warning<'pools.events_lost', { pools: Names; events: readonly HealthEvent[] }>
  /** Recipients of any kind, while somebody else is still notified. */
  | Warning<
      'pools.recipients_dropped',
      { change: Change; addresses: readonly AddressCount[]; carried: Names }
    >
  /** The policies that should notify instead are not stored, so this one keeps what it had. */
  | Failure<'pools.successor_missing', { successors: Names; isDeletion: boolean }>
  /** They come later in the apply, which then takes from this policy what it gives up. `reason`: that has failed. */
  | Warning<'pools.successor_later', { successors: Names; reason?: string }>
  | Warning<'pools.unknown_parts', { filters: readonly UnknownPart[]; mechanisms: readonly UnknownPart[] }>
  | Warning<'pools.policy_gone', { pools: Names; carried: Names; cleared: Readonly<Record<string, string>> }>;

interface Twin {
  readonly id: string;
  readonly name: string;
}

type TwinFinding =
  | Failure<'pools.policy_exists', { twin: Twin }>
  | Warning<'pools.policy_adopted', { twin: Twin; recipients: Names; carries: boolean }>
  | Warning<'pools.policy_leaving', { twin: Twin; recipients: Names }>
  | Failure<'pools.managed_elsewhere', { twin: Twin }>
  | Failure<'pools.made_twice'>
  | Warning<'pools.has_twin', { id: string; twin: Twin }>
  | Warning<'pools.created_twice', { created: string; second: string }>
  | Warning<'pools.name_taken', { twin: Twin }>;
