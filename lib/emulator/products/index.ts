import type { Product } from '../route';
import type { World } from '../world';
import { alerting } from './alerting';
import { logpush } from './logpush';
import { pools } from './pools';
import { rulesets, zoneCustomFields } from './rulesets';

/** The products of the API, in the order in which their fixtures are sown. */
export function listProducts(world: World): readonly Product[] {
  const { product, watcher } = alerting(world);
  return [rulesets(world), logpush(world, zoneCustomFields(world)), pools(world, watcher), product];
}
