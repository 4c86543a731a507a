import { isUnknown, isWhollyKnown, type Desired, type Planned } from '../../schema';
import { managedRulesets } from '../../waf';
import type { WafMigrationAttributes } from './contract';
import type { RuleOverride } from './entry-point';
import type { SkipRule } from './skip-rules';

type Configured = Pick<Desired<WafMigrationAttributes>, 'rule_overrides' | 'skip_rules'>;

/** The configured changes of the managed rules. */
export interface Adjustments {
  readonly overrides: readonly RuleOverride[];
  readonly skips: readonly SkipRule[];
}

export function configuredAdjustments({
  rule_overrides: overrides,
  skip_rules: skips,
}: Configured): Adjustments {
  return {
    overrides: (overrides ?? []).map((each) => ({
      ...each,
      ruleset_id: (each.ruleset_id as string | null) ?? managedRulesets.managed,
    })),
    skips: (skips ?? []).map((skip) => ({ ...skip, enabled: (skip.enabled as boolean | null) ?? true })),
  };
}

/** The known part of the planned adjustments. */
export function plannedAdjustments({
  rule_overrides: overrides,
  skip_rules: skips,
}: Pick<Planned<WafMigrationAttributes>, 'rule_overrides' | 'skip_rules'>): Adjustments {
  return configuredAdjustments({
    rule_overrides: isUnknown(overrides)
      ? null
      : (overrides ?? []).filter((each) => isWhollyKnown({ ...each })),
    skip_rules: isUnknown(skips) ? null : (skips ?? []).filter((each) => isWhollyKnown({ ...each })),
  });
}
