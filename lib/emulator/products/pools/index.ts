import { isTexts } from '../../../ground/json';
import { itemsKey } from '../../fixture/items-key';
import { FixtureError } from '../../fixture/seed';
import type { ItemSeed } from '../../fixture/seed';
import { withoutDefaults } from '../../fixture/write';
import type { Product } from '../../product';
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
    if (typeof referenced !== 'boolean')
      throw new FixtureError(`${path}.referenced`, 'must be true or false');
    const settings = poolBody.parse(body);
    const names = settings.origins.map(({ name }) => name);
    return state.create(accountId, settings, id, {
      referenced,
      unhealthy: readUnhealthy(unhealthy, names, path),
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

function readUnhealthy(value: unknown, names: readonly string[], path: string): readonly string[] {
  if (!isTexts(value)) throw new FixtureError(`${path}.unhealthy`, 'must be an array of strings');
  for (const [index, name] of value.entries())
    if (!names.includes(name))
      throw new FixtureError(
        `${path}.unhealthy[${index}]`,
        `${name} is no origin of the pool; its origins are ${names.join(', ')}`,
      );
  return [...new Set(value)];
}
