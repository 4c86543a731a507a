import { fieldsOf, isObject } from '../../../../../ground/json';
import type { ManagedRule, OverrideChange } from '../../../model/zones';

export interface RuleOverride extends OverrideChange {
  readonly id: string;
}

/** Effects that an override can give a rule. `none` has no override. */
export const effects = [
  'none',
  'log',
  'block',
  'managed_challenge',
  'js_challenge',
  'challenge',
  'enabled',
  'disabled',
] as const;
export type Effect = (typeof effects)[number];

export const effectNames: Readonly<Record<Effect, string>> = {
  none: 'As in the ruleset',
  log: 'Log only',
  block: 'Block',
  managed_challenge: 'Managed challenge',
  js_challenge: 'JavaScript challenge',
  challenge: 'Interactive challenge',
  enabled: 'Enabled',
  disabled: 'Disabled',
};

type Rules = readonly ManagedRule[];

export function executedId({ action, action_parameters: parameters }: ManagedRule): string | undefined {
  return action === 'execute' && typeof parameters?.id === 'string' ? parameters.id : undefined;
}

export function overridesOf({ action_parameters: parameters }: ManagedRule): readonly RuleOverride[] {
  const overrides = parameters?.overrides;
  return isObject(overrides) && Array.isArray(overrides.rules) ? (overrides.rules as RuleOverride[]) : [];
}

export function effectOf({ action, enabled }: OverrideChange): Effect {
  if (enabled === false) return 'disabled';
  const named = effects.find((each) => each === action);
  return named ?? (enabled === true ? 'enabled' : 'none');
}

export function setEnabled(rules: Rules, index: number, enabled: boolean): Rules {
  return rules.map((rule, at) => (at === index ? { ...rule, enabled } : rule));
}

/** Adds, changes or removes the override of a rule. The threshold of a score stays unless the rule is disabled. */
export function setEffect(rules: Rules, index: number, id: string, effect: Effect): Rules {
  return changeOverrides(rules, index, (overrides) => {
    if (effect === 'none') return overrides.filter((each) => each.id !== id);
    if (effect === 'disabled' || effect === 'enabled')
      return put(overrides, { id, enabled: effect === 'enabled' });
    const before = overrides.find((each) => each.id === id);
    const { enabled, ...kept } = before ?? { id };
    return put(overrides, { ...kept, id, action: effect, ...(enabled === true && { enabled }) });
  });
}

/** Merges a change into the override of a rule of a ruleset, in the rule that executes it. */
export function applyChange(rules: Rules, rulesetId: string, id: string, change: OverrideChange): Rules {
  const index = rules.findIndex((rule) => executedId(rule) === rulesetId);
  return changeOverrides(rules, index, (overrides) => {
    if (change.enabled === false) return put(overrides, { id, enabled: false });
    const { enabled, ...kept } = overrides.find((each) => each.id === id) ?? { id };
    return put(overrides, { ...kept, ...(enabled === true && { enabled }), ...change, id });
  });
}

/** Appends a rule that executes a managed ruleset for every request. */
export function deployRuleset(
  rules: Rules,
  { id, name }: { readonly id: string; readonly name: string },
): Rules {
  const identity = { id: '', version: '', ref: '' };
  return [
    ...rules,
    {
      ...identity,
      action: 'execute',
      action_parameters: { id },
      expression: 'true',
      description: name,
      enabled: true,
    },
  ];
}

/** The rules in the body of a call; that of validation mode omits what the service assigns (specification 4.2, rule 7). */
export function toSend(rules: Rules, trigger?: 'validation' | 'pending'): readonly object[] {
  if (trigger !== 'validation') return rules;
  return rules.map(({ id: _id, version: _version, ref: _ref, ...rule }) => rule);
}

function put(overrides: readonly RuleOverride[], override: RuleOverride): readonly RuleOverride[] {
  return overrides.some(({ id }) => id === override.id)
    ? overrides.map((each) => (each.id === override.id ? override : each))
    : [...overrides, override];
}

/** The service refuses empty overrides, so they are left out. */
function changeOverrides(
  rules: Rules,
  index: number,
  change: (overrides: readonly RuleOverride[]) => readonly RuleOverride[],
): Rules {
  return rules.map((rule, at) => {
    if (at !== index) return rule;
    const { overrides, ...parameters } = rule.action_parameters ?? {};
    const others = Object.entries(fieldsOf(overrides)).filter(([name]) => name !== 'rules');
    const changed = change(overridesOf(rule));
    const next = { ...Object.fromEntries(others), ...(changed.length > 0 && { rules: changed }) };
    return {
      ...rule,
      action_parameters: { ...parameters, ...(Object.keys(next).length > 0 && { overrides: next }) },
    };
  });
}
