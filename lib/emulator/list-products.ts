import type { PreviousWaf } from '../waf';
import type { Product } from './product';
import { poolPages } from './page/pools';
import { trafficPages } from './page/traffic';
import { zonePages } from './page/zones';
import type { World } from './world';
import { accounts } from './products/accounts';
import { alerting } from './products/alerting';
import { firewallRules } from './products/firewall-rules';
import { loadBalancers } from './products/load-balancers';
import { logpush } from './products/logpush';
import { monitors } from './products/monitors';
import { pageRules } from './products/page-rules';
import { pools } from './products/pools';
import { previousWaf } from './products/previous-waf';
import { managedRulesOf, rulesets, zoneCustomFields } from './products/rulesets';
import { managedPhase } from './products/rulesets/phases';
import { securityEvents } from './products/security-events';
import { statusReader, wafMigration } from './products/waf-migration';
import { Migrations } from './products/waf-migration/migrations';
import { Stages } from './products/waf-migration/stages';
import { userTokens } from './products/user-tokens';
import { zones } from './products/zones';

/** The products of the API, in the order in which their fixtures are seeded. */
export function listProducts(world: World): readonly Product[] {
  const notifications = alerting(world);
  const balancing = pools(world, notifications.prepare);
  const stages = new Stages(world);
  const previous = previousWaf(world, stages);
  const pages = pageRules(world);
  const firewall = firewallRules(world, stages);
  const { wafs, overrides } = previous;
  const previousWafOf = (zoneId: string): PreviousWaf => ({
    setting: wafs.setting(zoneId).value,
    packages: wafs.listPackages(zoneId),
    overrides: overrides.list(zoneId),
    firewall_rules: firewall.rules.list(zoneId),
    page_rules: pages.rules.list(zoneId),
  });
  const migrations = new Migrations(world, stages, previousWafOf);
  const newRules = rulesets(world, migrations);
  const rulesOf = managedRulesOf(newRules.state);
  const events = securityEvents(world, {
    previousOf: (zoneId) => (stages.view(zoneId).isPreviousEnabled ? previousWafOf(zoneId) : undefined),
    rulesOf,
  });
  const logs = logpush(world, zoneCustomFields(newRules.state), events.watcher);
  const statusOf = statusReader(stages, {
    isSettingOn: (zoneId) => wafs.setting(zoneId).value === 'on',
    isDeployed: (zoneId) => rulesOf(zoneId).some(({ enabled, action }) => enabled && action === 'execute'),
  });
  return [
    userTokens(),
    accounts(world),
    zones(world),
    // The stage of a zone decides what else it can have.
    wafMigration(world, stages, migrations, statusOf),
    zonePages({
      places: world.places,
      announce: world.announce,
      now: world.now,
      stages,
      statusOf,
      previousOf: previousWafOf,
      entryPointOf: (zoneId) =>
        newRules.state.findEntrypoint(newRules.state.ownerOf({ kind: 'zone', id: zoneId }), managedPhase),
      eventsOf: (zoneId) => events.events.list(zoneId),
    }),
    newRules.product,
    { ...logs.product, pages: trafficPages(world, logs.traffic) },
    events.product,
    {
      ...balancing.product,
      pages: poolPages(world.places, balancing.state, notifications.state),
    },
    monitors(world, balancing.state),
    loadBalancers(world, balancing.state),
    notifications.product,
    previous.product,
    pages.product,
    firewall.product,
  ];
}
