import { isHealthy } from '../../products/pools/health';
import type { Pool } from '../../products/pools/model';
import type { PoolHealth } from '../model/pools';

/** An address that is there, whatever the pool's filter lets it report: the migration ends when it is cleared. */
export function hasLegacyEmail({ notification_email }: Pool): boolean {
  return (notification_email ?? '') !== '';
}

export function healthOf(pool: Pool): PoolHealth {
  const checked = pool.origins.filter(({ enabled }) => enabled);
  const healthy = checked.filter(({ name }) => !pool.unhealthy.includes(name));
  const status = healthy.length === checked.length ? 'healthy' : 'degraded';
  return {
    status: !pool.enabled ? 'disabled' : isHealthy(pool) ? status : 'unhealthy',
    healthyOrigins: healthy.length,
    checkedOrigins: checked.length,
  };
}
