import type { Change } from '../../state/store';
import type { OriginSettings, PoolSettings } from './schema';

export interface Pool extends PoolSettings {
  readonly id: string;
  readonly origins: readonly Origin[];
  readonly disabled_at?: string;
  readonly created_on: string;
  readonly modified_on: string;
  /** The names of the origins that fail their health checks. */
  readonly unhealthy: readonly string[];
  readonly observed: Observation;
}

interface Observation {
  readonly healthy: boolean;
  readonly failing: readonly string[];
}

export interface Origin extends OriginSettings {
  readonly disabled_at?: string;
}

/** A pool is healthy while at least `minimum_origins` of its enabled origins are. */
export function isHealthy(pool: Pick<Pool, 'origins' | 'minimum_origins' | 'unhealthy'>): boolean {
  const healthy = pool.origins.filter((origin) => origin.enabled && !pool.unhealthy.includes(origin.name));
  return healthy.length >= pool.minimum_origins;
}

export interface HealthChange {
  readonly accountId: string;
  readonly pool: Pool;
  /** The origin's name; undefined for the health of the pool. */
  readonly origin: string | undefined;
  readonly healthy: boolean;
}

/** The changes to save together with the pool: a health change and its notifications survive a crash together. */
export type PrepareHealthChanges = (changes: readonly HealthChange[]) => {
  readonly writes: readonly Change[];
  readonly notifications: readonly object[];
  /** Called after the writes. */
  readonly send: () => void;
};

/** Results of the health checks now. A disabled origin or pool is not checked and keeps its last result. */
export function observe(
  pool: Pick<Pool, 'enabled' | 'origins' | 'minimum_origins' | 'unhealthy'>,
  before: Observation | undefined,
): Observation {
  const isFailing = ({ name, enabled }: { readonly name: string; readonly enabled: boolean }) =>
    pool.enabled && enabled ? pool.unhealthy.includes(name) : before?.failing.includes(name) === true;
  return {
    healthy: pool.enabled || before === undefined ? isHealthy(pool) : before.healthy,
    failing: pool.origins.filter(isFailing).map(({ name }) => name),
  };
}

/** Origins first, in their order, then the pool. */
export function healthChanges(
  accountId: string,
  pool: Pool,
  before: Observation,
  after: Observation,
): readonly HealthChange[] {
  const origins = pool.origins
    .filter(({ name }) => before.failing.includes(name) !== after.failing.includes(name))
    .map(({ name }) => ({ accountId, pool, origin: name, healthy: !after.failing.includes(name) }));
  if (before.healthy === after.healthy) return origins;
  return [...origins, { accountId, pool, origin: undefined, healthy: after.healthy }];
}

/** The keys are addresses of origins; disabled origins are not checked. */
export function renderHealth(pool: Pool): object {
  const origins = pool.origins
    .filter((origin) => origin.enabled)
    .map(({ address, name }) => ({ [address]: pool.unhealthy.includes(name) ? failing : passing }));
  return { pool_id: pool.id, pop_health: { healthy: isHealthy(pool), origins } };
}

const passing = { failure_reason: 'No failures', healthy: true, response_code: 200, rtt: '10ms' };
const failing = { failure_reason: 'TCP connection failed', healthy: false, response_code: 0, rtt: '0ms' };
