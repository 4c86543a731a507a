import { isObject, isTexts, type JsonObject } from '../../../ground/json';
import { isArray } from '../../shape';
import { isManagedRuleset } from '../rulesets/managed';
import { managedPhase } from '../rulesets/phases';

/** A rule as far as it decides what an entry point executes. */
interface ExecutingRule {
  readonly action: string;
  readonly action_parameters?: JsonObject;
  readonly expression: string;
  readonly enabled: boolean;
}

/**
 * Whether rules of an entry point execute a managed ruleset for any request. Rules that skip every request count, others
 * do not: expressions are not evaluated, except `true` and `false`.
 */
export function executesManaged(rules: readonly ExecutingRule[]): boolean {
  const skipped = new Set<unknown>();
  for (const { action, action_parameters: parameters = {}, expression, enabled } of rules) {
    const matches = expression.trim();
    if (!enabled || matches === 'false') continue;
    if (action === 'skip' && matches === 'true') {
      if (parameters.ruleset === 'current' || parameters.phase === 'current') return false;
      if (isTexts(parameters.rulesets)) for (const id of parameters.rulesets) skipped.add(id);
    }
    if (action === 'execute' && !skipped.has(parameters.id) && hasEnabledRules(parameters)) return true;
  }
  return false;
}

function hasEnabledRules({ id, overrides }: JsonObject): boolean {
  if (!isManagedRuleset(id, managedPhase)) return false;
  if (!isObject(overrides) || overrides.enabled !== false) return true;
  return [overrides.rules, overrides.categories].some(
    (items) => isArray(items) && items.some((item) => isObject(item) && item.enabled === true),
  );
}
