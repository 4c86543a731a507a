import { itemsKey, fixtureRefusals, type ItemSeed } from '../../fixture/seed';
import type { Product } from '../../product';
import { flag, list, text, texts, textWhere } from '../../schema/values';
import type { World } from '../../world';
import { isHealthy, renderHealth, type Pool, type PrepareHealthChanges } from './health';
import { referenceTo } from './references';
import { poolBody, removalBody } from './schema';
import { Pools } from './state';
import { LoadBalancers } from '../load-balancers/state';
import { Monitors } from '../monitors/state';
import { crud } from '../../http/crud';
import { cut, readPage } from '../../http/paging';
import { accountOf, answer, bodyOf, route, type Call, type Route } from '../../http/route';
import { control, readControl, type Control } from '../../controls/control';

export function pools(world: World, prepare: PrepareHealthChanges) {
  const balancers = new LoadBalancers(world);
  const state = new Pools(world, prepare, balancers);
  const product: Product = {
    routes: poolRoutes(state, balancers, new Monitors(world)),
    accountKeys: {
      pools: itemsKey(state, {
        create: seedIn(state),
        write: ({ unhealthy, ...pool }) => ({
          ...poolBody.write(pool),
          ...(unhealthy.length > 0 && { unhealthy }),
        }),
      }),
    },
    controls: [healthControl(state)],
  };
  return { product, state };
}

/** `unhealthy` has the names of the origins that fail their health checks. */
function seedIn(state: Pools): ItemSeed<string>['create'] {
  return (accountId, { unhealthy = [], ...body }, id, path) => {
    const refusals = fixtureRefusals(path);
    const settings = poolBody.parse(body);
    const names = settings.origins.map(({ name }) => name);
    const origin = text.without((name) =>
      names.includes(name)
        ? undefined
        : `${name} is no origin of the pool; its origins are ${names.join(', ')}`,
    );
    const failing = texts.then(list(origin)).read(unhealthy, '/unhealthy', refusals);
    return state.create(accountId, settings, id, [...new Set(failing)]);
  };
}

function poolRoutes(pools: Pools, balancers: LoadBalancers, monitors: Monitors): readonly Route[] {
  const path = '/accounts/:account_id/load_balancers/pools';
  const poolOf = (call: Call) => pools.get(accountOf(call), call.param('pool_id'));
  return [
    ...crud({
      path,
      id: 'pool_id',
      owner: accountOf,
      items: pools,
      render: renderPool,
      list: (all, { query }) => {
        const page = readPage(query);
        const monitor = query.get('monitor') ?? '';
        const found = all.filter((pool) => monitor === '' || pool.monitor === monitor);
        const { part, info } = cut(found, page);
        return answer.set(part.map(renderPool), info);
      },
      create: (accountId, sent) => pools.create(accountId, poolBody.parse(sent)),
      // The id is that of the path, which the service's provider 4 repeats.
      replace: (accountId, pool, { id: _repeated, ...sent }) =>
        pools.change(accountId, pool, poolBody.parse(sent)),
      update: (accountId, pool, sent) => pools.change(accountId, pool, { ...pool, ...poolBody.patch(sent) }),
    }),
    route.patch(path, (call) => {
      const page = readPage(call.query);
      removalBody.parse(bodyOf(call));
      const { covered, info } = pools.removeEmails(accountOf(call), page);
      return answer.set(covered.map(renderPool), info);
    }),
    route.get(`${path}/:pool_id/health`, (call) => answer.report(renderHealth(poolOf(call)))),
    route.get(`${path}/:pool_id/references`, (call) => {
      const { id, monitor } = poolOf(call);
      const used = monitor === null ? undefined : monitors.find(accountOf(call), monitor);
      return answer.report([
        ...balancers
          .listUsing(accountOf(call), id)
          .map((balancer) => referenceTo('referrer', 'load_balancer', balancer)),
        ...(used === undefined
          ? []
          : [referenceTo('referral', 'monitor', { id: used.id, name: used.description })]),
      ]);
    }),
  ];
}

/** Stands for the health monitors: sets which origins of a pool pass. */
function healthControl(pools: Pools): Control {
  return control.post(path, (call) => {
    const accountId = call.param('account_id');
    const pool = pools.get(accountId, call.param('pool_id'));
    const names = pool.origins.map(({ name }) => name);
    const { origin, healthy } = readControl(call.bytes, {
      origin: textWhere((name) => names.includes(name), `must be one of the pool's: ${names.join(', ')}`),
      healthy: flag.readAs(),
    });
    const changed = pools.setHealth(accountId, pool, origin === undefined ? names : [origin], healthy);
    return { ...renderHealth(changed.pool), notifications: changed.notifications };
  });
}

const path = '/accounts/:account_id/pools/:pool_id/health';

function renderPool({ unhealthy, observed: _observed, ...pool }: Pool): object {
  return { ...pool, healthy: isHealthy({ ...pool, unhealthy }) };
}
