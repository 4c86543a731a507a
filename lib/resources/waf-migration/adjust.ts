import type { Rule } from '../../client';
import { describeFinding, executedRuleset, judgeConfiguration } from '../../waf';
import type { JsonObject } from '../../ground/json';
import {
  keyOf,
  listedOverrides,
  overridesOf,
  toOverride,
  withRuleOverrides,
  type RuleOverride,
} from './entry-point';
import type { Adjustments } from './intent';
import { identityOf, identityOfRule, reachOf, skipOf, toRule, type SkipRule } from './skip-rules';
import { isSame } from './values';

/** The rules without the configured adjustments, as the migration or an import found them: any other difference is drift. Private state keeps it. */
export type Baseline = readonly Rule[];

/**
 * The desired rules: the actual ones with their drift reverted and the adjustments applied. Skip rules and the settings of
 * rulesets are those of the baseline and of the configuration, which has precedence. Every ruleset of the baseline is enabled.
 * A ruleset that is executed out of band stays, and a deleted skip rule of the baseline stays deleted: without it, more
 * requests are checked.
 */
export function adjust(
  actual: readonly Rule[],
  baseline: Baseline,
  { overrides, skips }: Adjustments,
): readonly Rule[] {
  const executed = new Set(actual.flatMap((rule) => executedRuleset(rule) ?? []));
  const missing = baseline.filter(
    (rule) => rule.enabled && rule.action === 'execute' && !executed.has(executedRuleset(rule) ?? ''),
  );
  const seen = new Set<string>();
  return [...withSkips(actual, baseline, skips), ...missing].map((rule) => {
    const ruleset = executedRuleset(rule);
    // If several rules execute a ruleset, only the first one is managed.
    if (ruleset === undefined || seen.has(ruleset)) return rule;
    seen.add(ruleset);
    const before = baseline.find((each) => executedRuleset(each) === ruleset);
    return withOverrides(
      before === undefined ? withRuleOverrides(rule, []) : restored(rule, before),
      overrides.filter((each) => each.ruleset_id === ruleset),
    );
  });
}

/** Removes the adjustments; with `onlyEqual`, only overrides that are set exactly so. */
export function withoutAdjustments(
  rules: readonly Rule[],
  { overrides, skips }: Adjustments,
  onlyEqual = false,
): Baseline {
  const ours = new Map(overrides.map((each) => [keyOf(each), toOverride(each)]));
  const named = new Set(skips.map(identityOf));
  return rules.flatMap((rule) => {
    if (rule.action === 'skip' && named.has(identityOfRule(rule))) return [];
    const ruleset_id = executedRuleset(rule);
    if (ruleset_id === undefined) return [rule];
    const kept = listedOverrides(rule).filter((each) => {
      const configured = ours.get(keyOf({ ruleset_id, rule_id: String(each.id) }));
      return configured === undefined || (onlyEqual && !isSame(each, configured));
    });
    return [withRuleOverrides(rule, kept)];
  });
}

/** The baseline with the original overrides of the migration for rules that the configuration overrides. */
export function withOriginals(
  baseline: Baseline,
  { overrides }: Adjustments,
  migrated: readonly Rule[],
): Baseline {
  const originals = overridesOf(migrated);
  return baseline.map((rule) => {
    const ruleset_id = executedRuleset(rule);
    const present = new Set(listedOverrides(rule).map(({ id }) => id));
    const found = overrides.flatMap((each): readonly JsonObject[] => {
      const original = originals.get(keyOf(each));
      const isLacking = each.ruleset_id === ruleset_id && !present.has(each.rule_id);
      return isLacking && original !== undefined ? [original] : [];
    });
    return found.length === 0 ? rule : withRuleOverrides(rule, [...listedOverrides(rule), ...found]);
  });
}

/** The actual adjustments: the configured ones that exist, and those that were made or changed out of band. */
export function observeAdjustments(
  rules: readonly Rule[],
  baseline: Baseline,
  configured: Adjustments,
): Adjustments {
  return {
    overrides: observeOverrides(rules, baseline, configured.overrides),
    skips: observeSkips(rules, baseline, configured.skips),
  };
}

/** Drift that the observed adjustments do not show, one line each: it remains if they are taken for the configuration. */
export function findDrift(rules: readonly Rule[], baseline: Baseline, observed: Adjustments): string[] {
  return judgeConfiguration(rules, adjust(rules, baseline, observed))
    .filter(({ severity }) => severity !== 'info')
    .map((finding) => describeFinding(finding));
}

