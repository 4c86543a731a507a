import {
  notificationStates,
  type NotificationList,
  type NotificationRow,
  type NotificationDetail,
} from '../../../model/pools';
import { Card, Badge, Time, Facts } from '../../components/content';
import { SelectField } from '../../components/field';
import { ListPage, useList } from '../../components/list-page';
import { Table, type Column } from '../../components/table';
import { causeWords, mechanismWords, stateNames, stateWords } from './words';
import { DetailPage, ShownView, useView } from '../../use-view';
import { useRef } from 'preact/hooks';

/** The outbox: everything that the emulator has sent, or would have sent. */
export function NotificationsPage() {
  const list = useList<NotificationList, { readonly state: string }>('/notifications', {
    state: '',
  });
  const { state } = list.choice;
  return (
    <ListPage
      head={
        <>
          <p>
            <a href="#/pools">All pools</a>
          </p>
          <h1>Notifications</h1>
        </>
      }
      list={list}
      what="notifications"
      search="Search subject, recipient, policy"
      filters={({ counts }) => (
        <SelectField
          label="State"
          value={state}
          choices={[
            ['', 'All states'],
            ...notificationStates.map((each) => [each, `${stateNames[each]} (${counts[each]})`] as const),
          ]}
          onChoose={(next) => list.choose({ state: next })}
        />
      )}
    >
      {({ items, total }, pager) => (
        <>
          <Table
            class="notifications"
            caption="Notifications, newest first"
            columns={columns}
            rows={items}
            keyOf={({ id }) => id}
            empty={
              total === 0 && state === ''
                ? 'No notification yet. They are sent when the health of a pool or an origin changes.'
                : 'No notification matches.'
            }
          />
          {pager}
        </>
      )}
    </ListPage>
  );
}

const columns: readonly Column<NotificationRow>[] = [
  {
    name: 'Notification',
    isHeading: true,
    cell: ({ id, subject }) => <a href={`#/pools/notifications/${id}`}>{subject}</a>,
  },
  { name: 'Time', cell: ({ at }) => <Time at={at} /> },
  { name: 'Recipient', cell: ({ mechanism, recipient }) => `${mechanismWords[mechanism]} to ${recipient}` },
  { name: 'Sent by', cell: causeWords },
  {
    name: 'State',
    cell: (notification) => {
      const { word, tone } = stateWords(notification);
      return <Badge tone={tone}>{word}</Badge>;
    },
  },
  { name: 'Attempts', isNumber: true, cell: ({ attempts }) => attempts },
  { name: 'Last error', cell: ({ error }) => error ?? <span class="muted">none</span> },
];

export function NotificationPage({ id }: { readonly id: string }) {
  const view = useView<NotificationDetail>(`/notifications/${id}`);
  return (
    <DetailPage list={['#/pools/notifications', 'All notifications']} heading="Notification" view={view}>
      {(notification) => <Notification notification={notification} />}
    </DetailPage>
  );
}

function Notification({ notification }: { readonly notification: NotificationDetail }) {
  const { subject, text, payload, mechanism, recipient, at, attempts, error } = notification;
  const { accountId, poolId, pool } = notification;
  const { word, tone } = stateWords(notification);
  return (
    <>
      <div class="row head">
        <h1>{subject}</h1>
        <Badge tone={tone}>{word}</Badge>
      </div>
      <section class="card" aria-label="Delivery">
        <Facts
          facts={[
            [`${mechanismWords[mechanism]} to`, recipient],
            ['Sent by', causeWords(notification)],
            poolId !== null && ['Pool', <a href={`#/pools/${accountId}/${poolId}`}>{pool ?? poolId}</a>],
            ['Time', <time dateTime={at}>{at}</time>],
            ['Attempts', attempts],
            error !== null && ['Last error', <span class="failing">{error}</span>],
          ]}
        />
      </section>
      <Card title="Text">
        <p>{text}</p>
        {payload !== null && (
          <>
            <h3>Body that the webhook receives</h3>
            <pre tabIndex={0}>{JSON.stringify(payload, null, 2)}</pre>
          </>
        )}
      </Card>
    </>
  );
}

/** The newest notifications of a pool, as they go out. */
export function NotificationFeed({
  accountId,
  poolId,
}: {
  readonly accountId: string;
  readonly poolId: string;
}) {
  const query = new URLSearchParams({ account: accountId, pool: poolId, size: '8' });
  const view = useView<NotificationList>(`/notifications?${query}`);
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
