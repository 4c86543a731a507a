/** Health status that a pool or an origin changes to. */
export enum HealthStatus {
  /** The pool or origin became unhealthy. */
  UNHEALTHY = 'Unhealthy',
  /** The pool or origin became healthy again. */
  HEALTHY = 'Healthy',
}

/** Source of a health event. */
export enum HealthEventSource {
  /** The pool, which is healthy while enough of its origins are. */
  POOL = 'pool',
  /** A single origin of the pool. */
  ORIGIN = 'origin',
}

/** The legacy e-mail notifications that the policy clears, after it is proven to cover the pool. */
export enum ClearLegacyEmail {
  /** Clears those of the pools that this policy covers: it notifies the same recipients of at least the same events. */
  COVERED = 'covered',
  /** None. */
  NONE = 'none',
}
