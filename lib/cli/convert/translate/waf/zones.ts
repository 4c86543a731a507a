import type { OldInstance, OldResource } from '../../model';
import type { Written } from '../../../../hcl/template';
import { forOver, hcl, inLoop, template, usesKey } from '../expressions';
import { textIn } from '../known';

/**
 * How one object of ours has the zones of blocks: `single` has one zone per module, `each` has the `for_each` or `count` of the
 * blocks, `distinct` has one instance for each zone of blocks that repeat for something else, and `listed` has the ids of zones.
 */
export type Shape =
  | { readonly kind: 'single'; readonly zone: Written }
  | { readonly kind: 'each' | 'distinct'; readonly zone: Written; readonly meta: Repetition }
  | { readonly kind: 'listed'; readonly zones: readonly string[] };

type Repetition = Pick<OldResource['meta'], 'forEach' | 'count'>;

/** Blocks of the same zones. A zone has one migration, so they become one object. */
export interface Group {
  readonly module: string;
  readonly shape: Shape;
  readonly members: readonly OldResource[];
  readonly orphans: readonly OldInstance[];
}

/** Groups by how the zones are written, and then by which zones they are. */
export function groupByZone(resources: readonly OldResource[], orphans: readonly OldInstance[]) {
  const byText = new Map<string, Group>();
  for (const resource of resources) {
    const shape = shapeOf(resource);
    const key = JSON.stringify([resource.module, shape]);
    const known = byText.get(key) ?? { module: resource.module, shape, members: [], orphans: [] };
    byText.set(key, { ...known, members: [...known.members, resource] });
  }
  const { groups, conflicts } = merged([...byText.values()]);
  return { groups: withOrphans(groups, orphans), conflicts };
}

/** Two groups in different modules that share some zones and not all. */
export interface Conflict {
  readonly group: Group;
  readonly other: Group;
  readonly zones: readonly string[];
}

function shapeOf(resource: OldResource): Shape {
  const zone = resource.body.zone_id ?? null;
  const { forEach, count } = resource.meta;
  const meta = { ...(forEach !== undefined && { forEach }), ...(count !== undefined && { count }) };
  if (!usesKey(zone)) return { kind: 'single', zone };
  return { kind: isOncePerZone(resource) ? 'each' : 'distinct', zone, meta };
}

/** Whether no two instances of a block have the same zone. */
function isOncePerZone({ instances, body }: OldResource): boolean {
  if (instances.length === 0) return hcl(body.zone_id ?? null) === 'each.key';
  const zones = instances.map((instance) => textIn(instance, 'zone_id'));
  return !zones.includes(undefined) && new Set(zones).size === zones.length;
}

/** The ids of the zones of a group. Undefined if one of them is not known: then nothing says what it shares with others. */
export function zonesOf({ members, orphans, shape }: Group): ReadonlySet<string> | undefined {
  if (shape.kind === 'listed') return new Set(shape.zones);
  const instances = [...members.flatMap((each) => each.instances), ...orphans];
  const ids = instances.map((instance) => textIn(instance, 'zone_id'));
  const known = ids.filter((id) => id !== undefined);
  return known.length < ids.length || members.some((each) => each.instances.length === 0)
    ? undefined
    : new Set(known);
}

/** A group with its zones, which are costly to find. */
interface Zoned {
  readonly group: Group;
  readonly zones: ReadonlySet<string>;
}

function merged(all: readonly Group[]) {
  const groups = new Set<Zoned>();
  const byZone = new Map<string, Zoned>();
  for (const group of all) {
    let current: Zoned = { group, zones: zonesOf(group) ?? new Set() };
    for (const owner of new Set([...current.zones].flatMap((zone) => byZone.get(zone) ?? []))) {
      const shared = [...owner.zones].filter((zone) => current.zones.has(zone));
      const joined = join(owner, current, shared);
      if (joined === undefined) continue;
      groups.delete(owner);
      for (const zone of owner.zones) byZone.delete(zone);
      current = joined;
    }
    groups.add(current);
    for (const zone of current.zones) if (!byZone.has(zone)) byZone.set(zone, current);
  }
  const places = new Map(all.flatMap(({ members }) => members).map((member, at) => [member, at]));
  const placeOf = ({ group: { members } }: Zoned) =>
    Math.min(...members.map((each) => places.get(each) ?? 0));
  const ordered = [...groups].sort((one, other) => placeOf(one) - placeOf(other));
  return { groups: ordered.map(({ group }) => group), conflicts: findConflicts(ordered) };
}

