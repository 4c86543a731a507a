import { describeDeployed, describeSetting } from './deployment';
import type { WrittenRule } from './entry-point';
import { cut, enumerateItems, plural, type TextLimits } from './prose';
import { rulesetName, subjectOf, type OverrideSetting } from './rule-parts';

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
  | UnprotectedFinding;

interface Finding<Code extends string> {
  readonly code: `waf.${Code}`;
  readonly severity: Severity;
}

/** Managed rulesets, by id. */
export interface RulesetFinding extends Finding<
  'ruleset_missing' | 'ruleset_disabled' | 'ruleset_enabled' | 'only_logs'
> {
  readonly rulesets: readonly string[];
}

/** Rulesets that are executed for other requests than expected. */
export interface NarrowedFinding extends Finding<'ruleset_narrowed'> {
  readonly rulesets: readonly { readonly id: string; readonly expression: string }[];
}

export interface MissingOverrideFinding extends Finding<'override_missing'> {
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
  | 'rule_added'
  | 'rule_unknown'
  | 'disabled_rule_missing'
> {
  readonly rules: readonly WrittenRule[];
}

export type UnprotectedFinding = Finding<'no_managed_ruleset'>;

/** One line, without a full stop. */
export function describeFinding(finding: WafFinding, limits: TextLimits = {}): string {
  switch (finding.code) {
    case 'waf.no_managed_ruleset':
      return 'No enabled rule executes a managed ruleset';
    case 'waf.ruleset_missing':
    case 'waf.ruleset_disabled':
    case 'waf.ruleset_enabled':
    case 'waf.only_logs':
      return list(finding.rulesets.map(rulesetName), headsOfRulesets[finding.code], limits);
    case 'waf.ruleset_narrowed':
      return list(
        finding.rulesets.map(({ id, expression }) => `${rulesetName(id)} (${cut(expression, limits)})`),
        (count) => `${plural(count, 'managed ruleset')} executed for other requests only`,
        limits,
      );
    case 'waf.override_missing':
      return list(
        finding.overrides.map((each) => `${subjectOf(each)} (${describeSetting(each)})`),
        (count) => `${plural(count, 'override')} missing from ${rulesetName(finding.ruleset)}`,
        limits,
      );
    case 'waf.override_changed':
      return list(
        finding.overrides.map(describeChange),
        (count) => `${plural(count, 'override')} changed in ${rulesetName(finding.ruleset)}`,
        limits,
      );
    default: {
      const rules = finding.rules.map((each) => describeDeployed(each, limits));
      return list(rules, headsOfRules[finding.code], limits, '; ');
    }
  }
}

type Head = (count: number) => string;

const headsOfRulesets: Readonly<Record<RulesetFinding['code'], Head>> = {
  'waf.ruleset_missing': (count) => `${plural(count, 'managed ruleset')} missing`,
  'waf.ruleset_disabled': (count) => `${plural(count, 'managed ruleset')} disabled`,
  'waf.ruleset_enabled': (count) => `${plural(count, 'managed ruleset')} enabled that should be disabled`,
  'waf.only_logs': (count) => `${plural(count, 'managed ruleset')} set to log only`,
};

const headsOfRules: Readonly<Record<RuleFinding['code'], Head>> = {
  'waf.skip_missing': (count) =>
    `${plural(count, 'skip rule')} missing or narrower, so requests are no longer exempt`,
  'waf.skip_added': (count) => plural(count, 'unexpected skip rule'),
  'waf.skip_widened': (count) => `${plural(count, 'skip rule')} with a wider scope than expected`,
  'waf.skip_all': (count) =>
    `${plural(count, 'skip rule')} exempting all requests from every managed ruleset`,
  'waf.rule_added': (count) => plural(count, 'additional rule'),
  'waf.rule_unknown': (count) => plural(count, 'rule of unknown effect', 'rules of unknown effect'),
  'waf.disabled_rule_missing': (count) => `${plural(count, 'disabled rule')} missing`,
};

function list(items: readonly string[], head: Head, { most }: TextLimits, separator?: string): string {
  return `${head(items.length)}: ${enumerateItems(items, most, separator)}`;
}

function describeChange({ actual, expected }: ChangedOverrideFinding['overrides'][number]): string {
  const before = expected === undefined ? 'not expected' : `expected ${describeSetting(expected)}`;
  return `${subjectOf(actual)} (${describeSetting(actual)}, ${before})`;
}
