import type { Pages } from './router';
import { PoolListPage } from './views/pools/list';
import { NotificationPage } from './views/pools/notification';
import { NotificationsPage } from './views/pools/notifications';
import { PoolPage } from './views/pools/pool';
import { RequestsPage } from './views/requests';
import { PlaceTraffic } from './views/traffic/place-traffic';
import { Places } from './views/traffic/places';
import { WorldPage } from './views/world';
import { ZoneDetailPage } from './views/zones/detail';
import { ZoneListPage } from './views/zones/list';

interface Part {
  readonly name: string;
  readonly title: string;
  readonly pages: Pages;
}

/** The parts of the page, and what each shows at `#/<name>/<path>`. */
export const parts: readonly Part[] = [
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
      '': () => <Places />,
      ':zone': (id) => <PlaceTraffic key={id} path={`/traffic/${id}`} />,
      'accounts/:account': (id) => <PlaceTraffic key={id} path={`/traffic/accounts/${id}`} />,
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
