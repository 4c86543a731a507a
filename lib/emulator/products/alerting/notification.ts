/** One notification to one recipient. It has no secret: the outbox shows all of it. */
export interface Notification {
  readonly id: string;
  readonly account_id: string;
  /** `legacy` for the pool's own address, `test` for the test of a webhook. */
  readonly policy_id: string;
  readonly policy_name: string | null;
  readonly alert_type: string;
  readonly mechanism: MechanismType;
  /** An address for an e-mail, otherwise the id of a destination. */
  readonly recipient: string;
  readonly recipient_name: string | null;
  /** Null, like all about the pool, in the test of a webhook. */
  readonly pool_id: string | null;
  readonly pool_name: string | null;
  readonly event_source: 'pool' | 'origin' | null;
  readonly origin_name: string | null;
  readonly new_health: 'Healthy' | 'Unhealthy' | null;
  readonly subject: string;
  readonly text: string;
  readonly alert_correlation_id: string;
  readonly alert_event: string | null;
  readonly created_at: string;
  /** `recorded`: not sent, because the recipient is beyond what the emulator may reach. */
  readonly state: 'pending' | 'delivered' | 'failed' | 'recorded';
  readonly attempts: number;
  /** Error of the last attempt, if it failed. */
  readonly last_error: string | null;
}

export type MechanismType = 'email' | 'webhook' | 'pagerduty';

export const legacyPolicyId = 'legacy';
export const testPolicyId = 'test';

export const testPayload = {
  text: 'Hello World! This is a test message sent from https://cloudflare.com. If you can see this, your webhook is configured properly.',
};

/** The test of a webhook, as the outbox records it. */
export function testNotification(
  id: string,
  now: Date,
  accountId: string,
  webhook: { readonly id: string; readonly name: string },
): Notification {
  return {
    id,
    account_id: accountId,
    policy_id: testPolicyId,
    policy_name: null,
    alert_type: 'test',
    mechanism: 'webhook',
    recipient: webhook.id,
    recipient_name: webhook.name,
    pool_id: null,
    pool_name: null,
    event_source: null,
    origin_name: null,
    new_health: null,
    subject: `Test of the webhook ${webhook.name}`,
    text: testPayload.text,
    alert_correlation_id: id,
    alert_event: null,
    created_at: now.toISOString(),
    state: 'recorded',
    attempts: 0,
    last_error: null,
  };
}

/** The JSON that a generic webhook receives. */
export function payloadOf(notification: Notification): object {
  const { pool_id, pool_name, new_health, event_source, origin_name } = notification;
  const origin = origin_name === null ? {} : { origin_name };
  return {
    name: notification.policy_name,
    text: notification.text,
    data: { pool_id, pool_name, new_health, event_source, ...origin },
    ts: Math.floor(Date.parse(notification.created_at) / 1000),
    account_id: notification.account_id,
    policy_id: notification.policy_id,
    policy_name: notification.policy_name,
    alert_type: notification.alert_type,
    alert_correlation_id: notification.alert_correlation_id,
    alert_event: notification.alert_event,
  };
}
