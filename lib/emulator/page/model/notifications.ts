import type { readNotifications, renderDetail } from '../views/notifications';

export type NotificationList = ReturnType<typeof readNotifications>;
export type NotificationRow = NotificationList['items'][number];
export type NotificationDetail = ReturnType<typeof renderDetail>;

export const notificationStates = ['pending', 'delivered', 'failed', 'recorded'] as const;
export type NotificationState = (typeof notificationStates)[number];
