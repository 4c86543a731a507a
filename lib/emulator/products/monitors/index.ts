import type { JsonObject } from '../../../ground/json';
import { withoutNulls } from '../../shape';
import { itemsKey } from '../../fixture/seed';
import type { Product } from '../../product';
import type { World } from '../../world';
import { crud } from '../../http/crud';
import { accountOf, answer, route } from '../../http/route';
import { control, readControl, type Control } from '../../controls/control';
import { object } from '../../schema/body';
import { oneOf } from '../../schema/values';
import { renderHealth, type Pool } from '../pools/health';
import { referenceTo } from '../pools/references';
import { poolRefusals } from '../pools/schema';
import type { Pools } from '../pools/state';
import { monitorBody, type MonitorSettings } from './schema';
import { answerFields, isHttp, Monitors, passes, type Monitor } from './state';

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
        render,
        create: (accountId, sent) => state.create(accountId, read(sent)),
        replace: (accountId, monitor, sent) => state.change(accountId, monitor, read(sent)),
        update: (accountId, monitor, sent) =>
          state.change(accountId, monitor, read({ ...monitorBody.write(monitor), ...sent })),
      }),
      route.get(`${path}/:monitor_id/references`, (call) => {
        const { id } = state.get(accountOf(call), call.param('monitor_id'));
        const used = poolsOf(accountOf(call), id);
        return answer.report(used.map((pool) => referenceTo('referrer', 'pool', pool)));
      }),
    ],
    controls: [checkControl(state, pools, poolsOf)],
    accountKeys: {
      monitors: itemsKey(state, {
        create: (accountId, body, id) => state.create(accountId, read(body), id),
        write: (monitor) => monitorBody.write(monitor),
      }),
    },
  };
}

/** Null means the default, or that there is none: the service's provider removes members so. */
function read(sent: JsonObject): MonitorSettings {
  return monitorBody.parse(withoutNulls(sent));
}

/** Shows the method and the path that are used where none is set. */
function render(monitor: Monitor): object {
  const usual = isHttp(monitor.type)
    ? { method: 'GET', path: '/' }
    : { method: 'connection_established', path: '' };
  return { ...usual, ...monitor };
}

/** Stands for a check by the monitor: says what origins answer, and the monitor decides about their health in all of its pools. */
function checkControl(
  monitors: Monitors,
  pools: Pools,
  poolsOf: (accountId: string, monitorId: string) => readonly Pool[],
): Control {
  return control.post('/accounts/:account_id/monitors/:monitor_id/checks', (call) => {
    const accountId = call.param('account_id');
    const monitor = monitors.get(accountId, call.param('monitor_id'));
    const checked = poolsOf(accountId, monitor.id);
    const addresses = [...new Set(checked.flatMap(({ origins }) => origins.map(({ address }) => address)))];
    const { address, answer } = readControl(call.bytes, {
      address: oneOf(addresses),
      answer: object(answerFields).orNull().required(),
    });
    const changes = checked.map((pool) => {
      const asked = pool.origins.filter((origin) => address === undefined || origin.address === address);
      const names = asked.map(({ name }) => name);
      return pools.setHealth(accountId, pool, names, passes(monitor, answer));
    });
    return {
      pools: changes.map(({ pool }) => renderHealth(pool)),
      notifications: changes.flatMap(({ notifications }) => notifications),
    };
  });
}
