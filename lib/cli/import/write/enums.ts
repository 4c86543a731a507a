import { customFieldsRulesetContract } from '../../../resources/custom-fields-ruleset/contract';
import type { Attributes } from '../../../schema';
import { own } from '../../../ground/record';

/** The enumeration of the constructs that has the values of an attribute of an object. */
export function enumerationOf(attribute: string, attributes: Attributes): string | undefined {
  if (attribute !== 'on_existing') return own(enumerations, attribute);
  return attributes === customFieldsRulesetContract.attributes ? 'OnExisting' : 'OnExistingTwin';
}

/** Those that do not depend on the object. */
export const enumerations: Readonly<Record<string, string>> = {
  action: 'WafRuleAction',
  clear_legacy_email: 'ClearLegacyEmail',
  event_sources: 'HealthEventSource',
  frequency: 'JobFrequency',
  kind: 'JobKind',
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
