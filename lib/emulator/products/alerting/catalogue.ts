import { healthAlert, healthFilters } from './model';

/** The alert types that the account is offered, by product: those of products related to the emulated ones. */
export const availableAlerts = {
  'Load Balancing': [
    alert(healthAlert, 'Load Balancing Health Alert', 'Changes in the health of pools and their endpoints', [
      option('pool_id', null),
      option('new_health', healthFilters.new_health),
      option('event_source', healthFilters.event_source),
    ]),
    alert(
      'load_balancing_pool_enablement_alert',
      'Pool Enablement',
      'Pools that are enabled or disabled manually',
      [option('enabled', null), option('pool_id', null)],
    ),
  ],
  Logs: [
    alert(
      'failing_logpush_job_disabled_alert',
      'Failing Logpush Job Disabled',
      'Jobs that were disabled after repeated failures',
    ),
  ],
  'Health Checks': [
    alert(
      'health_check_status_notification',
      'Health Checks status notification',
      'Changes in the status of a health check',
      [option('health_check_id', null), option('status', ['Unhealthy', 'Healthy'])],
    ),
  ],
  'Origin Monitoring': [alert('real_origin_monitoring', 'Passive Origin Monitoring', 'Unreachable origins')],
  'SSL/TLS': [
    alert(
      'universal_ssl_event_type',
      'Universal SSL Alert',
      'Validation, issuance, renewal and expiration of certificates',
    ),
  ],
  'DDoS Protection': [
    alert('dos_attack_l7', 'HTTP DDoS Attack Alert', 'Attacks on the HTTP properties of an account'),
    alert('dos_attack_l4', 'Layer 3/4 DDoS Attack Alert', 'Attacks on the networks of an account'),
  ],
  Billing: [
    alert('billing_usage_alert', 'Usage Based Billing', 'Usage of a product above a threshold', [
      option('product', null),
      option('limit', null),
    ]),
  ],
};

function alert(type: string, display_name: string, description: string, filter_options: object[] = []) {
  return { type, display_name, description, filter_options };
}

/** The range `1-n` is at least one value. */
function option(key: string, values: readonly string[] | null): object {
  return {
    Key: key,
    ComparisonOperator: '==',
    AvailableValues: values?.map((value) => ({ ID: value, Description: value })) ?? null,
    Range: '1-n',
  };
}
