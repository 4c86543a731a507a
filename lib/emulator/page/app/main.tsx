import { render } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { openEvents } from './events';
import { pageAt, useRoute, type Pages } from './router';
import { Announcer } from './components/announcer';
import { PoolListPage } from './views/pools/list';
import { NotificationPage, NotificationsPage } from './views/pools/notifications';
import { PoolPage } from './views/pools/pool';
import { RequestsPage } from './views/requests';
import { OwnerTraffic, TrafficPage } from './views/traffic/owner-traffic';
import { WorldPage } from './views/world';
import { ZoneDetailPage } from './views/zones/detail';
import { ZoneListPage } from './views/zones/list';

function App() {
  const route = useRoute();
  const [name = 'zones', ...path] = route;
  const part = parts.find((each) => each.name === name);
  const page = part && pageAt(part.pages, path);
  const title = page === undefined ? 'No such page' : part?.title;
  const [isLive, setLive] = useState<boolean | undefined>(undefined);
  const main = useRef<HTMLElement>(null);
  const isFirst = useRef(true);
  useEffect(() => openEvents(setLive), []);
  useEffect(() => {
    document.title = `${title} – edge-platform emulator`;
    // A reader of the screen continues at the new part, not at the link.
    if (!isFirst.current) main.current?.focus();
    isFirst.current = false;
    scrollTo(0, 0);
  }, [title, name, path[0]]);
  return (
    <>
      <header class="row top">
        <a class="skip" href="#content" onClick={(event) => (event.preventDefault(), main.current?.focus())}>
          Skip to content
        </a>
        <p class="brand">edge-platform emulator</p>
        <nav class="row" aria-label="Parts of the emulator">
          {parts.map((each) => (
            <a
              key={each.name}
              href={`#/${each.name}`}
              aria-current={each === part && page !== undefined ? 'page' : undefined}
            >
              {each.title}
            </a>
          ))}
        </nav>
        <Announcer route={route} />
        <p class={isLive === false ? 'live off' : 'live'} role="status">
          {isLive === undefined ? '' : isLive ? 'Live' : 'Disconnected'}
        </p>
      </header>
      <main ref={main} tabIndex={-1} id="content" class={name}>
        {page ?? <NoPage />}
      </main>
    </>
  );
}

function NoPage() {
  return (
    <>
      <h1>No such page</h1>
      <p>
        The dashboard has no page <code>{location.hash}</code>. Go on with one of its parts:
      </p>
      <ul>
        {parts.map(({ name, title }) => (
          <li key={name}>
            <a href={`#/${name}`}>{title}</a>
          </li>
        ))}
      </ul>
    </>
  );
}

interface Part {
  readonly name: string;
  readonly title: string;
  readonly pages: Pages;
}

/** The parts of the page, and what each shows at `#/<name>/<path>`. */
const parts: readonly Part[] = [
  {
    name: 'zones',
    title: 'Zones',
    pages: {
      '': () => <ZoneListPage />,
      ':zone': (id = '') => <ZoneDetailPage key={id} zoneId={id} isReviewing={false} />,
      ':zone/review': (id = '') => <ZoneDetailPage key={id} zoneId={id} isReviewing />,
    },
  },
  {
    name: 'traffic',
    title: 'Traffic',
    pages: {
      '': () => <TrafficPage />,
      ':zone': (id) => <OwnerTraffic key={id} path={`/traffic/${id}`} />,
      'accounts/:account': (id) => <OwnerTraffic key={id} path={`/traffic/accounts/${id}`} />,
    },
  },
  {
    name: 'pools',
    title: 'Pools',
    pages: {
      '': () => <PoolListPage />,
      notifications: () => <NotificationsPage />,
      'notifications/:notification': (id = '') => <NotificationPage key={id} id={id} />,
      ':account/:pool': (accountId = '', id = '') => <PoolPage key={id} accountId={accountId} poolId={id} />,
    },
  },
  { name: 'requests', title: 'Requests', pages: { '': () => <RequestsPage /> } },
  { name: 'world', title: 'World', pages: { '': () => <WorldPage /> } },
];

const root = document.getElementById('app');
if (root !== null) render(<App />, root);
