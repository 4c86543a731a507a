import { isApiError } from './errors';
import { ListCache, MissingObjects } from './list-cache';
import { readPages } from './pages';
import * as known from './known-members';
import { ObjectReader, readList, type Unreadable } from './reader';
import type { Answer, CallOptions, Paging, Transport, CachedCallOptions } from './transport';

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

const defaultPageSize = 25;

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
  readonly #transport: Transport;
  readonly #cache = new ListCache<Pool>();
  readonly #missing = new MissingObjects<Pool>();

  /** Made by {@link EdgeClient}. */
  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /**
   * All pools of the account; every page is read, and no pool is there twice. Source: operation 5.
   *
   * The last page is the one that `result_info.total_pages` names. Without `result_info`, pages are read until one has no
   * new pool. Rejects with a {@link ReplyLimitError} for a list that does not end, and with an {@link IncompleteListError} for one
   * that remains incomplete by what its replies say. A list can lack a pool all the same, if one before it is deleted and another
   * is created between two pages: before you conclude that a pool does not exist, pass its ID in `knownIds`.
   */
  async list(
    accountId: string,
    { perPage = defaultPageSize, knownIds = [], cached = false, signal }: PoolListOptions = {},
  ): Promise<Pool[]> {
    if (!cached) this.#cache.forget(accountId);
    const listed = await this.#cache.read(
      accountId,
      (loading) => this.#listAll(accountId, perPage, loading),
      signal,
    );
    const get = (id: string, loading: AbortSignal) => this.get(accountId, id, { signal: loading });
    return [...(await this.#missing.addTo(listed, accountId, { ids: knownIds, get, cached, signal }))];
  }

  async #listAll(accountId: string, perPage: number, signal: AbortSignal): Promise<Pool[]> {
    try {
      return await this.#list(accountId, perPage, signal);
    } catch (error) {
      if (perPage <= defaultPageSize || !(isApiError(error) && error.status === 400)) throw error;
      return this.#list(accountId, defaultPageSize, signal);
    }
  }

  #list(accountId: string, perPage: number, signal: AbortSignal | undefined): Promise<Pool[]> {
    return readPages({
      perPage,
      ask: (paging) => this.#page(accountId, paging, signal),
      read: readPools,
    });
  }

  /** One page of the pools; `[]` behind the last one. Source: operation 5. */
  async listPage(accountId: string, options: PoolPageOptions): Promise<Pool[]> {
    const { signal, ...page } = options;
    return readPools(await this.#page(accountId, page, signal));
  }

  /** One pool. Rejects with a {@link NotFoundError} when there is none. */
  async get(accountId: string, poolId: string, options: CallOptions = {}): Promise<Pool> {
    const path = [...poolsOf(accountId), poolId];
    const pool = await this.#pool({ method: 'GET', path, expected: { id: poolId }, ...options });
    this.#cache.put(accountId, pool);
    return pool;
  }

  /**
   * Changes the given keys of one pool. An {@link ApiError} with code 1002 says which value the API refuses.
   */
  async update(
    accountId: string,
    poolId: string,
    changes: PoolChanges,
    options: PoolUpdateOptions = {},
  ): Promise<Pool> {
    return this.#cache.correct(
      accountId,
      () =>
        this.#pool({
          method: 'PATCH',
          path: [...poolsOf(accountId), poolId],
          expected: { id: poolId },
          body: changes,
          ...options,
        }),
      (pool) => {
        this.#cache.put(accountId, pool);
      },
    );
  }

  /**
   * Takes the legacy e-mails away from all pools of one page, whether they have one or not, and from no pool of
   * another page; returns the pools of the page. Clearing moves no pool to another page, so that pages can be cleared
   * one after the other. Source: operation 6.
   */
  async clearNotificationEmails(accountId: string, options: PoolClearingOptions): Promise<Pool[]> {
    const { signal, isRepeatable = true, ...paging } = options;
    const path = poolsOf(accountId);
    const body = { notification_email: '' };
    return this.#cache.correct(
      accountId,
      async () =>
        readPools(await this.#transport.call({ method: 'PATCH', path, paging, body, isRepeatable, signal })),
      (pools) => {
        for (const pool of pools) this.#cache.put(accountId, pool);
      },
    );
  }

  #page(accountId: string, paging: Paging, signal: AbortSignal | undefined): Promise<Answer> {
    return this.#transport.call({ method: 'GET', path: poolsOf(accountId), paging, signal });
  }

  async #pool(call: Parameters<Transport['call']>[0]): Promise<Pool> {
    const answer = await this.#transport.call(call);
    return readPool(answer.result, answer.unreadable);
  }
}

function poolsOf(accountId: string): string[] {
  return ['accounts', accountId, 'load_balancers', 'pools'];
}

function readPools(answer: Answer): Pool[] {
  return readList(answer.result, 'a list of pools', answer.unreadable, (item) =>
    readPool(item, answer.unreadable),
  );
}

export function readPool(value: unknown, unreadable: Unreadable): Pool {
  const pool = new ObjectReader(value, 'a pool', unreadable, known.pool);
  return {
    ...pool.all,
    id: pool.identifier('id'),
    name: pool.text('name', ''),
    notification_email: pool.text('notification_email', ''),
    notification_filter: pool.object('notification_filter') ?? null,
    description: pool.text('description', ''),
    enabled: pool.boolean('enabled', true),
    minimum_origins: pool.number('minimum_origins', 1),
    origins: pool.list('origins').map((origin) => readOrigin(origin, unreadable)),
  };
}

function readOrigin(value: unknown, unreadable: Unreadable): PoolOrigin {
  const origin = new ObjectReader(value, 'an origin', unreadable, known.origin);
  return {
    ...origin.all,
    name: origin.text('name', ''),
    address: origin.text('address', ''),
    enabled: origin.boolean('enabled', true),
    weight: origin.number('weight', 1),
  };
}
