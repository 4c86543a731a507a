import { fieldsOf, isObject, isTexts, type JsonObject } from '../../../ground/json';
import { isArray, isString } from '../../shape';
import type { Rule } from '../rulesets/model';
import type { NewTrip } from './parse';
import { own } from '../../../ground/record';

/**
 * The action of the new managed rules on a request that matches a rule; undefined for none. Expressions are not evaluated:
 * only rules of the entry point with the expression `true` match.
 */
export function judgeNew(rules: readonly Rule[], trip: NewTrip): string | undefined {
  for (const { enabled, expression, action, action_parameters: parameters = {} } of rules) {
    if (!enabled || expression.trim() !== 'true') continue;
    if (action === 'skip' && skips(parameters, trip)) return undefined;
    if (action === 'execute' && parameters.id === trip.ruleset_id)
      return executed(parameters.overrides, trip);
  }
  return undefined;
}

function skips({ ruleset, phase, rulesets, rules }: JsonObject, trip: NewTrip): boolean {
  if (ruleset === 'current' || phase === 'current') return true;
  if (isTexts(rulesets) && rulesets.includes(trip.ruleset_id)) return true;
  const skipped = isObject(rules) ? own(rules, trip.ruleset_id) : undefined;
  return isTexts(skipped) && skipped.includes(trip.rule_id);
}

/** Rule overrides take precedence over category overrides, and those over ruleset overrides. */
function executed(overrides: unknown, trip: NewTrip): string | undefined {
  const all = fieldsOf(overrides);
  const levels = [
    ...itemsOf(all.rules).filter(({ id }) => id === trip.rule_id),
    ...itemsOf(all.categories).filter(
      ({ category }) => isString(category) && trip.categories.includes(category),
    ),
    all,
  ];
  const enabled = levels.map((level) => level.enabled).find((one) => one !== undefined);
  if (enabled === false) return undefined;
  return levels.map((level) => level.action).find(isString) ?? trip.action;
}

function itemsOf(value: unknown): readonly JsonObject[] {
  return isArray(value) ? value.filter(isObject) : [];
}
