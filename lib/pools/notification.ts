/** The alert type of a policy that reports the health of pools and origins. Source: specification 2.8. */
export const healthAlertType = 'load_balancing_health_alert';

/** The new health of a pool or an origin, `filters.new_health` of a policy. Source: specification 2.8. */
export const healthStatuses = ['Unhealthy', 'Healthy'] as const;
export type HealthStatus = (typeof healthStatuses)[number];

/** The source of a health event, `filters.event_source` of a policy. Source: specification 2.8. */
export const eventSources = ['pool', 'origin'] as const;
export type EventSource = (typeof eventSources)[number];

export interface HealthEvent {
  readonly source: EventSource;
  readonly health: HealthStatus;
}

export const healthEvents: readonly HealthEvent[] = eventSources.flatMap((source) =>
  healthStatuses.map((health) => ({ source, health })),
);

/** Formats an event for messages: `pool unhealthy`. */
export function describeEvent({ source, health }: HealthEvent): string {
  return `${source} ${health.toLowerCase()}`;
}
