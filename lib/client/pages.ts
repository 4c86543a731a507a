import type { Answer, Page } from './transport';

/** A listing by pages. */
export interface PagedListing<T> {
  readonly perPage: number;
  readonly ask: (page: Page) => Promise<Answer>;
  readonly read: (answer: Answer) => readonly T[];
  /**
   * Rejects with a {@link LongListError} after the first page of a list of more pages.
   *
   * @default - any number of pages that ends
   */
  readonly mostPages?: number | undefined;
}

/** A list has more pages than its reader wants to read. */
export class LongListError extends Error {
  readonly pages: number;

  constructor(pages: number) {
    super(`The list has ${pages} pages.`);
    this.pages = pages;
  }
}

export function isLongList(error: unknown): error is LongListError {
  return error instanceof LongListError;
}

/** A list of more objects does not end. */
const mostObjects = 200_000;

/** A list whose pages have more characters together does not fit into memory: 256 MB. */
const mostCharacters = 256 * 1024 * 1024;

/**
 * Every object of a listing by pages, none of them twice: of objects with the same id the last one counts.
 *
 * The last page is the one that `result_info.total_pages` names, otherwise the first that is shorter than
 * `result_info.per_page`. A reply with neither may be shorter because the service allows no page as long as the one asked
 * for, so the next page is read as well. A page without a new object always ends the list: it is empty, or the service
 * ignores paging and sends the same list again.
 *
 * Rejects with a {@link ReplyLimitError} for a list that does not end: more than 10,000 pages, 200,000 objects or 256 MB, or
 * 10 pages more than twice as many as the first page named.
 */
export async function readPages<T extends { readonly id: unknown }>(listing: PagedListing<T>): Promise<T[]> {
  const list = new GrowingList<T>();
  for (let page = 1; ; page += 1) {
    const asked = { page, perPage: listing.perPage };
    const answer = await listing.ask(asked);
    const { totalPages = 0 } = answer;
    if (totalPages > (listing.mostPages ?? Infinity)) throw new LongListError(totalPages);
    const found = listing.read(answer);
    const hasNew = list.add(found, answer);
    if (!hasNew || isLast(answer, asked, found.length)) return list.objects;
  }
}

/** The objects of the pages read so far. */
export class GrowingList<T extends { readonly id: unknown }> {
  readonly #objects = new Map<unknown, T>();
  #pages = 0;
  #characters = 0;
  #mostPages: number;

  /** @param mostPages - a list of more pages does not end */
  constructor(mostPages = 10_000) {
    this.#mostPages = mostPages;
  }

  get objects(): T[] {
    return [...this.#objects.values()];
  }

  /** Adds a page. Returns whether it has a new object, and throws if the list does not end. */
  add(page: readonly T[], answer: Answer): boolean {
    this.#pages += 1;
    // Objects that are created meanwhile may add pages, but not as many as there were.
    if (this.#pages === 1 && answer.totalPages !== undefined) {
      this.#mostPages = Math.min(this.#mostPages, 2 * answer.totalPages + 10);
    }
    if (this.#pages > this.#mostPages) {
      throw answer.overLimit(`a page of a list that does not end after ${this.#mostPages} pages`);
    }
    this.#characters += answer.length;
    if (this.#characters > mostCharacters) throw answer.overLimit('a page of a list of more than 256 MB');
    const before = this.#objects.size;
    for (const item of page) this.#objects.set(item.id, item);
    if (this.#objects.size > mostObjects) {
      throw answer.overLimit(`a page of a list that does not end after ${mostObjects} objects`);
    }
    return this.#objects.size > before;
  }
}

function isLast(answer: Answer, asked: Page, count: number): boolean {
  if (answer.totalPages !== undefined) return asked.page >= answer.totalPages;
  return answer.perPage !== undefined && count < Math.min(asked.perPage, answer.perPage);
}
