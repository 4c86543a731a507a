import type { FirewallRule } from '../../../waf';
import { answer, bodyOf, itemsOf } from '../../http/route';
import type { Call, Route } from '../../http/route';
import { listed } from '../../http/list-query';
import type { ListRules } from '../../http/list-query';
import { parseNew, parseReplacement, readFilter, readFirewallRule } from './parse';
import type { Filter, FirewallRules } from './state';

export function firewallRuleRoutes(rules: FirewallRules): readonly Route[] {
  return [...filterRoutes(rules), ...ruleRoutes(rules)];
}

function filterRoutes(rules: FirewallRules): readonly Route[] {
  const all = '/zones/:zone_id/filters';
  const one = `${all}/:filter_id`;
  const filterOf = (call: Call) => rules.getFilter(zoneOf(call), call.param('filter_id'));
  return [
    {
      method: 'GET',
      path: all,
      handle: (call) => listed(rules.listFilters(zoneOf(call)), call.query, filterLists, (item) => item),
    },
    {
      method: 'POST',
      path: all,
      takes: 'array',
      handle: (call) =>
        answer.resource(rules.createFilters(zoneOf(call), parseNew(itemsOf(call), readFilter))),
    },
    { method: 'GET', path: one, handle: (call) => answer.resource(filterOf(call)) },
    {
      method: 'PUT',
      path: one,
      handle: (call) => {
        const { id } = filterOf(call);
        return answer.resource(
          rules.replaceFilter(zoneOf(call), id, parseReplacement(bodyOf(call), id, readFilter)),
        );
      },
    },
    {
      method: 'DELETE',
      path: one,
      handle: (call) => {
        const { id } = filterOf(call);
        rules.deleteFilter(zoneOf(call), id);
        return answer.report({ id });
      },
    },
  ];
}

function ruleRoutes(rules: FirewallRules): readonly Route[] {
  const all = '/zones/:zone_id/firewall/rules';
  const one = `${all}/:firewall_rule_id`;
  const ruleOf = (call: Call) => rules.get(zoneOf(call), call.param('firewall_rule_id'));
  return [
    {
      method: 'GET',
      path: all,
      handle: (call) => listed(rules.list(zoneOf(call)), call.query, ruleLists, renderRule),
    },
    {
      method: 'POST',
      path: all,
      takes: 'array',
      handle: (call) =>
        answer.resource(
          rules.create(zoneOf(call), parseNew(itemsOf(call), readFirewallRule)).map(renderRule),
        ),
    },
    { method: 'GET', path: one, handle: (call) => answer.resource(renderRule(ruleOf(call))) },
    {
      method: 'PUT',
      path: one,
      handle: (call) => {
        const { id } = ruleOf(call);
        const sent = parseReplacement(bodyOf(call), id, readFirewallRule);
        return answer.resource(renderRule(rules.replace(zoneOf(call), id, sent)));
      },
    },
    {
      method: 'DELETE',
      path: one,
      handle: (call) => {
        const { id } = ruleOf(call);
        rules.delete(zoneOf(call), id);
        return answer.report({ id });
      },
    },
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

function zoneOf(call: Call): string {
  return call.param('zone_id');
}
