import { FixtureError, itemSeed } from '../../fixture/seed';
import type { FixtureSeed } from '../../fixture/seed';
import type { Product } from '../../product';
import type { World } from '../../world';
import type { HealthWatcher } from './health';
import { parsePool } from './parse';
import { poolRoutes } from './routes';
import { Pools } from './state';
import { healthControl } from './controls';

export function pools(world: World, watcher: HealthWatcher): Product {
  const state = new Pools(world, watcher);
  return {
    name: 'pools',
    routes: poolRoutes(state),
    accountSeeds: { pools: seed(state) },
    controls: [healthControl(world, state)],
  };
}

/** `referenced: true` stands for a load balancer that uses the pool. */
function seed(state: Pools): FixtureSeed {
  return itemSeed({
    isTaken: (accountId, id) => state.has(accountId, id),
    create: (accountId, { referenced = false, ...body }, id, path) => {
      if (typeof referenced !== 'boolean')
        throw new FixtureError(`${path}.referenced`, 'must be true or false');
      state.create(accountId, parsePool(body), id, referenced);
    },
  });
}
