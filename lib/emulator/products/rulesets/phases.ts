import type { ScopeKind } from '../../scope';
import type { RulesetKind } from './model';

/** The kinds of rulesets that a zone or an account can create. The first one is its entry point, one for each phase. */
export const kindsOf: Readonly<Record<ScopeKind, readonly [RulesetKind, ...RulesetKind[]]>> = {
  zone: ['zone', 'custom'],
  account: ['root', 'custom'],
};

export const customFieldsPhase = 'http_log_custom_fields';
export const managedPhase = 'http_request_firewall_managed';
export const customFieldAction = 'log_custom_field';

export const phases: readonly string[] = [
  'ddos_l4',
  'ddos_l7',
  'http_config_settings',
  'http_custom_errors',
  customFieldsPhase,
  'http_ratelimit',
  'http_request_cache_settings',
  'http_request_dynamic_redirect',
  'http_request_firewall_custom',
  managedPhase,
  'http_request_late_transform',
  'http_request_origin',
  'http_request_redirect',
  'http_request_sanitize',
  'http_request_sbfm',
  'http_request_transform',
  'http_response_cache_settings',
  'http_response_compression',
  'http_response_firewall_managed',
  'http_response_headers_transform',
  'magic_transit',
  'magic_transit_ids_managed',
  'magic_transit_managed',
  'magic_transit_ratelimit',
];

export const actions: readonly string[] = [
  'block',
  'challenge',
  'compress_response',
  'ddos_dynamic',
  'execute',
  'force_connection_close',
  'js_challenge',
  'log',
  customFieldAction,
  'managed_challenge',
  'redirect',
  'rewrite',
  'route',
  'score',
  'serve_error',
  'set_cache_control',
  'set_cache_settings',
  'set_cache_tags',
  'set_config',
  'skip',
  'transform_response_html',
];

/** Custom log fields have their own phase, which allows no other action. */
export function isActionAllowed(action: string, phase: unknown): boolean {
  return (action === customFieldAction) === (phase === customFieldsPhase);
}
