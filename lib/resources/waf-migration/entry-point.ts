import type { Rule, RuleInput } from '../../client';
import { asFields, type Fields } from '../narrow';
import { identityOf, takeSkips, type SkipBaseline, type SkipRule } from './skip-rules';
import type { Remainder } from './drift';
import { compare, isSame, without } from './values';

/** An override in the form of the contract. */
export interface RuleOverride {
  readonly rule_id: string;
  readonly ruleset_id: string;
  readonly action: string | null;
  readonly enabled: boolean | null;
  readonly score_threshold: number | null;
}

/**
 * The settings of an entry point without those of the configuration: the ones that the migration created, or that existed
 * when the zone was adopted. Any difference from baseline and configuration is drift. Private state keeps it.
 */
export interface Baseline {
  /** The overrides in the form of the API, by {@link keyOf}. */
  readonly overrides: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  /** The managed rulesets that are enabled. */
  readonly enabled: readonly string[];
  readonly skips: SkipBaseline;
  /** Taken at the first read after a write, because only then it has the form of the API. */
  readonly remainder?: Remainder;
}

export function keyOf({ ruleset_id, rule_id }: Pick<RuleOverride, 'ruleset_id' | 'rule_id'>): string {
  return `${ruleset_id}/${rule_id}`;
}

/** The managed rulesets that the rules execute, enabled or not. */
export function executedRulesets(rules: readonly Rule[]): string[] {
  return [...new Set(rules.flatMap((rule) => rulesetOf(rule) ?? []))];
}

export function enabledRulesets(rules: readonly Rule[]): string[] {
  return executedRulesets(rules.filter(({ enabled }) => enabled));
}

/** Takes a baseline: the settings of the rules that are not configured. */
export function takeBaseline(
  rules: readonly Rule[],
  configured: readonly RuleOverride[],
  configuredSkips: readonly SkipRule[] = [],
): Baseline {
  const ours = new Set(configured.map(keyOf));
  const unconfigured = [...overridesOf(rules)].filter(([key]) => !ours.has(key));
  return {
    overrides: Object.fromEntries(unconfigured),
    enabled: enabledRulesets(rules),
    skips: takeSkips(rules, configuredSkips),
  };
}

/** The baseline without settings that match the configuration. */
export function withoutConfigured(
  baseline: Baseline,
  configured: readonly RuleOverride[],
  configuredSkips: readonly SkipRule[],
): Baseline {
  const ours = new Map(configured.map((override) => [keyOf(override), toOverride(override)]));
  const skips = new Set(configuredSkips.map(identityOf));
  return {
    ...baseline,
    overrides: Object.fromEntries(
      Object.entries(baseline.overrides).filter(([key, override]) => !isSame(override, ours.get(key))),
    ),
    skips: Object.fromEntries(Object.entries(baseline.skips).filter(([identity]) => !skips.has(identity))),
  };
}

/** The baseline with the original overrides of the migration for rules that the configuration overrides. */
export function withOriginals(
  baseline: Baseline,
  configured: readonly RuleOverride[],
  migrated: readonly Rule[],
): Baseline {
  const ours = new Set(configured.map(keyOf));
  const originals = [...overridesOf(migrated)].filter(([key]) => ours.has(key));
  return { ...baseline, overrides: { ...baseline.overrides, ...Object.fromEntries(originals) } };
}

/** The configured overrides of rules that are already overridden. */
export function existingOverrides(
  rules: readonly Rule[],
  configured: readonly RuleOverride[],
): RuleOverride[] {
  const actual = overridesOf(rules);
  return configured.filter((override) => actual.has(keyOf(override)));
}

/**
 * The desired rules: only the overrides of configuration and baseline (the configuration has precedence), and every ruleset
 * of the baseline enabled. Other rules and settings are unchanged.
 */
export function withOverrides(
  rules: readonly Rule[],
  desired: readonly RuleOverride[],
  baseline: Baseline,
): Rule[] {
  const executed = executedRulesets(rules);
  const missing = baseline.enabled.filter((id) => !executed.includes(id)).map(executeRule);
  const seen = new Set<string>();
  return [...rules, ...missing].map((rule) => {
    const ruleset = rulesetOf(rule);
    if (ruleset === undefined || seen.has(ruleset)) return rule;
    seen.add(ruleset);
    const isEnabled = rule.enabled || baseline.enabled.includes(ruleset);
    return { ...withRuleOverrides(rule, desiredIn(ruleset, desired, baseline)), enabled: isEnabled };
  });
}

/** The rulesets of overrides that no rule executes. */
export function missingRulesets(rules: readonly Rule[], overrides: readonly RuleOverride[]): string[] {
  const executed = executedRulesets(rules);
  return [...new Set(overrides.map((each) => each.ruleset_id))].filter((id) => !executed.includes(id));
}

