import type {
  FirewallRule,
  PageRule,
  PreviousWaf,
  UriOverride,
  WafGroup,
  WafPackage,
  WafRule,
} from '../../lib/waf';

/** A zone that can migrate in either phase: the WAF is on with the managed rules as they come. */
export function zone(changes: Partial<PreviousWaf> = {}): PreviousWaf {
  return {
    setting: 'on',
    packages: [managedPackage(), corePackage({ sensitivity: 'off' })],
    overrides: [],
    firewall_rules: [],
    page_rules: [],
    ...changes,
  };
}

export function managedPackage(changes: Partial<WafPackage> = {}): WafPackage {
  return {
    id: 'managed-package',
    name: 'Cloudflare',
    description: '',
    detection_mode: 'traditional',
    groups: [],
    rules: [],
    ...changes,
  };
}

export function corePackage(changes: Partial<WafPackage> = {}): WafPackage {
  return {
    id: 'core-package',
    name: 'OWASP ModSecurity Core Rule Set',
    description: '',
    detection_mode: 'anomaly',
    sensitivity: 'high',
    action_mode: 'block',
    groups: [],
    rules: [],
    ...changes,
  };
}

export function group(id: string, changes: Partial<WafGroup> = {}): WafGroup {
  return { id, name: `Group ${id}`, description: '', mode: 'on', default_mode: 'on', ...changes };
}

export function wafRule(id: string, changes: Partial<WafRule> = {}): WafRule {
  return {
    id,
    description: '',
    priority: '1',
    group: { id: 'g', name: 'Group g' },
    mode: 'default',
    allowed_modes: ['default', 'disable', 'simulate', 'block', 'challenge'],
    default_mode: 'block',
    ...changes,
  };
}

export function bypass(id: string, changes: Partial<FirewallRule> = {}): FirewallRule {
  return {
    id,
    action: 'bypass',
    filter: { id: `filter-${id}`, expression: 'ip.src eq 192.0.2.1', paused: false },
    products: ['waf'],
    priority: null,
    paused: false,
    description: '',
    ref: '',
    ...changes,
  };
}

export function bypassOf(id: string, expression: string): FirewallRule {
  return bypass(id, { filter: { id: `filter-${id}`, expression, paused: false } });
}

export function override(id: string, changes: Partial<UriOverride> = {}): UriOverride {
  return {
    id,
    description: '',
    urls: ['example.com/shop/*'],
    priority: 1,
    groups: {},
    rules: {},
    rewrite_action: {},
    paused: false,
    ...changes,
  };
}

/** The ids of the new managed rulesets and of the rule that acts on the score (public facts). */
export const managed = 'efb7b8c949ac4650a09736fc376e9aee';
export const owasp = '4814384a9e5d4991b9815dcfc25d2f1f';
export const anomalyScore = '6179ae15870a4bb7b2d480d4843b323c';

export const disableSecurity = { id: 'disable_security' } as const;
export const wafOff = { id: 'waf', value: 'off' } as const;
export const wafOn = { id: 'waf', value: 'on' } as const;
export const cacheAll = { id: 'cache_level', value: 'cache_everything' } as const;

export function pageRule(
  id: string,
  url: string,
  action: PageRule['actions'][number],
  changes: Partial<PageRule> = {},
): PageRule {
  return {
    id,
    targets: [{ target: 'url', constraint: { operator: 'matches', value: url } }],
    actions: [action],
    priority: 1,
    status: 'active',
    ...changes,
  };
}
