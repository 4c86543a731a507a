import { isDeepStrictEqual } from 'node:util';
import { normalizeExpression } from './reach';
import { ifAny } from '../ground/findings';
import { getOrAdd } from '../ground/remember';
import { wafFinding, type ChangedOverride, type WafFinding } from './findings';
import {
  executedRuleset,
  settingsOf,
  skipScopeOf,
  subjectOf,
  type OverrideSetting,
  type WrittenRule,
} from './rule-parts';
import { compareSkips } from './skip-comparison';

/**
 * How the rules of an entry point differ from the expected ones in what they do to requests. Ids, versions, refs,
 * descriptions, and the order of overrides and of execute rules do not matter. The place of skip rules does: they skip
 * only rules after them (public facts 6.3).
 *
 * @param proposed - the configuration to deploy, or a deployed one
 * @param expected - such as {@link toMigrationConfiguration} of the previous WAF, with its actual setting
 * @param certain - such as {@link toCertainConfiguration}; what only `expected` has may be missing, with a warning
 * @param possible - such as {@link toPossibleConfiguration}; overrides that only it and `proposed` have are no difference
 * @returns nothing if both do the same to every request; at most one finding per code and ruleset
 */
export function judgeConfiguration(
  proposed: readonly WrittenRule[],
  expected: readonly WrittenRule[],
  certain: readonly WrittenRule[] = expected,
  possible: readonly WrittenRule[] = [],
): WafFinding[] {
  const { pairs, absent, additional } = pairExecutions(proposed, expected);
  const skips = compareSkips(proposed, expected);
  const unknown = [...unknownOnlyIn(proposed, expected), ...unknownOnlyIn(expected, proposed)];
  return [
    ...findRulesets(
      'waf.ruleset_missing',
      absent.flatMap((rule) => (rule.enabled ? (executedRuleset(rule) ?? []) : [])),
    ),
    ...findRulesets(
      'waf.ruleset_disabled',
      idsWhere(pairs, (actual, wanted) => wanted && !actual),
    ),
    ...findRulesets(
      'waf.ruleset_enabled',
      idsWhere(pairs, (actual, wanted) => actual && !wanted),
    ),
    ...findNarrowed(pairs),
    ...pairs.flatMap((pair) => compareOverrides(pair, certain, possible)),
    ...findRules('waf.skip_missing', skips.missing),
    ...findRules('waf.skip_added', skips.added),
    ...findRules('waf.skip_widened', skips.widened),
    ...findRules('waf.rule_unknown', unknown, !unknown.some(({ enabled }) => enabled)),
    ...findRules('waf.rule_added', [...skips.withoutEffect, ...additional]),
    ...findRules('waf.disabled_rule_missing', [
      ...skips.disabledMissing,
      ...absent.filter(({ enabled }) => !enabled),
    ]),
  ];
}

interface Pair {
  readonly ruleset: string;
  readonly actual: WrittenRule;
  readonly expected: WrittenRule;
}

/** Pairs each expected execution with the most similar proposed one of its ruleset. */
function pairExecutions(proposed: readonly WrittenRule[], expected: readonly WrittenRule[]) {
  const additional = new Set(proposed.filter((rule) => executedRuleset(rule) !== undefined));
  const pairs: Pair[] = [];
  const absent: WrittenRule[] = [];
  for (const rule of expected) {
    const ruleset = executedRuleset(rule);
    if (ruleset === undefined) continue;
    const [nearest] = [...additional]
      .filter((each) => executedRuleset(each) === ruleset)
      .map((actual) => ({ ruleset, actual, expected: rule }))
      .sort((a, b) => distance(a) - distance(b));
    if (nearest === undefined) absent.push(rule);
    else {
      additional.delete(nearest.actual);
      pairs.push(nearest);
    }
  }
  return { pairs, absent, additional: [...additional] };
}

function distance(pair: Pair): number {
  const { missing, changed } = differencesOf(pair);
  const isOtherState = pair.actual.enabled !== pair.expected.enabled;
  const settings = missing.length + changed.length;
  return (isOtherState ? 1_000_000 : 0) + (isNarrowed(pair) ? 100_000 : 0) + settings;
}

function isNarrowed({ actual, expected }: Pair): boolean {
  return normalizeExpression(actual.expression) !== normalizeExpression(expected.expression);
}

function findNarrowed(pairs: readonly Pair[]): WafFinding[] {
  const narrowed = pairs.filter(isNarrowed);
  const isDisabled = !narrowed.some(({ actual }) => actual.enabled);
  const rulesets = narrowed.map(({ ruleset, actual: { expression } }) => ({ id: ruleset, expression }));
  return ifAny(rulesets, () => wafFinding('waf.ruleset_narrowed', { ...lowered(isDisabled), rulesets }));
}

/**
 * The settings of a disabled rule have no effect yet, so a difference is no more than information. What only the default mode of
 * a group decides is no change: `possible` has it for a group that is on, and `certain` for one that is off.
 */
