import { refuse } from '../../http/errors';
import {
  legacyPolicyId,
  payloadOf,
  testPayload,
  testPolicyId,
  type Notification,
} from '../../products/alerting/notification';
import type { Outbox } from '../../products/alerting/outbox';
import { pageOf, type View } from '../view';

/** The outbox, newest first, and one notification of it. */
export function notificationViews(outbox: Outbox): readonly View[] {
  return [
    { path: '/notifications', read: ({ query }) => readNotifications(query, outbox) },
    {
      path: '/notifications/:notification_id',
      read: ({ param }) => {
        const id = param('notification_id');
        const found = outbox.list().find((each) => each.id === id);
        if (found === undefined) throw refuse(404, 1000, 'the outbox no longer has this notification');
        return renderDetail(found);
      },
    },
  ];
}

/** `pool`, `account` and `state` select; `size` cuts shorter than a page. */
export function readNotifications(query: URLSearchParams, outbox: Outbox) {
  const all = outbox.list();
  // Of the whole outbox, whatever the search and the filter.
  const counts = { pending: 0, delivered: 0, failed: 0, recorded: 0 };
  for (const { state } of all) counts[state] += 1;
  const state = query.get('state') ?? '';
  const poolId = query.get('pool') ?? '';
  const accountId = query.get('account') ?? '';
  const selected = all.filter(
    (each) =>
      (state === '' || each.state === state) &&
      (poolId === '' || each.pool_id === poolId) &&
      (accountId === '' || each.account_id === accountId),
  );
  const page = pageOf(selected.reverse(), query, textOf, readSize(query));
  return { ...page, items: page.items.map(renderRow), counts };
}

function readSize(query: URLSearchParams): number | undefined {
  const size = Number(query.get('size'));
  return Number.isInteger(size) && size > 0 && size < 50 ? size : undefined;
}

function textOf({ subject, recipient, recipient_name, policy_name }: Notification): string {
  return [subject, recipient, recipient_name ?? '', policy_name ?? ''].join('\n');
}

function renderRow(notification: Notification) {
  return {
    id: notification.id,
    at: notification.created_at,
    mechanism: notification.mechanism,
    /** The address of an e-mail, otherwise the name of the destination, or the id of one that was deleted. */
    recipient: notification.recipient_name ?? notification.recipient,
    cause: causeOf(notification),
    policy: notification.policy_name,
    accountId: notification.account_id,
    poolId: notification.pool_id,
    pool: notification.pool_name,
    origin: notification.origin_name,
    health: notification.new_health,
    subject: notification.subject,
    state: notification.state,
    attempts: notification.attempts,
    error: notification.last_error,
  };
}

function causeOf({ policy_id: id }: Notification): 'legacy' | 'test' | 'policy' {
  if (id === legacyPolicyId) return 'legacy';
  return id === testPolicyId ? 'test' : 'policy';
}

export function renderDetail(notification: Notification) {
  const { mechanism, policy_id: policyId, text } = notification;
  const payload = policyId === testPolicyId ? testPayload : payloadOf(notification);
  /** The body for a webhook; null for other mechanisms. */
  return { ...renderRow(notification), text, payload: mechanism === 'webhook' ? payload : null };
}
