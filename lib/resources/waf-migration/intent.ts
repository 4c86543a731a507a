import { isUnknown, isWhollyKnown, type Desired, type Planned, type Unknown, type Value } from '../../schema';
import { managedRulesets, type PreviousSettings } from '../../waf';
import type { WafMigrationAttributes } from './contract';
import type { RuleOverride } from './entry-point';
import type { SkipRule } from './skip-rules';

export interface Adjustments {
  readonly overrides: readonly RuleOverride[];
  readonly skips: readonly SkipRule[];
}

export interface Intent extends Adjustments {
  readonly target: string;
  readonly deletesUriOverrides: boolean;
  readonly skipsIneligible: boolean;
  /** The file of the backup. Undefined if the state keeps it. */
  readonly backupPath?: string | undefined;
  readonly accepted: ReadonlySet<string>;
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

export function intentOf(
  desired: Pick<Settings, 'target' | (typeof decidingSettings)[number] | 'backup_path'>,
): Intent {
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
  const { zone_id: zoneId, target, expected_previous: expected } = planned;
  if (typeof zoneId !== 'string' || typeof target !== 'string') return undefined;
  const intent = intentOf({
    target,
    rule_overrides: knownItems(planned.rule_overrides),
    skip_rules: knownItems(planned.skip_rules),
    accept_differences: knownItems(planned.accept_differences),
    // What is unknown is compared by the apply.
    expected_previous: isWhollyKnown(expected) ? (expected as Settings['expected_previous']) : null,
    delete_uri_overrides: knownOf(planned.delete_uri_overrides),
    on_ineligible: knownOf(planned.on_ineligible),
    backup_path: knownOf(planned.backup_path),
  });
  const isComplete = decidingSettings.every((name) => isWhollyKnown(planned[name] as Value));
  return { zoneId, intent, isComplete };
}

const decidingSettings = [
  'rule_overrides',
  'skip_rules',
  'accept_differences',
  'expected_previous',
  'delete_uri_overrides',
  'on_ineligible',
] as const;

function knownOf<T>(value: T | Unknown): T | null {
  return isUnknown(value) ? null : value;
}

function knownItems<T>(items: readonly T[] | null | Unknown): readonly T[] | null {
  return knownOf(items)?.filter((each) => isWhollyKnown(each as Value)) ?? null;
}
