import type { Ruleset } from '../../client';
import { importedState, type Desired, type State } from '../../schema';
import type { PrivateStateContext } from '../memory';
import { PassThroughMembers, setOrNull } from '../members';
import { customFieldsRulesetContract, type CustomFieldsRulesetAttributes } from './contract';
import { rulesetMemory } from './memory';
import { findOwnRule, fromRule, type FieldNames, type Found } from './rules';

export type RulesetState = State<CustomFieldsRulesetAttributes>;
export type DesiredRuleset = Desired<CustomFieldsRulesetAttributes>;

const passThrough = new PassThroughMembers(customFieldsRulesetContract.attributes);

export function importedRuleset(zoneId: string): RulesetState {
  return importedState(customFieldsRulesetContract, { zone_id: zoneId });
}

export function ruleIdOf(
  { rule_id: ruleId }: RulesetState,
  context: PrivateStateContext,
): string | undefined {
  return rulesetMemory.recall(context).ruleId ?? ruleId ?? undefined;
}

export function findRuleOfState(ruleset: Ruleset, state: RulesetState, context: PrivateStateContext): Found {
  const { others } = rulesetMemory.recall(context);
  return findOwnRule(ruleset, { ruleId: ruleIdOf(state, context), others, fields: state });
}

/** `configured` is the plan or the prior state. An empty set stays null or empty as it is there. */
export function toState(configured: DesiredRuleset | RulesetState, { ruleset, own }: Found): RulesetState {
  const fields = fromRule(own);
  const set = (name: keyof FieldNames) => setOrNull(fields[name] ?? [], configured[name]);
  return {
    zone_id: configured.zone_id,
    request_headers: set('request_headers'),
    transformed_request_headers: set('transformed_request_headers'),
    response_headers: set('response_headers'),
    raw_response_headers: set('raw_response_headers'),
    preserve_duplicates: set('preserve_duplicates'),
    cookies: set('cookies'),
    enabled: fields.enabled,
    rule_id: own?.id ?? null,
    ...passThrough.toState(ruleset, configured, 'read'),
  };
}

export function remember(
  { ruleset, others }: Found,
  ruleId: string | undefined,
  context: PrivateStateContext,
): void {
  rulesetMemory.remember(context, { id: ruleset.id, ruleId, others: others.map(({ id }) => id) });
}
