import { itemsKey } from '../../fixture/seed';
import type { Product } from '../../product';
import type { World } from '../../world';
import { pageRuleBody } from './schema';
import { PageRules, type KeptPageRule } from './state';
import { crud } from '../../http/crud';
import { chosen } from '../../http/list-query';
import { answer, zoneOf } from '../../http/route';

export function pageRules(world: World): { readonly product: Product; readonly rules: PageRules } {
  const rules = new PageRules(world);
  const product: Product = {
    routes: crud({
      path: '/zones/:zone_id/pagerules',
      id: 'page_rule_id',
      owner: zoneOf,
      items: rules,
      list: (all, { query }) => answer.resource(listed(all, query)),
      create: (zoneId, sent) => rules.create(zoneId, pageRuleBody.parse(sent)),
      replace: (zoneId, rule, sent) => rules.update(zoneId, rule, pageRuleBody.parse(sent)),
      update: (zoneId, rule, sent) => rules.update(zoneId, rule, pageRuleBody.patch(sent)),
    }),
    zoneKeys: {
      page_rules: itemsKey(rules, {
        create: (zoneId, body, id) => rules.create(zoneId, pageRuleBody.parse(body), id),
        write: (rule) => pageRuleBody.write(rule),
      }),
    },
  };
  return { product, rules };
}

function listed(rules: readonly KeptPageRule[], query: URLSearchParams): readonly KeptPageRule[] {
  const order = chosen(query, 'order', ['status', 'priority'], 'priority');
  const back = chosen(query, 'direction', ['asc', 'desc'], 'desc') === 'desc';
  chosen(query, 'match', ['any', 'all'], 'all');
  const status = query.has('status')
    ? chosen(query, 'status', ['active', 'disabled'], 'disabled')
    : undefined;
  const found = rules.filter((rule) => status === undefined || rule.status === status);
  const sorted = found.sort((one, other) =>
    order === 'status' ? one.status.localeCompare(other.status, 'en') : one.priority - other.priority,
  );
  return back ? sorted.reverse() : sorted;
}
