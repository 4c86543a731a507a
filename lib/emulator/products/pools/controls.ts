import { accountIdOf, badControl, readControlObject } from '../../controls/control';
import type { Control } from '../../controls/control';
import { isString } from '../../shape';
import type { World } from '../../world';
import type { Pool } from './model';
import { renderHealth } from './render';
import type { Pools } from './state';

/** Stands for the health monitors: sets which origins of a pool pass. */
export function healthControl(world: World, pools: Pools): Control {
  return {
    method: 'POST',
    path: healthPath,
    handle: (call) => {
      const accountId = accountIdOf(call, world.places, healthPath);
      const pool = pools.get(accountId, call.param('pool_id'));
      const { origins, healthy } = readOrder(call.bytes, pool);
      const changed = pools.setHealth(accountId, pool, origins, healthy);
      return { ...renderHealth(changed.pool), notifications: changed.notifications };
    },
  };
}

const healthPath = '/accounts/:account_id/pools/:pool_id/health';

function readOrder(
  bytes: Uint8Array,
  pool: Pool,
): { readonly origins: readonly string[]; readonly healthy: boolean } {
  const { origin, healthy } = readControlObject(bytes, ['origin', 'healthy']);
  if (typeof healthy !== 'boolean') throw badControl('healthy: must be true or false');
  const names = pool.origins.map(({ name }) => name);
  if (origin === undefined) return { origins: names, healthy };
  if (!isString(origin) || !names.includes(origin))
    throw badControl(`origin: must be one of the pool's: ${names.join(', ')}`);
  return { origins: [origin], healthy };
}
