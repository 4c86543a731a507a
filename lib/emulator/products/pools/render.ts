import { isHealthy } from './health';
import type { Pool } from './model';

export function renderPool({
  unhealthy,
  referenced: _referenced,
  observed: _observed,
  ...pool
}: Pool): object {
  return { ...pool, healthy: isHealthy({ ...pool, unhealthy }) };
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
