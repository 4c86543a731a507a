import { Collection, defineKind } from './collection';
import * as known from './known-members';
import { readerOf } from './reader';
import type { CachedCallOptions, CallOptions, Paging, Transport } from './transport';

/**
 * A load-balancer pool as the service returns it. Source: section 2.7 of the specification for the first two, the
 * public schema for what it does not show. Unknown fields are kept.
 */
export interface Pool {
  readonly name: string;
  /**
   * The legacy recipient, or several with commas between them. `""` means none: the service may also leave it out or
   * send null for that, which is read as `""`.
   */
  readonly notification_email: string;
  readonly id: string;
  /** `""` when the service leaves it out. */
  readonly description: string;
  /** `true` when the service leaves it out, its documented default. */
  readonly enabled: boolean;
  /** How many origins must be healthy for the pool to be; 1 when the service leaves it out, its documented default. */
  readonly minimum_origins: number;
  readonly origins: readonly PoolOrigin[];
  /**
   * What of the legacy e-mails is sent: `origin` and `pool`, each `{ disable, healthy }` or null; `healthy: false`
   * means only when it goes down. `null` when there is no filter.
   */
  readonly notification_filter: Readonly<Record<string, unknown>> | null;
  readonly [field: string]: unknown;
}

/** One server of a pool. Unknown fields are kept. Source: the public schema. */
export interface PoolOrigin {
  readonly name: string;
  /** A host name or an IP address. */
  readonly address: string;
  /** `true` when the service leaves it out, its documented default. */
  readonly enabled: boolean;
  /** Its share, from 0 to 1; 1 when the service leaves it out, its documented default. */
  readonly weight: number;
  readonly [field: string]: unknown;
}

/** Changes of a pool. Omitted keys stay as they are. */
export interface PoolChanges {
  readonly name?: string;
  /** `""` removes the legacy recipient. */
  readonly notification_email?: string;
  readonly notification_filter?: Readonly<Record<string, unknown>> | null;
  readonly description?: string;
  readonly enabled?: boolean;
  readonly minimum_origins?: number;
  /** Replaced as a whole. */
  readonly origins?: readonly { readonly name: string; readonly address: string }[];
  readonly [field: string]: unknown;
}

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
 * Which of the pools by ascending name are meant: a page (counted from 1; the service's own has 25 pools), or `limit`
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
  readonly isStillMeant?: () => Promise<boolean>;
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
  readonly #pools: Collection<string, Pool, PoolChanges>;

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

export const pools = defineKind<string, Pool, PoolChanges>({
  nouns: ['a pool', 'pools'],
  pathOf: (accountId) => ['accounts', accountId, 'load_balancers', 'pools'],
  perPage: 25,
  known: known.pool,
  members: (pool) => ({
    id: pool.identifier('id'),
    ...pool.texts('name', 'notification_email'),
    notification_filter: pool.object('notification_filter') ?? null,
    description: pool.text('description', ''),
    enabled: pool.boolean('enabled', true),
    minimum_origins: pool.number('minimum_origins', 1),
    origins: pool.items('origins', readOrigin),
  }),
});

const readOrigin = readerOf('an origin', known.origin, (origin) => ({
  ...origin.texts('name', 'address'),
  enabled: origin.boolean('enabled', true),
  weight: origin.number('weight', 1),
}));
