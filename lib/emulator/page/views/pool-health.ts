import { isHealthy, type Pool } from '../../products/pools/health';

/** An address that is there, whatever the pool's filter lets it report: the migration ends when it is cleared. */
export function hasLegacyEmail({ notification_email }: Pool): boolean {
  return (notification_email ?? '') !== '';
}

/** Degraded: healthy, with an origin that is not. Disabled pools and origins are not checked. */
export function healthOf(pool: Pool) {
  const checked = pool.origins.filter(({ enabled }) => enabled);
  const healthy = checked.filter(({ name }) => !pool.unhealthy.includes(name));
  const isWhole = healthy.length === checked.length;
  return { status: statusOf(pool, isWhole), healthyOrigins: healthy.length, checkedOrigins: checked.length };
}

function statusOf(pool: Pool, isWhole: boolean): 'healthy' | 'degraded' | 'unhealthy' | 'disabled' {
  if (!pool.enabled) return 'disabled';
  if (!isHealthy(pool)) return 'unhealthy';
  return isWhole ? 'healthy' : 'degraded';
}
