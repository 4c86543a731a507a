import type { FirewallRule } from '../../../waf';
import { crud } from '../../http/crud';
import { listed } from '../../http/list-query';
import type { ListRules } from '../../http/list-query';
import { answer, itemsOf, route, zoneOf } from '../../http/route';
import type { Route } from '../../http/route';
import { parseFilter, parseNew, parseReplacement, parseRule } from './schema';
import type { Filter, FirewallRules } from './state';

/** The bodies of creates are arrays. */
export function firewallRuleRoutes(rules: FirewallRules): readonly Route[] {
  const { filters } = rules;
  const filterPath = '/zones/:zone_id/filters';
  const rulePath = '/zones/:zone_id/firewall/rules';
  return [
    ...crud({
      path: filterPath,
      id: 'filter_id',
      owner: zoneOf,
      items: filters,
      render: (filter) => filter,
      list: (all, { query }) => listed(all, query, filterLists, (filter) => filter),
      replace: (zoneId, { id }, sent) =>
        filters.put(zoneId, { ...parseReplacement(sent, id, parseFilter), id }),
    }),
    route.post(
      filterPath,
      (call) => answer.resource(filters.create(zoneOf(call), parseNew(itemsOf(call), parseFilter))),
      'array',
    ),
    ...crud({
      path: rulePath,
      id: 'firewall_rule_id',
      owner: zoneOf,
      items: rules,
      render: renderRule,
      list: (all, { query }) => listed(all, query, ruleLists, renderRule),
      replace: (zoneId, { id }, sent) => rules.replace(zoneId, id, parseReplacement(sent, id, parseRule)),
    }),
    route.post(
      rulePath,
      (call) =>
        answer.resource(rules.create(zoneOf(call), parseNew(itemsOf(call), parseRule)).map(renderRule)),
      'array',
    ),
  ];
}

/** Only rules that bypass products have them. */
function renderRule({ products, ...rule }: FirewallRule): object {
  return products.length === 0 ? rule : { ...rule, products };
}

const sizes = { least: 5, most: 100, otherwise: 25 };

const filterLists: ListRules<Filter> = {
  filters: {
    expression: (item, value) => item.expression === value,
    description: (item, value) => item.description === value,
    ref: (item, value) => item.ref === value,
    paused: (item, value) => String(item.paused) === value,
  },
  orders: {},
  sizes,
};

const ruleLists: ListRules<FirewallRule> = {
  filters: {
    action: (item, value) => item.action === value,
    description: (item, value) => item.description === value,
    paused: (item, value) => String(item.paused) === value,
  },
  orders: {},
  sizes,
};
