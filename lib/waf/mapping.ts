import { coreRuleSetOf, isOn, owaspParameters } from './core-rule-set';
import { rulesToMigrate } from './firewall-rules';
import type { MigrationConfiguration, MigrationRule } from './managed';
import { managedPackageOf, managedParameters } from './managed-overrides';
import { isEnabledByPageRule, urlsToSkip } from './page-rules';
import type { FirewallRule, PreviousWaf, WafGroup } from './previous';

/** The configuration that operation 8 returns (specification 3.3). Skip rules come first: a request skips only rules after them (public facts 6.3). */
export function toMigrationConfiguration(waf: PreviousWaf): MigrationConfiguration {
  const skips = [
    ...rulesToMigrate(waf).map(skipOfFirewallRule),
    ...urlsToSkip(waf).map(({ expression, description }) => skipRule(expression, description)),
  ];
  return { name: 'default', rules: [...skips, ...executeRules(waf)] };
}

/** What does not depend on the default modes of groups, which the API does not return: one that is off by default needs no overrides. */
export function toCertainConfiguration(waf: PreviousWaf): MigrationConfiguration {
  return withDefaultModes(waf, (mode) => mode);
}

/** The equivalent configuration if every group is changed: one that is on may be off by default, and its rules then have overrides. */
export function toPossibleConfiguration(waf: PreviousWaf): MigrationConfiguration {
  return withDefaultModes(waf, (mode) => (mode === 'on' ? 'off' : 'on'));
}

function withDefaultModes(
  waf: PreviousWaf,
  usualOf: (mode: WafGroup['mode']) => WafGroup['default_mode'],
): MigrationConfiguration {
  const packages = waf.packages.map((each) => ({
    ...each,
    groups: each.groups.map((group) => ({ ...group, default_mode: usualOf(group.mode) })),
  }));
  return toMigrationConfiguration({ ...waf, packages });
}

/** A rule that makes requests skip all managed rules after it. */
export function skipRule(expression: string, description: string, enabled = true): MigrationRule {
  return migrationRule({
    action: 'skip',
    action_parameters: { ruleset: 'current' },
    expression,
    description,
    enabled,
  });
}

/** A rule before the API assigns its ids: they are empty strings. Source: specification 2.3. */
export function migrationRule(rule: Omit<MigrationRule, 'id' | 'version' | 'ref'>): MigrationRule {
  return { id: '', version: '', ref: '', ...rule };
}

function skipOfFirewallRule({ id, filter, description, paused }: FirewallRule): MigrationRule {
  const text = description === '' ? `Firewall rule ${id}: Bypass WAF Managed Rules` : description;
  return skipRule(filter.expression, text, !paused && !filter.paused);
}

function executeRules(waf: PreviousWaf): MigrationRule[] {
  const isWafOn = waf.setting === 'on' || isEnabledByPageRule(waf);
  const managed = managedPackageOf(waf);
  const core = coreRuleSetOf(waf);
  return [
    ...(managed === undefined
      ? []
      : [executeRule(managedParameters(managed), 'Cloudflare Managed Ruleset', isWafOn)]),
    ...(core === undefined
      ? []
      : [executeRule(owaspParameters(core), 'Cloudflare OWASP Core Ruleset', isWafOn && isOn(core))]),
  ];
}

function executeRule(
  parameters: Readonly<Record<string, unknown>>,
  description: string,
  enabled: boolean,
): MigrationRule {
  return migrationRule({
    action: 'execute',
    action_parameters: parameters,
    expression: 'true',
    description,
    enabled,
  });
}
