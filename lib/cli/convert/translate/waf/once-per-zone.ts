import { connectedComponents } from '../../../../ground/connected-components';
import { getOrAdd } from '../../../../ground/remember';
import { textIn } from '../argument-values';
import type { Draft } from '../draft';
import type { OldConfiguration } from '../../model';
import { toCode } from '../../../../hcl/to-expression';
import { addressOfCalls, callsTo } from '../../addresses';
import { canRepeat, readRootExpression } from './root-expressions';
import type { Group } from './zones';

/** A group in one module address: one path of module calls leads to it. */
interface CalledGroup {
  readonly group: Group;
  /** The address of the module: `module.a.module.waf`; '' for the root module. */
  readonly address: string;
  /** The zones as expressions of the root module. Equal expressions are the same zone. */
  readonly zones: readonly {
    readonly expression: string;
    /** The zone as the module has it. */
    readonly written: string;
    readonly isCode: boolean;
  }[];
  /** The calls that repeat the group without a change of the zone. */
  readonly repeatedBy: readonly string[];
}

/** A group at each address of its module: a module that is called twice has two. */
function callsOfGroup(group: Group, old: OldConfiguration): readonly CalledGroup[] {
  return callsTo(group.module, old.modules).map((path) => {
    const address = addressOfCalls(path);
    const zones = group.forms.map(({ zone, repetition: { forEach, count } }) => ({
      ...readRootExpression(zone, forEach ?? count, path, old),
      written: toCode(zone),
    }));
    const changing = new Set(zones.flatMap((each) => [...each.changing]));
    return {
      group,
      address,
      zones,
      repeatedBy: path.flatMap((call, at) => {
        const repeated = addressOfCalls(path.slice(0, at + 1));
        return canRepeat(call, old) && !changing.has(repeated) ? [repeated] : [];
      }),
    };
  });
}

/** Groups that would give a zone more than one migration, and where. */
interface Conflict {
  readonly groups: ReadonlySet<Group>;
  /** The names of the modules: `module.a`, or `the root module`. */
  readonly places: readonly string[];
  readonly zone: ZoneCode | undefined;
}

/** The zone as code for one migration. */
interface ZoneCode {
  /** The address of the module that can have the code. */
  readonly module: string;
  readonly zone: string;
  /** The `for_each` that its keys are of. */
  readonly over?: string;
}

/** An expression of the root module as code of it, or of the module whose own values it has; undefined with values of several modules. */
function codeOf(expression: string, isCode: boolean): ZoneCode | undefined {
  if (isCode) return { module: '', zone: expression };
  const [, key, over] = /^(each\.(?:key|value)[\w.]*)\[of (.*)\]$/s.exec(expression) ?? [];
  const code = over ?? expression;
  const [prefix = '', ...more] = new Set(code.match(/\b(?:module\.[\w-]+\.)+(?=\w)/g));
  if (more.length > 0 || code.includes('[of ') || /\b(?:count\.index|\u2026)/.test(code)) return undefined;
  const module = prefix.replace(/\.$/, '');
  const inside = prefix === '' ? code : code.replaceAll(prefix, '');
  return key === undefined ? { module, zone: inside } : { module, zone: key, over: inside };
}

/**
 * The groups that become a migration each. Where code or values say that two would be of one zone, neither is: the blocks stay, and a
 * finding shows what to write once.
 */
export function withoutConflicts(draft: Draft, groups: readonly Group[], gate: string): readonly Group[] {
  const places = groups.flatMap((group) => callsOfGroup(group, draft.old));
  const conflicts = mergedConflicts([...sameExpressions(places), ...sameValues(groups)]);
  for (const conflict of conflicts) keepBlocks(draft, conflict, gate);
  const kept = new Set(conflicts.flatMap((conflict) => [...conflict.groups]));
  noteAssumption(
    draft,
    places.filter(({ group }) => !kept.has(group)),
  );
  return groups.filter((group) => !kept.has(group));
}

function sameExpressions(places: readonly CalledGroup[]): Conflict[] {
  const byExpression = new Map<string, Set<CalledGroup>>();
  for (const place of places)
    for (const { expression } of place.zones)
      getOrAdd(byExpression, expression, () => new Set<CalledGroup>()).add(place);
  return [...byExpression].flatMap(([expression, same]) => {
    const repeating = [...same].flatMap((place) => (hasDistinctZones(place) ? [] : place.repeatedBy));
    if (same.size === 1 && repeating.length === 0) return [];
    const addresses = [...same].map(({ address }) => nameOf(address));
    const isCode = [...same].some(({ zones }) =>
      zones.some((each) => each.expression === expression && each.isCode),
    );
    return {
      groups: new Set([...same].map(({ group }) => group)),
      places: repeating.length > 0 ? repeating.map((call) => `each instance of ${call}`) : addresses,
      zone: codeOf(expression, isCode),
    };
  });
}

