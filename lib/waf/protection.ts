import { ifAny } from '../ground/findings';
import { wafFinding, type WafFinding } from './findings';
import { anomalyScoreRule, managedRulesets, otherManagedRulesets } from './managed';
import { judgeReach, type Reach } from './reach';
import {
  executedRuleset,
  isInert,
  settingsOf,
  skipScopeOf,
  skipsManagedPhase,
  type WrittenRule,
} from './rule-parts';

/**
 * Whether a zone with these rules has a WAF, and the ids of the managed rulesets that some requests reach, each once: whether an enabled rule executes a managed ruleset that requests reach. Every ruleset that the phase executes counts,
 * except the Exposed Credentials Check, which by default adds a header and blocks nothing (public facts 6.3), and the managed
 * rulesets of other phases.
 *
 * Only what is certain counts against a rule: a disabled rule, an expression that is false for every request, overrides
 * that disable the whole ruleset or the OWASP rule that acts on the score, and skip rules before it that exempt, one or several
 * together, every request that it is executed for. Where that cannot be determined, a finding says so.
 *
 * @param earlier - rules of phases before the managed rules, as far as they were read
 */
export function judgeProtection(rules: readonly WrittenRule[], earlier: readonly WrittenRule[] = []) {
  const before = earlier.filter(skipsManagedPhase);
  const executions = [...rules.entries()].flatMap(([at, rule]) => {
    const ruleset = executedRuleset(rule);
    if (ruleset === undefined || isInert(rule) || isSwitchedOff(rule, ruleset)) return [];
    const skips = [...before, ...rules.slice(0, at).filter((each) => exempts(each, ruleset))];
    const reach = judgeReach(
      rule.expression,
      skips.map(({ expression }) => expression),
    );
    return [{ rule, ruleset, skips, reach }];
  });
  const reached = executions.filter(({ reach }) => reach !== 'never');
  const enabledRulesets = [...new Set(reached.map(({ ruleset }) => ruleset))];
  const isProtected = enabledRulesets.some(isWaf);
  const skipsOf = (wanted: Reach) =>
    new Set(executions.filter(({ ruleset, reach }) => isWaf(ruleset) && reach === wanted).flatMap(blamed));
  const [skipping, doubtful] = [skipsOf('never'), skipsOf('unknown')];
  const all = [...before, ...rules];
  const logging = reached.filter(({ rule }) => onlyLogs(rule)).map(({ ruleset }) => ruleset);
  const skips = all.filter((rule) => skipping.has(rule));
  const findings: readonly WafFinding[] = [
    ...(isProtected ? [] : [unprotected(skips, enabledRulesets)]),
    ...ifAny(
      all.filter((rule) => doubtful.has(rule)),
      (rules) => wafFinding('waf.reach_unknown', { rules }),
    ),
    ...ifAny(logging, (rulesets) => wafFinding('waf.only_logs', { rulesets })),
  ];
  return { isProtected, enabledRulesets, findings };
}

/** The skip rules that keep requests from a ruleset: each that does it alone, otherwise all of them, with the rule itself. */
function blamed({ rule, skips, reach }: Execution): readonly WrittenRule[] {
  const alone = skips.filter(({ expression }) => judgeReach(rule.expression, [expression]) !== 'reached');
  if (alone.length > 0) return alone;
  return reach === 'unknown' && skips.length === 0 ? [rule] : skips;
}

interface Execution {
  readonly rule: WrittenRule;
  readonly skips: readonly WrittenRule[];
  readonly reach: Reach;
}

/**
 * The managed rulesets that requests reach by the rules before, and not by these. None if the zone would have no WAF at all:
 * {@link judgeProtection} says so.
 *
 * @param before - such as {@link toMigrationConfiguration} of the previous WAF
 */
export function judgeLost(rules: readonly WrittenRule[], before: readonly WrittenRule[]): WafFinding[] {
  const { isProtected, enabledRulesets } = judgeProtection(rules);
  const lost = judgeProtection(before).enabledRulesets.filter(
    (id) => isWaf(id) && !enabledRulesets.includes(id),
  );
  if (!isProtected || lost.length === 0) return [];
  return [wafFinding('waf.protection_lost', { rulesets: lost })];
}

function unprotected(skips: readonly WrittenRule[], executed: readonly string[]): WafFinding {
  if (skips.length > 0) return wafFinding('waf.skip_all', { rules: skips });
  return wafFinding('waf.no_managed_ruleset', executed.length === 0 ? {} : { rulesets: executed });
}

const notWaf: ReadonlySet<string> = new Set([
  managedRulesets.exposedCredentials,
  ...Object.values(otherManagedRulesets),
]);

function isWaf(ruleset: string): boolean {
  return !notWaf.has(ruleset);
}

/** Rule overrides win over those of categories, and both over those of the ruleset (public facts 6.3). */
function isSwitchedOff(rule: WrittenRule, ruleset: string): boolean {
  const settings = settingsOf(rule);
  const general = settings.find(({ id, category }) => id === undefined && category === undefined);
  const isRulesetOff = general?.enabled === false && !settings.some(({ enabled }) => enabled === true);
  const isScoreIgnored =
    ruleset === managedRulesets.owasp &&
    settings.some(({ id, enabled }) => id === anomalyScoreRule && enabled === false);
  return isRulesetOff || isScoreIgnored;
}

function onlyLogs(rule: WrittenRule): boolean {
  const settings = settingsOf(rule);
  const isGeneral = settings.some(
    ({ id, category, action }) => id === undefined && category === undefined && action === 'log',
  );
  return isGeneral && settings.every(({ action = 'log' }) => action === 'log');
}

/** Whether an enabled skip rule exempts its requests from the whole ruleset, or from the OWASP rule that acts on the score. */
function exempts(rule: WrittenRule, ruleset: string): boolean {
  const scope = skipScopeOf(rule);
  if (scope === undefined || !rule.enabled) return false;
  const isScoreIgnored =
    ruleset === managedRulesets.owasp && scope.rules.get(ruleset)?.includes(anomalyScoreRule) === true;
  return scope.isAll || scope.rulesets.includes(ruleset) || isScoreIgnored;
}
