import type { Paged } from './paged';

export const notificationStates = ['pending', 'delivered', 'failed', 'recorded'] as const;
export type NotificationState = (typeof notificationStates)[number];

export interface NotificationRow {
  readonly id: string;
  readonly at: string;
  readonly mechanism: 'email' | 'webhook' | 'pagerduty';
  /** The address of an e-mail, otherwise the name of the destination, or the id of one that was deleted. */
  readonly recipient: string;
  readonly cause: 'legacy' | 'policy' | 'test';
  readonly policy: string | null;
  readonly accountId: string;
  /** Null in the test of a webhook. */
  readonly poolId: string | null;
  readonly pool: string | null;
  readonly origin: string | null;
  readonly health: 'Healthy' | 'Unhealthy' | null;
  readonly subject: string;
  readonly state: NotificationState;
  readonly attempts: number;
  readonly error: string | null;
}

export interface NotificationList extends Paged<NotificationRow> {
  /** All notifications of the outbox by state, whatever the search and the filter. */
  readonly counts: Readonly<Record<NotificationState, number>>;
}

export interface NotificationDetail extends NotificationRow {
  readonly text: string;
  /** What a webhook receives; null for the others. */
  readonly payload: object | null;
}