function compareOverrides(
  pair: Pair,
  certain: readonly WrittenRule[],
  possible: readonly WrittenRule[],
): WafFinding[] {
  const { actual, ruleset } = pair;
  const { missing, changed: all } = differencesOf(pair);
  const [sure, allowed] = [settingsIn(certain, ruleset), settingsIn(possible, ruleset)];
  const isOptional = ({ actual: one, expected }: ChangedOverride) =>
    expected !== undefined && includes(sure, one) && !includes(sure, expected);
  const isAllowed = ({ actual: one, expected }: ChangedOverride) =>
    includes(allowed, one) && (expected === undefined || includes(sure, expected));
  const changed = all.filter((each) => !isOptional(each) && !isAllowed(each));
  const required = sure.map(subjectOf);
  const needed = missing.filter((each) => required.includes(subjectOf(each)));
  const optional = [
    ...missing.filter((each) => !needed.includes(each)),
    ...all.filter(isOptional).flatMap(({ expected }) => expected ?? []),
  ];
  const place = { ...lowered(!actual.enabled), ruleset };
  return [
    ...ifAny(needed, (overrides) => wafFinding('waf.override_missing', { ...place, overrides })),
    ...ifAny(optional, (overrides) => wafFinding('waf.group_override_missing', { ...place, overrides })),
    ...ifAny(changed, (overrides) => wafFinding('waf.override_changed', { ...place, overrides })),
  ];
}

function includes(settings: readonly OverrideSetting[], one: OverrideSetting): boolean {
  return settings.some((each) => isDeepStrictEqual(each, one));
}

function settingsIn(rules: readonly WrittenRule[], ruleset: string): readonly OverrideSetting[] {
  return rules.filter((rule) => executedRuleset(rule) === ruleset).flatMap(settingsOf);
}

function differencesOf({ actual, expected }: Pair) {
  const present = bySubject(settingsOf(actual));
  const wanted = bySubject(settingsOf(expected));
  return {
    missing: [...wanted].flatMap(([subject, settings]) => (present.has(subject) ? [] : settings)),
    changed: [...present].flatMap(([subject, settings]) => changesOf(settings, wanted.get(subject) ?? [])),
  };
}

/** A list has more than one item only if the configuration names something twice. */
function changesOf(
  actual: readonly OverrideSetting[],
  expected: readonly OverrideSetting[],
): ChangedOverride[] {
  const others = actual.filter((each) => !expected.some((wanted) => isSameSetting(each, wanted)));
  const [lacking] = expected.filter((wanted) => !actual.some((each) => isSameSetting(each, wanted)));
  if (lacking === undefined) return others.map((each) => ({ actual: each }));
  return (others.length > 0 ? others : actual).map((each) => ({ actual: each, expected: lacking }));
}

/** A rule with an expected action and no `enabled` is enabled by default, so `enabled: true` adds nothing. */
function isSameSetting(actual: OverrideSetting, expected: OverrideSetting): boolean {
  const isDefault = expected.action !== undefined && expected.enabled === undefined;
  const wanted = isDefault && actual.enabled === true ? { ...expected, enabled: true } : expected;
  return isDeepStrictEqual(actual, wanted);
}

function bySubject(settings: readonly OverrideSetting[]): Map<string, OverrideSetting[]> {
  const groups = new Map<string, OverrideSetting[]>();
  for (const each of settings) getOrAdd(groups, subjectOf(each), () => []).push(each);
  return groups;
}

/** Rules that neither execute a ruleset nor skip anything known, and that the other configuration has not. */
function unknownOnlyIn(rules: readonly WrittenRule[], others: readonly WrittenRule[]): WrittenRule[] {
  return rules.filter(
    (rule) =>
      executedRuleset(rule) === undefined &&
      skipScopeOf(rule) === undefined &&
      !others.some((other) => isDeepStrictEqual(partsOf(other), partsOf(rule))),
  );
}

function partsOf({ action, action_parameters: parameters = {}, expression, enabled }: WrittenRule): object {
  return { action, parameters, expression: normalizeExpression(expression), enabled };
}

function idsWhere(pairs: readonly Pair[], is: (actual: boolean, expected: boolean) => boolean): string[] {
  return pairs
    .filter(({ actual, expected }) => is(actual.enabled, expected.enabled))
    .map(({ ruleset }) => ruleset);
}

type CodeOf<Data> = Extract<WafFinding, Data>['code'];

function findRulesets(
  code: CodeOf<{ readonly rulesets: readonly string[] }>,
  rulesets: readonly string[],
): WafFinding[] {
  return ifAny(rulesets, () => wafFinding(code, { rulesets }));
}

function findRules(
  code: CodeOf<{ readonly rules: unknown }>,
  rules: readonly WrittenRule[],
  isDisabled = false,
): WafFinding[] {
  return ifAny(rules, () => wafFinding(code, { ...lowered(isDisabled), rules }));
}

/** Lowers the severity of a finding on disabled rules, which have no effect yet. */
function lowered(isDisabled: boolean): { readonly severity?: 'info' } {
  return isDisabled ? { severity: 'info' } : {};
}
