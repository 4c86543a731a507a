import { Collection, defineCollection } from './collection';
import {
  apiObject,
  boolean,
  identifier,
  items,
  list,
  map,
  number,
  part,
  text,
  type ChangesOf,
  type ObjectOf,
} from './object';
import type { CachedCallOptions, CallOptions, Paging, Transport } from './transport';

const choice = apiObject('a choice', {
  disable: boolean(false).orNull().asIs(),
  healthy: boolean(false).orNull().asIs(),
});

/** The filter of legacy e-mails; `healthy: false` means only when it goes down. */
const notificationFilter = apiObject('a notification filter', {
  origin: part(choice).asIs(),
  pool: part(choice).asIs(),
});

/** One server of a pool. Source: the public schema. */
const origin = apiObject('an origin', {
  name: text().required(),
  /** A host name or an IP address. */
  address: text().required(),
  /** `true` when the service leaves it out, its documented default. */
  enabled: boolean(true),
  /** The share of requests, from 0 to 1; 1 when the service leaves it out, its documented default. */
  weight: number(1),
  port: number().asIs(),
  flatten_cname: boolean(false).asIs(),
  header: map().asIs(),
  virtual_network_id: text().asIs(),
  disabled_at: text().orNull().asIs(),
});

/** The table of a pool. Source: section 2.7 of the specification for the first two, the public schema for what it does not show. */
const pool = apiObject('a pool', {
  name: text(),
  /**
   * The legacy recipient, or several with commas between them. `""` means none, and removes it: the service may also leave it out or
   * send null for that, which is read as `""`.
   */
  notification_email: text(),
  id: identifier(),
  /** `""` when the service leaves it out. */
  description: text(),
  /** `true` when the service leaves it out, its documented default. */
  enabled: boolean(true),
  /** The number of origins that must be healthy for the pool to be; 1 when the service leaves it out, its documented default. */
  minimum_origins: number(1),
  /** The origins, which are replaced as a whole. */
  origins: items(origin),
  /**
   * The filter of the legacy e-mails: `origin` and `pool`, each `{ disable, healthy }` or null; `healthy: false`
   * means only when it goes down. `null` when there is no filter.
   */
  notification_filter: map().withKnownMembers(notificationFilter).orNull(),
  monitor: text().orNull().asIs(),
  monitor_group: text().orNull().asIs(),
  check_regions: list().asIs(),
  load_shedding: part(
    apiObject('load shedding', {
      default_percent: number().asIs(),
      default_policy: text().words('random', 'hash').asIs(),
      session_percent: number().asIs(),
      session_policy: text().words('hash').asIs(),
    }),
  ).asIs(),
  origin_steering: part(
    apiObject('origin steering', {
      policy: text().words('random', 'hash', 'least_outstanding_requests', 'least_connections').asIs(),
    }),
  ).asIs(),
  latitude: number().orNull().asIs(),
  longitude: number().orNull().asIs(),
  created_on: text().asIs(),
  modified_on: text().asIs(),
  disabled_at: text().orNull().asIs(),
  healthy: boolean(false).asIs(),
  networks: list().asIs(),
  health_sources: list().asIs(),
});

/** A load-balancer pool as the service returns it. Unknown fields are kept. */
export interface Pool extends ObjectOf<typeof pool> {}

/** One server of a pool. Unknown fields are kept. */
export interface PoolOrigin extends ObjectOf<typeof origin> {}

/** Changes of a pool. Omitted keys stay as they are. */
export interface PoolChanges extends ChangesOf<typeof pool> {}

/** The options of {@link PoolsApi.list}. */
export interface PoolListOptions extends CachedCallOptions {
  /**
   * The page size of the requests. The maximum is not documented: if the API refuses the size with HTTP 400, the client
   * retries with 25.
   *
   * @default - 25, the service's own page size
   */
  readonly perPage?: number;
  /**
   * IDs of pools that existed: those of them that the list lacks are read one by one, and are in the result if they exist. A pool
   * that is then missing does not exist.
   *
   * @default - none
   */
  readonly knownIds?: readonly string[];
}

/**
 * The part of the pools by ascending name: a page (counted from 1; the service's own has 25 pools), or `limit`
 * pools behind the first `offset` ones.
 */
export type PoolPageOptions = CallOptions & Paging;

