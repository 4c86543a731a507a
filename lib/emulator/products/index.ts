import type { Product } from '../route';
import type { World } from '../world';
import { alerting } from './alerting';
import { firewallRules } from './firewall-rules';
import { logpush } from './logpush';
import { pageRules } from './page-rules';
import { pools } from './pools';
import { previousWaf } from './previous-waf';
import { rulesets, zoneCustomFields } from './rulesets';
import { Stages } from './waf-migration/stages';

/** The products of the API, in the order in which their fixtures are sown. */
export function listProducts(world: World): readonly Product[] {
  const notifications = alerting(world);
  const stages = new Stages(world);
  return [
    rulesets(world),
    logpush(world, zoneCustomFields(world)),
    pools(world, notifications.watcher),
    notifications.product,
    previousWaf(world, stages).product,
    pageRules(world).product,
    firewallRules(world, stages).product,
  ];
}
