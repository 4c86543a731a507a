import {
  legacyPolicyId,
  payloadOf,
  testPayload,
  testPolicyId,
  type Notification,
} from '../../products/alerting/notification';
import { Badge, Card, Table, Time, type Column, type Tone } from '../content';
import { Choices, Pager, Toolbar, pageOf } from '../lists';
import { mechanismWords } from './words';

/** @param all - of the outbox: everything that the emulator has sent, or would have sent, the oldest first */
export function notificationList(all: readonly Notification[], query: URLSearchParams) {
  const state = query.get('state') ?? '';
  const selected = all.toReversed().filter((each) => state === '' || each.state === state);
  const list = pageOf(selected, query, ({ subject, recipient, recipient_name: name, policy_name: policy }) =>
    [subject, recipient, name ?? '', policy ?? ''].join('\n'),
  );
  return (
    <>
      <p>
        <a href="/pools">All pools</a>
      </p>
      <h1>Notifications</h1>
      <Choices
        label="Show notifications"
        name="state"
        query={query}
        choices={[
          ['', 'All', all.length],
          ...Object.entries(states).map(
            ([name, [word]]) => [name, word, all.filter((each) => each.state === name).length] as const,
          ),
        ]}
      />
      <Toolbar label="Search subject, recipient, policy" query={query} />
      <Table
        caption="Notifications, newest first"
        columns={columns}
        rows={list.items}
        idOf={({ id }) => `notification-${id}`}
        empty={
          all.length === 0
            ? 'No notification yet. They are sent when the health of a pool or an origin changes.'
            : 'No notification matches.'
        }
      />
      <Pager list={list} what="notifications" query={query} />
    </>
  );
}

const columns: readonly Column<Notification>[] = [
  { name: 'Notification', isHeading: true, cell: contentOf },
  {
    name: 'Pool',
    cell: ({ account_id: account, pool_id: id, pool_name: name }) =>
      id !== null && <a href={`/pools/${account}/${id}`}>{name ?? id}</a>,
  },
  { name: 'Time', cell: (each) => <Time at={each.created_at} /> },
  { name: 'Recipient', cell: recipientOf },
  { name: 'Sent by', cell: causeOf },
  { name: 'State', cell: stateOf },
  { name: 'Attempts', class: 'number', cell: ({ attempts }) => attempts },
  { name: 'Last error', cell: (each) => each.last_error ?? <span class="muted">none</span> },
];

/** The subject, which opens the text, and the body that a webhook receives. */
function contentOf(notification: Notification) {
  const { subject, text, mechanism, policy_id: policyId } = notification;
  const payload = policyId === testPolicyId ? testPayload : payloadOf(notification);
  return (
    <details>
      <summary>{subject}</summary>
      <p>{text}</p>
      {mechanism === 'webhook' && (
        <pre class="lines" tabIndex={0} aria-label="Body that the webhook receives">
          {JSON.stringify(payload, null, 2)}
        </pre>
      )}
    </details>
  );
}

const states: Readonly<Record<Notification['state'], readonly [word: string, tone: Tone]>> = {
  pending: ['Pending', 'busy'],
  delivered: ['Delivered', 'good'],
  failed: ['Failed', 'bad'],
  recorded: ['Recorded, not sent', 'neutral'],
};

function stateOf({ state, attempts }: Notification) {
  const [word, tone] = states[state];
  return <Badge tone={tone}>{state === 'pending' && attempts > 0 ? 'Retrying' : word}</Badge>;
}

/** Destinations by name: a URL can contain credentials. */
function recipientOf({ mechanism, recipient, recipient_name: name }: Notification): string {
  return `${mechanismWords[mechanism]} to ${name ?? recipient}`;
}

function causeOf({ policy_id: id, policy_name: name }: Notification): string {
  if (id === legacyPolicyId) return 'Legacy e-mail';
  return id === testPolicyId ? 'Test of the webhook' : `Policy ${name ?? ''}`;
}

/** The newest notifications of a pool, as they go out. */
export function notificationFeed(all: readonly Notification[]) {
  const items = all.toReversed().slice(0, mostInFeed);
  return (
    <Card
      title="Notifications"
      beside={
        <a class="small" href="/pools/notifications">
          All notifications
        </a>
      }
    >
      {items.length === 0 && (
        <p class="muted">None yet. They appear here when the health of the pool or of an origin changes.</p>
      )}
      <ol class="plain-list ruled">
        {items.map((each) => (
          <li id={`notification-${each.id}`}>
            <div class="row apart">
              {contentOf(each)}
              {stateOf(each)}
            </div>
            <div class="muted">
              {recipientOf(each)} · {causeOf(each)} · <Time at={each.created_at} />
            </div>
            {each.last_error !== null && <div class="failing">{each.last_error}</div>}
          </li>
        ))}
      </ol>
      {all.length > items.length && (
        <p class="muted">
          The newest {items.length} of {all.length} of this pool.
        </p>
      )}
    </Card>
  );
}

const mostInFeed = 8;
