/** How many names are looked up one by one. A list of 50 zones a call costs less than many look-ups. */
const fewNames = 2;

/**
 * Looks names up at least cost: the first two names by one call each, from the third on in the whole list, which is read once.
 *
 * @param T - an object of the list
 */
export class NameSearch<T> {
  readonly #names = new Set<string>();

  /**
   * The objects with a name.
   *
   * @param key - the same for all spellings of a name
   * @param list - reads the objects of the name alone, or all of them; from the cache where `cached`
   * @param matches - whether an object has the name
   */
  async find(
    key: string,
    list: (options: { readonly isByName: boolean; readonly cached: boolean }) => Promise<readonly T[]>,
    matches: (object: T) => boolean,
  ): Promise<T[]> {
    if (this.#names.size < fewNames) this.#names.add(key);
    const isByName = this.#names.has(key);
    const found = (await list({ isByName, cached: true })).filter(matches);
    // The object may be younger than what the cache has.
    return found.length > 0 ? found : (await list({ isByName: true, cached: false })).filter(matches);
  }
}
