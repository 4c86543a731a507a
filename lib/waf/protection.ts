import { constantOf } from './constant-expression';
import type { WafFinding } from './findings';
import { anomalyScoreRule, managedRulesets } from './managed';
import { executedRuleset, isInert, settingsOf, skipScopeOf, type WrittenRule } from './rule-parts';

/** Whether a zone with these rules has a WAF. */
export interface Protection {
  readonly isProtected: boolean;
  /** The ids of the managed rulesets that some requests reach, each once. */
  readonly enabledRulesets: readonly string[];
  readonly findings: readonly WafFinding[];
}

/**
 * Whether an enabled rule executes a managed ruleset that requests reach. Every ruleset that the phase executes counts,
 * except the Exposed Credentials Check alone: by default it adds a header and blocks nothing (public facts 6.3).
 *
 * Only what is certain counts against a rule: a disabled rule, an expression that is false for every request, overrides
 * that disable the whole ruleset or the OWASP rule that acts on the score, and a skip rule before it that exempts every
 * request from the whole ruleset.
 */
export function judgeProtection(rules: readonly WrittenRule[]): Protection {
  const executions = [...rules.entries()].flatMap(([at, rule]) => {
    const ruleset = executedRuleset(rule);
    if (ruleset === undefined || isInert(rule) || isSwitchedOff(rule, ruleset)) return [];
    return [{ rule, ruleset, skips: rules.slice(0, at).filter((each) => exemptsAll(each, ruleset)) }];
  });
  const reached = executions.filter(({ skips }) => skips.length === 0);
  const enabledRulesets = [...new Set(reached.map(({ ruleset }) => ruleset))];
  const isProtected = enabledRulesets.some(isWaf);
  const skipping = new Set(executions.filter(({ ruleset }) => isWaf(ruleset)).flatMap(({ skips }) => skips));
  const logging = reached.filter(({ rule }) => onlyLogs(rule)).map(({ ruleset }) => ruleset);
  return {
    isProtected,
    enabledRulesets,
    findings: [
      ...(isProtected
        ? []
        : [
            unprotected(
              rules.filter((rule) => skipping.has(rule)),
              enabledRulesets,
            ),
          ]),
      ...(logging.length === 0
        ? []
        : [{ code: 'waf.only_logs', severity: 'warning', rulesets: logging } as const]),
    ],
  };
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
  return [{ code: 'waf.protection_lost', severity: 'error', rulesets: lost }];
}

function unprotected(skips: readonly WrittenRule[], executed: readonly string[]): WafFinding {
  if (skips.length > 0) return { code: 'waf.skip_all', severity: 'error', rules: skips };
  const finding = { code: 'waf.no_managed_ruleset', severity: 'error' } as const;
  return executed.length === 0 ? finding : { ...finding, rulesets: executed };
}

function isWaf(ruleset: string): boolean {
  return ruleset !== managedRulesets.exposedCredentials;
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

function exemptsAll(rule: WrittenRule, ruleset: string): boolean {
  const scope = skipScopeOf(rule);
  if (scope === undefined || !rule.enabled || constantOf(rule.expression) !== true) return false;
  return scope.isAll || scope.rulesets.includes(ruleset);
}
