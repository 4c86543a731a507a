import { overrideActions } from '../../../../resources/waf-migration/contract';
import { managedRulesets } from '../../../../waf';
import {
  isWrittenList,
  isWrittenObject,
  literalOf,
  type Written,
  type WrittenObject,
} from '../../../../hcl/template';
import { Source } from '../../../../retired';
import { areRulesLiteral, objectsIn, singleObject, type Arguments, type Leftover } from '../arguments';
import { isLiteral } from '../argument-values';
import { decodeArgument, unlessUnreadable } from '../decode-arguments';
import { own } from '../../../../ground/record';

/** The adjustments that rules of an entry point express, and the rules that stay without code. */
export interface RuleAdjustments {
  readonly overrides: readonly WrittenObject[];
  readonly skips: readonly WrittenObject[];
  readonly leftovers: readonly Leftover[];
}

/**
 * Rules of phase http_request_firewall_managed as adjustments of a migration. An import takes all rules as they are, so what no
 * adjustment expresses stays at the service. The forms of the providers: public facts, sections 6.3 and 8.2.
 */
export function adjustmentsIn(rules: Written | undefined): RuleAdjustments {
  const each = (objectsIn(rules) ?? []).map((body, at) => adjustmentsOf(body, `rules[${at}]`));
  return {
    overrides: each.flatMap(({ overrides }) => overrides),
    skips: each.flatMap(({ skips }) => skips),
    leftovers: each.flatMap(({ leftovers }) => leftovers),
  };
}

function adjustmentsOf(body: WrittenObject, path: string): RuleAdjustments {
  const decoded = unlessUnreadable(() => decodeArgument('ruleset', 'rules', [body]));
  const rule = new Source<Written>(objectsIn(decoded?.body.rules)?.[0] ?? {}, { path: `${path}.` });
  const action = rule.take('action');
  for (const name of ['id', 'ref']) rule.take(name);
  const parameters = rule.takeObject('action_parameters', singleObject);
  const overrides = action === 'execute' ? overridesIn(rule, parameters) : [];
  const skip = action === 'skip' ? skipIn(rule, parameters) : undefined;
  if (action !== 'execute' && skip === undefined)
    return { overrides: [], skips: [], leftovers: [{ path, value: body }] };
  const unread = (decoded?.leftovers ?? []).map((left) => ({
    ...left,
    path: left.path.replace('rules[0]', path),
  }));
  return {
    overrides,
    skips: skip === undefined ? [] : [skip],
    leftovers: [...unread, ...rule.unread()],
  };
}

function overridesIn(rule: Arguments, parameters: Arguments | undefined): WrittenObject[] {
  rule.ignore({ expression: ['true'], enabled: [true] });
  const ruleset = parameters?.take('id') ?? null;
  const overrides = parameters?.takeObject('overrides', singleObject);
  const listed = objectsIn(overrides?.take('rules') ?? []) ?? [];
  overrides?.ignore({ enabled: [true] });
  return listed.flatMap((each, at) => {
    const override = overrides?.inside(each, `${overrides.path}rules[${at}].`);
    if (override === undefined) return [];
    override.ignore({ sensitivity_level: ['default'] });
    const [id = null, action, enabled, threshold] = ['id', 'action', 'enabled', 'score_threshold'].map(
      (name) => override.take(name),
    );
    const isKnownAction =
      typeof action !== 'string' ||
      literalOf(action) === undefined ||
      overrideActions.some((known) => known === action);
    return [
      {
        rule_id: id,
        ...(ruleset !== managedRulesets.managed && { ruleset_id: ruleset }),
        ...(action !== undefined && isKnownAction && { action }),
        ...(enabled !== undefined && { enabled }),
        ...(threshold !== undefined && { score_threshold: threshold }),
      },
    ];
  });
}

/** A rule as an item of `skip_rules`; undefined if none expresses it. */
function skipIn(rule: Arguments, parameters: Arguments | undefined): WrittenObject | undefined {
  const [ruleset = null, rulesets = null, rules = null] = ['ruleset', 'rulesets', 'rules'].map((name) =>
    parameters?.take(name),
  );
  const scope = scopeOf(ruleset, rulesets, rules);
  const [expression = null, description, enabled] = ['expression', 'description', 'enabled'].map((name) =>
    rule.take(name),
  );
  if (scope === undefined) return undefined;
  // The answer of the service has it where nothing was sent: public facts, section 8.3.
  rule.takeObject('logging', singleObject)?.ignore({ enabled: [true] });
  return {
    expression,
    ...(description !== undefined && { description }),
    ...scope,
    ...(enabled !== undefined && { enabled }),
  };
}

/** The rules or ruleset that a rule skips; undefined if `skip_rules` cannot express them. */
function scopeOf(ruleset: Written, rulesets: Written, rules: Written): WrittenObject | undefined {
  const given = [ruleset, rulesets, rules].filter((each) => each !== null);
  if (given.length !== 1) return undefined;
  if (ruleset !== null) return ruleset === 'current' ? {} : undefined;
  if (isWrittenList(rulesets)) return rulesets.length === 1 ? { ruleset_id: rulesets[0] ?? null } : undefined;
  const entries = isWrittenObject(rules) ? Object.entries(rules) : [];
  const [[id, ids] = [], ...more] = entries;
  if (id === undefined || more.length > 0 || ids === undefined) return undefined;
  if (!isWrittenList(ids)) return undefined;
  return { rule_ids: ids, ...(id !== managedRulesets.managed && { ruleset_id: id }) };
}

/** Whether the structure of rules is in the code, so that their expressions can be kept. */
export function hasRuleStructure(written: Written): boolean {
  return areRulesLiteral(written, (_, parameters) => {
    const overrides = parameters && singleObject(parameters.overrides);
    return (
      isLiteral(parameters?.id ?? null) &&
      (parameters?.overrides === undefined || overrides !== undefined) &&
      (overrides?.rules === undefined || objectsIn(overrides.rules) !== undefined) &&
      ['ruleset', 'rulesets', 'rules'].every((name) => {
        const value = own(parameters, name);
        return typeof value !== 'string' || isLiteral(value);
      })
    );
  });
}
