import { managedRulesets } from './managed';
import { managedPackageOf, ruleOverrides } from './managed-overrides';
import { migrationRule, skipRule } from './mapping';
import type { PreviousWaf, UriOverride, WafPackage } from './previous';
import { mayShareUrls, urlSetExpression, urlsOfList } from './url-set';
import { own } from '../ground/record';

/**
 * The rule that replaces a URI override, or the reason why there is none. It is a skip rule if the override only disables rules. A single
 * new rule cannot express anything else, such as another mode for some URLs.
 */
export function replaceOverride(override: UriOverride, waf: PreviousWaf) {
  const urls = urlsOfList(override.urls);
  if (urls.length === 0) return { reason: 'it names no URL' };
  const isContested = waf.overrides.some(
    (each) => each !== override && !each.paused && mayShareUrls(urlsOfList(each.urls), urls),
  );
  if (isContested) return { reason: 'it shares URLs with other overrides' };
  const expression = urlSetExpression(urls);
  const description = override.description === '' ? `WAF override ${override.id}` : override.description;
  const enabled = !override.paused;
  if (switchesAllOff(override)) return { rule: skipRule(expression, description, enabled) };
  const ids = rulesSwitchedOff(override, managedPackageOf(waf));
  if (ids === undefined) return { reason: 'it does more than disable rules of the Cloudflare managed rules' };
  if (ids.length === 0) return { reason: 'it changes nothing' };
  return {
    rule: migrationRule({
      action: 'skip',
      action_parameters: { rules: { [managedRulesets.managed]: ids } },
      expression,
      description,
      enabled,
    }),
  };
}

/** Whether every action that a rule can take is rewritten to `disable`. */
function switchesAllOff({ groups, rules, rewrite_action: rewrites }: UriOverride): boolean {
  const isHarmless = [...Object.values(groups), ...Object.values(rules)].every(isOffOrDefault);
  return (
    isHarmless && ['challenge', 'block', 'simulate'].every((action) => own(rewrites, action) === 'disable')
  );
}

/** The ids of the disabled rules, if the override does nothing else. */
function rulesSwitchedOff(
  { groups, rules, rewrite_action: rewrites }: UriOverride,
  managed: WafPackage | undefined,
): string[] | undefined {
  const known = new Map(managed?.rules.map(({ id, group }) => [id, group.id]));
  const knownGroups = new Set([...known.values(), ...(managed?.groups.map(({ id }) => id) ?? [])]);
  const changed = new Set(managed === undefined ? [] : ruleOverrides(managed).map(({ id }) => id));
  const isKnown =
    Object.keys(rules).every((id) => known.has(id)) && Object.keys(groups).every((id) => knownGroups.has(id));
  const isOnlyOff = [...Object.values(groups), ...Object.values(rules)].every(isOffOrDefault);
  const isRewriting = Object.entries(rewrites).some(([from, to]) => from !== to);
  if (!isKnown || !isOnlyOff || isRewriting) return undefined;
  const ruleModes = new Map(Object.entries(rules));
  const groupModes = new Map(Object.entries(groups));
  const modes = [...known].map(([id, group]) => ({ id, mode: ruleModes.get(id) ?? groupModes.get(group) }));
  // Resetting a rule that is changed elsewhere to its default does not disable it.
  if (modes.some(({ id, mode }) => mode === 'default' && changed.has(id))) return undefined;
  return modes.flatMap(({ id, mode }) => (mode === 'disable' ? [id] : []));
}

function isOffOrDefault(mode: string): boolean {
  return mode === 'disable' || mode === 'default';
}
