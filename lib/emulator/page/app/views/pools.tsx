import type { PageProps } from '../router';
import { NotificationPage } from './pools/notification';
import { NotificationsPage } from './pools/notifications';
import { PoolListPage } from './pools/list';
import { PoolPage } from './pools/pool';

/** `#/pools`, `#/pools/<account>/<pool>`, `#/pools/notifications` and `#/pools/notifications/<id>`. */
export function PoolsPage({ path: [first, second] }: PageProps) {
  if (first === undefined) return <PoolListPage />;
  if (first === 'notifications')
    return second === undefined ? <NotificationsPage /> : <NotificationPage key={second} id={second} />;
  return <PoolPage key={`${first}/${second}`} accountId={first} poolId={second ?? ''} />;
}
