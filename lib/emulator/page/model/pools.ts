import type { Paged } from './paged';

/** A kind of health change, as filters name it. */
export interface HealthEvent {
  readonly source: 'pool' | 'origin';
  readonly health: 'Unhealthy' | 'Healthy';
}

/** Somebody, or something, that receives notifications. */
export interface Recipient {
  readonly mechanism: 'email' | 'webhook' | 'pagerduty';
  /** The address of an e-mail, otherwise the name of the destination, or the id of one that was deleted. */
  readonly name: string;
  /** Why notifications do not arrive, as far as the emulator has seen. */
  readonly fault?: 'deleted' | 'last delivery failed';
}

export interface PoolHealth {
  /** Degraded: healthy, with an origin that is not. A disabled pool is not checked. */
  readonly status: 'healthy' | 'degraded' | 'unhealthy' | 'disabled';
  readonly healthyOrigins: number;
  /** Disabled origins are not checked. */
  readonly checkedOrigins: number;
}

/** The beginning of a list, and how much it goes on. */
export interface Shortened<Item> {
  readonly first: readonly Item[];
  readonly more: number;
}

export interface PoolRow {
  readonly accountId: string;
  readonly id: string;
  readonly name: string;
  readonly health: PoolHealth;
  readonly legacyAddresses: Shortened<string>;
  /** The names of the policies that report an event of the pool. */
  readonly policies: Shortened<string>;
  /** Through policies. */
  readonly recipients: Shortened<Recipient>;
  /** The events of which somebody is notified, by a policy or the legacy e-mail. */
  readonly reported: readonly HealthEvent[];
}

/** Pools of the chosen account, whatever the search and the filter. */
export interface PoolCounts {
  readonly all: number;
  readonly attention: number;
  readonly legacy: number;
  readonly covered: number;
  readonly silent: number;
  readonly unhealthy: number;
}

/** What the list can be filtered by: `silent` are pools without notifications. */
export const poolFilters = ['all', 'attention', 'legacy', 'covered', 'silent', 'unhealthy'] as const;
export type PoolFilter = (typeof poolFilters)[number];

export interface PoolList extends Paged<PoolRow> {
  readonly accounts: readonly { readonly id: string; readonly name: string }[];
  readonly counts: PoolCounts;
}

export interface PoolDetail {
  readonly accountId: string;
  readonly accountName: string;
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly enabled: boolean;
  readonly minimumOrigins: number;
  readonly health: PoolHealth;
  readonly origins: readonly PoolOrigin[];
  readonly legacy: LegacyEmail | undefined;
  /** The policies for health that list the pool, also those that report nothing. */
  readonly policies: readonly ListingPolicy[];
  /** For each of the four events, who reports it. */
  readonly events: readonly EventCoverage[];
}

export interface PoolOrigin {
  readonly name: string;
  readonly address: string;
  readonly enabled: boolean;
  /** Whether health checks pass; of a disabled origin, whether they would. */
  readonly isHealthy: boolean;
}

export interface LegacyEmail {
  readonly addresses: readonly string[];
  /** The pool's `notification_filter`. */
  readonly filter: { readonly pool: LegacyChoice; readonly origin: LegacyChoice };
  /** What stops without it. */
  readonly loss: {
    /** Addresses that no policy notifies of the same events. */
    readonly recipients: readonly { readonly address: string; readonly events: readonly HealthEvent[] }[];
    /** Events that nobody would be notified of. */
    readonly events: readonly HealthEvent[];
  };
}
export type LegacyChoice = 'all' | 'healthy' | 'unhealthy' | 'none';

export interface ListingPolicy {
  readonly id: string;
  readonly name: string;
  readonly enabled: boolean;
  readonly recipients: readonly Recipient[];
}

export interface EventCoverage extends HealthEvent {
  /** Ids of policies. */
  readonly policies: readonly string[];
  /** Addresses of the legacy e-mail. */
  readonly legacy: readonly string[];
}
