import { itemsKey } from '../../fixture/seed';
import type { Product } from '../../product';
import type { World } from '../../world';
import { crud } from '../../http/crud';
import { accountOf, answer, route } from '../../http/route';
import { referrer } from '../pools/references';
import { poolRefusals } from '../pools/schema';
import type { Pools } from '../pools/state';
import { monitorBody } from './schema';
import { Monitors } from './state';

/** Monitors check the origins of the pools that name them. */
export function monitors(world: World, pools: Pools): Product {
  const state = new Monitors(world);
  const poolsOf = (accountId: string, id: string) =>
    pools.list(accountId).filter(({ monitor }) => monitor === id);
  const path = '/accounts/:account_id/load_balancers/monitors';
  const deleteUnused = (accountId: string, id: string) => {
    if (poolsOf(accountId, id).length > 0) throw poolRefusals.referenced();
    state.delete(accountId, id);
  };
  return {
    name: 'monitors',
    routes: [
      ...crud({
        path,
        id: 'monitor_id',
        owner: accountOf,
        items: {
          list: (accountId) => state.list(accountId),
          get: (accountId, id) => state.get(accountId, id),
          delete: deleteUnused,
        },
        render: (monitor) => monitor,
        create: (accountId, sent) => state.create(accountId, monitorBody.parse(sent)),
        replace: (accountId, monitor, sent) => state.change(accountId, monitor, monitorBody.parse(sent)),
        update: (accountId, monitor, sent) =>
          state.change(accountId, monitor, { ...monitor, ...monitorBody.patch(sent) }),
      }),
      route.get(`${path}/:monitor_id/references`, (call) => {
        const { id } = state.get(accountOf(call), call.param('monitor_id'));
        return answer.report(poolsOf(accountOf(call), id).map((pool) => referrer('pool', pool)));
      }),
    ],
    accountKeys: {
      monitors: itemsKey(state, {
        create: (accountId, body, id) => state.create(accountId, monitorBody.parse(body), id),
        write: (monitor) => monitorBody.write(monitor),
      }),
    },
  };
}
