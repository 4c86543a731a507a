import { isApiError } from './errors';
import { ListCache, MissingObjects } from './list-cache';
import { readPages, readWhole } from './pages';
import { apiObject, identifier, type ApiObject, type Members } from './object';
import { readList, type Reader } from './reader';
import type { Answer, CachedCallOptions, Call, CallOptions, Page, Transport } from './transport';

/** The paths and pages of a collection of objects. `Scope` is what the path depends on, such as the ID of a zone. */
interface CollectionSettings<Scope> {
  /** The noun in messages: `policies`. */
  readonly several: string;
  /** The path of the list. That of an object has its ID as well. */
  readonly pathOf: (scope: Scope) => readonly string[];
  /** @default - the list comes in one reply, without pages */
  readonly perPage?: number;
  /** See {@link Call}. @default - HTTP 404 alone says that an object does not exist */
  readonly notFoundText?: string;
}

export interface CollectionDefinition<Scope, T> extends CollectionSettings<Scope> {
  readonly object: ApiObject<Members>;
  readonly read: Reader<T>;
}

export function defineCollection<Scope, T>(
  object: ApiObject<Members> & { readonly read: Reader<T> },
  definition: CollectionSettings<Scope>,
): CollectionDefinition<Scope, T> {
  return { ...definition, object, read: object.read };
}

interface Listing extends Pick<Call, 'query' | 'expected'> {
  /** The page size. If the API refuses a larger one than that of the collection with HTTP 400, the list is read with that one. */
  readonly perPage?: number | undefined;
  readonly mostPages?: number | undefined;
}

interface CachedListing extends Listing, CachedCallOptions {
  /** IDs of objects that may exist although the list lacks them: those that exist are in the result. */
  readonly knownIds?: readonly string[] | undefined;
}

/** A write of the object with an ID, or of a new one. */
type Write = Omit<Call, 'path' | 'paging' | 'query' | 'secrets' | 'notFoundText'> & {
  readonly id?: string | number;
  readonly body: object;
};

/** Lists, reads, writes and deletes the objects of a collection. Lists are kept for reads that ask for that, see {@link ListCache}. */
export class Collection<Scope, T extends { readonly id: string | number }> {
  readonly #transport: Transport;
  readonly #kind: CollectionDefinition<Scope, T>;
  readonly #lists = new ListCache<T>();
  readonly #missing = new MissingObjects<T>();

  constructor(transport: Transport, kind: CollectionDefinition<Scope, T>) {
    this.#transport = transport;
    this.#kind = kind;
  }

