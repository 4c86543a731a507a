import { useRef } from 'preact/hooks';
import type { NotificationList, NotificationRow } from '../../../model/notifications';
import { Badge } from '../../components/badge';
import { Time } from '../../components/time';
import { ShownView, useView } from '../../use-view';
import { causeWords, mechanismWords, stateWords } from './words';

/** The newest notifications of a pool, as they go out. */
export function NotificationFeed({
  accountId,
  poolId,
}: {
  readonly accountId: string;
  readonly poolId: string;
}) {
  const query = new URLSearchParams({ account: accountId, pool: poolId, size: '8' });
  const view = useView<NotificationList>(`/notifications?${query}`, ['notifications']);
  return (
    <section class="card" aria-labelledby="feed">
      <div class="row head">
        <h2 id="feed">Notifications</h2>
        <a href="#/pools/notifications">All notifications</a>
      </div>
      <ShownView view={view}>{(list) => <Feed list={list} />}</ShownView>
    </section>
  );
}

function Feed({ list: { items, found } }: { readonly list: NotificationList }) {
  const isFresh = useFresh(items);
  if (items.length === 0)
    return (
      <p class="muted">None yet. They appear here when the health of the pool or of an origin changes.</p>
    );
  return (
    <>
      <ol class="plain-list ruled">
        {items.map((each) => (
          <FeedItem key={each.id} notification={each} isFresh={isFresh(each.id)} />
        ))}
      </ol>
      {found > items.length && (
        <p class="muted">
          The newest {items.length} of {found} of this pool.
        </p>
      )}
    </>
  );
}

function FeedItem({
  notification,
  isFresh,
}: {
  readonly notification: NotificationRow;
  readonly isFresh: boolean;
}) {
  const { word, tone } = stateWords(notification);
  const { id, subject, mechanism, recipient, at, error } = notification;
  return (
    <li class={isFresh ? 'fresh' : ''}>
      <div class="row apart feed-line">
        <a href={`#/pools/notifications/${id}`}>{subject}</a>
        <Badge tone={tone}>{word}</Badge>
      </div>
      <div class="muted">
        {mechanismWords[mechanism]} to {recipient} · {causeWords(notification)} · <Time at={at} />
      </div>
      {error !== null && <div class="failing">{error}</div>}
    </li>
  );
}

/** Whether an item came after the list was first shown. */
function useFresh(items: readonly NotificationRow[]): (id: string) => boolean {
  const first = useRef<ReadonlySet<string> | undefined>(undefined);
  first.current ??= new Set(items.map(({ id }) => id));
  return (id) => first.current?.has(id) === false;
}
