import { ListCache } from './list-cache';
import { NameSearch } from './name-search';
import { readPages } from './pages';
import * as known from './known-members';
import { ObjectReader, readList, type Unreadable } from './reader';
import type { CachedCallOptions, CallOptions, Transport } from './transport';

/** An account. Unknown fields are kept. Source: the public schema. */
export interface Account {
  readonly id: string;
  /** Accounts can have the same name. */
  readonly name: string;
  readonly [field: string]: unknown;
}

/** The options of {@link AccountsApi.list}. */
export interface AccountListOptions extends CachedCallOptions {
  /**
   * The name of the account.
   *
   * @default - accounts of every name
   */
  readonly name?: string;
}

/** The most accounts that the service sends at once (public fact). */
const pageSize = 50;

/** Reads accounts. */
export class AccountsApi {
  readonly #transport: Transport;
  readonly #cache = new ListCache<Account>();
  readonly #search = new NameSearch<Account>();

  /** Made by {@link EdgeClient}. */
  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /**
   * One account.
   *
   * Rejects with an {@link EdgeError}: an {@link AuthenticationError} or a {@link PermissionError} if the credentials
   * cannot read it.
   */
  async get(accountId: string, { signal }: CallOptions = {}): Promise<Account> {
    const path = ['accounts', accountId];
    const answer = await this.#transport.call({ method: 'GET', path, expected: { id: accountId }, signal });
    return readAccount(answer.result, answer.unreadable);
  }

  /**
   * All accounts that the credentials can read, or those of a name; every page is read, and no account is there twice.
   *
   * Rejects with an {@link EdgeError}: an {@link AuthenticationError} if the credentials are not accepted, a
   * {@link PermissionError} if they cannot read accounts, a {@link ReplyLimitError} for a list that does not end.
   */
  async list({ name, cached = false, signal }: AccountListOptions = {}): Promise<Account[]> {
    return this.#list({ name, cached, signal });
  }

  #list(
    {
      name,
      cached,
      signal,
    }: { name?: string | undefined; cached: boolean; signal?: AbortSignal | undefined },
    mostPages?: number,
  ): Promise<Account[]> {
    // Only a search gives up a long list.
    const scope = `${mostPages === undefined ? '' : 'search'}?${name ?? ''}`;
    if (!cached) this.#cache.forget(scope);
    return this.#cache.read(scope, (loading) => this.#listAll(name, loading, mostPages), signal);
  }

  /**
   * The accounts with a name: none, one or several. The first two names cost one call each; further ones are looked up
   * in the list of all accounts, which is read once, unless it has more pages than names were looked up, and more than 10.
   *
   * Rejects as `list` does.
   */
  async find(name: string, { signal }: CallOptions = {}): Promise<Account[]> {
    return this.#search.find(
      name,
      ({ isByName, cached, mostPages }) =>
        this.#list({ ...(isByName && { name }), cached, signal }, mostPages),
      (account) => account.name === name,
    );
  }

  #listAll(name: string | undefined, signal: AbortSignal, mostPages: number | undefined): Promise<Account[]> {
    const query = { ...(name !== undefined && { name }) };
    return readPages({
      perPage: pageSize,
      mostPages,
      ask: (paging) => this.#transport.call({ method: 'GET', path: ['accounts'], query, paging, signal }),
      read: ({ result, unreadable }) =>
        readList(result, 'a list of accounts', unreadable, (item) => readAccount(item, unreadable)),
    });
  }
}

export function readAccount(value: unknown, unreadable: Unreadable): Account {
  const read = new ObjectReader(value, 'an account', unreadable, known.account);
  return { ...read.all, id: read.identifier('id'), name: read.text('name', '') };
}
