import { OnIneligible, WafMigrationTarget, WafRuleAction, type WafMigrationProps } from '../../../lib';
import { otherZoneId, zoneId } from '../../support/handler-harness';
import type { ResourceProfile } from '../../support/resource-profile';

const props = {
  zoneId,
  target: WafMigrationTarget.VALIDATION,
  acknowledgeIrreversible: true,
  ruleOverrides: [
    { ruleId: zoneId, rulesetId: zoneId, action: WafRuleAction.LOG, enabled: false, scoreThreshold: 40 },
  ],
  skipRules: [
    { expression: 'true', description: 'description', ruleIds: [zoneId], rulesetId: zoneId, enabled: false },
  ],
  deleteUriOverrides: true,
  onIneligible: OnIneligible.SKIP,
  acceptDifferences: ['waf.override_missing'],
  expectedPrevious: {
    packageSensitivities: { [zoneId]: 'low' },
    packageActionModes: { [zoneId]: 'block' },
    groups: { [zoneId]: 'off' },
    rules: { '100015': 'disable' },
  },
  backupPath: 'backup.json',
  timeoutSeconds: 60,
} satisfies WafMigrationProps;

export const profile: ResourceProfile = {
  props,
  synthesized: {
    rule_overrides: [
      { rule_id: zoneId, ruleset_id: zoneId, action: 'log', enabled: false, score_threshold: 40 },
    ],
    skip_rules: [
      {
        expression: 'true',
        description: 'description',
        rule_ids: [zoneId],
        ruleset_id: zoneId,
        enabled: false,
      },
    ],
    expected_previous: {
      package_sensitivities: { [zoneId]: 'low' },
      package_action_modes: { [zoneId]: 'block' },
      groups: { [zoneId]: 'off' },
      rules: { '100015': 'disable' },
    },
  },
  zone: { migration_state: 'validation' },
  key: { zone_id: zoneId },
  importId: zoneId,
  missing: { zone_id: otherZoneId },
};
