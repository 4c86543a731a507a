import { isUnknown, isWhollyKnown, type Desired, type Planned, type unknown, type Value } from '../../schema';
import { managedRulesets, type PreviousSettings } from '../../waf';
import type { WafMigrationAttributes } from './contract';
import type { RuleOverride } from './entry-point';
import type { SkipRule } from './skip-rules';

/** The configured changes of the managed rules. */
export interface Adjustments {
  readonly overrides: readonly RuleOverride[];
  readonly skips: readonly SkipRule[];
}

/** What the configuration asks for, in the terms of a decision. */
export interface Intent extends Adjustments {
  readonly target: string;
  readonly deletesUriOverrides: boolean;
  readonly skipsIneligible: boolean;
  /** The file of the backup. Undefined if the state keeps it. */
  readonly backupPath?: string | undefined;
  /** Codes of the differences that the user accepts. */
  readonly accepted: ReadonlySet<string>;
  /** What the previous WAF must be set to. Undefined if the configuration does not say so. */
  readonly expectedPrevious?: PreviousSettings | undefined;
  /** Whether the adjustments of the zone are not known. */
  readonly isBare?: true;
}

type Settings = Desired<WafMigrationAttributes>;

export function adjustmentsOf({
  rule_overrides: overrides,
  skip_rules: skips,
}: Pick<Settings, 'rule_overrides' | 'skip_rules'>): Adjustments {
  return {
    overrides: (overrides ?? []).map((each) => ({
      ...each,
      ruleset_id: (each.ruleset_id as string | null) ?? managedRulesets.managed,
    })),
    skips: (skips ?? []).map((skip) => ({ ...skip, enabled: (skip.enabled as boolean | null) ?? true })),
  };
}

export function intentOf(desired: Settings): Intent {
  return {
    ...adjustmentsOf(desired),
    target: desired.target,
    deletesUriOverrides: desired.delete_uri_overrides === true,
    skipsIneligible: desired.on_ineligible === 'skip',
    backupPath: desired.backup_path ?? undefined,
    accepted: new Set(desired.accept_differences),
    expectedPrevious: desired.expected_previous ?? undefined,
  };
}

/** For a zone that is only read: nothing but a target. */
export function bareIntent(target: string): Intent {
  const none = { overrides: [], skips: [], accepted: new Set<string>() };
  return { ...none, target, deletesUriOverrides: false, skipsIneligible: false, isBare: true };
}

/** The known part of a plan; `isComplete` is whether that is all of it. Undefined while zone or target are unknown. */
export function plannedIntent(
  planned: Planned<WafMigrationAttributes>,
): { readonly zoneId: string; readonly intent: Intent; readonly isComplete: boolean } | undefined {
  const { zone_id: zoneId, target, rule_overrides: overrides, skip_rules: skips } = planned;
  if (typeof zoneId !== 'string' || typeof target !== 'string') return undefined;
  const { accept_differences: accepted, expected_previous: expected } = planned;
  const { delete_uri_overrides: deletes, on_ineligible: onIneligible, backup_path: path } = planned;
  const intent = {
    ...adjustmentsOf({ rule_overrides: knownOf(overrides), skip_rules: knownOf(skips) }),
    target,
    deletesUriOverrides: deletes === true,
    skipsIneligible: onIneligible === 'skip',
    backupPath: typeof path === 'string' ? path : undefined,
    accepted: new Set(isUnknown(accepted) ? [] : accepted),
    // What is unknown is compared by the apply.
    expectedPrevious: isWhollyKnown(expected)
      ? ((expected as Settings['expected_previous']) ?? undefined)
      : undefined,
  };
  const isComplete = [overrides, skips, accepted, expected, deletes, onIneligible].every((each) =>
    isWhollyKnown(each as Value),
  );
  return { zoneId, intent, isComplete };
}

function knownOf<T extends object>(items: readonly T[] | null | typeof unknown): readonly T[] | null {
  if (items === null || isUnknown(items)) return null;
  return items.filter((each) => isWhollyKnown(each as Value));
}
