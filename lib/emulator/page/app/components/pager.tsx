import type { Paged } from '../../model/paged';

interface PagerProps {
  readonly list: Pick<Paged<unknown>, 'page' | 'pages' | 'found' | 'total'>;
  /** What the items are, such as `zones`. */
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
