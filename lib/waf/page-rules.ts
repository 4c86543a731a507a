import type { PageRule, PreviousWaf } from './previous';
import { anyOf, butNot, mayShareUrls, urlSetExpression, urlsOfTargets, type UrlSet } from './url-set';

interface SkippedUrls {
  readonly expression: string;
  readonly description: string;
}

export function effectOf({ actions }: PageRule): 'on' | 'off' | undefined {
  if (hasDisabledSecurity({ actions })) return 'off';
  const waf = actions.find(({ id }) => id === 'waf');
  return waf?.value === 'on' || waf?.value === 'off' ? waf.value : undefined;
}

function hasDisabledSecurity({ actions }: Pick<PageRule, 'actions'>): boolean {
  return actions.some(({ id }) => id === 'disable_security');
}

/** The setting that decides about the previous WAF, as the dashboard names it. */
export function pageRuleSetting(rule: PageRule): string {
  if (hasDisabledSecurity(rule)) return 'Disable Security';
  return `Web Application Firewall: ${effectOf(rule) === 'on' ? 'On' : 'Off'}`;
}

/** Whether an active page rule enables the previous WAF for some URLs. */
export function isEnabledByPageRule({ page_rules: rules }: PreviousWaf): boolean {
  return inForce(rules).some((rule) => effectOf(rule) === 'on');
}

/**
 * The URLs for which page rules disable the previous WAF. Only the first page rule that matches a URL applies, so a rule
 * with the WAF off has no effect on URLs that a rule above it matches, even if that rule does not set the WAF. If the
 * zone setting is off, the URLs of page rules with the WAF on are the exception, and all others are skipped.
 */
export function urlsToSkip(waf: PreviousWaf): SkippedUrls[] {
  const rules = inForce(waf.page_rules);
  if (waf.setting === 'off' && isEnabledByPageRule(waf)) return [allButEnabled(rules)];
  return rules.flatMap((rule) => (effectOf(rule) === 'off' ? (skippedUrlsOf(rule, waf) ?? []) : []));
}

/** The URLs for which an active or disabled page rule sets the WAF off; undefined if it matches no URL. */
export function skippedUrlsOf(rule: PageRule, { page_rules: rules }: PreviousWaf): SkippedUrls | undefined {
  if (rule.targets.length === 0) return undefined;
  const above = rulesAbove(rule, rules).filter((each) => effectOf(each) !== 'off');
  return { expression: reachOf(rule, above), description: `Page rule ${rule.id}: ${pageRuleSetting(rule)}` };
}

function allButEnabled(rules: readonly PageRule[]): SkippedUrls {
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

/** Active rules of higher priority that can match a URL of the rule. */
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
