import { isCoreRuleSet, newActionOf } from './core-rule-set';
import { managedRulesets, previousManagedPackage } from './managed';
import type { PreviousWaf, WafGroup, WafPackage, WafRule } from './previous';

/** An override of one rule of the managed ruleset. Source: specification 2.5. */
export interface RuleOverride {
  readonly id: string;
  readonly action?: string;
  readonly enabled?: boolean;
}

export function managedPackageOf({ packages }: PreviousWaf): WafPackage | undefined {
  return packages.find(
    ({ name, detection_mode: mode }) => name === previousManagedPackage && mode === 'traditional',
  );
}

/** Packages that are neither the managed package nor a core rule set, such as `USER`. */
export function otherPackagesOf(waf: PreviousWaf): WafPackage[] {
  const managed = managedPackageOf(waf);
  return waf.packages.filter((each) => each !== managed && !isCoreRuleSet(each));
}

export function managedParameters(managed: WafPackage): Readonly<Record<string, unknown>> {
  const rules = ruleOverrides(managed);
  return { id: managedRulesets.managed, ...(rules.length > 0 && { overrides: { rules } }) };
}

/** Rule by rule: it is not public which categories the old groups became. A group that is off disables its rules. */
export function ruleOverrides({ groups, rules }: WafPackage): RuleOverride[] {
  const byId = new Map(groups.map((group) => [group.id, group]));
  return rules.flatMap((rule) => overrideOf(rule, byId.get(rule.group.id)) ?? []);
}

function overrideOf(rule: WafRule, group: WafGroup | undefined): RuleOverride | undefined {
  const { id, mode, default_mode: defaultMode } = rule;
  const isGroupChanged = group !== undefined && group.mode !== group.default_mode;
  if (group?.mode === 'off') return isGroupChanged ? { id, enabled: false } : undefined;
  if (mode === 'default' || mode === 'on' || mode === defaultMode)
    return isGroupChanged && defaultMode !== 'disable' ? { id, enabled: true } : undefined;
  if (mode === 'disable' || mode === 'off') return { id, enabled: false };
  const needsEnabling = isGroupChanged || defaultMode === 'disable';
  return { id, action: newActionOf(mode), ...(needsEnabling && { enabled: true }) };
}
