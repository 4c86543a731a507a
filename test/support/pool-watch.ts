import { pick, type Running as Emulator } from '../emulator/support';
import { startCallWatch, type CallWatch } from './call-watch';
import { listOf } from './edge-stack';
import { policiesPath, poolsPath } from './pool-stack';

/** The pools and policies of an account at one time. */
interface Moment {
  readonly pools: readonly WatchedPool[];
  readonly policies: readonly unknown[];
}

interface WatchedPool {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  readonly filter: unknown;
}

/**
 * Checks pools and policies after every call, and records each pool that had a legacy e-mail at the beginning and has lost
 * notifications.
 */
export async function startPoolWatch(emulator: Emulator): Promise<CallWatch> {
  const begin = await readMoment(emulator);
  /** A violation that persists is recorded once. */
  const noted = new Set<string>();
  return startCallWatch(emulator, {
    nameOf,
    check: async () => {
      const now = await readMoment(emulator);
      return begin.pools
        .filter(({ email }) => email !== '')
        .flatMap((pool) => {
          const lost = lostNotifications(pool, now);
          if (lost === undefined || noted.has(`${pool.name} ${lost}`)) return [];
          noted.add(`${pool.name} ${lost}`);
          return [`${pool.name} ${lost}`];
        });
    },
  });
}

/** The notifications of a pool's legacy e-mail that no policy sends; undefined if there are none. */
function lostNotifications(
  { id, email, filter }: WatchedPool,
  { pools, policies }: Moment,
): string | undefined {
  const isDeletedOrNotCleared = pools.find((pool) => pool.id === id)?.email !== '';
  if (isDeletedOrNotCleared) return undefined;
  const recipients = email.split(',').map((address) => address.trim().toLowerCase());
  for (const source of ['pool', 'origin'])
    for (const health of ['Healthy', 'Unhealthy']) {
      if (pick(filter, source, 'disable') === true) continue;
      const only = pick(filter, source, 'healthy');
      if (typeof only === 'boolean' && only !== (health === 'Healthy')) continue;
      const covering = policies.filter(
        (policy) =>
          pick(policy, 'enabled') === true &&
          pick(policy, 'alert_type') === 'load_balancing_health_alert' &&
          listOf(pick(policy, 'filters', 'pool_id')).includes(id) &&
          listOf(pick(policy, 'filters', 'event_source')).includes(source) &&
          listOf(pick(policy, 'filters', 'new_health')).includes(health),
      );
      const notified = covering.flatMap((policy) =>
        listOf(pick(policy, 'mechanisms', 'email')).map((each) => String(pick(each, 'id')).toLowerCase()),
      );
      const missing = recipients.filter((address) => !notified.includes(address));
      if (missing.length > 0) return `${source} ${health}: ${missing.join(', ')} not notified`;
    }
  return undefined;
}

async function readMoment(emulator: Emulator): Promise<Moment> {
  const [pools, policies] = await Promise.all([
    emulator.result('GET', `${poolsPath}?per_page=1000`),
    emulator.result('GET', policiesPath),
  ]);
  return {
    pools: listOf(pools).map((pool) => ({
      id: String(pick(pool, 'id')),
      name: String(pick(pool, 'name')),
      email: textOrNone(pick(pool, 'notification_email')),
      filter: pick(pool, 'notification_filter'),
    })),
    policies: listOf(policies),
  };
}

function textOrNone(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

function nameOf(method: string, url: string): string {
  const path = /\/(?:load_balancers|v3)\/([^?]*)/.exec(url)?.[1] ?? url;
  return `${method} ${path.replace(/\/[0-9a-f]{32}$/, '/:id')}`;
}
