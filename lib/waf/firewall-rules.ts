import type { FirewallRule, PreviousWaf } from './previous';

/** More firewall rules than that fail the migration. Source: specification 7, 8. */
export const maxRulesToMigrate = 200;

/** A firewall rule with a longer expression fails the migration: 4 KB. Source: specification 7, 8. */
export const maxExpressionBytes = 4096;

/**
 * The firewall rules with Bypass > WAF Managed Rules, in the order in which they are evaluated. The paused ones are
 * among them: they become rules too, disabled ones, so that whoever needs them one day finds them.
 */
export function rulesToMigrate({ firewall_rules: rules }: PreviousWaf): FirewallRule[] {
  return rules
    .filter(({ action, products }) => action === 'bypass' && products.includes('waf'))
    .sort((a, b) => rank(a) - rank(b));
}

/** How many firewall rules the migration has to carry over, paused ones included. */
export function countRulesToMigrate(waf: PreviousWaf): number {
  return rulesToMigrate(waf).length;
}

/** The length of an expression as the service counts it, in bytes of UTF-8. */
export function expressionBytes(expression: string): number {
  return Buffer.byteLength(expression, 'utf8');
}

/** Rules without a priority come last. Not Infinity, since two of those have no difference. */
function rank({ priority }: FirewallRule): number {
  return priority ?? Number.MAX_SAFE_INTEGER;
}
