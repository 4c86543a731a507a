import type { renderEvent } from '../views/coverage';
import type { readPoolDetail, healthOf } from '../views/pool-detail';
import type { readPoolList } from '../views/pools';
import type { readNotifications, renderDetail } from '../views/notifications';

export type { Recipient } from '../views/coverage';
export type { LegacyChoice } from '../views/pool-detail';
export type { PoolFilter, Shortened } from '../views/pools';

/** A kind of health change, as filters name it. */
export type HealthEvent = ReturnType<typeof renderEvent>;
export type PoolHealth = ReturnType<typeof healthOf>;

export type PoolList = ReturnType<typeof readPoolList>;
export type PoolRow = PoolList['items'][number];

export type PoolDetail = ReturnType<typeof readPoolDetail>;
export type PoolOrigin = PoolDetail['origins'][number];
export type LegacyEmail = NonNullable<PoolDetail['legacy']>;
export type EventCoverage = PoolDetail['events'][number];

export type NotificationList = ReturnType<typeof readNotifications>;
export type NotificationRow = NotificationList['items'][number];
export type NotificationDetail = ReturnType<typeof renderDetail>;

export const notificationStates = ['pending', 'delivered', 'failed', 'recorded'] as const;
export type NotificationState = (typeof notificationStates)[number];
