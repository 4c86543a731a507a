import type { Rule } from '../../client';
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
import { differs, unexpectedRule, lostOverride } from './messages';
import { identityOfRule, isUnsupportedSkip } from './skip-rules';
import { canonical, compare, isSame, without } from './values';

/** What rules say that no attribute speaks of, as the service words it. */
export interface Remainder {
  /** For which requests, and with what but overrides of single rules, each ruleset is executed. */
  readonly executes: Readonly<Record<string, Execution>>;
  /** The skip rules that the configuration has no words for: whether they are enabled. */
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

/** The rules with what others changed of it put back. */
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
  const gone = enabled.filter((id) => !first.has(id)).map((id) => restored(executeRule(id), executes[id]));
  return [...kept, ...gone];
}

/** What others changed that shows in no other attribute, one sentence each. */
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
  const strange = rules.filter(
    (rule) => isUnsupportedSkip(rule) && skips[identityOfRule(rule)] !== rule.enabled,
  );
  return [
    ...executions,
    ...overridesGone(rules, configured, baseline).map(lostOverride),
    ...strange.map(unexpectedRule),
  ];
}

/** Overrides that the migration brought. Those of the configuration show where they are missing. */
function overridesGone(
  rules: readonly Rule[],
  configured: readonly RuleOverride[],
  { overrides }: Baseline,
): (readonly [string, Fields])[] {
  const there = overridesOf(rules);
  const ours = new Set(configured.map(keyOf));
  const executed = executedRulesets(rules);
  return Object.entries(overrides).filter(
    ([key]) => !there.has(key) && !ours.has(key) && executed.some((id) => key.startsWith(`${id}/`)),
  );
}

/** The first of several rules for a ruleset is the one that is looked after. */
function firstOf(rules: readonly Rule[]): ReadonlyMap<string, Rule> {
  const found = new Map<string, Rule>();
  for (const rule of rules) {
    const id = rulesetOf(rule);
    if (id !== undefined && !found.has(id)) found.set(id, rule);
  }
  return found;
}

function executionOf({ expression, action_parameters: parameters }: Rule): Execution {
  const { overrides, ...others } = parameters ?? {};
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
      ...without(without(others, 'id'), 'version'),
      ...(Object.keys(all).length > 0 && { overrides: all }),
    },
  };
}

/** The overrides of single rules stay as they are. */
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
