import { plural } from '../ground/words';
import { coreSettingOf, isCoreRuleSet, isOn, newActionOf, previousThreshold } from './core-rule-set';
import { wafFinding, type Loss, type LossItem, type Replacement } from './findings';
import { rulesToMigrate } from './firewall-rules';
import { anomalyScoreRule, managedRulesets } from './managed';
import { managedPackageOf, otherPackagesOf, ruleOverrides } from './managed-overrides';
import { skipRule } from './mapping';
import {
  effectOf as effectOfPageRule,
  isEnabledByPageRule,
  pageRuleSetting,
  skippedUrlsOf,
} from './page-rules';
import type { PageRule, PreviousWaf, UriOverride, WafGroup, WafPackage, WafRule } from './previous';
import { byKey, named } from './prose';
import { replaceOverride } from './uri-overrides';

/** What does not carry over, or stays without an effect, by kind. Source: specification 3.1 rule 3, 3.3, and 3.2 for URI overrides. */
export function reportLosses(waf: PreviousWaf): Loss[] {
  const cores = waf.packages.filter(isCoreRuleSet);
  return [
    ...lossOf('stays_off', staysOff(waf) ? [{ ids: ['waf'], text: 'zone setting waf' }] : []),
    ...lossOf(
      'uri_override',
      waf.overrides.map((override) => itemOfOverride(override, waf)),
    ),
    ...lossOf('core_group', cores.flatMap(changedGroups)),
    ...lossOf('core_rule', cores.flatMap(changedRules)),
    ...lossOf('sensitivity_changed', cores.flatMap(changedThreshold)),
    ...lossOf('action_changed', [...cores.flatMap(changedActionMode), ...changedActions(waf)]),
    ...lossOf('group_frozen', frozenGroups(waf)),
    ...lossOf('other_package', otherPackagesOf(waf).flatMap(itemOfPackage)),
    ...lossOf('bypass_detached', detachedBypasses(waf)),
    ...lossOf(
      'page_rule_detached',
      waf.page_rules.flatMap((rule) => detachedPageRule(rule, waf)),
    ),
  ];
}

export function lossOf(kind: LossKind, items: readonly LossItem[]): Loss[] {
  if (items.length === 0) return [];
  const ids = [...new Set(items.flatMap((item) => item.ids))];
  return [wafFinding(`waf.${kind}`, { ids, items })];
}

type LossKind = Loss['code'] extends `waf.${infer Kind}` ? Kind : never;

/** A zone whose WAF is off gets disabled rules, unless page rules enable it for some URLs. */
function staysOff(waf: PreviousWaf): boolean {
  return waf.setting === 'off' && !isEnabledByPageRule(waf);
}

/** The override is deleted before the migration, so this text is the only record of its effect. */
function itemOfOverride(override: UriOverride, waf: PreviousWaf): LossItem {
  const { id, description, urls, paused, priority } = override;
  const replacement = replaceOverride(override, waf);
  const places = urls.length === 0 ? 'no URL' : urls.join(', ');
  const state = [`priority ${priority}`, ...(paused ? ['paused'] : [])].join(', ');
  const { rule } = replacement;
  const reason = replacement.rule === undefined ? ` (no replacement: ${replacement.reason})` : '';
  return {
    ids: [id],
    text: `${named(id, description)} for ${places}, ${state}: ${effectOf(override, waf)}${reason}`,
    ...(rule !== undefined && { replacement: { kind: 'rule', rule, isMigrated: false } }),
  };
}

function effectOf({ groups, rules, rewrite_action: rewrites }: UriOverride, { packages }: PreviousWaf) {
  const groupNames = new Map(packages.flatMap((each) => each.groups.map(({ id, name }) => [id, name])));
  const ruleNames = new Map(
    packages.flatMap((each) => each.rules.map(({ id, description }) => [id, description])),
  );
  const effects = [
    ...byKey(groups).map(([id, mode]) => `group ${named(id, groupNames.get(id))} to ${mode}`),
    ...byKey(rules).map(([id, mode]) => `rule ${named(id, ruleNames.get(id))} to ${mode}`),
    ...byKey(rewrites).map(([action, mode]) => `action ${action} to ${mode}`),
  ];
  return effects.length === 0 ? 'sets nothing' : `sets ${effects.join(', ')}`;
}

function changedGroups({ groups }: WafPackage): LossItem[] {
  return groups
    .filter(isChanged)
    .map(({ id, name, mode }) => ({ ids: [id], text: `${named(id, name)} ${mode}` }));
}

function isChanged({ mode, default_mode: defaultMode }: WafGroup): boolean {
  return mode !== defaultMode;
}