/** Whether each instance of a module has a zone of its own today, also where the code does not show why. */
function hasDistinctZones({ group: { members } }: CalledGroup): boolean {
  const instances = members.flatMap((member) => member.instances);
  const zones = new Map(instances.map((each) => [each.moduleAddress, textIn(each, 'zone_id')]));
  return zones.size > 1 && new Set(zones.values()).size === zones.size;
}

function sameValues(groups: readonly Group[]): Conflict[] {
  const byZone = new Map<string, Map<string, Group>>();
  for (const group of groups)
    for (const instance of group.members.flatMap(({ instances }) => instances)) {
      const zone = textIn(instance, 'zone_id');
      if (zone === undefined) continue;
      const place = `${groups.indexOf(group)} ${instance.moduleAddress}`;
      getOrAdd(byZone, zone, () => new Map<string, Group>()).set(place, group);
    }
  return [...byZone]
    .filter(([, { size }]) => size > 1)
    .map(([zone, all]) => ({
      groups: new Set(all.values()),
      places: [...all.keys()].map((place) => nameOf(place.replace(/^\d+ /, ''))),
      zone: { module: '', zone: JSON.stringify(zone) },
    }));
}

function mergedConflicts(conflicts: readonly Conflict[]): readonly Conflict[] {
  return connectedComponents(conflicts, ({ groups }) => groups).map((parts) => ({
    groups: new Set(parts.flatMap(({ groups }) => [...groups])),
    places: [...new Set(parts.flatMap((each) => each.places))],
    zone: parts.find(({ zone }) => zone !== undefined)?.zone,
  }));
}

function keepBlocks(draft: Draft, { groups, places, zone }: Conflict, gate: string): void {
  const members = [...groups].flatMap((group) => group.members);
  const [first] = members;
  if (first === undefined) return;
  draft.addFindingOn(first, {
    code: 'convert.zone_twice',
    severity: 'todo',
    text: `A zone can have only one migration, and these places have blocks of one zone: ${places.join(', ')}. All blocks there stay as they are. Write the migration below once for each zone, in ${nameOf(zone?.module ?? '')}, under the conditions of its blocks; then remove the blocks, and name each in a \`removed\` block with \`destroy = false\`.`,
    original: [
      `variable "${gate}" {`,
      '  type    = bool',
      '  default = false',
      '}',
      '',
      'resource "edge_waf_migration" "waf" {',
      zone?.over === undefined
        ? `  count                    = var.${gate} ? 1 : 0`
        : `  for_each                 = { for key, value in ${zone.over} : key => value if var.${gate} }`,
      `  zone_id                  = ${zone?.zone ?? '"…"'}`,
      '  target                   = "complete"',
      `  acknowledge_irreversible = var.${gate}`,
      '}',
    ].join('\n'),
  });
  for (const member of members) draft.addOutcomeOf(member, 'kept');
}

/** Adds a note that different expressions are taken for different zones, where their values are unknown. */
function noteAssumption(draft: Draft, places: readonly CalledGroup[]): void {
  const isKnown = ({ group: { members }, zones }: CalledGroup) =>
    zones.every(({ expression }) => /^"[^"$%]*"$/.test(expression)) ||
    members.every(
      ({ instances }) =>
        instances.length > 0 && instances.every((each) => textIn(each, 'zone_id') !== undefined),
    );
  const [first] = places[0]?.group.members ?? [];
  if (places.every(isKnown) || places.length < 2 || first === undefined) return;
  const words = places.flatMap(({ address, zones }) =>
    zones.map((zone) => `\`${zone.isCode ? zone.expression : zone.written}\` in ${nameOf(address)}`),
  );
  draft.addFindingOn(first, {
    code: 'convert.zones_assumed',
    severity: 'note',
    text: `These are taken for different zones, as not all of their values are known: ${words.join(', ')}. If two of them are the same zone, its second migration fails.`,
  });
}

function nameOf(address: string): string {
  return address === '' ? 'the root module' : address;
}
