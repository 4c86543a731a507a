import { itemSeed } from '../../fixture/seed';
import type { Product } from '../../product';
import type { World } from '../../world';
import { parsePageRule } from './parse';
import { pageRuleRoutes } from './routes';
import { PageRules } from './state';

export function pageRules(world: World): { readonly product: Product; readonly rules: PageRules } {
  const rules = new PageRules(world);
  const product: Product = {
    name: 'page-rules',
    routes: pageRuleRoutes(rules),
    zoneSeeds: {
      page_rules: itemSeed({
        isTaken: (zoneId, id) => rules.has(zoneId, id),
        create: (zoneId, body, id) => rules.create(zoneId, parsePageRule(body), id),
      }),
    },
  };
  return { product, rules };
}
