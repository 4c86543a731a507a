import type { Collection } from './collection';
import { LongListError } from './pages';
import type { CallOptions } from './transport';

/** The number of names that are looked up one by one, before the whole list is considered. */
const fewNames = 2;

/** The number of pages up to which a list is read for any further name: names seldom come alone. */
const fewPages = 10;

/** The spellings in which names are compared and sent. */
interface Spelling {
  /** The key of a name, equal for all its spellings. */
  readonly keyOf: (name: string) => string;
  readonly toSend: (name: string) => string;
}

/**
 * Looks names up at least cost: the first two names by one call each, further ones in the whole list, which is read once. A long
 * list is read only when as many names were looked up as it has pages.
 */
export class NameSearch<T extends { readonly id: string; readonly name: string }> {
  readonly #objects: Collection<null, T>;
  readonly #spelling: Spelling;
  readonly #names = new Set<string>();
  /** The number of pages of the whole list, where it was too many. */
  #pages = 0;

  constructor(objects: Collection<null, T>, spelling: Spelling) {
    this.#objects = objects;
    this.#spelling = spelling;
  }

  async find(name: string, { signal }: CallOptions = {}): Promise<T[]> {
    const { keyOf, toSend } = this.#spelling;
    const key = keyOf(name);
    const query = { name: toSend(name) };
    const isMeant = (object: T) => keyOf(object.name) === key;
    const listNamed = async (cached: boolean) =>
      (await this.#objects.list(null, { query, cached, signal })).filter(isMeant);
    const all = await this.#listAll(key, signal);
    if (all === undefined) this.#names.add(key);
    const found = all?.filter(isMeant) ?? (await listNamed(true));
    // The object may be younger than what the cache has.
    return found.length > 0 ? found : listNamed(false);
  }

  /** The whole list; undefined where a search of the name alone costs less. */
  async #listAll(key: string, signal: AbortSignal | undefined): Promise<readonly T[] | undefined> {
    const mostPages = Math.max(fewPages, this.#names.size);
    if (this.#names.has(key) || this.#names.size < fewNames || this.#pages > mostPages) return undefined;
    try {
      return await this.#objects.list(null, { cached: true, mostPages, signal });
    } catch (error) {
      if (!(error instanceof LongListError)) throw error;
      this.#pages = error.pages;
      return undefined;
    }
  }
}
