import type { ControlCall } from '../controls/control';
import type { Paged } from './model/paged';

/** A part of what the page shows: GET of a path below /__emulator/page, with the control token. Never with a secret. */
export interface View {
  readonly path: string;
  /** Returns a value of a type in `model/`. */
  readonly read: (call: ControlCall) => unknown;
}

/** Reads `search` and `page` of a view's query, and cuts the list. */
export function pageOf<Item>(
  items: readonly Item[],
  query: URLSearchParams,
  textOf: (item: Item) => string,
  size = pageSize,
): Paged<Item> {
  const search = (query.get('search') ?? '').trim().toLowerCase();
  const found = search === '' ? items : items.filter((item) => textOf(item).toLowerCase().includes(search));
  const pages = Math.max(1, Math.ceil(found.length / size));
  const wanted = Number(query.get('page') ?? 1);
  const page = Number.isInteger(wanted) ? Math.min(Math.max(1, wanted), pages) : 1;
  return {
    items: found.slice((page - 1) * size, page * size),
    found: found.length,
    total: items.length,
    page,
    pages,
  };
}

const pageSize = 50;
