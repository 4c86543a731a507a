import { itemSeed } from '../../fixture/seed';
import type { Product } from '../../product';
import type { World } from '../../world';
import type { Stages } from '../waf-migration/stages';
import { readFilter, readFirewallRule } from './parse';
import { firewallRuleRoutes } from './routes';
import { FirewallRules } from './state';
import { writeFilters, writeRules } from './write';

export function firewallRules(
  world: World,
  stages: Stages,
): { readonly product: Product; readonly rules: FirewallRules } {
  const rules = new FirewallRules(world, stages);
  const product: Product = {
    name: 'firewall-rules',
    routes: firewallRuleRoutes(rules),
    // Filters come first: rules refer to them.
    zoneKeys: {
      filters: {
        seed: itemSeed({
          isTaken: (zoneId, id) => rules.hasFilter(zoneId, id),
          create: (zoneId, body, id = world.newId()) => rules.replaceFilter(zoneId, id, readFilter(body, '')),
        }),
        write: (zoneId) => writeFilters(rules, zoneId),
      },
      firewall_rules: {
        seed: itemSeed({
          isTaken: (zoneId, id) => rules.has(zoneId, id),
          create: (zoneId, body, id = world.newId()) => rules.put(zoneId, id, readFirewallRule(body, '')),
        }),
        write: (zoneId) => writeRules(rules, zoneId),
      },
    },
  };
  return { product, rules };
}
