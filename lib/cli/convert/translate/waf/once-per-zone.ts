import { connected } from '../../../../ground/connected';
import { getOrAdd } from '../../../../ground/remember';
import { textIn } from '../known';
import type { Draft } from '../draft';
import type { OldConfiguration } from '../../model';
import { toCode } from '../../../../hcl/to-expression';
import { addressOfCalls, callsTo } from '../../addresses';
import { canRepeat, readInRoot } from './words';
import type { Group } from './zones';

/** The zone of a group, as one path of module calls leads to it. */
interface Place {
  readonly group: Group;
  /** `module.a.module.waf`; '' in the root module. */
  readonly address: string;
  /** Its zones in the words of the root module. The same words are the same zone. */
  readonly zones: readonly {
    readonly words: string;
    /** As the module has it. */
    readonly written: string;
    readonly isCode: boolean;
  }[];
  /** The calls that repeat the place without a change of the zone. */
  readonly repeatedBy: readonly string[];
}

/** The places of a group: a module that is called twice has two. */
function placesOf(group: Group, old: OldConfiguration): readonly Place[] {
  return callsTo(group.module, old.modules).map((path) => {
    const address = addressOfCalls(path);
    const zones = group.forms.map(({ zone, repetition: { forEach, count } }) => ({
      ...readInRoot(zone, forEach ?? count, path, old),
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
  /** `module.a`, or `the root module`. */
  readonly places: readonly string[];
  readonly zone: ZoneCode | undefined;
}

/** The zone as code for one migration. */
interface ZoneCode {
  /** The address of the module that can have the code. */
  readonly module: string;
  readonly zone: string;
  /** What the keys in it are of. */
  readonly over?: string;
}

/** Words of the root module as code of it, or of the module whose own values they are; undefined for those of several modules. */
function codeOf(words: string, isCode: boolean): ZoneCode | undefined {
  if (isCode) return { module: '', zone: words };
  const [, key, over] = /^(each\.(?:key|value)[\w.]*)\[of (.*)\]$/s.exec(words) ?? [];
  const code = over ?? words;
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
  const places = groups.flatMap((group) => placesOf(group, draft.old));
  const conflicts = joined([...sameWords(places), ...sameValues(groups)]);
  for (const conflict of conflicts) keepBlocks(draft, conflict, gate);
  const kept = new Set(conflicts.flatMap((conflict) => [...conflict.groups]));
  noteAssumption(
    draft,
    places.filter(({ group }) => !kept.has(group)),
  );
  return groups.filter((group) => !kept.has(group));
}

function sameWords(places: readonly Place[]): Conflict[] {
  const byWords = new Map<string, Set<Place>>();
  for (const place of places)
    for (const { words } of place.zones) getOrAdd(byWords, words, () => new Set<Place>()).add(place);
  return [...byWords].flatMap(([words, same]) => {
    const repeating = [...same].flatMap((place) => (isKnownApart(place) ? [] : place.repeatedBy));
    if (same.size === 1 && repeating.length === 0) return [];
    const addresses = [...same].map(({ address }) => nameOf(address));
    const isCode = [...same].some(({ zones }) => zones.some((each) => each.words === words && each.isCode));
    return {
      groups: new Set([...same].map(({ group }) => group)),
      places: repeating.length > 0 ? repeating.map((call) => `each instance of ${call}`) : addresses,
      zone: codeOf(words, isCode),
    };
  });
}

/** Whether the instances of a module have zones of their own today, where the code does not show why. */
function isKnownApart({ group: { members } }: Place): boolean {
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

/** Conflicts with a group in common are one. */
function joined(conflicts: readonly Conflict[]): readonly Conflict[] {
  return connected(conflicts, ({ groups }) => groups).map((parts) => ({
    groups: new Set(parts.flatMap(({ groups }) => [...groups])),
    places: [...new Set(parts.flatMap((each) => each.places))],
    zone: parts.find(({ zone }) => zone !== undefined)?.zone,
  }));
}

function keepBlocks(draft: Draft, { groups, places, zone }: Conflict, gate: string): void {
  const members = [...groups].flatMap((group) => group.members);
  const [first] = members;
  if (first === undefined) return;
  const position = draft.findOn(first, {
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
  for (const member of members) draft.addFates(member, { outcome: 'kept', findings: [position] });
}

/** Different words are taken for different zones where values do not tell. */
function noteAssumption(draft: Draft, places: readonly Place[]): void {
  const isKnown = ({ group: { members }, zones }: Place) =>
    zones.every(({ words }) => /^"[^"$%]*"$/.test(words)) ||
    members.every(
      ({ instances }) =>
        instances.length > 0 && instances.every((each) => textIn(each, 'zone_id') !== undefined),
    );
  const [first] = places[0]?.group.members ?? [];
  if (places.every(isKnown) || places.length < 2 || first === undefined) return;
  const words = places.flatMap(({ address, zones }) =>
    zones.map((zone) => `\`${zone.isCode ? zone.words : zone.written}\` in ${nameOf(address)}`),
  );
  draft.findOn(first, {
    code: 'convert.zones_assumed',
    severity: 'note',
    text: `These are taken for different zones, as not all of their values are known: ${words.join(', ')}. If two of them are the same zone, its second migration fails.`,
  });
}

function nameOf(address: string): string {
  return address === '' ? 'the root module' : address;
}
