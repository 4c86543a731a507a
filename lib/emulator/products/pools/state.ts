import { compare } from '../../../ground/compare';
import { isArray } from '../../shape';
import { Collection } from '../../state/collection';
import type { World } from '../../world';
import type { LoadBalancers } from '../load-balancers/state';
import { poolRefusals as refusals, type PoolSettings } from './schema';
import { healthChanges, observe, type PrepareHealthChanges, type Origin, type Pool } from './health';
import { cut, type Page } from '../../http/paging';

interface Changed {
  readonly pool: Pool;
  readonly notifications: readonly object[];
}

export class Pools extends Collection<Pool> {
  constructor(
    world: World,
    private readonly prepare: PrepareHealthChanges,
    private readonly balancers: LoadBalancers,
  ) {
    super(world, 'pools', refusals.notFound('pool'));
  }

  override list(accountId: string): readonly Pool[] {
    return [...super.list(accountId)].sort(
      (one, other) => compare(one.name, other.name) || compare(one.id, other.id),
    );
  }

  create(
    accountId: string,
    settings: PoolSettings,
    id = this.world.newId(),
    unhealthy: readonly string[] = [],
  ): Pool {
    const now = this.timestamp();
    return this.keep(accountId, settings, { id, created_on: now, modified_on: now, unhealthy });
  }

  change(accountId: string, pool: Pool, settings: PoolSettings): Pool {
    const { id, created_on } = pool;
    const names = settings.origins.map((origin) => origin.name);
    const unhealthy = pool.unhealthy.filter((name) => names.includes(name));
    const facts = { id, created_on, modified_on: this.timestamp(), unhealthy };
    return this.keep(accountId, settings, facts, pool);
  }

  /** Removes the notification address of the pools of a page only. */
  removeEmails(accountId: string, page: Page) {
    const now = this.timestamp();
    const { part, info } = cut(this.list(accountId), page);
    const covered = part.map((pool) =>
      pool.notification_email === '' ? pool : { ...pool, notification_email: '', modified_on: now },
    );
    this.world.store.commit(covered.map((pool) => this.write(accountId, pool)));
    return { covered, info };
  }

  override delete(accountId: string, id: string): void {
    if (this.balancers.listUsing(accountId, id).length > 0) throw refusals.referenced();
    super.delete(accountId, id);
  }

  setHealth(accountId: string, pool: Pool, origins: readonly string[], healthy: boolean): Changed {
    const remaining = pool.unhealthy.filter((name) => !origins.includes(name));
    const next: Pool = { ...pool, unhealthy: healthy ? remaining : [...remaining, ...origins] };
    return this.save(accountId, next, pool);
  }

  private keep(
    accountId: string,
    settings: PoolSettings,
    facts: Pick<Pool, 'id' | 'created_on' | 'modified_on' | 'unhealthy'>,
    before?: Pool,
  ): Pool {
    checkTogether(settings);
    const { id, ...rest } = facts;
    const now = facts.modified_on;
    const origins = settings.origins.map((origin): Origin => {
      const earlier = before?.origins.find((one) => one.name === origin.name);
      return { ...origin, disabled_at: disabledSince(origin.enabled, now, earlier) };
    });
    const disabled_at = disabledSince(settings.enabled, now, before);
    return this.save(accountId, { id, ...settings, disabled_at, origins, ...rest }, before).pool;
  }

  /** Saves the pool, and notifies of its health changes. */
  private save(accountId: string, next: Omit<Pool, 'observed'>, before: Pool | undefined): Changed {
    const observed = observe(next, before?.observed);
    const pool: Pool = { ...next, observed };
    const changes = healthChanges(accountId, pool, before?.observed ?? observed, observed);
    const { writes, notifications, send } = this.prepare(changes);
    this.world.store.commit([this.write(accountId, pool), ...writes]);
    send();
    return { pool, notifications };
  }

  private timestamp(): string {
    return this.world.now().toISOString();
  }
}

function checkTogether(settings: PoolSettings): void {
  const { latitude, longitude, monitor, monitor_group, health_sources, check_regions } = settings;
  if ((latitude === null) !== (longitude === null))
    throw refusals.missing(latitude === null ? '/latitude' : '/longitude');
  if (monitor !== null && monitor_group !== null)
    throw refusals.invalid('/monitor_group', 'does not go with monitor');
  if (isArray(health_sources) && (check_regions ?? []).length === 0)
    throw refusals.invalid('/health_sources', 'needs at least one of check_regions');
}

function disabledSince(
  enabled: boolean,
  now: string,
  before: { readonly disabled_at?: string } | undefined,
): string | undefined {
  return enabled ? undefined : (before?.disabled_at ?? now);
}
