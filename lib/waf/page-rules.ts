import type { PageRule, PreviousWaf } from './previous';
import { anyOf, butNot, mayShareUrls, urlSetExpression, urlsOfTargets, type UrlSet } from './url-set';

/** What a page rule makes of the previous WAF; undefined when it leaves it alone. */
export type PageRuleEffect = 'on' | 'off' | undefined;

/** URLs for which page rules switched the previous WAF off. */
export interface SkippedUrls {
  readonly expression: string;
  readonly description: string;
}

export function effectOf({ actions }: PageRule): PageRuleEffect {
  if (hasDisabledSecurity({ actions })) return 'off';
  const waf = actions.find(({ id }) => id === 'waf');
  return waf?.value === 'on' || waf?.value === 'off' ? waf.value : undefined;
}

function hasDisabledSecurity({ actions }: Pick<PageRule, 'actions'>): boolean {
  return actions.some(({ id }) => id === 'disable_security');
}

/** Whether it has Web Application Firewall: Off, be it disabled or not. */
export function setsWafOff({ actions }: PageRule): boolean {
  return actions.some(({ id, value }) => id === 'waf' && value === 'off');
}

/** Whether a page rule switches the previous WAF on somewhere. */
export function isSwitchedOnSomewhere({ page_rules: rules }: PreviousWaf): boolean {
  return inForce(rules).some((rule) => effectOf(rule) === 'on');
}

/**
 * The URLs for which the previous WAF is off by page rules. For a URL only the first page rule that matches takes
 * effect, so one with the WAF off does not reach what a rule above it takes, be it one that says nothing of the WAF.
 * Where the zone's setting is off, page rules with the WAF on are the exception and everything else is skipped.
 */
export function urlsToSkip(waf: PreviousWaf): SkippedUrls[] {
  const rules = inForce(waf.page_rules);
  if (waf.setting === 'off' && isSwitchedOnSomewhere(waf)) return [allButSwitchedOn(rules)];
  return rules.flatMap((rule) => (effectOf(rule) === 'off' ? (skippedUrlsOf(rule, waf) ?? []) : []));
}

/** What a page rule with the WAF off switches off, or would if it were active; undefined where it matches no URL. */
export function skippedUrlsOf(rule: PageRule, { page_rules: rules }: PreviousWaf): SkippedUrls | undefined {
  if (rule.targets.length === 0) return undefined;
  const above = rulesAbove(rule, rules).filter((each) => effectOf(each) !== 'off');
  const what = hasDisabledSecurity(rule) ? 'Disable Security' : 'Web Application Firewall: Off';
  return { expression: reachOf(rule, above), description: `Page rule ${rule.id}: ${what}` };
}

function allButSwitchedOn(rules: readonly PageRule[]): SkippedUrls {
  const reaches = rules.flatMap((rule) => {
    if (effectOf(rule) !== 'on') return [];
    return [
      reachOf(
        rule,
        rulesAbove(rule, rules).filter((each) => effectOf(each) !== 'on'),
      ),
    ];
  });
  const description = 'The zone’s WAF was off but for page rules with Web Application Firewall: On';
  return { expression: `not (${anyOf(reaches)})`, description };
}

/** Those that could be first for a URL of the rule. */
function rulesAbove(rule: PageRule, rules: readonly PageRule[]): PageRule[] {
  const ordered = byPriority(rules);
  const urls = urlsOf(rule);
  return ordered
    .slice(0, ordered.indexOf(rule))
    .filter((each) => each.status === 'active' && mayShareUrls(urlsOf(each), urls));
}

function reachOf(rule: PageRule, exceptions: readonly PageRule[]): string {
  return butNot(
    urlSetExpression(urlsOf(rule)),
    exceptions.map((each) => urlSetExpression(urlsOf(each))),
  );
}

function inForce(rules: readonly PageRule[]): PageRule[] {
  return byPriority(rules).filter(({ status, targets }) => status === 'active' && targets.length > 0);
}

function byPriority(rules: readonly PageRule[]): PageRule[] {
  return [...rules].sort((a, b) => b.priority - a.priority);
}

function urlsOf({ targets }: PageRule): UrlSet {
  return urlsOfTargets(targets);
}
