import { itemSeed } from '../../fixture/seed';
import { withoutDefaults, writeItems } from '../../fixture/write';
import type { Product } from '../../product';
import type { World } from '../../world';
import { pageRuleDefaults, parsePageRule } from './parse';
import { pageRuleRoutes } from './routes';
import { PageRules } from './state';
import type { KeptPageRule } from './state';

export function pageRules(world: World): { readonly product: Product; readonly rules: PageRules } {
  const rules = new PageRules(world);
  const product: Product = {
    name: 'page-rules',
    routes: pageRuleRoutes(rules),
    zoneKeys: {
      page_rules: {
        seed: itemSeed({
          isTaken: (zoneId, id) => rules.has(zoneId, id),
          create: (zoneId, body, id) => rules.create(zoneId, parsePageRule(body), id),
        }),
        write: (zoneId) => writeItems(rules.list(zoneId), writeRule),
      },
    },
  };
  return { product, rules };
}

function writeRule({ created_on: _created, modified_on: _modified, ...rule }: KeptPageRule): object {
  return withoutDefaults(rule, pageRuleDefaults);
}
