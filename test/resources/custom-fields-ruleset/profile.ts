import { CustomFieldLimits, type CustomFieldsRulesetProps } from '../../../lib';
import { otherZoneId, zoneId } from '../../support/handler-harness';
import type { ResourceProfile } from '../../support/resource-profile';

const props = {
  zoneId,
  requestHeaders: ['request-headers'],
  transformedRequestHeaders: ['transformed-request-headers'],
  responseHeaders: ['response-headers'],
  rawResponseHeaders: ['raw-response-headers'],
  preserveDuplicates: ['response-headers', 'raw-response-headers'],
  cookies: ['cookies'],
  enabled: true,
  name: 'name',
  description: 'description',
} satisfies CustomFieldsRulesetProps;

const phase = 'http_log_custom_fields';

const rule = {
  action: 'log_custom_field',
  expression: 'true',
  action_parameters: { cookie_fields: [{ name: 'session' }] },
};

export const profile: ResourceProfile = {
  props,
  provider: { customFieldLimits: CustomFieldLimits.CURRENT },
  zone: { rulesets: [{ name: 'fields', kind: 'zone', phase, rules: [rule] }] },
  key: { zone_id: zoneId },
  importId: `${zoneId}/${phase}`,
  missing: { zone_id: otherZoneId },
};
