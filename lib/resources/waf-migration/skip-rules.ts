import type { Rule } from '../../client';
import { managedRulesets } from '../../waf';
import { asFields, type Fields } from '../narrow';
import { canonical, isSame } from './values';

/** A skip rule in the form of the contract. Its expression and the rules that it skips identify it. */
export interface SkipRule {
  readonly expression: string;
  readonly description: string | null;
  readonly rule_ids: readonly string[] | null;
  readonly ruleset_id: string | null;
  readonly enabled: boolean;
}

/** Skip rules that are not configured, by {@link identityOf}: whether they are enabled. Private state keeps it. */
export type SkipBaseline = Readonly<Record<string, boolean>>;

/** Two skip rules with the same identity are the same rule. Private state keeps the identity. */
export function identityOf(skip: Pick<SkipRule, 'expression' | 'rule_ids' | 'ruleset_id'>): string {
  return canonical([skip.expression, parametersOf(skip)]);
}

/** The identity of any skip rule, whether the configuration can express it or not. */
export function identityOfRule({ expression, action_parameters: parameters }: Rule): string {
  return canonical([expression, sorted(asFields(parameters) ?? {})]);
}

/** Whether it is a skip rule that the configuration cannot express. */
export function isUnsupportedSkip(rule: Rule): boolean {
  return rule.action === 'skip' && skipOf(rule) === undefined;
}

/** Takes the baseline of skip rules that the configuration can express. It ignores others, such as those that skip a phase. */
export function takeSkips(rules: readonly Rule[], configured: readonly SkipRule[]): SkipBaseline {
  const ours = new Set(configured.map(identityOf));
  const found = rules.flatMap((rule) => {
    const skip = skipOf(rule);
    return skip === undefined || ours.has(identityOf(skip))
      ? []
      : [[identityOf(skip), skip.enabled] as const];
  });
  return Object.fromEntries(found.reverse());
}

/**
 * The rules with only the skip rules of configuration and baseline. New ones come before the first rule that executes a
 * ruleset: requests skip only the rules after a skip rule.
 */
export function withSkips(
  rules: readonly Rule[],
  desired: readonly SkipRule[],
  baseline: SkipBaseline,
): Rule[] {
  const pending = new Map(desired.map((skip) => [identityOf(skip), skip]));
  const fromBaseline = new Map(Object.entries(baseline));
  const early = reachOf(rules);
  const kept = rules.flatMap((rule, at) => {
    const skip = skipOf(rule);
    if (skip === undefined) return [rule];
    const identity = identityOf(skip);
    const ours = pending.get(identity);
    if (ours !== undefined && at < early && pending.delete(identity)) return [adjusted(rule, ours)];
    const enabled = fromBaseline.get(identity);
    if (enabled === undefined || desired.some((each) => identityOf(each) === identity)) return [];
    fromBaseline.delete(identity);
    return [{ ...rule, enabled }];
  });
  const added = [...pending.values()].map(toRule);
  const before = reachOf(kept);
  return [...kept.slice(0, before), ...added, ...kept.slice(before)];
}

/** The actual skip rules for `skip_rules`: configured ones that exist, and those created or changed out of band. */
export function observeSkips(
  rules: readonly Rule[],
  configured: readonly SkipRule[],
  baseline: SkipBaseline,
): SkipRule[] {
  const ours = new Map(configured.map((skip) => [identityOf(skip), skip]));
  const early = reachOf(rules);
  const seen = new Map<string, SkipRule>();
  for (const [at, rule] of rules.entries()) {
    const skip = skipOf(rule);
    const identity = skip === undefined ? '' : identityOf(skip);
    if (skip === undefined || seen.has(identity)) continue;
    const known = ours.get(identity);
    if (known === undefined) {
      if (baseline[identity] !== skip.enabled) seen.set(identity, skip);
    } else if (at < early) {
      const description = known.description === null ? null : skip.description;
      seen.set(identity, { ...known, description, enabled: skip.enabled });
    }
  }
  return [...seen.values()];
}

/** The index of the first rule that executes a ruleset: effective skip rules come before it. */
export function reachOf(rules: readonly Rule[]): number {
  const first = rules.findIndex(({ action }) => action === 'execute');
  return first === -1 ? rules.length : first;
}

/** The form of the parameters: public facts, section 6.3. */
function parametersOf({
  rule_ids: rules,
  ruleset_id: ruleset,
}: Pick<SkipRule, 'rule_ids' | 'ruleset_id'>): Fields {
  if (rules !== null) return { rules: { [ruleset ?? managedRulesets.managed]: [...rules].sort() } };
  return ruleset === null ? { ruleset: 'current' } : { rulesets: [ruleset] };
}

function skipOf({ action, action_parameters: parameters, expression, description, enabled }: Rule) {
  if (action !== 'skip') return undefined;
  const skipped = skippedBy(asFields(parameters) ?? {});
  return skipped && { expression, description, ...skipped, enabled };
}

/** Undefined if the configuration cannot express what the rule skips. */
function skippedBy(parameters: Fields): Pick<SkipRule, 'rule_ids' | 'ruleset_id'> | undefined {
  const { rules, rulesets } = parameters;
  const [[ruleset, ids] = [], ...more] = Object.entries(asFields(rules) ?? {});
  const candidates: Pick<SkipRule, 'rule_ids' | 'ruleset_id'>[] = [{ rule_ids: null, ruleset_id: null }];
  if (Array.isArray(rulesets)) candidates.push({ rule_ids: null, ruleset_id: String(rulesets[0]) });
  if (ruleset !== undefined && more.length === 0 && Array.isArray(ids))
    candidates.push({ rule_ids: ids.map(String).sort(), ruleset_id: ruleset });
  return candidates.find((each) => isSame(sorted(parameters), parametersOf(each)));
}

/** The parameters with sorted rule ids: their order has no effect. */
function sorted(parameters: Fields): Fields {
  const rules = asFields(parameters.rules);
  if (rules === undefined) return parameters;
  const entries = Object.entries(rules).map(([ruleset, ids]: [string, unknown]) => [
    ruleset,
    Array.isArray(ids) ? ids.map(String).sort() : ids,
  ]);
  return { ...parameters, rules: Object.fromEntries(entries) as Fields };
}

function adjusted(rule: Rule, { description, enabled }: SkipRule): Rule {
  return { ...rule, enabled, ...(description === null ? {} : { description }) };
}

function toRule(skip: SkipRule): Rule {
  const assigned = { id: '', ref: '', version: '', last_updated: '' };
  return {
    ...assigned,
    action: 'skip',
    action_parameters: parametersOf(skip),
    expression: skip.expression,
    description: skip.description ?? '',
    enabled: skip.enabled,
  };
}
