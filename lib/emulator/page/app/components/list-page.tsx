import type { ComponentChildren } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { Paged } from '../../model/paged';
import { ShownView, useView, type ViewState } from '../use-view';
import { TextField } from './field';

interface Searched {
  readonly search: string;
  readonly page: number;
}

/** A list that is read page by page, and what its user chose. */
export interface ListState<List, Filters extends object> {
  readonly view: ViewState<List>;
  readonly choice: Filters & Searched;
  readonly choose: (change: Partial<Filters>) => void;
  readonly search: (text: string) => void;
  readonly turnTo: (page: number) => void;
}

/**
 * @param first - what is chosen at first
 * @param more - of the query, beside what is chosen
 */
export function useList<List, Filters extends object = object>(
  path: string,
  first: Filters & Partial<Searched>,
  more: Readonly<Record<string, string>> = {},
): ListState<List, Filters> {
  const [choice, setChoice] = useState<Filters & Searched>({ search: '', page: 1, ...first });
  const query = new URLSearchParams({ ...choice, ...more, page: String(choice.page) });
  // Not on the choice that was rendered: a search begins a moment after the last key.
  const change = (to: object) => setChoice((before) => ({ ...before, page: 1, ...to }));
  return {
    view: useView<List>(`${path}?${query}`),
    choice,
    choose: change,
    search: (search) => change({ search }),
    turnTo: (page) => change({ page }),
  };
}

interface ToolbarProps {
  readonly list: Pick<ListState<unknown, object>, 'choice' | 'search'>;
  /** Label of the search field. */
  readonly label: string;
  readonly children?: ComponentChildren;
}

export function ListToolbar({ list: { choice, search }, label, children }: ToolbarProps) {
  return (
    <div class="row toolbar">
      <SearchField label={label} value={choice.search} onSearch={search} />
      {children}
    </div>
  );
}

interface ListPageProps<List> {
  /** The heading of the page, with what is beside it. */
  readonly head: ComponentChildren;
  readonly list: Omit<ListState<List, object>, 'choose'>;
  /** The plural noun of the items, such as `zones`. */
  readonly what: string;
  readonly search: string;
  /** The filters beside the search, and those above it. */
  readonly filters?: (data: List) => ComponentChildren;
  readonly filtersAbove?: (data: List) => ComponentChildren;
  /** Content in place of a list that has nothing to search; undefined where there is a list. */
  readonly blank?: (data: List) => ComponentChildren | undefined;
  /** The items, with the pager in its place. */
  readonly children: (data: List, pager: ComponentChildren) => ComponentChildren;
}

/** A page with a list: its heading, its search and filters, its items and pages. */
export function ListPage<List extends Paged<unknown>>({
  head,
  list,
  what,
  search,
  filters,
  filtersAbove,
  blank,
  children,
}: ListPageProps<List>) {
  return (
    <>
      {head}
      <ShownView view={list.view}>
        {(data) =>
          blank?.(data) ?? (
            <>
              {filtersAbove?.(data)}
              <ListToolbar list={list} label={search}>
                {filters?.(data)}
              </ListToolbar>
              {children(data, <Pager list={data} what={what} onPage={list.turnTo} />)}
            </>
          )
        }
      </ShownView>
    </>
  );
}

interface PagerProps {
  readonly list: Pick<Paged<unknown>, 'page' | 'pages' | 'found' | 'total'>;
  /** The plural noun of the items, such as `zones`. */
  readonly what: string;
  readonly onPage: (page: number) => void;
}

export function Pager({ list: { page, pages, found, total }, what, onPage }: PagerProps) {
  const count =
    found === total
      ? `${total} ${total === 1 ? what.replace(/s$/, '') : what}`
      : `${found} of ${total} ${what}`;
  return (
    <nav class="row pager" aria-label={`Pages of ${what}`}>
      <p role="status">{pages > 1 ? `${count}, page ${page} of ${pages}` : count}</p>
      {pages > 1 && (
        <>
          <button type="button" disabled={page <= 1} onClick={() => onPage(page - 1)}>
            Previous
          </button>
          <button type="button" disabled={page >= pages} onClick={() => onPage(page + 1)}>
            Next
          </button>
        </>
      )}
    </nav>
  );
}

interface SearchFieldProps {
  readonly label: string;
  readonly value: string;
  readonly onSearch: (text: string) => void;
}

/** Searches a moment after the last key. */
function SearchField({ label, value, onSearch }: SearchFieldProps) {
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  return (
    <TextField
      label={label}
      type="search"
      value={value}
      onText={(text) => {
        clearTimeout(timer.current);
        timer.current = setTimeout(() => onSearch(text), 150);
      }}
    />
  );
}
