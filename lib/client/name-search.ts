import { isLongList } from './pages';

/** How many names are looked up one by one, before the whole list is considered. */
const fewNames = 2;

/** A list of so many pages is read for any further name: names seldom come alone. */
const fewPages = 10;

/** How a list is read: the objects of one name, or all of them. */
export interface SearchedList {
  readonly isByName: boolean;
  readonly cached: boolean;
  /** Of more pages, the first one is enough to reject with a {@link LongListError}. */
  readonly mostPages?: number;
}

/**
 * Looks names up at least cost: the first two names by one call each, further ones in the whole list, which is read once. A long
 * list is read only when as many names were looked up as it has pages.
 */
export class NameSearch<T> {
  readonly #names = new Set<string>();
  /** How many pages the whole list has, where that was too many. */
  #pages = 0;

  /**
   * The objects with a name.
   *
   * @param key - the same for all spellings of a name
   * @param matches - whether an object has the name
   */
  async find(
    key: string,
    list: (options: SearchedList) => Promise<readonly T[]>,
    matches: (object: T) => boolean,
  ): Promise<T[]> {
    const all = await this.#listAll(key, list);
    if (all === undefined) this.#names.add(key);
    const found = (all ?? (await list({ isByName: true, cached: true }))).filter(matches);
    // The object may be younger than what the cache has.
    return found.length > 0 ? found : (await list({ isByName: true, cached: false })).filter(matches);
  }

  /** Undefined where the name alone costs less. */
  async #listAll(
    key: string,
    list: (options: SearchedList) => Promise<readonly T[]>,
  ): Promise<readonly T[] | undefined> {
    const mostPages = Math.max(fewPages, this.#names.size);
    if (this.#names.has(key) || this.#names.size < fewNames || this.#pages > mostPages) return undefined;
    try {
      return await list({ isByName: false, cached: true, mostPages });
    } catch (error) {
      if (!isLongList(error)) throw error;
      this.#pages = error.pages;
      return undefined;
    }
  }
}
