import { DatedCollection, type Dated } from '../../state/dated-collection';
import type { World } from '../../world';
import { poolRefusals as refusals } from '../pools/schema';
import { poolsOf, type LoadBalancerSettings } from './schema';

export type LoadBalancer = LoadBalancerSettings & Dated;

export class LoadBalancers extends DatedCollection<LoadBalancerSettings> {
  constructor(world: World) {
    super(world, 'load_balancers', refusals.notFound('load balancer'));
  }

  /** Those of all zones of the account that use the pool. */
  listUsing(accountId: string, poolId: string): readonly LoadBalancer[] {
    return this.world.places
      .listZones()
      .filter((zone) => zone.account_id === accountId)
      .flatMap((zone) => this.list(zone.id))
      .filter((balancer) => poolsOf(balancer).has(poolId));
  }

  protected override check(zoneId: string, settings: LoadBalancerSettings, id: string): void {
    const { name, session_affinity, session_affinity_ttl } = settings;
    const zone = this.world.places.getZone(zoneId);
    if (name !== zone.name && !name.endsWith(`.${zone.name}`)) throw refusals.badHostname(name);
    if (this.list(zoneId).some((other) => other.name === name && other.id !== id)) throw refusals.notUnique();
    const [least, most] = session_affinity === 'header' ? [30, 3600] : [1800, 604_800];
    if (
      session_affinity !== 'none' &&
      session_affinity_ttl !== undefined &&
      (session_affinity_ttl < least || session_affinity_ttl > most)
    )
      throw refusals.invalid('/session_affinity_ttl', `must be in range [${least}, ${most}]`);
  }
}
