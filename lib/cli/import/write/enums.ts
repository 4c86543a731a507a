/** The enumeration of the constructs that has the values of an attribute. */
export const enumerations: Readonly<Record<string, string>> = {
  action: 'WafRuleAction',
  clear_legacy_email: 'ClearLegacyEmail',
  event_sources: 'HealthEventSource',
  new_health: 'HealthStatus',
  on_ineligible: 'OnIneligible',
  output_type: 'OutputType',
  target: 'WafMigrationTarget',
  timestamp_format: 'TimestampFormat',
};

/** The member of an enumeration: `MANAGED_CHALLENGE` for `managed_challenge`, `RFC3339_MS` for `rfc3339ms`. */
export function enumMember(value: string): string {
  return value.replace(/^(unix|rfc3339)(?=nano|ms|ns)/, '$1_').toUpperCase();
}
