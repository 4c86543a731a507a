import type { PageRule, PreviousWaf, UriOverride, WafPackage, WafRule } from '../../../waf';
import type { Trip } from './parse';
import { own } from '../../../ground/record';

/** The action of the previous managed rules on a request that matches a rule; undefined for none. */
export function judgePrevious(waf: PreviousWaf, url: string, trip: Trip): string | undefined {
  if (!isOn(waf, url)) return undefined;
  const owner = waf.packages.find(({ rules }) => rules.some(({ id }) => id === trip.rule_id));
  const rule = owner?.rules.find(({ id }) => id === trip.rule_id);
  const overrides = overridesFor(waf, url);
  // The emulator has only a few of the service's rules.
  if (owner === undefined || rule === undefined)
    return overridden(overrides, trip.rule_id, undefined, trip.action);
  if (owner.groups.some(({ id, mode }) => id === rule.group.id && mode === 'off')) return undefined;
  return overridden(overrides, rule.id, rule.group.id, actionOf(owner, rule, trip));
}

/** The zone's setting, unless a page rule overrides it: of those whose targets match, the one with the greatest priority. */
function isOn({ setting, page_rules: rules }: PreviousWaf, url: string): boolean {
  const [first] = rules
    .filter(
      ({ status, targets }) =>
        status === 'active' && targets.every((one) => matchesUrl(one.constraint.value, url)),
    )
    .sort((one, other) => other.priority - one.priority);
  return (first === undefined ? undefined : effectOf(first)) ?? setting === 'on';
}

function effectOf({ actions }: PageRule): boolean | undefined {
  if (actions.some(({ id }) => id === 'disable_security')) return false;
  const value = actions.find(({ id }) => id === 'waf')?.value;
  return value === 'on' || value === 'off' ? value === 'on' : undefined;
}

function actionOf(owner: WafPackage, rule: WafRule, trip: Trip): string | undefined {
  if (owner.detection_mode === 'anomaly')
    return rule.mode === 'off' || owner.sensitivity === 'off'
      ? undefined
      : (owner.action_mode ?? 'challenge');
  switch (rule.mode) {
    case 'off':
    case 'disable':
      return undefined;
    case 'on':
      return trip.action;
    case 'default':
      return rule.default_mode === 'disable' ? undefined : (rule.default_mode ?? trip.action);
    default:
      return rule.mode;
  }
}

/** In order of precedence: a lower number is a higher priority. */
function overridesFor({ overrides }: PreviousWaf, url: string): readonly UriOverride[] {
  return overrides
    .filter(({ paused, urls }) => !paused && urls.some((pattern) => matchesUrl(pattern, url)))
    .sort((one, other) => one.priority - other.priority);
}

function overridden(
  overrides: readonly UriOverride[],
  ruleId: string,
  groupId: string | undefined,
  action: string | undefined,
): string | undefined {
  const ofRule = overrides.map(({ rules }) => own(rules, ruleId)).find((one) => one !== undefined);
  if (ofRule === 'disable') return undefined;
  const isGroupOff =
    groupId !== undefined &&
    overrides.map(({ groups }) => own(groups, groupId)).find((one) => one !== undefined) === 'disable';
  const chosen = ofRule === undefined || ofRule === 'default' ? (isGroupOff ? undefined : action) : ofRule;
  if (chosen === undefined) return undefined;
  const rewritten = overrides
    .map(({ rewrite_action: rewrite }) => own(rewrite, chosen))
    .find((one) => one !== undefined);
  if (rewritten === 'disable') return undefined;
  return rewritten === undefined || rewritten === 'default' ? chosen : rewritten;
}

/** Whether a URL (host and path) matches a pattern with `*`. Scheme and port of the pattern are ignored. */
export function matchesUrl(pattern: string, url: string): boolean {
  const [, host = '', path] =
    /^(?:[^/]*:\/\/)?([^/:]*)(?::\d+)?(\/.*)?$/s.exec(pattern.trim().toLowerCase()) ?? [];
  const parts = (host + (path ?? (host.includes('*') ? '' : '/'))).split(/\*+/);
  return matchesParts(parts, url.toLowerCase());
}

/** The text begins with the first part, ends with the last one, and has the middle parts between them in order. */
function matchesParts(parts: readonly string[], text: string): boolean {
  const first = parts[0] ?? '';
  if (parts.length === 1) return text === first;
  const last = parts.at(-1) ?? '';
  if (!text.startsWith(first) || text.length < first.length + last.length || !text.endsWith(last))
    return false;
  let at = first.length;
  for (const part of parts.slice(1, -1)) {
    const found = text.indexOf(part, at);
    if (found < 0) return false;
    at = found + part.length;
  }
  return at + last.length <= text.length;
}
