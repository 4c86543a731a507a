import type { Answer, Page } from './transport';

/** A listing by pages. */
export interface PagedListing<T> {
  readonly perPage: number;
  readonly ask: (page: Page) => Promise<Answer>;
  readonly read: (answer: Answer) => readonly T[];
}

/**
 * Every object of a listing by pages, none of them twice.
 *
 * The last page is the one that `result_info.total_pages` names, otherwise the first that is not full. A page without a
 * new object ends the list as well: a service that ignores paging sends the same list again.
 */
export async function readPages<T extends { readonly id: unknown }>(listing: PagedListing<T>): Promise<T[]> {
  const all = new Map<unknown, T>();
  for (let page = 1; ; page += 1) {
    const asked = { page, perPage: listing.perPage };
    const answer = await listing.ask(asked);
    const found = listing.read(answer);
    const before = all.size;
    for (const item of found) all.set(item.id, item);
    if (all.size === before || isLast(answer, asked, found.length)) return [...all.values()];
  }
}

/** A service that allows no page as big as the one asked for tells the size it took. */
function isLast(answer: Answer, asked: Page, count: number): boolean {
  return answer.totalPages === undefined
    ? count < Math.min(asked.perPage, answer.perPage ?? asked.perPage)
    : asked.page >= answer.totalPages;
}
