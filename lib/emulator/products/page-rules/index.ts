import { itemsKey } from '../../fixture/items-key';
import type { Product } from '../../product';
import type { World } from '../../world';
import { pageRuleRoutes } from './routes';
import { pageRuleBody } from './schema';
import { PageRules } from './state';

export function pageRules(world: World): { readonly product: Product; readonly rules: PageRules } {
  const rules = new PageRules(world);
  const product: Product = {
    name: 'page-rules',
    routes: pageRuleRoutes(rules),
    zoneKeys: {
      page_rules: itemsKey(rules, {
        create: (zoneId, body, id) => rules.create(zoneId, pageRuleBody.parse(body), id),
        write: (rule) => pageRuleBody.write(rule),
      }),
    },
  };
  return { product, rules };
}
