import type { Rule, RuleInput } from '../../client';
import { toRuleInput } from '../../client/rulesets';
import { compare } from '../../ground/compare';
import { asFields, fieldsOf, listOf, type JsonObject } from '../../ground/json';
import { executedRuleset } from '../../waf';
import type { State } from '../../schema';
import type { WafMigrationAttributes } from './contract';
import { withoutUnknown, type RuleReplacement } from '../unknown-members';
import { isSame, without } from './values';

export type RuleOverride = NonNullable<State<WafMigrationAttributes>['rule_overrides']>[number];

export function keyOf({ ruleset_id, rule_id }: Pick<RuleOverride, 'ruleset_id' | 'rule_id'>): string {
  return `${ruleset_id}/${rule_id}`;
}

/** The managed rulesets that the rules execute, enabled or not. */
export function executedRulesets(rules: readonly Rule[]): string[] {
  return [...new Set(rules.flatMap((rule) => executedRuleset(rule) ?? []))];
}

export function enabledRulesets(rules: readonly Rule[]): string[] {
  return executedRulesets(rules.filter(({ enabled }) => enabled));
}

export function existingOverrides(
  rules: readonly Rule[],
  configured: readonly RuleOverride[],
): RuleOverride[] {
  const actual = overridesOf(rules);
  return configured.filter((override) => actual.has(keyOf(override)));
}

export function sameDeployment(one: readonly Rule[], other: readonly Rule[]): boolean {
  return isSame(deploymentOf(one), deploymentOf(other));
}

/** Equal for two lists of rules that deploy the same. */
export function deploymentOf(rules: readonly Rule[]): unknown {
  return rules.map(deployment);
}

/** The body of the validation call omits ids, versions and refs (specification 4.2, rule 7). */
export function toNamelessInput(rule: Rule): RuleInput {
  return toRuleInput({ ...rule, id: '', ref: '' });
}

/** The rules in the form of a request, each with the stored rule that it replaces: that of its id, or an equal one. */
export function replacementsOf(
  rules: readonly Rule[],
  stored: readonly ({ readonly rules: readonly Rule[]; readonly received?: readonly Rule[] } | undefined)[],
  toSent: (rule: Rule) => RuleInput,
): RuleReplacement[] {
  const received = stored.flatMap((each) => each?.received ?? each?.rules ?? []);
  return rules.map((rule) => ({
    sent: toSent(rule),
    stored: received.find((each) => (rule.id === '' ? isSameRule(each, rule) : each.id === rule.id)),
  }));
}

/** Whether two rules do the same, apart from settings that can be adjusted. */
function isSameRule(one: Rule, other: Rule): boolean {
  const ruleset = executedRuleset(one);
  const [known, wanted] = [withoutUnknown(one), withoutUnknown(other)];
  return (
    one.action === other.action &&
    one.expression === other.expression &&
    ruleset === executedRuleset(other) &&
    (ruleset !== undefined || isSame(known.action_parameters, wanted.action_parameters))
  );
}

export function overridesOf(rules: readonly Rule[]): Map<string, JsonObject> {
  const found = new Map<string, JsonObject>();
  for (const rule of rules) {
    const rulesetId = executedRuleset(rule);
    if (rulesetId === undefined) continue;
    for (const override of listedOverrides(rule)) {
      const key = keyOf({ ruleset_id: rulesetId, rule_id: String(override.id) });
      if (!found.has(key)) found.set(key, override);
    }
  }
  return found;
}

export function listedOverrides({ action_parameters: parameters }: Rule): JsonObject[] {
  const rules = asFields(parameters?.overrides)?.rules;
  if (!Array.isArray(rules)) return [];
  return rules.flatMap((each: unknown) => {
    const override = asFields(each);
    return typeof override?.id === 'string' ? [override] : [];
  });
}

export function toOverride({ rule_id: id, ruleset_id: _ruleset, ...settings }: RuleOverride): JsonObject {
  const given = Object.entries(settings).filter(([, value]) => value !== null);
  return { id, ...Object.fromEntries(given) };
}

export function withRuleOverrides(rule: Rule, rules: readonly JsonObject[]): Rule {
  const { overrides, ...parameters } = rule.action_parameters ?? {};
  const rest = without(fieldsOf(overrides), 'rules');
  const all = rules.length === 0 ? rest : { ...rest, rules: [...rules] };
  // The API rejects empty overrides (public fact, section 6.3).
  const kept = Object.keys(all).length === 0 ? {} : { overrides: all };
  return { ...rule, action_parameters: { ...parameters, ...kept } };
}

/** The configurable part of a rule; the order of overrides has no effect. */
function deployment({ action, action_parameters, expression, description, enabled }: Rule): unknown {
  const { overrides, ...rest } = action_parameters ?? {};
  const others = without(rest, 'version');
  const { rules, ...settings } = fieldsOf(overrides);
  const sorted = [...listOf(rules)].sort((a, b) =>
    compare(JSON.stringify(asFields(a)?.id ?? ''), JSON.stringify(asFields(b)?.id ?? '')),
  );
  return { action, expression, description, enabled, others, settings, rules: sorted };
}
