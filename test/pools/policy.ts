/** A policy of the API that notifies of every event of the pools. */
export function healthPolicy(
  pools: readonly string[],
  emails: readonly string[] = ['ops@example.com'],
  changes: object = {},
  filters: object = {},
) {
  return {
    name: 'health',
    enabled: true,
    alert_type: 'load_balancing_health_alert',
    mechanisms: { email: emails.map((id) => ({ id })) },
    ...changes,
    filters: {
      pool_id: pools,
      new_health: ['Unhealthy', 'Healthy'],
      event_source: ['pool', 'origin'],
      ...filters,
    },
  };
}
