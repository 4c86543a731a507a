import type { UriOverride, WafGroup, WafPackage, WafRule } from '../../../waf';
import { crud } from '../../http/crud';
import { listed } from '../../http/list-query';
import type { ListRules } from '../../http/list-query';
import { answer, bodyOf, route, zoneOf } from '../../http/route';
import type { Call, Route } from '../../http/route';
import { previousRefusals as refusals } from '../../previous-api/errors';
import type { Collection } from '../../state/collection';
import type { World } from '../../world';
import type { Stages } from '../waf-migration/stages';
import { countRules, renderGroup, renderPackage, renderRule, renderSetting } from './render';
import type { RuleCounts } from './render';
import { groupBody, parseOverride, parsePackagePatch, ruleBody, settingBody } from './schema';
import { hasShortMode } from './short-modes';
import type { PreviousWafs } from './state';

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
  const all = '/zones/:zone_id/firewall/waf/packages';
  const one = `${all}/:package_id`;
  const groups = `${one}/groups`;
  const rules = `${one}/rules`;
  const packageOf = (call: Call) => wafs.getPackage(zoneOf(call), call.param('package_id'));
  const groupOf = (call: Call) =>
    wafs.getGroup(zoneOf(call), call.param('package_id'), call.param('group_id'));
  const ruleOf = (call: Call) =>
    wafs.getRule(zoneOf(call), call.param('package_id'), call.param('previous_rule_id'));
  const shownPackage = (call: Call) => answer.resource(renderPackage(zoneOf(call), packageOf(call)));
  const shownGroup = (call: Call) => {
    const owner = packageOf(call);
    const group = groupOf(call);
    return answer.resource(renderGroup(owner, group, countRules(owner).get(group.id)));
  };
  const shownRule = (call: Call) => answer.resource(renderRule(packageOf(call), ruleOf(call)));
  return [
    route.get(all, (call) =>
      listed(wafs.listPackages(zoneOf(call)), call.query, packageLists, (item) =>
        renderPackage(zoneOf(call), item),
      ),
    ),
    route.get(one, shownPackage),
    route.patch(one, (call) => {
      wafs.setPackage(zoneOf(call), packageOf(call), () => parsePackagePatch(bodyOf(call)));
      return shownPackage(call);
    }),
    route.get(groups, (call) => {
      const owner = packageOf(call);
      const counts = countRules(owner);
      return listed(owner.groups, call.query, groupLists(counts), (group) =>
        renderGroup(owner, group, counts.get(group.id)),
      );
    }),
    route.get(`${groups}/:group_id`, shownGroup),
    route.patch(`${groups}/:group_id`, (call) => {
      wafs.setGroup(zoneOf(call), groupOf(call), groupBody.parse(bodyOf(call)).mode);
      return shownGroup(call);
    }),
    route.get(rules, (call) => {
      const owner = packageOf(call);
      return listed(owner.rules, call.query, ruleLists, (rule) => renderRule(owner, rule));
    }),
    route.get(`${rules}/:previous_rule_id`, shownRule),
    route.patch(`${rules}/:previous_rule_id`, (call) => {
      wafs.setRule(zoneOf(call), ruleOf(call), ruleBody.parse(bodyOf(call)).mode);
      return shownRule(call);
    }),
  ];
}

function overrideRoutes({ world, overrides, wafs }: Parts): readonly Route[] {
  return crud({
    path: '/zones/:zone_id/firewall/waf/overrides',
    id: 'override_id',
    owner: zoneOf,
    items: overrides,
    render: (override) => override,
    list: (all, { query }) => listed(all, query, { filters: {}, orders: {} }, (override) => override),
    create: (zoneId, sent) => {
      refuseWithoutWaf(world, wafs, zoneId);
      return overrides.put(zoneId, { id: world.newId(), ...parseOverride(sent) });
    },
    replace: (zoneId, { id }, sent) => overrides.put(zoneId, { id, ...parseOverride(sent) }),
  });
}

function settingRoutes({ world, wafs }: Parts): readonly Route[] {
  const path = '/zones/:zone_id/settings/waf';
  const shown = (call: Call) =>
    answer.resource(renderSetting(wafs.setting(zoneOf(call)), wafs.hasPrevious(zoneOf(call))));
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

const packageLists: ListRules<WafPackage> = {
  filters: { name: (item, value) => item.name === value },
  orders: { name: (item) => item.name },
};

function groupLists(counts: ReadonlyMap<string, RuleCounts>): ListRules<WafGroup> {
  const countOf = ({ id }: WafGroup) => counts.get(id)?.all ?? 0;
  return {
    filters: {
      mode: (item, value) => item.mode === value,
      name: (item, value) => item.name === value,
      rules_count: (item, value) => String(countOf(item)) === value,
    },
    orders: { mode: (item) => item.mode, rules_count: countOf },
  };
}

const ruleLists: ListRules<WafRule> = {
  filters: {
    mode: hasShortMode,
    group_id: (item, value) => item.group.id === value,
    description: (item, value) => item.description === value,
    priority: (item, value) => item.priority === value,
  },
  orders: {
    priority: (item) => Number(item.priority),
    group_id: (item) => item.group.id,
    description: (item) => item.description,
  },
};

function refuseWithoutWaf({ places }: World, wafs: PreviousWafs, zoneId: string): void {
  if (!wafs.hasPrevious(zoneId)) throw refusals.neverHad(places.zone(zoneId)?.plan ?? 'free');
}
