import { own } from '../../../../ground/record';
import { literalOf, type Written, type WrittenObject } from '../../../../hcl/template';
import { anomalyScoreRule, managedRulesets } from '../../../../waf';
import { settingsOfKind } from '../../../../retired';
import type { OldResource } from '../../model';
import { hcl, inLoop, template } from '../expressions';
import { canCarry, loopOf, withDefault, type ZonesOfObject } from './expected';

/** The adjustments of the score rule that follow expressions of the code. */
export interface WrittenScores {
  /** One override, or an expression of a list of them. */
  readonly parts: readonly (WrittenObject | string)[];
  /** The blocks that they express. */
  readonly members: ReadonlySet<OldResource>;
}

/**
 * What blocks of packages set, where it is an expression: a value of the old WAF is mapped to the new one by Terraform, which knows it.
 * A value that no map has fails the plan.
 */
export function writtenScores(members: readonly OldResource[], zones: ZonesOfObject): WrittenScores {
  const carried = members.flatMap((member) => {
    const overrides = overridesOf(member, zones);
    return overrides === undefined ? [] : [{ member, overrides }];
  });
  return {
    parts: carried.flatMap(({ overrides }) => overrides),
    members: new Set(carried.map(({ member }) => member)),
  };
}

/** Undefined where the values are literal, or need what the conversion takes out. */
function overridesOf(member: OldResource, zones: ZonesOfObject): (WrittenObject | string)[] | undefined {
  const { body, kind } = member;
  if (kind !== 'waf_package') return undefined;
  const [sensitivity = null, action = null] = settingsOfKind(kind).map(({ argument, usual }) =>
    withDefault(own(body, argument) ?? null, usual),
  );
  if ([sensitivity, action].every(isText) || !canCarry(member, [sensitivity, action])) return undefined;
  if (sensitivity === 'off') return [];
  const [threshold, newAction] = [mapped(thresholds, sensitivity), mapped(actions, action)];
  if (threshold === undefined || newAction === undefined) return undefined;
  const override: WrittenObject = {
    rule_id: anomalyScoreRule,
    ruleset_id: managedRulesets.owasp,
    score_threshold: threshold,
    action: newAction,
  };
  const loop = loopOf(member, zones);
  if (loop === undefined) return [override];
  return [template(`[${loop.over} : ${inLoop(hcl(override))}${loop.condition}]`)];
}

/** Public facts 6.4. A package that is off has the threshold that its migration sets. */
const thresholds: WrittenObject = { high: 25, medium: 40, low: 60, off: 40 };

/** Specification 3.3. */
const actions: WrittenObject = { simulate: 'log', block: 'block', challenge: 'challenge' };

function mapped(values: WrittenObject, key: Written): Written | undefined {
  return isText(key) ? own(values, key) : template(`${hcl(values)}[${hcl(key)}]`);
}

function isText(written: Written): written is string {
  return typeof written === 'string' && literalOf(written) !== undefined;
}

/** The overrides of a migration: those that are the same in every value, and those that follow the code. */
export function joinOverrides(overrides: Written, parts: WrittenScores['parts']): Written {
  if (parts.length === 0) return overrides;
  const [only, ...more] = [
    ...(overrides === null ? [] : [overrides]),
    ...parts.map((part) => (typeof part === 'string' ? part : [part])),
  ];
  if (only !== undefined && more.length === 0) return only;
  const all = [only ?? null, ...more];
  const isPlain = (each: Written): each is readonly Written[] => Array.isArray(each);
  if (all.every(isPlain)) return all.flat();
  // What is looked up by zone is null where a zone has none.
  return template(`concat(${all.map((each) => (isPlain(each) ? hcl(each) : orNone(each))).join(', ')})`);
}

function orNone(list: Written): string {
  const expression = hcl(list);
  return expression.startsWith('try(') ? `try(concat(${expression}), [])` : expression;
}