  /** All objects, read once for all callers that ask for a cached list. */
  async list(
    scope: Scope,
    { cached = false, signal, knownIds, ...listing }: CachedListing = {},
  ): Promise<T[]> {
    const key = this.#keyOf(scope, listing);
    const load = (loading: AbortSignal) => this.readAll(scope, { ...listing, signal: loading });
    const listed = await (cached
      ? this.#lists.read(key, load, signal)
      : this.#lists.readAgain(key, load, signal));
    if (knownIds === undefined) return listed;
    const get = (id: string, loading: AbortSignal) => this.get(scope, id, { signal: loading });
    return this.#missing.addTo(listed, key, { ids: knownIds, get, cached, signal });
  }

  /** All objects, without a cache. */
  async readAll(
    scope: Scope,
    { perPage = this.#kind.perPage, mostPages, ...call }: Listing & CallOptions = {},
  ): Promise<T[]> {
    const path = this.#kind.pathOf(scope);
    const ask = (paging?: Page) => this.#transport.call({ method: 'GET', path, ...call, paging });
    const read = (answer: Answer) => this.#readList(answer);
    if (perPage === undefined) return readWhole(ask, read);
    try {
      return await readPages({ perPage, mostPages, ask, read });
    } catch (error) {
      const usual = this.#kind.perPage ?? perPage;
      if (perPage <= usual || !(isApiError(error) && error.status === 400)) throw error;
      return readPages({ perPage: usual, mostPages, ask, read });
    }
  }

  async readPage(scope: Scope, options: Pick<Call, 'paging' | 'signal'>): Promise<T[]> {
    const path = this.#kind.pathOf(scope);
    return this.#readList(await this.#transport.call({ method: 'GET', path, ...options }));
  }

  /** One object. One that a cached list lacks is read by its ID. */
  async get(scope: Scope, id: T['id'], { cached = false, ...options }: CachedCallOptions = {}): Promise<T> {
    if (cached) {
      const listed = (await this.list(scope, { cached, ...options })).find((each) => each.id === id);
      if (listed !== undefined) return listed;
    }
    const object = await this.read(scope, id, options);
    this.#lists.put(this.#keyOf(scope), object);
    return object;
  }

  /** One object, which corrects no cached list. */
  async read(scope: Scope, id: T['id'], options: CallOptions): Promise<T> {
    return this.#transport.read({ method: 'GET', ...this.#at(scope, id), ...options }, this.#kind.read);
  }

  /** Writes an object whose reply has all of it. */
  async write(scope: Scope, write: Write): Promise<T> {
    return this.#correct(
      scope,
      () => this.#transport.read(this.#callOf(scope, write), this.#kind.read),
      (object) => [object],
    );
  }

  /** Writes an object whose reply has only its ID. */
  async writeForId(scope: Scope, write: Write): Promise<{ readonly id: string }> {
    const send = () => this.#transport.call(this.#callOf(scope, write));
    const { result, unreadable } = await this.#lists.outdate(this.#keyOf(scope), send);
    const { id } = apiObject(this.#kind.object.what, { id: identifier() }).read(result, unreadable);
    return { id };
  }

  /** Changes the objects of a page. The reply has them. */
  async writePage(
    scope: Scope,
    change: Pick<Call, 'method' | 'paging' | 'body' | 'isRepeatable' | 'signal'>,
  ): Promise<T[]> {
    const path = this.#kind.pathOf(scope);
    const send = async () => this.#readList(await this.#transport.call({ path, ...change }));
    return this.#correct(scope, send, (objects) => objects);
  }

  async delete(scope: Scope, id: T['id'], options: CallOptions): Promise<void> {
    const key = this.#keyOf(scope);
    await this.#lists.correct(
      key,
      () => this.#transport.call({ method: 'DELETE', ...this.#at(scope, id), ...options }),
      () => this.#lists.remove(key, id),
    );
  }

  #correct<R>(scope: Scope, write: () => Promise<R>, objectsOf: (result: R) => readonly T[]): Promise<R> {
    const key = this.#keyOf(scope);
    return this.#lists.correct(key, write, (result) => {
      for (const object of objectsOf(result)) this.#lists.put(key, object);
    });
  }

  #callOf(scope: Scope, { id, ...write }: Write): Call {
    const at = id === undefined ? { path: this.#kind.pathOf(scope) } : this.#at(scope, id);
    return { ...write, ...at, secrets: () => this.#kind.object.secretsOf(write.body) };
  }

  #at(scope: Scope, id: string | number): Pick<Call, 'path' | 'expected' | 'notFoundText'> {
    const { pathOf, notFoundText } = this.#kind;
    return { path: [...pathOf(scope), id], expected: { id }, notFoundText };
  }

  #readList({ result, unreadable }: Answer): T[] {
    return readList(result, `a list of ${this.#kind.several}`, unreadable, this.#kind.read);
  }

  /** The key of a cached list. Only a search gives up a long list. */
  #keyOf(scope: Scope, { query, mostPages }: Listing = {}): string {
    const search = mostPages === undefined ? '' : ' search';
    const asked = query === undefined ? '' : new URLSearchParams(query).toString();
    return `${this.#kind.pathOf(scope).join('/')}?${asked}${search}`;
  }
}
