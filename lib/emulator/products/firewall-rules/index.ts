import { itemSeed } from '../../fixture/seed';
import type { Product } from '../../product';
import type { World } from '../../world';
import type { Stages } from '../waf-migration/stages';
import { readFirewallRule } from './parse';
import { firewallRuleRoutes } from './routes';
import { FirewallRules } from './state';

export function firewallRules(
  world: World,
  stages: Stages,
): { readonly product: Product; readonly rules: FirewallRules } {
  const rules = new FirewallRules(world, stages);
  const product: Product = {
    name: 'firewall-rules',
    routes: firewallRuleRoutes(rules),
    zoneSeeds: {
      firewall_rules: itemSeed({
        isTaken: (zoneId, id) => rules.has(zoneId, id),
        create: (zoneId, body, id = world.newId()) => rules.put(zoneId, id, readFirewallRule(body, '')),
      }),
    },
  };
  return { product, rules };
}
