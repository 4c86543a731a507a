import { Collection } from '../../state/collection';
import type { World } from '../../world';
import { poolRefusals as refusals } from '../pools/schema';
import { poolsOf, type LoadBalancerSettings } from './schema';

/** A load balancer in the state. */
export interface LoadBalancer extends LoadBalancerSettings {
  readonly id: string;
  readonly created_on: string;
  readonly modified_on: string;
}

/** The load balancers of all zones. */
export class LoadBalancers extends Collection<LoadBalancer> {
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

  create(zoneId: string, settings: LoadBalancerSettings, id = this.world.newId()): LoadBalancer {
    const now = this.timestamp();
    return this.keep(zoneId, settings, { id, created_on: now, modified_on: now });
  }

  change(zoneId: string, { id, created_on }: LoadBalancer, settings: LoadBalancerSettings): LoadBalancer {
    return this.keep(zoneId, settings, { id, created_on, modified_on: this.timestamp() });
  }

  private keep(
    zoneId: string,
    settings: LoadBalancerSettings,
    facts: Pick<LoadBalancer, 'id' | 'created_on' | 'modified_on'>,
  ): LoadBalancer {
    const { name, session_affinity, session_affinity_ttl } = settings;
    const zone = this.world.places.getZone(zoneId);
    if (name !== zone.name && !name.endsWith(`.${zone.name}`)) throw refusals.badHostname(name);
    if (this.list(zoneId).some((other) => other.name === name && other.id !== facts.id))
      throw refusals.notUnique();
    const [least, most] = session_affinity === 'header' ? [30, 3600] : [1800, 604_800];
    if (
      session_affinity !== 'none' &&
      session_affinity_ttl !== undefined &&
      (session_affinity_ttl < least || session_affinity_ttl > most)
    )
      throw refusals.invalid('/session_affinity_ttl', `must be in range [${least}, ${most}]`);
    return this.put(zoneId, { ...settings, ...facts });
  }

  private timestamp(): string {
    return this.world.now().toISOString();
  }
}
