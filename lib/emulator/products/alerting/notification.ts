/** One notification to one recipient. It has no secret: the outbox shows all of it. */
export interface Notification {
  readonly id: string;
  readonly account_id: string;
  /** `legacy` for the pool's own address. */
  readonly policy_id: string;
  readonly policy_name: string | null;
  readonly alert_type: string;
  readonly mechanism: MechanismType;
  /** An address for an e-mail, otherwise the id of a destination. */
  readonly recipient: string;
  readonly recipient_name: string | null;
  readonly pool_id: string;
  readonly pool_name: string;
  readonly event_source: 'pool' | 'origin';
  readonly origin_name: string | null;
  readonly new_health: 'Healthy' | 'Unhealthy';
  readonly subject: string;
  readonly text: string;
  readonly alert_correlation_id: string;
  readonly alert_event: string;
  readonly created_at: string;
  readonly state: 'pending' | 'delivered' | 'failed';
  readonly attempts: number;
  /** Of the last attempt, if it failed. */
  readonly last_error: string | null;
}

export type MechanismType = 'email' | 'webhook' | 'pagerduty';

export const legacyPolicyId = 'legacy';

/** What a generic webhook receives. */
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
