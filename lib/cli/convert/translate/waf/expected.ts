import { own } from '../../../../ground/record';
import { getOrAdd } from '../../../../ground/remember';
import type { Written } from '../../../../hcl/template';
import { addSettings, settingsOfKind, type PreviousSetting, type SettingsById } from '../../../../retired';
import type { OldConfiguration, OldResource } from '../../model';
import { hcl, inLoop, isText, template } from '../expressions';
import { isNone, textIn, valueIn } from '../argument-values';
import { neededFor } from './previous-inputs';
import { loopOf, type Group } from './zones';

/** The `expected_previous` of the blocks of a group, in the expressions of the code, with findings on what cannot be expressed. */
export function expectedSettings(group: Group, old: OldConfiguration) {
  const parts = new Map<PreviousSetting['expected'], Part[]>();
  const problems = new Map<string, OldResource>();
  for (const member of group.members) {
    for (const setting of settingsOfKind(member.kind)) {
      const part = partOf(member, setting, group, old);
      if ('problem' in part) problems.set(part.problem, member);
      else parts.set(setting.expected, [...(parts.get(setting.expected) ?? []), part]);
    }
  }
  const settings = Object.fromEntries([...parts].map(([map, all]) => [map, joined(all)]));
  return { settings, problems: [...problems.keys()], today: settingsOfToday(new Set(problems.values())) };
}

/** The settings of blocks in each zone today, for a person to write; undefined where not all are known. */
function settingsOfToday(members: Iterable<OldResource>): string | undefined {
  const byZone = new Map<string, SettingsById>();
  for (const { instances } of members) {
    if (instances.length === 0) return undefined;
    for (const instance of instances) {
      const values = Object.fromEntries(
        settingsOfKind(instance.kind).flatMap(({ id, argument, providerDefault }) => [
          [id, textIn(instance, id)],
          [argument, isNone(valueIn(instance, argument)) ? providerDefault : textIn(instance, argument)],
        ]),
      );
      if (Object.values(values).includes(undefined)) return undefined;
      const zone = textIn(instance, 'zone_id') ?? '';
      addSettings(
        getOrAdd(byZone, zone, () => ({})),
        instance.kind,
        values,
      );
    }
  }
  const [only] = byZone.values();
  return JSON.stringify(byZone.size === 1 ? only : Object.fromEntries(byZone), null, 2);
}

/** A part of a map: one entry, or an expression of a map. */
type Part = { readonly id: string; readonly value: Written } | { readonly expression: string };

function partOf(
  member: OldResource,
  { id, argument, providerDefault }: PreviousSetting,
  group: Group,
  old: OldConfiguration,
): Part | { readonly problem: string } {
  const { body, type, name } = member;
  const key = own(body, id) ?? null;
  const value = withDefault(own(body, argument) ?? null, providerDefault);
  const needed = neededFor(member, old, key, value);
  if (needed.length > 0) return { problem: `${type}.${name} depends on ${needed.join(', ')}` };
  if (key === null || value === null)
    return { problem: `${type}.${name} has no ${key === null ? id : argument}` };
  const loop = loopOf(group, member);
  if (loop !== undefined)
    return {
      expression: `{ ${loop.over} : ${inLoop(hcl(key))} => ${inLoop(hcl(value))}${loop.condition} }`,
    };
  return isText(key) ? { id: key, value } : { expression: `{ (${hcl(key)}) = ${hcl(value)} }` };
}

/** A value with the provider's default for null: an expression may be null, whatever it is today. */
export function withDefault(value: Written, usual: string | undefined): Written {
  if (usual === undefined) return value;
  if (value === null || value === '') return usual;
  return isText(value) ? value : template(`coalesce(${hcl(value)}, ${hcl(usual)})`);
}

function joined(parts: readonly Part[]): Written {
  const entries = Object.fromEntries(parts.flatMap((part) => ('id' in part ? [[part.id, part.value]] : [])));
  const expressions = parts.flatMap((part) => ('expression' in part ? [part.expression] : []));
  if (expressions.length === 0) return entries;
  const all = [...(Object.keys(entries).length === 0 ? [] : [hcl(entries)]), ...expressions];
  return template(all.length === 1 ? (all[0] ?? '') : `merge(${all.join(', ')})`);
}
