import type { Rule } from '../../client';
import { describeRule } from '../../waf';
import { asFields, type Fields } from '../narrow';
import {
  executedRulesets,
  executeRule,
  keyOf,
  overridesOf,
  rulesetOf,
  type Baseline,
  type RuleOverride,
} from './entry-point';
import { identityOfRule, isUnsupportedSkip } from './skip-rules';
import { canonical, compare, isSame, without } from './values';

/** The settings of rules that no attribute has, as the API returns them. Private state keeps it. */
export interface Remainder {
  /** The expression and settings of each executed ruleset, without overrides of single rules. */
  readonly executes: Readonly<Record<string, Execution>>;
  /** Skip rules that the configuration cannot express: whether they are enabled. */
  readonly skips: Readonly<Record<string, boolean>>;
}

interface Execution {
  readonly expression: string;
  readonly parameters: Fields;
}

export function takeRemainder(rules: readonly Rule[]): Remainder {
  const executes = [...firstOf(rules)].map(([id, rule]) => [id, executionOf(rule)] as const);
  const skips = rules.filter(isUnsupportedSkip).map((rule) => [identityOfRule(rule), rule.enabled] as const);
  return { executes: Object.fromEntries(executes), skips: Object.fromEntries(skips) };
}

/** The rules with their drift from the baseline reverted. */
export function revertDrift(rules: readonly Rule[], { enabled, remainder }: Baseline): readonly Rule[] {
  if (remainder === undefined) return rules;
  const { executes, skips } = remainder;
  const first = firstOf(rules);
  const kept = rules.flatMap((rule) => {
    if (isUnsupportedSkip(rule)) {
      const was = skips[identityOfRule(rule)];
      return was === undefined ? [] : [{ ...rule, enabled: was }];
    }
    const ruleset = rulesetOf(rule) ?? '';
    return first.get(ruleset) === rule ? [restored(rule, executes[ruleset])] : [rule];
  });
  const missing = enabled.filter((id) => !first.has(id)).map((id) => restored(executeRule(id), executes[id]));
  return [...kept, ...missing];
}

/** Drift that no other attribute shows, one sentence each. */
export function findDrift(
  rules: readonly Rule[],
  configured: readonly RuleOverride[],
  baseline: Baseline,
): string[] {
  const { remainder } = baseline;
  if (remainder === undefined) return [];
  const { executes, skips } = remainder;
  const executions = [...firstOf(rules)].flatMap(([id, rule]) => {
    const [was, now] = [executes[id], executionOf(rule)];
    if (was === undefined) return [];
    const ruleset = `managed ruleset ${id}`;
    return [
      ...(isSame(was.expression, now.expression)
        ? []
        : [differs(`The expression of ${ruleset}`, was.expression, now.expression)]),
      ...(isSame(was.parameters, now.parameters)
        ? []
        : [differs(`The settings of ${ruleset}`, was.parameters, now.parameters)]),
    ];
  });
  const unexpected = rules.filter(
    (rule) => isUnsupportedSkip(rule) && skips[identityOfRule(rule)] !== rule.enabled,
  );
  return [
    ...executions,
    ...findLostOverrides(rules, configured, baseline).map(lostOverride),
    ...unexpected.map(unexpectedRule),
  ];
}

/** Missing overrides of the baseline. `rule_overrides` shows missing overrides of the configuration. */
function findLostOverrides(
  rules: readonly Rule[],
  configured: readonly RuleOverride[],
  { overrides }: Baseline,
): (readonly [string, Fields])[] {
  const actual = overridesOf(rules);
  const ours = new Set(configured.map(keyOf));
  const executed = executedRulesets(rules);
  return Object.entries(overrides).filter(
    ([key]) => !actual.has(key) && !ours.has(key) && executed.some((id) => key.startsWith(`${id}/`)),
  );
}

/** If several rules execute a ruleset, only the first one is managed. */
function firstOf(rules: readonly Rule[]): ReadonlyMap<string, Rule> {
  const found = new Map<string, Rule>();
  for (const rule of rules) {
    const id = rulesetOf(rule);
    if (id !== undefined && !found.has(id)) found.set(id, rule);
  }
  return found;
}

function executionOf({ expression, action_parameters: parameters }: Rule): Execution {
  const { overrides, ...rest } = parameters ?? {};
  const { categories, ...settings } = without(asFields(overrides) ?? {}, 'rules');
  const all = {
    ...settings,
    ...(Array.isArray(categories) && {
      categories: [...(categories as unknown[])].sort((a, b) => compare(canonical(a), canonical(b))),
    }),
  };
  return {
    expression,
    parameters: {
      ...without(without(rest, 'id'), 'version'),
      ...(Object.keys(all).length > 0 && { overrides: all }),
    },
  };
}

/** Restores expression and settings, and keeps the overrides of single rules. */
function restored(rule: Rule, was: Execution | undefined): Rule {
  if (was === undefined || isSame(was, executionOf(rule))) return rule;
  const { rules } = asFields(rule.action_parameters?.overrides) ?? {};
  const overrides = { ...asFields(was.parameters.overrides), ...(rules !== undefined && { rules }) };
  return {
    ...rule,
    expression: was.expression,
    action_parameters: {
      id: rulesetOf(rule),
      ...without(was.parameters, 'overrides'),
      ...(Object.keys(overrides).length > 0 && { overrides }),
    },
  };
}

function differs(what: string, was: unknown, now: unknown): string {
  return `${what} changed from ${JSON.stringify(was)} to ${JSON.stringify(now)}`;
}

function lostOverride([key, override]: readonly [string, object]): string {
  const [ruleset = '', rule = ''] = key.split('/');
  return `Rule ${rule} of managed ruleset ${ruleset} lost its override ${JSON.stringify(override)}`;
}

function unexpectedRule(rule: Rule): string {
  return `Unexpected rule: ${rule.description === '' ? '' : `"${rule.description}": `}${describeRule(rule)}`;
}