/** The loss of a group that is off includes its rules. */
function changedRules({ groups, rules }: WafPackage): LossItem[] {
  const groupsOff = new Set(groups.flatMap(({ id, mode }) => (mode === 'off' ? [id] : [])));
  return rules
    .filter((rule) => !groupsOff.has(rule.group.id) && isChangedRule(rule))
    .map(({ id, description, mode }) => ({ ids: [id], text: `${named(id, description)} ${mode}` }));
}

/** The API has no default mode for rules that score or allow (public facts 6.4): they are on by default. */
function isChangedRule({ mode, default_mode: defaultMode }: WafRule): boolean {
  return mode !== 'on' && mode !== 'default' && mode !== defaultMode;
}

function changedThreshold(core: WafPackage): LossItem[] {
  const before = previousThreshold(core);
  const { scoreThreshold: after, paranoiaLevel } = coreSettingOf(core);
  const { sensitivity = 'high' } = core;
  if (before === undefined || before === after) return [];
  return [
    {
      ids: [core.id],
      text: `${named(core.id, core.name)}: from ${before} (sensitivity ${sensitivity}) to ${after} at PL${paranoiaLevel}`,
      replacement: scoreOverride({ score_threshold: before }),
    },
  ];
}

function changedActionMode(core: WafPackage): LossItem[] {
  const { id, name, action_mode: mode = 'challenge' } = core;
  if (!isOn(core) || mode !== 'challenge') return [];
  return [{ ids: [id], text: named(id, name), replacement: scoreOverride({ action: mode }) }];
}

function scoreOverride(change: { score_threshold: number } | { action: string }): Replacement {
  return { kind: 'override', ruleset: managedRulesets.owasp, rule: { id: anomalyScoreRule, ...change } };
}

function changedActions(waf: PreviousWaf): LossItem[] {
  const managed = managedPackageOf(waf);
  const changed = managed === undefined ? [] : ruleOverrides(managed);
  const descriptions = new Map(managed?.rules.map(({ id, description }) => [id, description]));
  return changed
    .filter(({ action }) => action === newActionOf('challenge'))
    .map(({ id }) => ({
      ids: [id],
      text: named(id, descriptions.get(id)),
      replacement: {
        kind: 'override',
        ruleset: managedRulesets.managed,
        rule: { id, action: 'challenge' },
      },
    }));
}

/** Overrides of rules replace the mode of a group, so the mode does not apply to rules that the package lacks today. */
function frozenGroups(waf: PreviousWaf): LossItem[] {
  const { groups = [], rules = [] } = managedPackageOf(waf) ?? {};
  return groups.filter(isChanged).map(({ id, name, mode }) => {
    const count = rules.filter(({ group }) => group.id === id).length;
    return { ids: [id], text: `${named(id, name)} ${mode}, ${plural(count, 'rule')}` };
  });
}

/** Reports unchanged rules too: no source documents that they are carried over. */
function itemOfPackage({ id, name, groups, rules }: WafPackage): LossItem[] {
  const changed = [...groups.filter(isChanged), ...rules.filter(isChangedRule)];
  if (rules.length === 0 && changed.length === 0) return [];
  const details = changed.map((each) =>
    'name' in each
      ? `group ${named(each.id, each.name)} ${each.mode}`
      : `rule ${named(each.id, each.description)} ${each.mode}`,
  );
  return [
    {
      ids: [id, ...changed.map((each) => each.id)],
      text: [`${named(id, name)} with ${plural(rules.length, 'rule')}`, ...details].join(', '),
    },
  ];
}

/** A rule that bypasses the WAF alone has nothing left to do, so nobody expects an effect from it. */
function detachedBypasses(waf: PreviousWaf): LossItem[] {
  return rulesToMigrate(waf)
    .filter(({ products }) => products.some((each) => each !== 'waf'))
    .map(({ id, description, products }) => ({
      ids: [id],
      text: `${named(id, description)} for ${products.join(', ')}`,
    }));
}

function detachedPageRule(rule: PageRule, waf: PreviousWaf): LossItem[] {
  const effect = effectOfPageRule(rule);
  if (effect === undefined) return [];
  const isActive = rule.status === 'active';
  const urls = rule.targets.map(({ constraint }) => constraint.value).join(', ');
  const skipped = effect === 'off' ? skippedUrlsOf(rule, waf) : undefined;
  return [
    {
      ids: [rule.id],
      text: `${rule.id} (${pageRuleSetting(rule)}) for ${urls === '' ? 'no URL' : urls}${isActive ? '' : ', disabled'}`,
      ...(skipped !== undefined && {
        replacement: {
          kind: 'rule',
          rule: skipRule(skipped.expression, skipped.description, isActive),
          isMigrated: isActive,
        },
      }),
    },
  ];
}
