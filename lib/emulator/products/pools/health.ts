import type { Change } from '../../state/store';
import type { Observation, Pool } from './model';

/** A pool is healthy as long as enough of its enabled origins are. */
export function isHealthy(pool: Pick<Pool, 'origins' | 'minimum_origins' | 'unhealthy'>): boolean {
  const able = pool.origins.filter((origin) => origin.enabled && !pool.unhealthy.includes(origin.name));
  return able.length >= pool.minimum_origins;
}

/** The health of a pool or of one of its origins has become another one. */
export interface HealthChange {
  readonly accountId: string;
  readonly pool: Pool;
  /** The origin's name; undefined when it is the pool's own health. */
  readonly origin: string | undefined;
  readonly healthy: boolean;
}

/** Whoever wants to know of changes of health. */
export interface HealthWatcher {
  /** What is to be kept together with the pool, so that no change is told without having happened, or the reverse. */
  readonly prepare: (changes: readonly HealthChange[]) => Prepared;
}

export interface Prepared {
  readonly writes: readonly Change[];
  readonly notifications: readonly object[];
  /** Called when the writes are made. */
  readonly send: () => void;
}

/** What the checks see now. Of what is disabled they see nothing, and what they saw last stands. */
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

/** Origins first, in the order of the pool, then the pool. */
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