/** The pools to clear, by their place in the list. */
export type PoolClearingOptions = PoolPageOptions & {
  /**
   * Whether the call may be repeated after a failure that may pass. Other pools may have moved into the page by then.
   *
   * @default true
   */
  readonly isRepeatable?: boolean;
};

/** The options of {@link PoolsApi.update}. */
export interface PoolUpdateOptions extends CallOptions {
  /**
   * Asked before the call is repeated after a failure, for example whether the pool is still as it was: the repetition may come
   * minutes later. If it resolves to false or fails, the call fails with the error of the last attempt.
   *
   * @default - a call that fails in a way that may pass is repeated
   */
  readonly shouldRetry?: () => Promise<boolean>;
}

/**
 * The load-balancer pools of an account, as far as their legacy e-mails need it. Source: section 2.7, operations 5
 * and 6 of section 4.1 and rules 4 and 5 of section 4.2 of the specification; the paths of one pool are public facts.
 *
 * Every method rejects with an {@link EdgeError}; a `page`, `perPage` or `limit` that is no whole number from 1, or an
 * `offset` that is none from 0, is an {@link InvalidArgumentError}.
 *
 * @example
 * import { EdgeClient } from 'cdktf-edge-platform/client';
 *
 * async function clearLegacyEmails(accountId: string): Promise<string[]> {
 *   const client = new EdgeClient({
 *     baseUrl: process.env.EDGE_BASE_URL ?? 'http://127.0.0.1:8787/client/v4',
 *     credentials: { apiToken: process.env.EDGE_API_TOKEN ?? 'a-token' },
 *   });
 *   const pools = await client.pools.list(accountId);
 *   const legacy = pools.filter((pool) => pool.notification_email !== '');
 *   for (const pool of legacy) {
 *     await client.pools.update(accountId, pool.id, { notification_email: '' });
 *   }
 *   await client.close();
 *   return legacy.map((pool) => pool.name);
 * }
 */
export class PoolsApi {
  readonly #pools: Collection<string, Pool>;

  /** Made by {@link EdgeClient}. */
  constructor(transport: Transport) {
    this.#pools = new Collection(transport, pools);
  }

  /**
   * All pools of the account; every page is read, and no pool is there twice. Source: operation 5.
   *
   * The last page is the one that `result_info.total_pages` names. Without `result_info`, pages are read until one has no
   * new pool. Rejects with a {@link ReplyLimitError} for a list that does not end, and with an {@link IncompleteListError} for one
   * that remains incomplete by what its replies say. A list can lack a pool all the same, if one before it is deleted and another
   * is created between two pages: before you conclude that a pool does not exist, pass its ID in `knownIds`.
   */
  async list(accountId: string, options: PoolListOptions = {}): Promise<Pool[]> {
    return this.#pools.list(accountId, options);
  }

  /** One page of the pools; `[]` behind the last one. Source: operation 5. */
  async listPage(accountId: string, options: PoolPageOptions): Promise<Pool[]> {
    const { signal, ...paging } = options;
    return this.#pools.readPage(accountId, { paging, signal });
  }

  /** One pool. Rejects with a {@link NotFoundError} when there is none. */
  async get(accountId: string, poolId: string, options: CallOptions = {}): Promise<Pool> {
    return this.#pools.get(accountId, poolId, options);
  }

  /** Changes the given keys of one pool. An {@link ApiError} with code 1002 says which value the API refuses. */
  async update(
    accountId: string,
    poolId: string,
    changes: PoolChanges,
    options: PoolUpdateOptions = {},
  ): Promise<Pool> {
    return this.#pools.write(accountId, { method: 'PATCH', id: poolId, body: changes, ...options });
  }

  /**
   * Takes the legacy e-mails away from all pools of one page, whether they have one or not, and from no pool of
   * another page; returns the pools of the page. Clearing moves no pool to another page, so that pages can be cleared
   * one after the other. Source: operation 6.
   */
  async clearNotificationEmails(accountId: string, options: PoolClearingOptions): Promise<Pool[]> {
    const { signal, isRepeatable = true, ...paging } = options;
    const body = { notification_email: '' };
    return this.#pools.writePage(accountId, { method: 'PATCH', paging, body, isRepeatable, signal });
  }
}

export const pools = defineCollection<string, Pool>(pool, {
  several: 'pools',
  pathOf: (accountId) => ['accounts', accountId, 'load_balancers', 'pools'],
  perPage: 25,
});
