import { useId, useState } from 'preact/hooks';
import {
  notificationStates,
  type NotificationList,
  type NotificationRow,
  type NotificationState,
} from '../../../model/notifications';
import { Badge } from '../../components/badge';
import { Pager } from '../../components/pager';
import { SearchField } from '../../components/search-field';
import { Time } from '../../components/time';
import { ShownView } from '../../components/view-state';
import { useView } from '../../use-view';
import { causeWords, mechanismWords, stateWords } from './words';

/** The outbox: everything that the emulator has sent, or would have sent. */
export function NotificationsPage() {
  const [search, setSearch] = useState('');
  const [state, setState] = useState('');
  const [page, setPage] = useState(1);
  const query = new URLSearchParams({ search, state, page: String(page) });
  const view = useView<NotificationList>(`/notifications?${query}`, ['notifications']);
  return (
    <>
      <p>
        <a href="#/pools">All pools</a>
      </p>
      <h1>Notifications</h1>
      <ShownView view={view}>
        {(list) => (
          <>
            <div class="toolbar">
              <SearchField
                label="Search subject, recipient, policy"
                value={search}
                onSearch={(text) => {
                  setSearch(text);
                  setPage(1);
                }}
              />
              <StateField
                counts={list.counts}
                value={state}
                onChoose={(next) => {
                  setState(next);
                  setPage(1);
                }}
              />
            </div>
            {list.items.length === 0 ? (
              <p class="muted">
                {list.total === 0 && state === ''
                  ? 'No notification yet. They are sent when the health of a pool or an origin changes.'
                  : 'No notification matches.'}
              </p>
            ) : (
              <NotificationTable items={list.items} />
            )}
            <Pager list={list} what="notifications" onPage={setPage} />
          </>
        )}
      </ShownView>
    </>
  );
}

const stateNames: Readonly<Record<NotificationState, string>> = {
  pending: 'Pending',
  delivered: 'Delivered',
  failed: 'Failed',
  recorded: 'Recorded, not sent',
};

interface StateFieldProps {
  readonly counts: NotificationList['counts'];
  readonly value: string;
  readonly onChoose: (state: string) => void;
}

function StateField({ counts, value, onChoose }: StateFieldProps) {
  const id = useId();
  return (
    <div class="field">
      <label for={id}>State</label>
      <select
        id={id}
        value={value}
        onChange={(event) => {
          onChoose(event.currentTarget.value);
        }}
      >
        <option value="">All states</option>
        {notificationStates.map((state) => (
          <option key={state} value={state}>
            {stateNames[state]} ({counts[state]})
          </option>
        ))}
      </select>
    </div>
  );
}

function NotificationTable({ items }: { readonly items: readonly NotificationRow[] }) {
  return (
    <table class="notifications">
      <caption class="hidden">Notifications, newest first</caption>
      <thead>
        <tr>
          <th scope="col">Notification</th>
          <th scope="col">Time</th>
          <th scope="col">Recipient</th>
          <th scope="col">Sent by</th>
          <th scope="col">State</th>
          <th scope="col" class="number">
            Attempts
          </th>
          <th scope="col">Last error</th>
        </tr>
      </thead>
      <tbody>
        {items.map((each) => (
          <NotificationLine key={each.id} notification={each} />
        ))}
      </tbody>
    </table>
  );
}

function NotificationLine({ notification }: { readonly notification: NotificationRow }) {
  const { word, tone } = stateWords(notification);
  const { id, subject, at, mechanism, recipient, attempts, error } = notification;
  return (
    <tr>
      <th scope="row">
        <a href={`#/pools/notifications/${id}`}>{subject}</a>
      </th>
      <td data-label="Time">
        <Time at={at} />
      </td>
      <td data-label="Recipient">
        {mechanismWords[mechanism]} to {recipient}
      </td>
      <td data-label="Sent by">{causeWords(notification)}</td>
      <td data-label="State">
        <Badge tone={tone}>{word}</Badge>
      </td>
      <td data-label="Attempts" class="number">
        {attempts}
      </td>
      <td data-label="Last error">{error ?? <span class="muted">none</span>}</td>
    </tr>
  );
}
