import type { PreviousWaf, UriOverride } from '../../../waf';
import type { FirewallRules } from '../firewall-rules/state';
import type { PageRules } from '../page-rules/state';
import type { Collection } from '../../state/collection';
import type { PreviousWafs } from '../previous-waf/state';

/** The parts of a zone's previous WAF that the migration reads. */
export function previousOf(parts: {
  readonly wafs: PreviousWafs;
  readonly overrides: Collection<UriOverride>;
  readonly pageRules: PageRules;
  readonly firewallRules: FirewallRules;
}): (zoneId: string) => PreviousWaf {
  return (zoneId) => ({
    setting: parts.wafs.setting(zoneId).value,
    packages: parts.wafs.listPackages(zoneId),
    overrides: parts.overrides.list(zoneId),
    firewall_rules: parts.firewallRules.list(zoneId),
    page_rules: parts.pageRules.list(zoneId),
  });
}
