import type { ComponentChildren } from 'preact';
import { TextField } from './forms';

/** A page of a list that the emulator searches and cuts. Pages are counted from 1; `total` is without the search. */
export type Paged<Item> = ReturnType<typeof pageOf<Item>>;

/** Reads `search` and `page` of a query, and cuts the list. */
export function pageOf<Item>(items: readonly Item[], query: URLSearchParams, textOf: (item: Item) => string) {
  const search = (query.get('search') ?? '').trim().toLowerCase();
  const found = search === '' ? items : items.filter((item) => textOf(item).toLowerCase().includes(search));
  const pages = Math.max(1, Math.ceil(found.length / pageSize));
  const wanted = Number(query.get('page') ?? 1);
  const page = Number.isInteger(wanted) ? Math.min(Math.max(1, wanted), pages) : 1;
  return {
    items: found.slice((page - 1) * pageSize, page * pageSize),
    found: found.length,
    total: items.length,
    page,
    pages,
  };
}

const pageSize = 50;

/** A link to the same page with other parameters; those that are undefined are left out. */
export function linkWith(
  query: URLSearchParams,
  change: Readonly<Record<string, string | number | undefined>>,
): string {
  const parameters = new URLSearchParams(query);
  for (const [name, value] of Object.entries(change))
    if (value === undefined) parameters.delete(name);
    else parameters.set(name, String(value));
  return `?${parameters}`;
}

interface Searched {
  readonly query: URLSearchParams;
}

export function Toolbar(props: Searched & { readonly label: string; readonly children?: ComponentChildren }) {
  return (
    <div class="row toolbar">
      <TextField
        label={props.label}
        name="search"
        type="search"
        value={props.query.get('search') ?? ''}
        data-query
      />
      {props.children}
    </div>
  );
}

interface ChoicesProps extends Searched {
  readonly label: string;
  /** Of the parameter. */
  readonly name: string;
  /** The first one is shown without the parameter. */
  readonly choices: readonly (readonly [value: string, words: string, count?: number])[];
}

/** Links that filter a list, with how many items each has. */
export function Choices({ label, name, choices, query }: ChoicesProps) {
  const chosen = query.get(name) ?? choices[0]?.[0];
  return (
    <nav class="row choices" aria-label={label}>
      {choices.map(([value, words, count]) => (
        <a
          class="button"
          href={linkWith(query, { [name]: value, page: undefined })}
          aria-current={value === chosen ? 'true' : undefined}
        >
          {words} <b>{count}</b>
        </a>
      ))}
    </nav>
  );
}

interface PagerProps extends Searched {
  readonly list: Paged<unknown>;
  /** The plural noun of the items, such as `zones`. */
  readonly what: string;
}

export function Pager({ list: { page, pages, found, total }, what, query }: PagerProps) {
  const count =
    found === total
      ? `${total} ${total === 1 ? what.replace(/s$/, '') : what}`
      : `${found} of ${total} ${what}`;
  const turn = (to: number, words: string) =>
    to >= 1 && to <= pages ? (
      <a class="button" href={linkWith(query, { page: to })}>
        {words}
      </a>
    ) : null;
  return (
    <nav class="row pager" aria-label={`Pages of ${what}`}>
      <p role="status">{pages > 1 ? `${count}, page ${page} of ${pages}` : count}</p>
      {turn(page - 1, 'Previous')}
      {turn(page + 1, 'Next')}
    </nav>
  );
}
