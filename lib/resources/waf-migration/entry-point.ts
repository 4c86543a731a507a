import type { Rule, RuleInput } from '../../client';
import { asFields, type Fields } from '../narrow';
import { identityOf, takeSkips, type SkipBaseline, type SkipRule } from './skip-rules';
import type { Remainder } from './drift';
import { compare, isSame, without } from './values';

/** An override as the contract has it. */
export interface RuleOverride {
  readonly rule_id: string;
  readonly ruleset_id: string;
  readonly action: string | null;
  readonly enabled: boolean | null;
  readonly score_threshold: number | null;
}

/**
 * What an entry point deploys without the overrides of the configuration: what the migration brought, or what was there
 * when the zone was adopted. Whatever differs from this and from the configuration was done by others.
 */
export interface Baseline {
  /** The overrides in the service's form, by {@link keyOf}. */
  readonly overrides: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  /** The managed rulesets that are enabled. */
  readonly enabled: readonly string[];
  readonly skips: SkipBaseline;
  /** Taken at the first look after it was written, since only then it has the service's words. */
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

/** What stands in the rules beside what the configuration speaks of. */
export function takeBaseline(
  rules: readonly Rule[],
  configured: readonly RuleOverride[],
  configuredSkips: readonly SkipRule[] = [],
): Baseline {
  const ours = new Set(configured.map(keyOf));
  const others = [...overridesOf(rules)].filter(([key]) => !ours.has(key));
  return {
    overrides: Object.fromEntries(others),
    enabled: enabledRulesets(rules),
    skips: takeSkips(rules, configuredSkips),
  };
}

/** The baseline without what the configuration says just so. */
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

/** The baseline with what the migration brought of rules that the configuration overrides. */
export function withOriginals(
  baseline: Baseline,
  configured: readonly RuleOverride[],
  brought: readonly Rule[],
): Baseline {
  const ours = new Set(configured.map(keyOf));
  const originals = [...overridesOf(brought)].filter(([key]) => ours.has(key));
  return { ...baseline, overrides: { ...baseline.overrides, ...Object.fromEntries(originals) } };
}

/** The overrides of the configuration whose place in the rules is taken. */
export function overridesThere(rules: readonly Rule[], configured: readonly RuleOverride[]): RuleOverride[] {
  const there = overridesOf(rules);
  return configured.filter((override) => there.has(keyOf(override)));
}

/**
 * The rules as they should be: the overrides of the configuration over those of the baseline, nobody else's, and every
 * ruleset of the baseline enabled. Other rules, and other settings of these, stay as they are.
 */
export function withOverrides(
  rules: readonly Rule[],
  wanted: readonly RuleOverride[],
  baseline: Baseline,
): Rule[] {
  const there = executedRulesets(rules);
  const missing = baseline.enabled.filter((id) => !there.includes(id)).map(executeRule);
  const taken = new Set<string>();
  return [...rules, ...missing].map((rule) => {
    const ruleset = rulesetOf(rule);
    if (ruleset === undefined || taken.has(ruleset)) return rule;
    taken.add(ruleset);
    const isEnabled = rule.enabled || baseline.enabled.includes(ruleset);
    return { ...withRuleOverrides(rule, wantedIn(ruleset, wanted, baseline)), enabled: isEnabled };
  });
}

/** The rulesets that overrides name and that nothing executes. */
export function rulesetsMissing(rules: readonly Rule[], wanted: readonly RuleOverride[]): string[] {
  const there = executedRulesets(rules);
  return [...new Set(wanted.map((each) => each.ruleset_id))].filter((id) => !there.includes(id));
}

/** The overrides as they are: those of the configuration as far as they stand, and those that others made. */
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
  // One of the baseline that is gone has no form of its own here; it is written again with the next change.
  return seen.map(([key, override]) => {
    const [rulesetId = '', ruleId = ''] = key.split('/');
    const observed = settingsOf(override);
    const known = ours.get(key);
    const left = settingsOf(baseline.overrides[key] ?? {});
    return {
      rule_id: ruleId,
      ruleset_id: rulesetId,
      // What the configuration leaves open is as the migration brought it, or somebody changed it.
      action: known?.action === null && observed.action === left.action ? null : observed.action,
      enabled: known?.enabled === null && observed.enabled === left.enabled ? null : observed.enabled,
      score_threshold:
        known?.score_threshold === null && observed.score_threshold === left.score_threshold
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

/** Whether the rules deploy what is wanted, so that nothing has to be written. */
export function sameDeployment(one: readonly Rule[], other: readonly Rule[]): boolean {
  return isSame(one.map(deployment), other.map(deployment));
}

/** A rule as it is sent: without what the service assigns. */
export function toRuleInput({ id, ref, version: _version, last_updated: _time, ...rule }: Rule): RuleInput {
  return { ...rule, ...(id === '' ? {} : { id }), ...(ref === '' ? {} : { ref }) };
}

/** The body of the validation call leaves ids, versions and refs out (specification 4.2, rule 7). */
export function toNamelessInput(rule: Rule): RuleInput {
  return toRuleInput({ ...rule, id: '', ref: '' });
}

/** The managed ruleset that a rule executes. */
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

function wantedIn(rulesetId: string, wanted: readonly RuleOverride[], baseline: Baseline): Fields[] {
  const all = new Map(Object.entries(baseline.overrides).filter(([key]) => key.startsWith(`${rulesetId}/`)));
  for (const override of wanted.filter((each) => each.ruleset_id === rulesetId)) {
    all.set(keyOf(override), { ...all.get(keyOf(override)), ...toOverride(override) });
  }
  return [...all.values()];
}

/** In the form of the service. */
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
  const others = without(asFields(overrides) ?? {}, 'rules');
  const all = rules.length === 0 ? others : { ...others, rules: [...rules] };
  // The service takes no empty overrides (public fact, section 6.3).
  const kept = Object.keys(all).length === 0 ? {} : { overrides: all };
  return { ...rule, action_parameters: { ...parameters, ...kept } };
}

/** What of a rule was configured; the order of overrides has no effect. */
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
