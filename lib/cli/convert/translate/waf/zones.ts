import type { OldInstance, OldResource } from '../../model';
import type { Written } from '../../template';
import { hcl, inLoop, template, usesKey } from '../expressions';
import { textIn } from '../known';

/**
 * How one object of ours has the zones of blocks: `single` has one zone per module, `each` has the `for_each` or `count` of the
 * blocks, `distinct` has one instance for each zone of blocks that repeat for something else, and `listed` has the ids of zones.
 */
export type Shape =
  | { readonly kind: 'single'; readonly zone: Written }
  | { readonly kind: 'each'; readonly zone: Written; readonly meta: OldResource['meta'] }
  | { readonly kind: 'distinct'; readonly zone: Written; readonly meta: OldResource['meta'] }
  | { readonly kind: 'listed'; readonly zones: readonly string[] };

/** Blocks of the same zones. A zone has one migration, so they become one object. */
export interface Group {
  readonly module: string;
  readonly shape: Shape;
  readonly members: readonly OldResource[];
  /** Instances of the state without code. */
  readonly orphans: readonly OldInstance[];
}

/** Groups by how the zones are written, and then by which zones they are. */
export function groupByZone(
  resources: readonly OldResource[],
  orphans: readonly OldInstance[],
): { readonly groups: readonly Group[]; readonly conflicts: readonly Conflict[] } {
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

/** The ids of the zones of a group. Undefined if one of them is not known. */
export function zonesOf({ members, orphans, shape }: Group): ReadonlySet<string> | undefined {
  if (shape.kind === 'listed') return new Set(shape.zones);
  const instances = [...members.flatMap((each) => each.instances), ...orphans];
  const ids = instances.map((instance) => textIn(instance, 'zone_id'));
  const known = ids.filter((id) => id !== undefined);
  return known.length < ids.length || members.some((each) => each.instances.length === 0)
    ? undefined
    : new Set(known);
}

function merged(all: readonly Group[]): { groups: readonly Group[]; conflicts: readonly Conflict[] } {
  const groups = [...all];
  const conflicts: Conflict[] = [];
  for (let at = 0; at < groups.length; at++) {
    for (let next = at + 1; next < groups.length; next++) {
      const [one, other] = [groups[at], groups[next]];
      if (one === undefined || other === undefined) continue;
      const shared = sharedZones(one, other);
      if (shared.length === 0) continue;
      const joined = join(one, other, shared);
      if (joined === undefined) {
        conflicts.push({ group: other, other: one, zones: shared });
        continue;
      }
      groups[at] = joined;
      groups.splice(next, 1);
      // The joined group may share zones with those that were compared before.
      at = -1;
      break;
    }
  }
  return {
    groups,
    conflicts: conflicts.filter(({ group, other }) => groups.includes(group) && groups.includes(other)),
  };
}

function sharedZones(one: Group, other: Group): string[] {
  const zones = zonesOf(other);
  return [...(zonesOf(one) ?? [])].filter((zone) => zones?.has(zone) === true);
}

/** Undefined for blocks in different modules with some zones in common: neither module has all zones. */
function join(one: Group, other: Group, shared: readonly string[]): Group | undefined {
  const [ofOne, ofOther] = [zonesOf(one)?.size ?? 0, zonesOf(other)?.size ?? 0];
  const members = [...one.members, ...other.members];
  const orphans = [...one.orphans, ...other.orphans];
  if (ofOther === shared.length) return { ...one, members, orphans };
  if (ofOne === shared.length) return { ...other, members, orphans };
  if (one.module !== other.module || one.module !== '') return undefined;
  const zones = [...new Set([...(zonesOf(one) ?? []), ...(zonesOf(other) ?? [])])];
  return { module: one.module, shape: { kind: 'listed', zones }, members, orphans };
}

/** The zones of orphans that no block has get a group of their own. */
function withOrphans(groups: readonly Group[], orphans: readonly OldInstance[]): Group[] {
  const result = [...groups];
  for (const orphan of orphans) {
    const zone = textIn(orphan, 'zone_id');
    if (zone === undefined) continue;
    const at = result.findIndex((group) => zonesOf(group)?.has(zone) === true);
    const group = result[at] ?? { module: '', shape: { kind: 'single', zone }, members: [], orphans: [] };
    const joined = { ...group, orphans: [...group.orphans, orphan] };
    if (at === -1) result.push(joined);
    else result[at] = joined;
  }
  return result;
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
export function gated(
  { shape }: Group,
  conditionFor: (zone: string) => string,
): { readonly forEach?: string; readonly count?: string } {
  switch (shape.kind) {
    case 'single':
      return { count: template(`${conditionFor(hcl(shape.zone))} ? 1 : 0`) };
    case 'listed': {
      const zones = JSON.stringify(shape.zones);
      return { forEach: template(`toset([for zone in ${zones} : zone if ${conditionFor('zone')}])`) };
    }
    case 'distinct': {
      const { forEach, count } = shape.meta;
      const loop =
        forEach === undefined
          ? `for count_index in range(${hcl(count ?? 1)})`
          : `for each_key, each_value in ${hcl(forEach)}`;
      const zone = inLoop(hcl(shape.zone));
      return { forEach: template(`toset([${loop} : ${zone} if ${conditionFor(zone)}])`) };
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