function findConflicts(groups: readonly Zoned[]): Conflict[] {
  const first = new Map<string, Group>();
  return groups.flatMap(({ group, zones }) => {
    const shared = new Map<Group, string[]>();
    for (const zone of zones) {
      const other = first.get(zone);
      if (other === undefined) first.set(zone, group);
      else shared.set(other, [...(shared.get(other) ?? []), zone]);
    }
    return [...shared].map(([other, ids]) => ({ group, other, zones: ids }));
  });
}

/** Undefined for blocks in different modules with some zones in common: neither module has all zones. */
function join(one: Zoned, other: Zoned, shared: readonly string[]): Zoned | undefined {
  const members = [...one.group.members, ...other.group.members];
  const orphans = [...one.group.orphans, ...other.group.orphans];
  if (other.zones.size === shared.length)
    return { group: { ...one.group, members, orphans }, zones: one.zones };
  if (one.zones.size === shared.length)
    return { group: { ...other.group, members, orphans }, zones: other.zones };
  const { module } = one.group;
  if (module !== other.group.module || module !== '') return undefined;
  const zones = new Set([...one.zones, ...other.zones]);
  return { group: { module, shape: { kind: 'listed', zones: [...zones] }, members, orphans }, zones };
}

/** The zones of orphans that no block has get a group of their own. */
function withOrphans(groups: readonly Group[], orphans: readonly OldInstance[]): Group[] {
  const byZone = new Map(
    groups.flatMap((group) => [...(zonesOf(group) ?? [])].map((zone) => [zone, group] as const)),
  );
  const added = new Map<Group, OldInstance[]>();
  for (const orphan of orphans) {
    const zone = textIn(orphan, 'zone_id');
    if (zone === undefined) continue;
    const group = byZone.get(zone) ?? {
      module: '',
      shape: { kind: 'single', zone },
      members: [],
      orphans: [],
    };
    byZone.set(zone, group);
    added.set(group, [...(added.get(group) ?? []), orphan]);
  }
  return [...new Set([...groups, ...added.keys()])].map((group) => ({
    ...group,
    orphans: [...group.orphans, ...(added.get(group) ?? [])],
  }));
}

/** The key of the instance of a group's object that has the zone of an old instance. */
export function keyOf(
  { shape }: Group,
  zone: string | undefined,
  members: readonly OldInstance[],
): string | number | undefined {
  if (shape.kind === 'single') return undefined;
  if (shape.kind !== 'each') return zone;
  return members.find((instance) => textIn(instance, 'zone_id') === zone)?.key;
}

/** The blocks that have the zones and the repetition of the group's object. */
export function isNative({ shape, module }: Group, resource: OldResource): boolean {
  if (shape.kind === 'listed' || resource.module !== module) return false;
  const own = shapeOf(resource);
  return JSON.stringify(own) === JSON.stringify(shape);
}

/** The instances that say in which modules, and with which keys, the object of a group is. */
export function ownInstances(group: Group): readonly OldInstance[] {
  const own = group.members.filter((member) =>
    group.shape.kind === 'each' ? isNative(group, member) : member.module === group.module,
  );
  return own.flatMap(({ instances }) => instances);
}

/** `zone_id`, and the expression of the zones that exist, for `for_each`. */
export function zoneAttribute({ shape }: Group): Written {
  if (shape.kind === 'listed') return template('each.key');
  return shape.kind === 'distinct' ? template('each.value') : shape.zone;
}

/** The `count` or `for_each` of an object whose instances exist under a condition on the zone. */
export function gated({ shape }: Group, conditionFor: (zone: string) => string): Repetition {
  switch (shape.kind) {
    case 'single':
      return { count: template(`${conditionFor(hcl(shape.zone))} ? 1 : 0`) };
    case 'listed': {
      const zones = JSON.stringify(shape.zones);
      return { forEach: template(`toset([for zone in ${zones} : zone if ${conditionFor('zone')}])`) };
    }
    case 'distinct': {
      const zone = inLoop(hcl(shape.zone));
      return { forEach: template(`toset([${forOver(shape.meta)} : ${zone} if ${conditionFor(zone)}])`) };
    }
    case 'each': {
      const { forEach, count } = shape.meta;
      if (forEach === undefined)
        return { count: template(`${conditionFor('true')} ? ${hcl(count ?? 1)} : 0`) };
      const over = hcl(forEach);
      const condition = conditionFor(inLoop(hcl(shape.zone)));
      return {
        forEach: over.startsWith('toset(')
          ? template(`toset([for each_key, each_value in ${over} : each_value if ${condition}])`)
          : template(`{ for each_key, each_value in ${over} : each_key => each_value if ${condition} }`),
      };
    }
  }
}
