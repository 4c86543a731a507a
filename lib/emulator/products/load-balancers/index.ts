import type { JsonObject } from '../../../ground/json';
import { withoutNulls } from '../../shape';
import { itemsKey } from '../../fixture/seed';
import type { Product } from '../../product';
import type { World } from '../../world';
import { crud } from '../../http/crud';
import { zoneOf } from '../../http/route';
import { poolRefusals } from '../pools/schema';
import type { Pools } from '../pools/state';
import { loadBalancerBody, poolsOf, type LoadBalancerSettings } from './schema';
import { LoadBalancers, type LoadBalancer } from './state';

/** Load balancers use the pools of their zone's account. */
export function loadBalancers(world: World, pools: Pools): Product {
  const { places } = world;
  const state = new LoadBalancers(world);
  // Null means the default, or that there is none, as for monitors.
  const read = (zoneId: string, sent: JsonObject): LoadBalancerSettings => {
    const settings = loadBalancerBody.parse(withoutNulls(sent));
    const accountId = places.getZone(zoneId).account_id;
    for (const id of poolsOf(settings))
      if (pools.find(accountId, id) === undefined) throw poolRefusals.unknownPool(id);
    return settings;
  };
  return {
    routes: crud({
      path: '/zones/:zone_id/load_balancers',
      id: 'load_balancer_id',
      owner: zoneOf,
      items: state,
      render: (balancer, zoneId) => ({ ...render(balancer), zone_name: places.getZone(zoneId).name }),
      create: (zoneId, sent) => state.create(zoneId, read(zoneId, sent)),
      replace: (zoneId, balancer, sent) => state.change(zoneId, balancer, read(zoneId, sent)),
      update: (zoneId, balancer, sent) =>
        state.change(zoneId, balancer, read(zoneId, { ...loadBalancerBody.write(balancer), ...sent })),
    }),
    zoneKeys: {
      load_balancers: itemsKey(state, {
        create: (zoneId, body, id) => state.create(zoneId, read(zoneId, body), id),
        write: (balancer) => loadBalancerBody.write(balancer),
      }),
    },
  };
}

/** Shows what the policy `""` stands for, and how long a session lasts where nothing else is set. */
function render(balancer: LoadBalancer): object {
  const { steering_policy, session_affinity: affinity, region_pools, country_pools, pop_pools } = balancer;
  const isGeographic = [region_pools, country_pools, pop_pools].some(
    (places) => Object.keys(places ?? {}).length > 0,
  );
  const ttl = affinity === 'header' ? 1800 : 82_800;
  return {
    ...balancer,
    steering_policy: steering_policy === '' ? (isGeographic ? 'geo' : 'off') : steering_policy,
    session_affinity_ttl: balancer.session_affinity_ttl ?? (affinity === 'none' ? undefined : ttl),
  };
}
