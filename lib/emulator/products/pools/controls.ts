import { accountIdOf, control, readControl, type Control } from '../../controls/control';
import { flag, valueWhere } from '../../schema/values';
import type { World } from '../../world';
import { renderHealth } from './render';
import type { Pools } from './state';

/** Stands for the health monitors: sets which origins of a pool pass. */
export function healthControl(world: World, pools: Pools): Control {
  return control.post(path, (call) => {
    const accountId = accountIdOf(call, world.places, path);
    const pool = pools.get(accountId, call.param('pool_id'));
    const names = pool.origins.map(({ name }) => name);
    const isName = (value: unknown): value is string => names.some((name) => name === value);
    const { origin, healthy } = readControl(call.bytes, {
      origin: valueWhere(isName, `must be one of the pool's: ${names.join(', ')}`),
      healthy: flag.readAs(),
    });
    const changed = pools.setHealth(accountId, pool, origin === undefined ? names : [origin], healthy);
    return { ...renderHealth(changed.pool), notifications: changed.notifications };
  });
}

const path = '/accounts/:account_id/pools/:pool_id/health';
