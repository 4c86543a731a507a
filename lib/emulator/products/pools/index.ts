import { isTexts } from '../../../ground/json';
import { FixtureError, itemSeed } from '../../fixture/seed';
import { writeItems } from '../../fixture/write';
import type { FixtureSeed } from '../../fixture/seed';
import type { Product } from '../../product';
import type { World } from '../../world';
import type { HealthWatcher } from './health';
import { parsePool } from './parse';
import { poolRoutes } from './routes';
import { Pools } from './state';
import { healthControl } from './controls';
import { writePool } from './write';

export function pools(
  world: World,
  watcher: HealthWatcher,
): { readonly product: Product; readonly state: Pools } {
  const state = new Pools(world, watcher);
  const product: Product = {
    name: 'pools',
    routes: poolRoutes(state),
    accountKeys: {
      pools: { seed: seed(state), write: (id) => writeItems(state.list(id), writePool) },
    },
    controls: [healthControl(world, state)],
  };
  return { product, state };
}

/**
 * `referenced: true` stands for a load balancer that uses the pool, `unhealthy` has the names of the origins that fail their
 * health checks.
 */
function seed(state: Pools): FixtureSeed {
  return itemSeed({
    isTaken: (accountId, id) => state.has(accountId, id),
    create: (accountId, { referenced = false, unhealthy = [], ...body }, id, path) => {
      if (typeof referenced !== 'boolean')
        throw new FixtureError(`${path}.referenced`, 'must be true or false');
      const settings = parsePool(body);
      const failing = readUnhealthy(
        unhealthy,
        settings.origins.map(({ name }) => name),
        path,
      );
      state.create(accountId, settings, id, { referenced, unhealthy: failing });
    },
  });
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
