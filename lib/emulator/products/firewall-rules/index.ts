import { isDeepStrictEqual } from 'node:util';
import { itemsKey, itemSeed, type FixtureKey, writeItems } from '../../fixture/seed';
import type { Product } from '../../product';
import type { World } from '../../world';
import type { Stages } from '../waf-migration/stages';
import { filterBody, parseFilter, parseRule, ruleBody, parseNew, parseReplacement } from './schema';
import { FirewallRules } from './state';
import type { FirewallRule } from '../../../waf';
import { crud } from '../../http/crud';
import { equal } from '../../http/list-query';
import { zoneOf, type Route } from '../../http/route';

export function firewallRules(world: World, stages: Stages) {
  const rules = new FirewallRules(world, stages);
  const product: Product = {
    routes: firewallRuleRoutes(rules),
    // Filters come first: rules refer to them.
    zoneKeys: { filters: filtersKey(world, rules), firewall_rules: rulesKey(world, rules) },
  };
  return { product, rules };
}

/** Written only where a filter is not in its rule. */
function filtersKey(world: World, rules: FirewallRules): FixtureKey {
  const { seed, write } = itemsKey(rules.filters, {
    create: (zoneId, body, id = world.newId()) => rules.filters.put(zoneId, { ...parseFilter(body), id }),
    write: (filter) => filterBody.write(filter),
  });
  return { seed, write: (zoneId) => (areInRules(rules, zoneId) ? undefined : write(zoneId)) };
}

/** The rules with their filters, or with the ids of filters that `filters` has. */
function rulesKey(world: World, rules: FirewallRules): FixtureKey {
  return {
    seed: itemSeed({
      isTaken: (zoneId, id) => rules.has(zoneId, id),
      create: (zoneId, body, id = world.newId()) => rules.put(zoneId, id, parseRule(body)),
    }),
    write: (zoneId) => {
      const hasFilters = areInRules(rules, zoneId);
      return writeItems(rules.list(zoneId), ({ filter, ...rule }) =>
        ruleBody.write({ ...rule, filter: hasFilters ? filter : { id: filter.id } }),
      );
    },
  };
}

/** Whether seeding each rule with its filter makes the same filters in the same order. */
function areInRules(rules: FirewallRules, zoneId: string): boolean {
  return isDeepStrictEqual(
    rules.list(zoneId).map(({ filter }) => filter.id),
    rules.filters.list(zoneId).map(({ id }) => id),
  );
}

function firewallRuleRoutes(rules: FirewallRules): readonly Route[] {
  const { filters } = rules;
  return [
    ...crud({
      path: '/zones/:zone_id/filters',
      id: 'filter_id',
      owner: zoneOf,
      items: filters,
      pages: () => ({ filters: equal('id', 'expression', 'description', 'ref', 'paused'), sizes }),
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
      pages: () => ({ filters: equal('id', 'action', 'description', 'paused'), sizes }),
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
