import type { MigrationRule } from './managed';
import type { UnknownValue } from './previous';
import type { OverrideSetting, WrittenRule } from './rule-parts';

/**
 * `error`: protection is lower than before, or different; somebody has to accept that. `warning`: somebody should know.
 * `info`: no protection is lost.
 */
export type Severity = 'error' | 'warning' | 'info';

/** A difference or a fault in the managed rules of a zone. docs/errors.md lists the codes. */
export type WafFinding =
  | RulesetFinding
  | NarrowedFinding
  | MissingOverrideFinding
  | ChangedOverrideFinding
  | RuleFinding
  | UnprotectedFinding
  | UnknownValuesFinding
  | Loss;

interface Finding<Code extends string> {
  readonly code: `waf.${Code}`;
  readonly severity: Severity;
}

/** Managed rulesets, by id. */
export interface RulesetFinding extends Finding<
  'ruleset_missing' | 'ruleset_disabled' | 'ruleset_enabled' | 'only_logs' | 'protection_lost'
> {
  readonly rulesets: readonly string[];
}

/** Rulesets that are executed for other requests than expected. */
export interface NarrowedFinding extends Finding<'ruleset_narrowed'> {
  readonly rulesets: readonly { readonly id: string; readonly expression: string }[];
}

export interface MissingOverrideFinding extends Finding<'override_missing' | 'group_override_missing'> {
  readonly ruleset: string;
  readonly overrides: readonly OverrideSetting[];
}

/** Overrides with other values, and overrides that are not expected. */
export interface ChangedOverrideFinding extends Finding<'override_changed'> {
  readonly ruleset: string;
  readonly overrides: readonly {
    readonly actual: OverrideSetting;
    readonly expected?: OverrideSetting;
  }[];
}

export interface RuleFinding extends Finding<
  | 'skip_missing'
  | 'skip_added'
  | 'skip_widened'
  | 'skip_all'
  | 'reach_unknown'
  | 'rule_added'
  | 'rule_unknown'
  | 'disabled_rule_missing'
> {
  readonly rules: readonly WrittenRule[];
}

export interface UnprotectedFinding extends Finding<'no_managed_ruleset'> {
  /** Executed rulesets that do not count, if there are any. */
  readonly rulesets?: readonly string[];
}

/** Settings of the previous WAF whose meaning is not known, so that what they migrate to cannot be judged. */
export interface UnknownValuesFinding extends Finding<'previous_unknown'> {
  readonly values: readonly UnknownValue[];
}

/** A kind of setting that does not carry over to the new managed rules, or that loses its effect, with all objects. */
export interface Loss extends Finding<
  | 'stays_off'
  | 'uri_override'
  | 'core_group'
  | 'core_rule'
  | 'sensitivity_changed'
  | 'action_changed'
  | 'group_frozen'
  | 'other_package'
  | 'bypass_detached'
  | 'page_rule_detached'
  | 'entry_point_rule'
  | 'entry_point_setting'
> {
  /** API ids of the affected objects. */
  readonly ids: readonly string[];
  readonly items: readonly LossItem[];
}

export interface LossItem {
  /** API ids, the object itself first. */
  readonly ids: readonly string[];
  /** The object and all that it sets: for URI overrides no other record remains. */
  readonly text: string;
  /** The equivalent in the new managed rules; undefined if there is none. */
  readonly replacement?: Replacement;
}

/** A rule to add to the entry point of the managed rules, or an override to add to a rule that executes a ruleset. */
export type Replacement = RuleReplacement | ManagedOverride;

export interface RuleReplacement {
  readonly kind: 'rule';
  readonly rule: MigrationRule;
  /** Whether the migration writes the rule. */
  readonly isMigrated: boolean;
}

export interface ManagedOverride {
  readonly kind: 'override';
  /** The id of the managed ruleset. */
  readonly ruleset: string;
  readonly rule: {
    readonly id: string;
    readonly action?: string;
    readonly enabled?: boolean;
    readonly score_threshold?: number;
  };
}
