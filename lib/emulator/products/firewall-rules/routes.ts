import type { FirewallRule } from '../../../waf';
import { crud } from '../../http/crud';
import { equal } from '../../http/list-query';
import { zoneOf, type Route } from '../../http/route';
import { parseFilter, parseNew, parseReplacement, parseRule } from './schema';
import type { FirewallRules } from './state';

/** The bodies of creates are arrays. */
export function firewallRuleRoutes(rules: FirewallRules): readonly Route[] {
  const { filters } = rules;
  return [
    ...crud({
      path: '/zones/:zone_id/filters',
      id: 'filter_id',
      owner: zoneOf,
      items: filters,
      render: (filter) => filter,
      pages: () => ({ filters: equal('expression', 'description', 'ref', 'paused'), sizes }),
      createAll: (zoneId, sent) => filters.create(zoneId, parseNew(sent, parseFilter)),
      replace: (zoneId, { id }, sent) =>
        filters.put(zoneId, { ...parseReplacement(sent, id, parseFilter), id }),
    }),
    ...crud({
      path: '/zones/:zone_id/firewall/rules',
      id: 'firewall_rule_id',
      owner: zoneOf,
      items: rules,
      render: renderRule,
      pages: () => ({ filters: equal('action', 'description', 'paused'), sizes }),
      createAll: (zoneId, sent) => rules.create(zoneId, parseNew(sent, parseRule)),
      replace: (zoneId, { id }, sent) => rules.replace(zoneId, id, parseReplacement(sent, id, parseRule)),
    }),
  ];
}

/** Only rules that bypass products have them. */
function renderRule({ products, ...rule }: FirewallRule): object {
  return products.length === 0 ? rule : { ...rule, products };
}

const sizes = { least: 5, most: 100, otherwise: 25 };
