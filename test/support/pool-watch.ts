import { pick, type Running as Emulator } from '../emulator/support';
import { startCallWatch, type CallWatch } from './call-watch';
import { listOf } from './edge-stack';
import { policiesPath, poolsPath } from './pool-stack';

/** The state of an account as far as notifications go. */
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
 * Looks at pools and policies after every call, and notes each pool that had a legacy e-mail in the beginning and that
 * nobody is told of.
 */
export async function startPoolWatch(emulator: Emulator): Promise<CallWatch> {
  const begin = await readMoment(emulator);
  /** What lasts is told once. */
  const noted = new Set<string>();
  return startCallWatch(emulator, {
    nameOf,
    look: async () => {
      const now = await readMoment(emulator);
      return begin.pools
        .filter(({ email }) => email !== '')
        .flatMap((pool) => {
          const lack = lackOf(pool, now);
          if (lack === undefined || noted.has(`${pool.name} ${lack}`)) return [];
          noted.add(`${pool.name} ${lack}`);
          return [`${pool.name} ${lack}`];
        });
    },
  });
}

/** Why nobody is told any more of what the legacy e-mail of a pool told; undefined when somebody is. */
function lackOf({ id, email, filter }: WatchedPool, { pools, policies }: Moment): string | undefined {
  const isGoneOrTold = pools.find((pool) => pool.id === id)?.email !== '';
  if (isGoneOrTold) return undefined;
  const wanted = email.split(',').map((address) => address.trim().toLowerCase());
  for (const source of ['pool', 'origin'])
    for (const health of ['Healthy', 'Unhealthy']) {
      if (pick(filter, source, 'disable') === true) continue;
      const only = pick(filter, source, 'healthy');
      if (typeof only === 'boolean' && only !== (health === 'Healthy')) continue;
      const telling = policies.filter(
        (policy) =>
          pick(policy, 'enabled') === true &&
          pick(policy, 'alert_type') === 'load_balancing_health_alert' &&
          listOf(pick(policy, 'filters', 'pool_id')).includes(id) &&
          listOf(pick(policy, 'filters', 'event_source')).includes(source) &&
          listOf(pick(policy, 'filters', 'new_health')).includes(health),
      );
      const told = telling.flatMap((policy) =>
        listOf(pick(policy, 'mechanisms', 'email')).map((each) => String(pick(each, 'id')).toLowerCase()),
      );
      const forgotten = wanted.filter((address) => !told.includes(address));
      if (forgotten.length > 0) return `${source} ${health}: ${forgotten.join(', ')} not told`;
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
