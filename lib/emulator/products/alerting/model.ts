/** Unknown mechanisms are kept too. */
export type Mechanisms = Readonly<Record<string, readonly Recipient[]>>;

export interface Recipient {
  /** An address for `email`, otherwise the id of a destination. */
  readonly id: string;
  readonly name?: string;
}

export type Filters = Readonly<Record<string, readonly string[]>>;

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
