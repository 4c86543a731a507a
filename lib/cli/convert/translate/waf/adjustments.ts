import { overrideActions } from '../../../../resources/waf-migration/contract';
import { managedRulesets } from '../../../../waf';
import {
  isWrittenList,
  isWrittenObject,
  literalOf,
  type Written,
  type WrittenObject,
} from '../../../../hcl/template';
import { Arguments, objectsIn, single, type Leftover } from '../arguments';
import { isLiteral } from '../known';
import { own } from '../../../../ground/record';

/** The adjustments that rules of an entry point express, and what stays without code. */
export interface RuleAdjustments {
  readonly overrides: readonly WrittenObject[];
  readonly skips: readonly WrittenObject[];
  readonly leftovers: readonly Leftover[];
}

/**
 * Rules of phase http_request_firewall_managed as adjustments of a migration. An import takes all rules as they are, so what no
 * adjustment expresses stays at the service. The forms of the providers: public facts, sections 6.3 and 8.2.
 */
export function adjustmentsIn(rules: readonly WrittenObject[]): RuleAdjustments {
  const overrides: WrittenObject[] = [];
  const skips: WrittenObject[] = [];
  const leftovers: Leftover[] = [];
  for (const [at, body] of rules.entries()) {
    const rule = new Arguments(body, `rules[${at}].`);
    const action = rule.take('action');
    for (const name of ['id', 'version', 'last_updated', 'ref', 'categories']) rule.take(name);
    const parameters = rule.takeObject('action_parameters');
    if (action === 'execute') readExecute(rule, parameters, overrides);
    else if (action === 'skip') readSkip(rule, parameters, body, skips, leftovers, at);
    else leftovers.push({ path: `rules[${at}]`, value: body });
    if (action === 'execute' || action === 'skip')
      leftovers.push(...rule.leftovers().filter(({ value }) => !isEmpty(value)));
  }
  return { overrides, skips, leftovers };
}

function readExecute(rule: Arguments, parameters: Arguments | undefined, found: WrittenObject[]): void {
  rule.ignore({ expression: ['true'], enabled: [true], description: [''] });
  const ruleset = parameters?.take('id') ?? null;
  parameters?.ignore({ version: ['latest', ''] });
  const overrides = parameters?.takeObject('overrides');
  const listed = objectsIn(overrides?.take('rules') ?? []) ?? [];
  overrides?.ignore({ enabled: [true] });
  for (const [at, each] of listed.entries()) {
    const override = overrides?.inside(each, `rules[${at}]`);
    if (override === undefined) continue;
    const [action, enabled, threshold] = [
      override.take('action'),
      override.take('enabled'),
      override.take('score_threshold'),
    ];
    const isKnownAction =
      typeof action !== 'string' ||
      literalOf(action) === undefined ||
      overrideActions.some((known) => known === action);
    const id = override.take('id') ?? null;
    found.push({
      rule_id: id,
      ...(ruleset !== managedRulesets.managed && { ruleset_id: ruleset }),
      ...(action !== undefined && action !== '' && isKnownAction && { action }),
      // 4.x has it with its zero value.
      ...(enabled !== undefined && { enabled }),
      ...(threshold !== undefined && threshold !== 0 && { score_threshold: threshold }),
    });
    override.ignore({ sensitivity_level: ['', 'default'], status: ['', 'enabled'] });
  }
}

function readSkip(
  rule: Arguments,
  parameters: Arguments | undefined,
  body: WrittenObject,
  found: WrittenObject[],
  leftovers: Leftover[],
  at: number,
): void {
  const [ruleset, rulesets, rules] = ['ruleset', 'rulesets', 'rules'].map((name) => {
    const value = parameters?.take(name) ?? null;
    return isEmpty(value) ? null : value;
  });
  const scope = scopeOf(ruleset ?? null, rulesets ?? null, rules ?? null);
  const [expression, description, enabled] = [
    rule.take('expression') ?? null,
    rule.take('description') ?? null,
    rule.take('enabled') ?? null,
  ];
  if (scope === undefined) {
    leftovers.push({ path: `rules[${at}]`, value: body });
    return;
  }
  found.push({
    expression,
    ...(description !== null && { description }),
    ...scope,
    ...(enabled !== null && { enabled }),
  });
  // The answer of the service has it where nothing was sent: public facts, section 8.3.
  const logging = rule.takeObject('logging');
  logging?.ignore({ enabled: [true], status: ['enabled', ''] });
}

/** Undefined if `skip_rules` cannot express it. */
function scopeOf(ruleset: Written, rulesets: Written, rules: Written): WrittenObject | undefined {
  const given = [ruleset, rulesets, rules].filter((each) => each !== null);
  if (given.length !== 1) return undefined;
  if (ruleset !== null) return ruleset === 'current' ? {} : undefined;
  if (isWrittenList(rulesets)) return rulesets.length === 1 ? { ruleset_id: rulesets[0] ?? null } : undefined;
  const entries = isWrittenObject(rules) ? Object.entries(rules) : [];
  const [[id, ids] = [], ...more] = entries;
  if (id === undefined || more.length > 0 || ids === undefined) return undefined;
  // A text with commas up to 4.x.
  const list =
    typeof ids === 'string' && literalOf(ids) !== undefined ? ids.split(',').map((each) => each.trim()) : ids;
  if (!isWrittenList(list)) return undefined;
  return { rule_ids: list, ...(id !== managedRulesets.managed && { ruleset_id: id }) };
}

/** Whether the structure of rules is in the code, so that their expressions can be kept. */
export function hasRuleStructure(written: Written): boolean {
  return (
    objectsIn(written)?.every((rule) => {
      const parameters = single(rule.action_parameters);
      const overrides = parameters && single(parameters.overrides);
      return (
        !('dynamic' in rule) &&
        isLiteral(rule.action ?? null) &&
        (rule.action_parameters === undefined || parameters !== undefined) &&
        !('dynamic' in (parameters ?? {})) &&
        isLiteral(parameters?.id ?? null) &&
        (parameters?.overrides === undefined || overrides !== undefined) &&
        !('dynamic' in (overrides ?? {})) &&
        (overrides?.rules === undefined || objectsIn(overrides.rules) !== undefined) &&
        ['ruleset', 'rulesets', 'rules'].every(
          (name) => typeof own(parameters, name) !== 'string' || isLiteral(own(parameters, name) ?? null),
        )
      );
    }) ?? false
  );
}

function isEmpty(value: Written): boolean {
  return (
    value === null ||
    value === '' ||
    (isWrittenList(value) && value.length === 0) ||
    (isWrittenObject(value) && Object.values(value).every(isEmpty))
  );
}
