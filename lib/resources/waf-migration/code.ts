import type { ResourceCode } from '../code';
import { wafMigrationContract } from './contract';

export const wafMigrationCode = {
  contract: wafMigrationContract,
  construct: 'WafMigration',
  nouns: ['WAF migration', 'WAF migrations'],
  title: 'WAF migrations',
  reading: 'the WAF',
  idNoun: 'waf',
  soleName: 'waf',
  // It has no id of its own: other tools manage the ruleset that it deploys.
  foreignTypes: { waf_migration: null, ruleset: 'status.ruleset_id' },
  permissions: [
    {
      of: 'zone',
      path: 'rulesets/phases/http_request_firewall_managed/entrypoint',
      read: (client, zoneId) => client.rulesets.entryPoint(zoneId, 'http_request_firewall_managed'),
    },
    { of: 'zone', path: 'waf_migration/check', read: (client, zoneId) => client.wafMigration.check(zoneId) },
  ],
} as const satisfies ResourceCode;