/** The actual overrides for `rule_overrides`: configured ones that exist, and out-of-band ones. */
export function observeOverrides(
  rules: readonly Rule[],
  configured: readonly RuleOverride[],
  baseline: Baseline,
): RuleOverride[] {
  const ours = new Map(configured.map((override) => [keyOf(override), override]));
  const found = overridesOf(rules);
  const seen = [...found].filter(
    ([key, override]) => ours.has(key) || !isSame(override, baseline.overrides[key]),
  );
  // A missing override of the baseline cannot be shown here: `changed_by_others` shows it.
  return seen.map(([key, override]) => {
    const [rulesetId = '', ruleId = ''] = key.split('/');
    const observed = settingsOf(override);
    const known = ours.get(key);
    const before = settingsOf(baseline.overrides[key] ?? {});
    return {
      rule_id: ruleId,
      ruleset_id: rulesetId,
      // A setting that is not configured is null unless it drifted from the baseline.
      action: known?.action === null && observed.action === before.action ? null : observed.action,
      enabled: known?.enabled === null && observed.enabled === before.enabled ? null : observed.enabled,
      score_threshold:
        known?.score_threshold === null && observed.score_threshold === before.score_threshold
          ? null
          : observed.score_threshold,
    };
  });
}

function settingsOf({ action, enabled, score_threshold: threshold }: Fields) {
  return {
    action: typeof action === 'string' ? action : null,
    enabled: typeof enabled === 'boolean' ? enabled : null,
    score_threshold: typeof threshold === 'number' ? threshold : null,
  };
}

/** Whether two lists of rules deploy the same, so that a write would be a no-op. */
export function sameDeployment(one: readonly Rule[], other: readonly Rule[]): boolean {
  return isSame(one.map(deployment), other.map(deployment));
}

/** A rule for a request body: without the fields that the API assigns. */
export function toRuleInput({ id, ref, version: _version, last_updated: _time, ...rule }: Rule): RuleInput {
  return { ...rule, ...(id === '' ? {} : { id }), ...(ref === '' ? {} : { ref }) };
}

/** The body of the validation call omits ids, versions and refs (specification 4.2, rule 7). */
export function toNamelessInput(rule: Rule): RuleInput {
  return toRuleInput({ ...rule, id: '', ref: '' });
}

/** The id of the managed ruleset that a rule executes. */
export function rulesetOf({ action, action_parameters: parameters }: Rule): string | undefined {
  const id = action === 'execute' ? parameters?.id : undefined;
  return typeof id === 'string' ? id : undefined;
}

export function executeRule(id: string): Rule {
  const assigned = { id: '', ref: '', version: '', last_updated: '', description: '' };
  return { ...assigned, action: 'execute', action_parameters: { id }, expression: 'true', enabled: true };
}

export function overridesOf(rules: readonly Rule[]): Map<string, Fields> {
  const found = new Map<string, Fields>();
  for (const rule of rules) {
    const rulesetId = rulesetOf(rule);
    if (rulesetId === undefined) continue;
    for (const override of listedOverrides(rule)) {
      const key = keyOf({ ruleset_id: rulesetId, rule_id: String(override.id) });
      if (!found.has(key)) found.set(key, override);
    }
  }
  return found;
}

function listedOverrides({ action_parameters: parameters }: Rule): Fields[] {
  const rules = asFields(parameters?.overrides)?.rules;
  if (!Array.isArray(rules)) return [];
  return rules.flatMap((each: unknown) => {
    const override = asFields(each);
    return typeof override?.id === 'string' ? [override] : [];
  });
}

function desiredIn(rulesetId: string, desired: readonly RuleOverride[], baseline: Baseline): Fields[] {
  const all = new Map(Object.entries(baseline.overrides).filter(([key]) => key.startsWith(`${rulesetId}/`)));
  for (const override of desired.filter((each) => each.ruleset_id === rulesetId)) {
    all.set(keyOf(override), { ...all.get(keyOf(override)), ...toOverride(override) });
  }
  return [...all.values()];
}

/** The override in the form of the API. */
function toOverride({ rule_id: id, action, enabled, score_threshold: threshold }: RuleOverride): Fields {
  return {
    id,
    ...(action === null ? {} : { action }),
    ...(enabled === null ? {} : { enabled }),
    ...(threshold === null ? {} : { score_threshold: threshold }),
  };
}

function withRuleOverrides(rule: Rule, rules: readonly Fields[]): Rule {
  const { overrides, ...parameters } = rule.action_parameters ?? {};
  const rest = without(asFields(overrides) ?? {}, 'rules');
  const all = rules.length === 0 ? rest : { ...rest, rules: [...rules] };
  // The API rejects empty overrides (public fact, section 6.3).
  const kept = Object.keys(all).length === 0 ? {} : { overrides: all };
  return { ...rule, action_parameters: { ...parameters, ...kept } };
}

/** The configurable part of a rule; the order of overrides has no effect. */
function deployment({
  action,
  action_parameters: parameters,
  expression,
  description,
  enabled,
}: Rule): unknown {
  const { overrides, ...rest } = parameters ?? {};
  const others = without(rest, 'version');
  const { rules, ...settings } = asFields(overrides) ?? {};
  const listed: unknown[] = Array.isArray(rules) ? rules : [];
  const sorted = [...listed].sort((a, b) =>
    compare(JSON.stringify(asFields(a)?.id), JSON.stringify(asFields(b)?.id)),
  );
  return { action, expression, description, enabled, others, settings, rules: sorted };
}
