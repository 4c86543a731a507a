import type { OriginSettings, PoolSettings } from './schema';

/** A load-balancer pool in the state. */
export interface Pool extends PoolSettings {
  readonly id: string;
  readonly origins: readonly Origin[];
  /** When it was disabled. */
  readonly disabled_at?: string;
  readonly created_on: string;
  readonly modified_on: string;
  /** The names of the origins that fail their health checks. */
  readonly unhealthy: readonly string[];
  /** The last result of the health checks. */
  readonly observed: Observation;
  /** Whether a load balancer, which is not emulated, uses the pool. */
  readonly referenced: boolean;
}

export interface Observation {
  readonly healthy: boolean;
  /** The names of failing origins. */
  readonly failing: readonly string[];
}

export interface Origin extends OriginSettings {
  readonly disabled_at?: string;
}
