import { plural } from '../ground/words';
import { constantOf } from './reach';
import { anomalyScoreRule, managedRulesets } from './managed';
import { cut, enumerate, type TextLimits } from './prose';
import {
  executedRuleset,
  rulesetName,
  settingsOf,
  skipScopeOf,
  subjectOf,
  type OverrideSetting,
  type SkipScope,
  type WrittenRule,
} from './rule-parts';

/** The rules of an entry point, in order, one line for each: what is skipped or executed, for which requests. */
export function describeDeployment(rules: readonly WrittenRule[], limits?: TextLimits): string[] {
  return rules.map((rule) => describeDeployed(rule, limits));
}

/** `skip all managed rules where (…)`, or `execute Cloudflare Managed Ruleset, 2 overrides: 100001 log, 100002 disabled`. */
export function describeDeployed(rule: WrittenRule, limits: TextLimits = {}): string {
  const ruleset = executedRuleset(rule);
  const scope = skipScopeOf(rule);
  const requests = describeRequests(rule.expression, limits);
  const what =
    ruleset === undefined
      ? `${scope === undefined ? rule.action : describeSkip(scope)}${requests}`
      : [`execute ${rulesetName(ruleset)}${requests}`, ...describeSettings(ruleset, rule, limits)].join(', ');
  return `${rule.enabled ? '' : '(disabled) '}${what}`;
}

/** `log`, `disabled`, `block score threshold 40`. */
export function describeSetting(setting: OverrideSetting): string {
  const { action, enabled, score_threshold: threshold, sensitivity_level: level } = setting;
  const parts = [
    ...(enabled === undefined ? [] : [enabled ? 'enabled' : 'disabled']),
    ...(action === undefined ? [] : [action]),
    ...(threshold === undefined ? [] : [`score threshold ${threshold}`]),
    ...(level === undefined ? [] : [`sensitivity ${level}`]),
  ];
  return parts.length === 0 ? 'unchanged' : parts.join(' ');
}

function describeSkip({ isAll, rulesets, rules, beyond }: SkipScope): string {
  const parts = [
    ...(isAll ? ['all managed rules'] : []),
    ...rulesets.map(rulesetName),
    ...[...rules].map(([id, ids]) => `${plural(ids.length, 'rule')} of ${rulesetName(id)}`),
    ...(beyond.length === 0 ? [] : [`also ${beyond.join(', ')}`]),
  ];
  return `skip ${parts.join(', ')}`;
}

function describeRequests(expression: string, limits: TextLimits): string {
  const constant = constantOf(expression);
  if (constant !== undefined) return constant ? '' : ' for no request';
  return ` where (${cut(expression, limits)})`;
}

function describeSettings(ruleset: string, rule: WrittenRule, limits: TextLimits): string[] {
  const settings = settingsOf(rule);
  const level = ruleset === managedRulesets.owasp ? paranoiaLevelOf(settings) : undefined;
  const score = settings.find(({ id }) => ruleset === managedRulesets.owasp && id === anomalyScoreRule);
  const others = settings.filter(
    (each) => each !== score && (level === undefined || each.category === undefined),
  );
  const list = others.map((each) => `${subjectOf(each)} ${describeSetting(each)}`);
  return [
    ...(level === undefined ? [] : [`PL${level}`]),
    ...(score === undefined ? [] : describeScore(score)),
    ...(list.length === 0 ? [] : [`${plural(list.length, 'override')}: ${enumerate(list, limits.most)}`]),
  ];
}

function describeScore({ action, enabled, score_threshold: threshold }: OverrideSetting): string[] {
  if (enabled === false) return ['anomaly score rule disabled'];
  return [
    ...(threshold === undefined ? [] : [`score threshold ${threshold}`]),
    ...(action === undefined ? [] : [`action ${action}`]),
  ];
}

/** A paranoia level is set by disabling the categories above it (public facts 6.3). Undefined if the categories do otherwise. */
function paranoiaLevelOf(settings: readonly OverrideSetting[]): number | undefined {
  const categories = settings.filter(({ category }) => category !== undefined);
  const disabled = categories.filter(({ enabled }) => enabled === false).map(({ category }) => category);
  const level = 4 - disabled.length;
  const expected = [2, 3, 4].filter((each) => each > level).map((each) => `paranoia-level-${each}`);
  const isLevel = disabled.length > 0 && level >= 1 && expected.every((each) => disabled.includes(each));
  return isLevel && categories.length === disabled.length ? level : undefined;
}