function observeOverrides(
  rules: readonly Rule[],
  baseline: Baseline,
  configured: readonly RuleOverride[],
): RuleOverride[] {
  const ours = new Map(configured.map((override) => [keyOf(override), override]));
  const originals = overridesOf(baseline);
  const seen = [...overridesOf(rules)].filter(
    ([key, override]) => ours.has(key) || !isSame(override, originals.get(key)),
  );
  return seen.map(([key, override]) => {
    const [rulesetId = '', ruleId = ''] = key.split('/');
    const observed = settingsOf(override);
    const known = ours.get(key);
    const before = settingsOf(originals.get(key) ?? {});
    // A setting that is not configured is null unless it drifted from the baseline.
    const shown = <K extends keyof Settings>(name: K): Settings[K] =>
      known?.[name] === null && observed[name] === before[name] ? null : observed[name];
    return {
      rule_id: ruleId,
      ruleset_id: rulesetId,
      action: shown('action'),
      enabled: shown('enabled'),
      score_threshold: shown('score_threshold'),
    };
  });
}

type Settings = Pick<RuleOverride, 'action' | 'enabled' | 'score_threshold'>;

function settingsOf({ action, enabled, score_threshold: threshold }: JsonObject): Settings {
  return {
    action: typeof action === 'string' ? action : null,
    enabled: typeof enabled === 'boolean' ? enabled : null,
    score_threshold: typeof threshold === 'number' ? threshold : null,
  };
}

function observeSkips(
  rules: readonly Rule[],
  baseline: Baseline,
  configured: readonly SkipRule[],
): SkipRule[] {
  const ours = new Map(configured.map((skip) => [identityOf(skip), skip]));
  const before = statesOf(baseline);
  const early = reachOf(rules);
  const seen = new Map<string, SkipRule>();
  for (const [at, rule] of rules.entries()) {
    const skip = skipOf(rule);
    const identity = skip === undefined ? '' : identityOf(skip);
    if (skip === undefined || seen.has(identity)) continue;
    const known = ours.get(identity);
    if (known === undefined) {
      if (before.get(identity) !== skip.enabled) seen.set(identity, skip);
    } else if (at < early) {
      const description = known.description === null ? null : skip.description;
      seen.set(identity, { ...known, description, enabled: skip.enabled });
    }
  }
  return [...seen.values()];
}

/** New skip rules come before the first rule that executes a ruleset: requests skip only the rules after a skip rule. */
function withSkips(rules: readonly Rule[], baseline: Baseline, desired: readonly SkipRule[]): Rule[] {
  const pending = new Map(desired.map((skip) => [identityOf(skip), skip]));
  const configured = new Set(pending.keys());
  const before = statesOf(baseline);
  const early = reachOf(rules);
  const kept = rules.flatMap((rule, at) => {
    if (rule.action !== 'skip') return [rule];
    const identity = identityOfRule(rule);
    const ours = pending.get(identity);
    if (ours !== undefined && at < early && pending.delete(identity)) {
      const { description, enabled } = ours;
      return [{ ...rule, enabled, ...(description !== null && { description }) }];
    }
    const enabled = before.get(identity);
    if (enabled === undefined || configured.has(identity)) return [];
    before.delete(identity);
    return [{ ...rule, enabled }];
  });
  const first = reachOf(kept);
  return [...kept.slice(0, first), ...[...pending.values()].map(toRule), ...kept.slice(first)];
}

/** Whether each skip rule is enabled: one that is there twice is, if either is. */
function statesOf(rules: readonly Rule[]): Map<string, boolean> {
  const states = new Map<string, boolean>();
  for (const rule of rules.filter(({ action }) => action === 'skip')) {
    const identity = identityOfRule(rule);
    states.set(identity, rule.enabled || states.get(identity) === true);
  }
  return states;
}

function restored(rule: Rule, before: Rule): Rule {
  const { action_parameters: parameters = {}, expression } = before;
  return { ...rule, expression, action_parameters: parameters, enabled: rule.enabled || before.enabled };
}

function withOverrides(rule: Rule, configured: readonly RuleOverride[]): Rule {
  const all = new Map<unknown, JsonObject>(listedOverrides(rule).map((each) => [each.id, each]));
  for (const override of configured)
    all.set(override.rule_id, { ...all.get(override.rule_id), ...toOverride(override) });
  return withRuleOverrides(rule, [...all.values()]);
}
