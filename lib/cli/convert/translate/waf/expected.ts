import { isWhollyKnown } from '../../../../schema';
import { escapeTemplates } from '../../../../hcl/template';
import type { OldInstance, OldResource } from '../../model';
import { isWrittenObject, literalOf, type Written, type WrittenObject } from '../../../../hcl/template';
import { writtenValue } from '../../../project/written-values';
import { anomalyScoreRule, managedRulesets } from '../../../../waf';
import { codeIn, forOver, hcl, inLoop, template, usesKey } from '../expressions';
import { valueIn } from '../known';
import { own, setOwn } from '../../../../ground/record';
import { settingsOfKind, type PreviousSetting } from '../../../../retired';

/** What the instances set, by map and id. Undefined if a part is not known. */
export function evaluatedSettings(instances: readonly OldInstance[]): WrittenObject | undefined {
  const found: Partial<Record<PreviousSetting['expected'], Record<string, Written>>> = {};
  for (const instance of instances) {
    for (const { expected: map, id, argument, usual } of settingsOfKind(instance.kind)) {
      const key = valueIn(instance, id);
      const given = valueIn(instance, argument);
      const value = given === null || given === '' ? (usual ?? null) : given;
      if (typeof key !== 'string' || !isWhollyKnown(value) || value === null) return undefined;
      setOwn((found[map] ??= {}), escapeTemplates(key), writtenValue(value));
    }
  }
  return found;
}

/** The zones of the object that replaces blocks: those of each block, or one of them at a time. */
export type ZonesOfObject =
  | { readonly kind: 'same' }
  | { readonly kind: 'if'; readonly condition: (zone: string) => string };

/** What the blocks set, with the expressions of the code. Undefined where an expression needs what the conversion takes out. */
export function writtenSettings(
  members: readonly OldResource[],
  zones: ZonesOfObject,
): WrittenObject | undefined {
  const parts = new Map<PreviousSetting['expected'], Part[]>();
  for (const member of members) {
    for (const setting of settingsOfKind(member.kind)) {
      const part = partOf(member, setting, zones);
      if (part === undefined) return undefined;
      parts.set(setting.expected, [...(parts.get(setting.expected) ?? []), part]);
    }
  }
  return Object.fromEntries([...parts].map(([map, all]) => [map, joined(all)]));
}

/** One entry, or an expression of a map. */
type Part = { readonly id: string; readonly value: Written } | { readonly expression: string };

function partOf(
  member: OldResource,
  { id, argument, usual }: PreviousSetting,
  zones: ZonesOfObject,
): Part | undefined {
  const { body } = member;
  const key = own(body, id) ?? null;
  const value = withDefault(own(body, argument) ?? null, usual);
  if (key === null || value === null || !canCarry(member, [key, value])) return undefined;
  const loop = loopOf(member, zones);
  if (loop !== undefined)
    return {
      expression: `{ ${loop.over} : ${inLoop(hcl(key))} => ${inLoop(hcl(value))}${loop.condition} }`,
    };
  return typeof key === 'string' && literalOf(key) !== undefined
    ? { id: key, value }
    : { expression: `{ (${hcl(key)}) = ${hcl(value)} }` };
}

/** A value with what the provider sets for null: an expression may be null, whatever it is today. */
function withDefault(value: Written, usual: string | undefined): Written {
  if (usual === undefined) return value;
  if (value === null || value === '') return usual;
  return typeof value === 'string' && literalOf(value) !== undefined
    ? value
    : template(`coalesce(${hcl(value)}, ${hcl(usual)})`);
}

/** Whether values of a block, and what repeats it, need nothing of the previous WAF: its resources and data sources go. */
function canCarry({ body, meta, type }: OldResource, values: readonly Written[]): boolean {
  const code = [...values, meta.forEach ?? null, meta.count ?? null, body.zone_id ?? null].map(codeIn);
  const prefix = type.replace(/_waf_.*$/, '');
  return !new RegExp(`\\b${prefix}_waf_`).test(code.join('\n'));
}

/** The `for` over the instances of a block that the object has; undefined where each instance of the object has one of them. */
function loopOf({ body, meta }: OldResource, zones: ZonesOfObject) {
  const isRepeated = meta.forEach !== undefined || meta.count !== undefined;
  if (zones.kind === 'same' && (!isRepeated || usesKey(body.zone_id))) return undefined;
  const condition = zones.kind === 'if' ? ` if ${zones.condition(inLoop(hcl(body.zone_id ?? null)))}` : '';
  return { over: forOver(meta), condition };
}

function joined(parts: readonly Part[]): Written {
  const entries = Object.fromEntries(parts.flatMap((part) => ('id' in part ? [[part.id, part.value]] : [])));
  const expressions = parts.flatMap((part) => ('expression' in part ? [part.expression] : []));
  if (expressions.length === 0) return entries;
  const all = [...(Object.keys(entries).length === 0 ? [] : [hcl(entries)]), ...expressions];
  return template(all.length === 1 ? (all[0] ?? '') : `merge(${all.join(', ')})`);
}

export function hasSettings(expected: WrittenObject): boolean {
  return Object.values(expected).some(
    (map) => typeof map === 'string' || (isWrittenObject(map) && Object.keys(map).length > 0),
  );
}

/**
 * What blocks of packages set, where it is an expression: a value of the old WAF is mapped to the new one by Terraform, which knows it.
 * A value that no map has fails the plan.
 *
 * @returns overrides or expressions of lists of them, and the blocks that they express
 */
export function writtenScores(members: readonly OldResource[], zones: ZonesOfObject) {
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
export function joinOverrides(overrides: Written, parts: readonly (WrittenObject | string)[]): Written {
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
