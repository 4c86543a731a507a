import { itemsKey } from '../../fixture/items-key';
import { fixtureRefusals, type ItemSeed } from '../../fixture/seed';
import { withoutDefaults } from '../../fixture/write';
import type { Product } from '../../product';
import { flag, list, text, texts } from '../../schema/values';
import type { World } from '../../world';
import type { HealthWatcher } from './health';
import type { Pool } from './model';
import { poolRoutes } from './routes';
import { poolBody } from './schema';
import { Pools } from './state';
import { healthControl } from './controls';

export function pools(
  world: World,
  watcher: HealthWatcher,
): { readonly product: Product; readonly state: Pools } {
  const state = new Pools(world, watcher);
  const product: Product = {
    name: 'pools',
    routes: poolRoutes(state),
    accountKeys: {
      pools: itemsKey(state, { create: seedIn(state), write: writePool }),
    },
    controls: [healthControl(world, state)],
  };
  return { product, state };
}

/**
 * `referenced: true` stands for a load balancer that uses the pool, `unhealthy` has the names of the origins that fail their
 * health checks.
 */
function seedIn(state: Pools): ItemSeed<string>['create'] {
  return (accountId, { referenced = false, unhealthy = [], ...body }, id, path) => {
    const refusals = fixtureRefusals(path);
    const settings = poolBody.parse(body);
    const names = settings.origins.map(({ name }) => name);
    const origin = text.without((name) =>
      names.includes(name)
        ? undefined
        : `${name} is no origin of the pool; its origins are ${names.join(', ')}`,
    );
    const failing = texts.then(list(origin)).read(unhealthy, '/unhealthy', refusals);
    return state.create(accountId, settings, id, {
      referenced: flag.read(referenced, '/referenced', refusals),
      unhealthy: [...new Set(failing)],
    });
  };
}

function writePool(pool: Pool): object {
  const { referenced, unhealthy } = pool;
  return {
    ...poolBody.write(pool),
    ...withoutDefaults({ referenced, unhealthy }, { referenced: false, unhealthy: [] }),
  };
}
