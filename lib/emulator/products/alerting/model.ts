import { own } from '../../../ground/record';
/** A notification policy in the state. */
export interface Policy extends PolicySettings {
  readonly id: string;
  readonly created: string;
  readonly modified: string;
}

export interface PolicySettings {
  readonly name: string;
  /** As sent; absent if it was absent. */
  readonly description?: string;
  readonly enabled: boolean;
  readonly alert_type: string;
  readonly alert_interval?: string;
  readonly mechanisms: Mechanisms;
  /** As sent; absent if they were absent. */
  readonly filters?: Filters;
}

/** Unknown mechanisms are kept too. */
export type Mechanisms = Readonly<Record<string, readonly Recipient[]>>;

export interface Recipient {
  /** An address for `email`, otherwise the id of a destination. */
  readonly id: string;
  readonly name?: string;
}

export type Filters = Readonly<Record<string, readonly string[]>>;

/** A webhook destination in the state. */
export interface Webhook extends WebhookSettings {
  readonly id: string;
  readonly type: string;
  readonly created_at: string;
  readonly last_success: string | null;
  readonly last_failure: string | null;
}

export interface WebhookSettings {
  readonly name: string;
  readonly url: string;
  /** Sent with every notification and never shown; "" means none. */
  readonly secret: string;
}

/** A PagerDuty service that was connected in the dashboard. */
export interface PagerDuty {
  readonly id: string;
  readonly name: string;
}

export const healthAlert = 'load_balancing_health_alert';
export const healthFilters = {
  new_health: ['Unhealthy', 'Healthy'],
  event_source: ['pool', 'origin'],
} as const;

export function recipientsOf(mechanisms: Mechanisms, kind: string): readonly string[] {
  const listed = own(mechanisms, kind) ?? [];
  return [...new Set(listed.map((recipient) => recipient.id))];
}
