import type { FirewallRule, PreviousWaf } from './previous';

/** The migration fails with more firewall rules. Source: specification 7, 8. */
export const maxRulesToMigrate = 200;

/** The migration fails if a firewall rule has a longer expression: 4 KB. Source: specification 7, 8. */
export const maxExpressionBytes = 4096;

/** Those with Bypass > WAF Managed Rules, in evaluation order. The migration turns paused ones into disabled rules, so they are included. */
export function rulesToMigrate({ firewall_rules: rules }: PreviousWaf): FirewallRule[] {
  return rules
    .filter(({ action, products }) => action === 'bypass' && products.includes('waf'))
    .sort((a, b) => rank(a) - rank(b));
}

/** Rules without a priority come last. Not Infinity: Infinity minus Infinity is NaN, which breaks the sort. */
function rank({ priority }: FirewallRule): number {
  return priority ?? Number.MAX_SAFE_INTEGER;
}
