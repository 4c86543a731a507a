import type { Rule } from '../../client';
import { managedRulesets, type DeployedRule } from '../../waf';
import { asFields, type JsonObject } from '../../ground/json';
import { canonical, isSame } from './values';

/** A skip rule in the form of the contract. Its expression and the rules that it skips identify it. */
export interface SkipRule {
  readonly expression: string;
  readonly description: string | null;
  readonly rule_ids: readonly string[] | null;
  readonly ruleset_id: string | null;
  readonly enabled: boolean;
}

export function identityOf(skip: Pick<SkipRule, 'expression' | 'rule_ids' | 'ruleset_id'>): string {
  return canonical([skip.expression, parametersOf(skip)]);
}

/** The identity of any skip rule, whether the configuration can express it or not. */
export function identityOfRule({ expression, action_parameters: parameters }: Rule): string {
  return canonical([expression, sorted(asFields(parameters) ?? {})]);
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
}: Pick<SkipRule, 'rule_ids' | 'ruleset_id'>): JsonObject {
  if (rules !== null) return { rules: { [ruleset ?? managedRulesets.managed]: [...rules].sort() } };
  return ruleset === null ? { ruleset: 'current' } : { rulesets: [ruleset] };
}

/** Undefined if it is no skip rule, or one that the configuration cannot express. */
export function skipOf({
  action,
  action_parameters: parameters,
  expression,
  description,
  enabled,
}: Omit<DeployedRule, 'id'>) {
  if (action !== 'skip') return undefined;
  const skipped = skippedBy(asFields(parameters) ?? {});
  return skipped && { expression, description, ...skipped, enabled };
}

function skippedBy(parameters: JsonObject): Pick<SkipRule, 'rule_ids' | 'ruleset_id'> | undefined {
  const { rules, rulesets } = parameters;
  const [[ruleset, ids] = [], ...more] = Object.entries(asFields(rules) ?? {});
  const candidates: Pick<SkipRule, 'rule_ids' | 'ruleset_id'>[] = [{ rule_ids: null, ruleset_id: null }];
  if (Array.isArray(rulesets)) candidates.push({ rule_ids: null, ruleset_id: String(rulesets[0]) });
  if (ruleset !== undefined && more.length === 0 && Array.isArray(ids))
    candidates.push({ rule_ids: ids.map(String).sort(), ruleset_id: ruleset });
  return candidates.find((each) => isSame(sorted(parameters), parametersOf(each)));
}

/** The parameters with sorted rule ids: their order has no effect. */
function sorted(parameters: JsonObject): JsonObject {
  const rules = asFields(parameters.rules);
  if (rules === undefined) return parameters;
  const entries = Object.entries(rules).map(([ruleset, ids]: [string, unknown]) => [
    ruleset,
    Array.isArray(ids) ? ids.map(String).sort() : ids,
  ]);
  return { ...parameters, rules: Object.fromEntries(entries) as JsonObject };
}

export function toRule(skip: SkipRule): Rule {
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
