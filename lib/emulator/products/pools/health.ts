import type { Pool } from './model';

/** A pool is healthy as long as enough of its enabled origins are. */
export function isHealthy(pool: Pick<Pool, 'origins' | 'minimum_origins' | 'unhealthy'>): boolean {
  const able = pool.origins.filter((origin) => origin.enabled && !pool.unhealthy.includes(origin.name));
  return able.length >= pool.minimum_origins;
}
