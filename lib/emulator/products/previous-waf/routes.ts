import { own } from '../../../ground/record';
import type { UriOverride, WafGroup, WafRule, WafPackage } from '../../../waf';
import { crud } from '../../http/crud';
import { badChoice, equal, type ListRules } from '../../http/list-query';
import { answer, bodyOf, route, zoneOf, type Call, type Route } from '../../http/route';
import { previousRefusals as refusals } from '../../previous-api/errors';
import type { Collection } from '../../state/collection';
import type { World } from '../../world';
import type { Stages } from '../waf-migration/stages';
import { groupBody, parseOverride, parsePackagePatch, ruleBody, settingBody } from './schema';
import { findPart, type PreviousWafs } from './state';

interface Parts {
  readonly world: World;
  readonly wafs: PreviousWafs;
  readonly overrides: Collection<UriOverride>;
  readonly stages: Stages;
}

/** The APIs of the previous WAF. They stop working for a zone when its migration is complete. */
export function previousWafRoutes(parts: Parts): readonly Route[] {
  return [...packageRoutes(parts), ...overrideRoutes(parts), ...settingRoutes(parts)].map((each) => ({
    ...each,
    handle: (call) => {
      if (parts.stages.isComplete(zoneOf(call))) throw refusals.migrated('waf');
      return each.handle(call);
    },
  }));
}

function packageRoutes({ wafs }: Parts): readonly Route[] {
  const path = '/zones/:zone_id/firewall/waf/packages';
  const owner = (call: Call) =>
    ownerOf(zoneOf(call), wafs.getPackage(zoneOf(call), call.param('package_id')));
  return [
    ...crud({
      path,
      id: 'package_id',
      owner: zoneOf,
      items: {
        list: (zoneId) => wafs.listPackages(zoneId),
        get: (zoneId, id) => wafs.getPackage(zoneId, id),
      },
      render: ({ groups: _groups, rules: _rules, ...one }, zoneId) => ({
        ...one,
        zone_id: zoneId,
        status: 'active',
      }),
      pages: () => ({ filters: equal('name'), orders: { name: (item) => item.name } }),
      update: (zoneId, before, sent) => wafs.setPackage(zoneId, before, () => parsePackagePatch(sent)),
    }),
    ...crud({
      path: `${path}/:package_id/groups`,
      id: 'group_id',
      owner,
      items: {
        list: ({ one }) => one.groups,
        get: ({ one }, id) => findPart(one.groups, 'waf group', id),
      },
      render: renderGroup,
      pages: groupPages,
      update: ({ zoneId }, group, sent) => wafs.setGroup(zoneId, group, groupBody.parse(sent).mode),
    }),
    ...crud({
      path: `${path}/:package_id/rules`,
      id: 'previous_rule_id',
      owner,
      items: { list: ({ one }) => one.rules, get: ({ one }, id) => findPart(one.rules, 'waf rule', id) },
      render: (rule, { one }) => ({ ...rule, package_id: one.id }),
      pages: () => rulePages,
      update: ({ zoneId }, rule, sent) => wafs.setRule(zoneId, rule, ruleBody.parse(sent).mode),
    }),
  ];
}

function overrideRoutes({ world, overrides, wafs }: Parts): readonly Route[] {
  return crud({
    path: '/zones/:zone_id/firewall/waf/overrides',
    id: 'override_id',
    owner: zoneOf,
    items: overrides,
    pages: () => ({}),
    create: (zoneId, sent) => {
      refuseWithoutWaf(world, wafs, zoneId);
      return overrides.put(zoneId, { id: world.newId(), ...parseOverride(sent) });
    },
    // The SDKs of the service repeat the id of the path.
    replace: (zoneId, { id }, { id: _repeated, ...sent }) =>
      overrides.put(zoneId, { id, ...parseOverride(sent) }),
  });
}

function settingRoutes({ world, wafs }: Parts): readonly Route[] {
  const path = '/zones/:zone_id/settings/waf';
  const shown = (call: Call) => {
    const { value, modified_on } = wafs.setting(zoneOf(call));
    return answer.resource({ id: 'waf', value, editable: wafs.hasPrevious(zoneOf(call)), modified_on });
  };
  return [
    route.get(path, shown),
    route.patch(path, (call) => {
      const zoneId = zoneOf(call);
      refuseWithoutWaf(world, wafs, zoneId);
      wafs.setSetting(zoneId, settingBody.parse(bodyOf(call)).value);
      return shown(call);
    }),
  ];
}

function groupPages({ counts }: PackageOwner): ListRules<WafGroup> {
  const countOf = ({ id }: WafGroup) => counts.get(id)?.all ?? 0;
  return {
    filters: {
      ...equal('mode', 'name'),
      rules_count: (item, value) => String(countOf(item)) === value,
    },
    orders: { mode: (item) => item.mode, rules_count: countOf },
  };
}

const rulePages: ListRules<WafRule> = {
  filters: {
    ...equal('description', 'priority'),
    mode: hasShortMode,
    group_id: (item, value) => item.group.id === value,
  },
  orders: {
    priority: (item) => Number(item.priority),
    group_id: (item) => item.group.id,
    description: (item) => item.description,
  },
};

/** The names of modes in the query of the list of rules. */
const shortModes: Readonly<Record<string, WafRule['mode']>> = {
  DIS: 'disable',
  CHL: 'challenge',
  BLK: 'block',
  SIM: 'simulate',
};

/** A rule in mode `default` has its default mode. */
function hasShortMode({ mode, default_mode: byDefault }: WafRule, short: string): boolean {
  const selected = own(shortModes, short);
  if (selected === undefined) throw badChoice('mode', short, Object.keys(shortModes));
  return (mode === 'default' ? byDefault : mode) === selected;
}

function refuseWithoutWaf({ places }: World, wafs: PreviousWafs, zoneId: string): void {
  if (!wafs.hasPrevious(zoneId)) throw refusals.neverHad(places.zone(zoneId)?.plan ?? 'free');
}

/** A package, and for each of its groups how many rules it has, and how many of them are modified. */
interface PackageOwner {
  readonly zoneId: string;
  readonly one: WafPackage;
  readonly counts: ReadonlyMap<string, { readonly all: number; readonly modified: number }>;
}

/** Counted in one pass: a package may have a thousand rules in hundreds of groups. */
function ownerOf(zoneId: string, one: WafPackage): PackageOwner {
  const counts = new Map<string, { readonly all: number; readonly modified: number }>();
  for (const rule of one.rules) {
    const { all, modified } = counts.get(rule.group.id) ?? noRules;
    counts.set(rule.group.id, { all: all + 1, modified: modified + Number(isModified(rule)) });
  }
  return { zoneId, one, counts };
}

const noRules = { all: 0, modified: 0 };

function renderGroup({ default_mode: _default, ...group }: WafGroup, { one, counts }: PackageOwner): object {
  const { all, modified } = counts.get(group.id) ?? noRules;
  return {
    ...group,
    rules_count: all,
    modified_rules_count: modified,
    package_id: one.id,
    allowed_modes: ['on', 'off'],
  };
}

function isModified({ mode, default_mode: usual }: WafRule): boolean {
  return usual === undefined ? mode === 'off' : mode !== 'default' && mode !== usual;
}
