import { isDeepStrictEqual } from 'node:util';
import { itemsKey } from '../../fixture/items-key';
import { itemSeed } from '../../fixture/seed';
import type { FixtureKey } from '../../fixture/seed';
import { writeItems } from '../../fixture/write';
import type { Product } from '../../product';
import type { World } from '../../world';
import type { Stages } from '../waf-migration/stages';
import { firewallRuleRoutes } from './routes';
import { filterBody, parseFilter, parseRule, ruleBody } from './schema';
import { FirewallRules } from './state';

export function firewallRules(
  world: World,
  stages: Stages,
): { readonly product: Product; readonly rules: FirewallRules } {
  const rules = new FirewallRules(world, stages);
  const product: Product = {
    name: 'firewall-rules',
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
