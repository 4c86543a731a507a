import type { ResourceCode } from '../code';
import { contractWith, customFieldsRulesetContract, defaultRulesetName } from './contract';

export const customFieldsRulesetCode = {
  contract: customFieldsRulesetContract,
  construct: 'CustomFieldsRuleset',
  nouns: ['ruleset of custom log fields', 'rulesets of custom log fields'],
  title: 'custom fields',
  reading: 'rulesets',
  idNoun: 'fields',
  soleName: 'custom fields',
  computedDefaults: { name: defaultRulesetName },
  foreignTypes: { ruleset: 'id' },
  permissions: [
    {
      of: 'zone',
      path: 'rulesets/phases/http_log_custom_fields/entrypoint',
      read: (client, zoneId) => client.rulesets.entryPoint(zoneId, 'http_log_custom_fields'),
    },
  ],
  contractWith,
} as const satisfies ResourceCode;
