import { isWhollyKnown } from '../../../../schema';
import { escapeTemplates } from '../../../../hcl/template';
import type { OldInstance, OldResource } from '../../model';
import { isWrittenObject, literalOf, type Written, type WrittenObject } from '../../../../hcl/template';
import { writtenValue } from '../../../project/written-values';
import { codeIn, forOver, hcl, inLoop, template, usesKey } from '../expressions';
import { valueIn } from '../known';
import { own, setOwn } from '../../../../ground/record';

/** The maps of `expected_previous`, each by the id of what it sets. */
const maps = ['package_sensitivities', 'package_action_modes', 'groups', 'rules'] as const;
type MapName = (typeof maps)[number];

interface Setting {
  readonly map: MapName;
  readonly id: string;
  readonly argument: string;
  /** The default of the old provider: public facts, section 8.1. */
  readonly default?: string;
}

const settings: Readonly<Record<string, readonly Setting[]>> = {
  waf_package: [
    { map: 'package_sensitivities', id: 'package_id', argument: 'sensitivity', default: 'high' },
    { map: 'package_action_modes', id: 'package_id', argument: 'action_mode', default: 'challenge' },
  ],
  waf_group: [{ map: 'groups', id: 'group_id', argument: 'mode', default: 'on' }],
  waf_rule: [{ map: 'rules', id: 'rule_id', argument: 'mode' }],
};

/** What the instances set, by map and id. Undefined if a part is not known. */
export function evaluatedSettings(instances: readonly OldInstance[]): WrittenObject | undefined {
  const found: Partial<Record<MapName, Record<string, Written>>> = {};
  for (const instance of instances) {
    for (const { map, id, argument, default: usual } of settings[instance.kind] ?? []) {
      const key = valueIn(instance, id);
      const given = valueIn(instance, argument);
      const value = given === null || given === '' ? (usual ?? null) : given;
      if (typeof key !== 'string' || !isWhollyKnown(value) || value === null) return undefined;
      setOwn((found[map] ??= {}), escapeTemplates(key), writtenValue(value));
    }
  }
  return found;
}

/** What the blocks set, with the expressions of the code. Undefined where an expression needs what the conversion takes out. */
export function writtenSettings(
  members: readonly OldResource[],
  zones: { readonly kind: 'same' } | { readonly kind: 'if'; readonly condition: (zone: string) => string },
): WrittenObject | undefined {
  const parts = new Map<MapName, Part[]>();
  for (const member of members) {
    for (const setting of settings[member.kind] ?? []) {
      const part = partOf(member, setting, zones);
      if (part === undefined) return undefined;
      parts.set(setting.map, [...(parts.get(setting.map) ?? []), part]);
    }
  }
  return Object.fromEntries([...parts].map(([map, all]) => [map, joined(all)]));
}

/** One entry, or an expression of a map. */
type Part = { readonly id: string; readonly value: Written } | { readonly expression: string };

function partOf(
  { body, meta, type }: OldResource,
  { id, argument, default: usual }: Setting,
  zones: Parameters<typeof writtenSettings>[1],
): Part | undefined {
  const key = own(body, id) ?? null;
  const value = own(body, argument) ?? usual ?? null;
  const code = [key, value, meta.forEach ?? null, meta.count ?? null, body.zone_id ?? null]
    .map(codeIn)
    .join('\n');
  // References to resources and data sources of the previous WAF, which go.
  const prefix = type.replace(/_waf_.*$/, '');
  if (key === null || value === null || new RegExp(`\\b${prefix}_waf_`).test(code)) return undefined;
  const isRepeated = meta.forEach !== undefined || meta.count !== undefined;
  if (zones.kind === 'same' && (!isRepeated || usesKey(body.zone_id)))
    return typeof key === 'string' && literalOf(key) !== undefined
      ? { id: key, value }
      : { expression: `{ (${hcl(key)}) = ${hcl(value)} }` };
  const condition = zones.kind === 'if' ? ` if ${zones.condition(inLoop(hcl(body.zone_id ?? null)))}` : '';
  return {
    expression: `{ ${forOver(meta)} : ${inLoop(hcl(key))} => ${inLoop(hcl(value))}${condition} }`,
  };
}

function joined(parts: readonly Part[]): Written {
  const entries = Object.fromEntries(parts.flatMap((part) => ('id' in part ? [[part.id, part.value]] : [])));
  const expressions = parts.flatMap((part) => ('expression' in part ? [part.expression] : []));
  if (expressions.length === 0) return entries;
  const all = [...(Object.keys(entries).length === 0 ? [] : [hcl(entries)]), ...expressions];
  return template(all.length === 1 ? (all[0] ?? '') : `merge(${all.join(', ')})`);
}

/** Whether there is anything in it. */
export function hasSettings(expected: WrittenObject): boolean {
  return Object.values(expected).some(
    (map) => typeof map === 'string' || (isWrittenObject(map) && Object.keys(map).length > 0),
  );
}
