import {
  notificationStates,
  type NotificationList,
  type NotificationRow,
} from '../../../model/notifications';
import { Badge } from '../../components/badge';
import { SelectField } from '../../components/field';
import { ListPage, useList } from '../../components/list-page';
import { Table, type Column } from '../../components/table';
import { Time } from '../../components/time';
import { causeWords, mechanismWords, stateNames, stateWords } from './words';

/** The outbox: everything that the emulator has sent, or would have sent. */
export function NotificationsPage() {
  const list = useList<NotificationList, { readonly state: string }>('/notifications', ['notifications'], {
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
