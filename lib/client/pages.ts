import { equalLists } from '../ground/compare';
import { IncompleteListError } from './errors';
import type { Answer, Page } from './transport';

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
  constructor(readonly pages: number) {
    super(`The list has ${pages} pages.`);
  }
}

/** The most objects of a list: one of more does not end. */
const mostObjects = 200_000;

/** The most characters of the pages of a list together, 256 MB: more do not fit into memory. */
const mostCharacters = 256 * 1024 * 1024;

/** How often a list is read that changes while it is read, or that contradicts itself. */
export const mostReadings = 5;

/**
 * Every object of a listing by pages, none of them twice.
 *
 * The last page is the one that `result_info.total_pages` names, otherwise the one that completes `total_count`, otherwise the
 * first that is shorter than `per_page`. A reply with none of them may be shorter because the service allows no page as long as
 * the one asked for, so the next page is read as well. A page without a new object always ends the list: it is empty, or the
 * service ignores paging and sends the same list again.
 *
 * Rejects with an {@link IncompleteListError} for a list that its own pages prove incomplete, see {@link GrowingList}, and with a
 * {@link ReplyLimitError} for one that does not end: more than 10,000 pages, 200,000 objects or 256 MB.
 */
export async function readPages<T extends { readonly id: unknown }>(listing: PagedListing<T>): Promise<T[]> {
  return untilComplete(async () => {
    const list = new GrowingList<T>(listing.perPage);
    for (let page = 1; ; page += 1) {
      const answer = await listing.ask({ page, perPage: listing.perPage });
      const { totalPages = 0 } = answer;
      if (totalPages > (listing.mostPages ?? Infinity)) throw new LongListError(totalPages);
      const hasNew = list.add(listing.read(answer), answer);
      if (!hasNew || list.isAtEnd(answer)) return list.finish(answer);
    }
  });
}

/** Every object of a list that comes in one reply. Rejects as {@link readPages} does: a reply may say that there are more. */
export async function readWhole<T extends { readonly id: unknown }>(
  ask: () => Promise<Answer>,
  read: (answer: Answer) => readonly T[],
): Promise<T[]> {
  return untilComplete(async () => {
    const list = new GrowingList<T>();
    const answer = await ask();
    list.add(read(answer), answer);
    return list.finish(answer);
  });
}

/** Reads a list again while it is incomplete, up to five times. */
export async function untilComplete<T>(read: () => Promise<T>): Promise<T> {
  for (let reading = 1; ; reading += 1) {
    try {
      return await read();
    } catch (error) {
      if (!(error instanceof IncompleteListError) || reading === mostReadings) throw error;
    }
  }
}

/**
 * The objects of the pages read so far.
 *
 * Pages are read one after the other, and other clients change the list meanwhile: an object that is deleted from an earlier page
 * moves the others, so that one is on no page that is read. What `result_info` says, as far as it says something, and the pages
 * themselves must therefore agree: a list is incomplete if `total_count`, `total_pages` or `per_page` changes from page to page, if
 * a page has other than `count` objects, if an object is on two pages, if there are other than `total_count` objects, or without
 * that number fewer than `total_pages` need.
 */
export class GrowingList<T extends { readonly id: unknown }> {
  readonly #askedPerPage: number | undefined;
  readonly #mostPages: number;
  readonly #objects = new Map<unknown, T>();
  /** The numbers in the replies about the whole list, and how many objects the first page has. */
  readonly #said: Partial<Record<(typeof numbersOfList)[number][1] | 'sent', number>> = {};
  #latestIds: readonly unknown[] = [];
  #pages = 0;
  #characters = 0;

  /** @param mostPages - a list of more pages does not end */
  constructor(askedPerPage?: number, mostPages = 10_000) {
    this.#askedPerPage = askedPerPage;
    this.#mostPages = mostPages;
  }

  /** Adds a page. Returns whether it has a new object, and throws if the list does not end, or cannot be complete. */
  add(page: readonly T[], answer: Answer): boolean {
    this.#pages += 1;
    if (this.#pages > this.#mostPages)
      throw answer.overLimit(`a page of a list that does not end after ${this.#mostPages} pages`);
    this.#characters += answer.length;
    if (this.#characters > mostCharacters) throw answer.overLimit('a page of a list of more than 256 MB');
    this.#said.sent ??= answer.sent;
    this.#refuseContradiction(answer);
    const { totalCount, totalPages = 1 } = this.#said;
    if (totalCount === undefined && this.#pages < totalPages && answer.sent < this.#pageSize)
      throw answer.incomplete(`page ${this.#pages} of ${totalPages} has only ${answer.sent} objects`);
    const ids = page.map(({ id }) => id);
    const known = ids.filter((id) => this.#objects.has(id));
    const isSamePage = equalLists(ids, this.#latestIds);
    if (known.length > 0 && !isSamePage)
      throw answer.incomplete(`an object of an earlier page, ${String(known[0])}, is on this one again`);
    this.#latestIds = ids;
    for (const item of page) this.#objects.set(item.id, item);
    if (this.#objects.size > mostObjects)
      throw answer.overLimit(`a page of a list that does not end after ${mostObjects} objects`);
    return known.length < ids.length;
  }

  /** Whether the latest page is the last one, as far as its reply says. */
  isAtEnd({ sent }: Answer): boolean {
    const { totalPages, totalCount, perPage } = this.#said;
    if (totalPages !== undefined) return this.#pages >= totalPages;
    if (totalCount !== undefined) return this.#objects.size >= totalCount;
    return perPage !== undefined && sent < this.#pageSize;
  }

  /** All objects. Throws if the pages have other than their replies say. */
  finish(latest: Answer): T[] {
    const found = this.#objects.size;
    const { totalCount, totalPages = 1 } = this.#said;
    if (totalCount !== undefined && found !== totalCount)
      throw latest.incomplete(`it has ${found} objects, and its total_count is ${totalCount}`);
    if (totalCount === undefined && totalPages > 1 && found <= (totalPages - 1) * this.#pageSize)
      throw latest.incomplete(`it has ${found} objects, and its total_pages is ${totalPages}`);
    return [...this.#objects.values()];
  }

  /** The number of objects of a full page. A service that allows no page as long as the one asked for may not say so. */
  get #pageSize(): number {
    const { perPage, sent = 0 } = this.#said;
    return Math.min(this.#askedPerPage ?? Infinity, perPage ?? sent);
  }

  #refuseContradiction(answer: Answer): void {
    const { count, sent } = answer;
    if (count !== undefined && count !== sent)
      throw answer.incomplete(`a page has ${sent} objects, and its count is ${count}`);
    for (const [name, field] of numbersOfList) {
      const before = (this.#said[field] ??= answer[field]);
      const now = answer[field] ?? before;
      if (now !== before)
        throw answer.incomplete(`its ${name} was ${String(before)} and is now ${String(now)}`);
    }
  }
}

const numbersOfList = [
  ['total_count', 'totalCount'],
  ['total_pages', 'totalPages'],
  ['per_page', 'perPage'],
] as const;
