import type { WafGroup, WafPackage, WafRule } from '../../../waf';
import { answer, bodyOf } from '../../http/route';
import type { Call, Route } from '../../http/route';
import type { Places } from '../../world';
import type { Stages } from '../waf-migration/stages';
import { previousRefusals as refusals } from '../../previous-api/errors';
import type { Overrides } from './overrides';
import { parseGroupPatch, parseOverride, parsePackagePatch, parseRulePatch, parseSetting } from './parse';
import { listed } from '../../http/list-query';
import type { ListRules } from '../../http/list-query';
import { countRules, renderGroup, renderPackage, renderRule, renderSetting } from './render';
import type { RuleCounts } from './render';
import { hasShortMode } from './short-modes';
import type { PreviousWafs } from './state';

interface Parts {
  readonly wafs: PreviousWafs;
  readonly overrides: Overrides;
  readonly stages: Stages;
  readonly places: Places;
}

/** The APIs of the previous WAF. They stop working for a zone when its migration is complete. */
export function previousWafRoutes(parts: Parts): readonly Route[] {
  return [...packageRoutes(parts), ...overrideRoutes(parts), ...settingRoutes(parts)].map((route) => ({
    ...route,
    handle: (call) => {
      if (parts.stages.isComplete(zoneOf(call))) throw refusals.migrated('waf');
      return route.handle(call);
    },
  }));
}

function packageRoutes({ wafs }: Parts): readonly Route[] {
  const all = '/zones/:zone_id/firewall/waf/packages';
  const one = `${all}/:package_id`;
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
    {
      method: 'GET',
      path: all,
      handle: (call) =>
        listed(wafs.listPackages(zoneOf(call)), call.query, packageLists, (item) =>
          renderPackage(zoneOf(call), item),
        ),
    },
    { method: 'GET', path: one, handle: shownPackage },
    {
      method: 'PATCH',
      path: one,
      handle: (call) => {
        wafs.setPackage(zoneOf(call), packageOf(call), () => parsePackagePatch(bodyOf(call)));
        return shownPackage(call);
      },
    },
    {
      method: 'GET',
      path: `${one}/groups`,
      handle: (call) => {
        const owner = packageOf(call);
        const counts = countRules(owner);
        return listed(owner.groups, call.query, groupLists(counts), (group) =>
          renderGroup(owner, group, counts.get(group.id)),
        );
      },
    },
    { method: 'GET', path: `${one}/groups/:group_id`, handle: shownGroup },
    {
      method: 'PATCH',
      path: `${one}/groups/:group_id`,
      handle: (call) => {
        wafs.setGroup(zoneOf(call), groupOf(call), parseGroupPatch(bodyOf(call)));
        return shownGroup(call);
      },
    },
    {
      method: 'GET',
      path: `${one}/rules`,
      handle: (call) => {
        const owner = packageOf(call);
        return listed(owner.rules, call.query, ruleLists, (rule) => renderRule(owner, rule));
      },
    },
    { method: 'GET', path: `${one}/rules/:previous_rule_id`, handle: shownRule },
    {
      method: 'PATCH',
      path: `${one}/rules/:previous_rule_id`,
      handle: (call) => {
        wafs.setRule(zoneOf(call), ruleOf(call), parseRulePatch(bodyOf(call)));
        return shownRule(call);
      },
    },
  ];
}

function overrideRoutes({ overrides, wafs, places }: Parts): readonly Route[] {
  const all = '/zones/:zone_id/firewall/waf/overrides';
  const one = `${all}/:override_id`;
  const idOf = (call: Call) => overrides.get(zoneOf(call), call.param('override_id')).id;
  return [
    {
      method: 'GET',
      path: all,
      handle: (call) =>
        listed(overrides.list(zoneOf(call)), call.query, { filters: {}, orders: {} }, (item) => item),
    },
    {
      method: 'POST',
      path: all,
      handle: (call) => {
        const zoneId = zoneOf(call);
        if (!wafs.hasPrevious(zoneId)) throw neverHadWaf(places, zoneId);
        return answer.resource(overrides.put(zoneId, parseOverride(bodyOf(call))));
      },
    },
    {
      method: 'GET',
      path: one,
      handle: (call) => answer.resource(overrides.get(zoneOf(call), idOf(call))),
    },
    {
      method: 'PUT',
      path: one,
      handle: (call) => {
        const id = idOf(call);
        return answer.resource(overrides.put(zoneOf(call), parseOverride(bodyOf(call)), id));
      },
    },
    {
      method: 'DELETE',
      path: one,
      handle: (call) => {
        const id = idOf(call);
        overrides.delete(zoneOf(call), id);
        return answer.report({ id });
      },
    },
  ];
}

function settingRoutes({ wafs, places }: Parts): readonly Route[] {
  const path = '/zones/:zone_id/settings/waf';
  const shown = (call: Call) =>
    answer.resource(renderSetting(wafs.setting(zoneOf(call)), wafs.hasPrevious(zoneOf(call))));
  return [
    { method: 'GET', path, handle: shown },
    {
      method: 'PATCH',
      path,
      handle: (call) => {
        const zoneId = zoneOf(call);
        if (!wafs.hasPrevious(zoneId)) throw neverHadWaf(places, zoneId);
        wafs.setSetting(zoneId, parseSetting(bodyOf(call)));
        return shown(call);
      },
    },
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

function neverHadWaf(places: Places, zoneId: string): Error {
  return refusals.neverHad(places.zone(zoneId)?.plan ?? 'free');
}

function zoneOf(call: Call): string {
  return call.param('zone_id');
}
