import { FixtureError, listAt, objectAt, sowItem } from '../../fixture';
import type { Product } from '../../route';
import { hex32, isString, shown } from '../../shape';
import type { World } from '../../world';
import type { HealthWatcher } from './health';
import { parsePool } from './parse';
import { poolRoutes } from './routes';
import { Pools } from './state';
import { healthSwitch } from './switch';

export function pools(world: World, watcher: HealthWatcher): Product {
  const state = new Pools(world, watcher);
  return {
    name: 'pools',
    routes: poolRoutes(state),
    accountSeeds: { pools: seed(state) },
    controls: [healthSwitch(world, state)],
  };
}

/** Pools of a fixture: bodies of a create call, with ids if wanted; `referenced` ones cannot be deleted. */
function seed(state: Pools) {
  return (accountId: string, items: unknown, path: string) => {
    for (const [index, item] of listAt(items, path).entries()) {
      const here = `${path}[${index}]`;
      const { id, referenced = false, ...body } = objectAt(item, here);
      if (id !== undefined && (!isString(id) || !hex32.test(id)))
        throw new FixtureError(`${here}.id`, `${shown(id)} is not an id (32 lower-case hexadecimal digits)`);
      if (id !== undefined && state.has(accountId, id))
        throw new FixtureError(`${here}.id`, `${id} is used twice`);
      if (typeof referenced !== 'boolean')
        throw new FixtureError(`${here}.referenced`, 'must be true or false');
      sowItem(here, () => {
        state.create(accountId, parsePool(body), id, referenced);
      });
    }
  };
}
