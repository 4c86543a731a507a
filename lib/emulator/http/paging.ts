import { generalRefusals } from './errors';

export interface Page {
  readonly offset: number;
  readonly limit: number;
}

export interface PageSizes {
  readonly least: number;
  readonly most: number;
  readonly otherwise: number;
}

const usualSizes: PageSizes = { least: 1, most: 1000, otherwise: 25 };

/** Reads `page` and `per_page`, or `limit` and `offset`, but not both. */
export function readPage(query: URLSearchParams, sizes = usualSizes): Page {
  const { least, most, otherwise } = sizes;
  const byPage = ['page', 'per_page'].filter((name) => query.has(name));
  const [byOffset] = ['limit', 'offset'].filter((name) => query.has(name));
  if (byOffset === undefined) {
    const perPage = numberOf(query, 'per_page', otherwise, least, most);
    return { offset: (numberOf(query, 'page', 1, 1, farthest) - 1) * perPage, limit: perPage };
  }
  if (byPage.length > 0)
    throw generalRefusals.badQuery(
      byOffset,
      query.get(byOffset) ?? '',
      `it does not go with ${byPage.join(', ')}`,
    );
  return {
    offset: numberOf(query, 'offset', 0, 0, farthest),
    limit: numberOf(query, 'limit', otherwise, least, most),
  };
}

/** The items of a page, and its `result_info`. An offset within a page is shown as that page. */
export function cut<Item>(items: readonly Item[], { offset, limit }: Page) {
  const part = items.slice(offset, offset + limit);
  const info = {
    page: Math.floor(offset / limit) + 1,
    per_page: limit,
    count: part.length,
    total_count: items.length,
    total_pages: Math.ceil(items.length / limit),
  };
  return { part, info };
}

const farthest = 1_000_000_000;

function numberOf(
  query: URLSearchParams,
  name: string,
  otherwise: number,
  least: number,
  most: number,
): number {
  const text = query.get(name);
  if (text === null) return otherwise;
  const number = /^\d{1,10}$/.test(text) ? Number(text) : NaN;
  if (number >= least && number <= most) return number;
  throw generalRefusals.badQuery(name, text, `it must be an integer from ${least} to ${most}`);
}
