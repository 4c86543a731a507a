import type { Rule, RuleInput } from '../../client';

/** An override as the contract has it. */
export interface RuleOverride {
  readonly rule_id: string;
  readonly ruleset_id: string;
  readonly action: string | null;
  readonly enabled: boolean | null;
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

/** What stands in the rules beside the overrides that the configuration speaks of. */
export function takeBaseline(rules: readonly Rule[], spoken: readonly RuleOverride[]): Baseline {
  const ours = new Set(spoken.map(keyOf));
  const others = [...overridesOf(rules)].filter(([key]) => !ours.has(key));
  return { overrides: Object.fromEntries(others), enabled: enabledRulesets(rules) };
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
  spoken: readonly RuleOverride[],
  baseline: Baseline,
): RuleOverride[] {
  const ours = new Set(spoken.map(keyOf));
  const found = overridesOf(rules);
  const seen = [...found].filter(
    ([key, override]) => ours.has(key) || !isSame(override, baseline.overrides[key]),
  );
  // One of the baseline that is gone has no form of its own here; it is written again with the next change.
  return seen.map(([key, override]) => {
    const [rulesetId = '', ruleId = ''] = key.split('/');
    return {
      rule_id: ruleId,
      ruleset_id: rulesetId,
      action: typeof override.action === 'string' ? override.action : null,
      enabled: typeof override.enabled === 'boolean' ? override.enabled : null,
    };
  });
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

function rulesetOf({ action, action_parameters: parameters }: Rule): string | undefined {
  const id = action === 'execute' ? parameters?.id : undefined;
  return typeof id === 'string' ? id : undefined;
}

function executeRule(id: string): Rule {
  const assigned = { id: '', ref: '', version: '', last_updated: '', description: '' };
  return { ...assigned, action: 'execute', action_parameters: { id }, expression: 'true', enabled: true };
}

type Override = Readonly<Record<string, unknown>>;

function overridesOf(rules: readonly Rule[]): Map<string, Override> {
  const found = new Map<string, Override>();
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

function listedOverrides({ action_parameters: parameters }: Rule): Override[] {
  const rules = objectOf(parameters?.overrides)?.rules;
  if (!Array.isArray(rules)) return [];
  return rules.flatMap((each: unknown) => {
    const override = objectOf(each);
    return typeof override?.id === 'string' ? [override] : [];
  });
}

function wantedIn(rulesetId: string, wanted: readonly RuleOverride[], baseline: Baseline): Override[] {
  const all = new Map(Object.entries(baseline.overrides).filter(([key]) => key.startsWith(`${rulesetId}/`)));
  for (const override of wanted.filter((each) => each.ruleset_id === rulesetId)) {
    const { rule_id: id, action, enabled } = override;
    all.set(keyOf(override), {
      ...all.get(keyOf(override)),
      id,
      ...(action === null ? {} : { action }),
      ...(enabled === null ? {} : { enabled }),
    });
  }
  return [...all.values()];
}

function withRuleOverrides(rule: Rule, rules: readonly Override[]): Rule {
  const { overrides, ...parameters } = rule.action_parameters ?? {};
  const others = without(objectOf(overrides) ?? {}, 'rules');
  const all = rules.length === 0 ? others : { ...others, rules: [...rules] };
  // The service takes no empty overrides (public fact, section 6.3).
  const kept = Object.keys(all).length === 0 ? {} : { overrides: all };
  return { ...rule, action_parameters: { ...parameters, ...kept } };
}

/** What of a rule has an effect; the order of overrides has none. */
function deployment({ action, action_parameters: parameters, expression, enabled }: Rule): unknown {
  const { overrides, ...rest } = parameters ?? {};
  const others = without(rest, 'version');
  const { rules, ...settings } = objectOf(overrides) ?? {};
  const listed: unknown[] = Array.isArray(rules) ? rules : [];
  const sorted = [...listed].sort((a, b) =>
    compare(JSON.stringify(objectOf(a)?.id), JSON.stringify(objectOf(b)?.id)),
  );
  return { action, expression, enabled, others, settings, rules: sorted };
}

function compare(a = '', b = ''): number {
  return a < b ? -1 : Number(a > b);
}

function without(object: Override, name: string): Override {
  return Object.fromEntries(Object.entries(object).filter(([key]) => key !== name));
}

function objectOf(value: unknown): Readonly<Record<string, unknown>> | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value))
    : undefined;
}

/** Equal whatever the order of keys; what is undefined counts as left out. */
function isSame(one: unknown, other: unknown): boolean {
  return canonical(one) === canonical(other);
}

function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
  const object = objectOf(value);
  if (object === undefined) return value === undefined ? 'null' : JSON.stringify(value);
  const entries = Object.entries(object).filter(([, item]) => item !== undefined);
  return `{${entries
    .sort(([a], [b]) => compare(a, b))
    .map(([key, item]) => `${JSON.stringify(key)}:${canonical(item)}`)
    .join(',')}}`;
}
