import {
  coreSettingOf,
  isCoreRuleSet,
  isOn,
  newActionOf,
  previousThreshold,
  sensitivityName,
} from './core-rule-set';
import { anomalyScoreRule, managedRulesets, type MigrationRule } from './managed';
import { managedPackageOf, otherPackagesOf, ruleOverrides } from './managed-overrides';
import { skipRule } from './mapping';
import { setsWafOff, skippedUrlsOf } from './page-rules';
import type { PageRule, PreviousWaf, UriOverride, WafGroup, WafPackage, WafRule } from './previous';
import { byKey, named } from './prose';
import { replaceOverride } from './uri-overrides';

/** A setting of the previous WAF that the new managed rules lack or apply differently. */
export interface Loss {
  readonly kind:
    | 'core-group'
    | 'core-rule'
    | 'other-package'
    | 'page-rule-waf-off'
    | 'sensitivity-changed'
    | 'uri-override'
    | 'action-changed'
    | 'entry-point-rule';
  /** API ids of the affected objects. */
  readonly ids: readonly string[];
  /** Sentences with all details: state keeps them after the previous configuration is no longer available. */
  readonly what: string;
  /** Why the setting does not carry over, or why it has no replacement, in sentences. */
  readonly why: string;
  /** The equivalent in the new managed rules; undefined if there is none. */
  readonly replacement?: Replacement;
}

/** A rule to add to the entry point of the managed rules, or an override to add to a rule that executes a ruleset. */
export type Replacement = RuleReplacement | ManagedOverride;

export interface RuleReplacement {
  readonly kind: 'rule';
  readonly rule: MigrationRule;
  /** Whether the migration writes the rule. */
  readonly isMigrated: boolean;
}

export interface ManagedOverride {
  readonly kind: 'override';
  /** The id of the managed ruleset. */
  readonly ruleset: string;
  readonly rule: {
    readonly id: string;
    readonly action?: string;
    readonly enabled?: boolean;
    readonly score_threshold?: number;
  };
}

/** Everything that does not carry over. Source: specification 3.3, and 3.2 for URI overrides. */
export function reportLosses(waf: PreviousWaf): Loss[] {
  const cores = waf.packages.filter(isCoreRuleSet);
  return [
    ...waf.overrides.map((override) => lossOfOverride(override, waf)),
    ...cores.flatMap(lossesOfGroups),
    ...cores.flatMap(lossesOfRules),
    ...cores.flatMap(lossesOfSensitivity),
    ...cores.flatMap(lossesOfActionMode),
    ...lossesOfRuleActions(waf),
    ...otherPackagesOf(waf).flatMap(lossesOfPackage),
    ...waf.page_rules.filter(setsWafOff).map((rule) => lossOfPageRule(rule, waf)),
  ];
}

/** The override is deleted before the migration, so this sentence is the only record of its effect. */
function lossOfOverride(override: UriOverride, waf: PreviousWaf): Loss {
  const { id, description, urls, paused } = override;
  const { rule, why } = replaceOverride(override, waf);
  const places = urls.length === 0 ? 'no URL' : urls.join(', ');
  return {
    kind: 'uri-override',
    ids: [id],
    what: `The URI-based WAF override ${named(id, description)} for ${places}${paused ? ', paused,' : ''} has to be deleted before the migration. ${effectOf(override, waf)}`,
    why,
    ...(rule !== undefined && { replacement: { kind: 'rule', rule, isMigrated: false } }),
  };
}

function effectOf(
  { groups, rules, rewrite_action: rewrites, priority }: UriOverride,
  { packages }: PreviousWaf,
) {
  const groupNames = new Map(packages.flatMap((each) => each.groups.map(({ id, name }) => [id, name])));
  const ruleNames = new Map(
    packages.flatMap((each) => each.rules.map(({ id, description }) => [id, description])),
  );
  const modes = [
    ...byKey(groups).map(([id, mode]) => `group ${named(id, groupNames.get(id))} to ${mode}`),
    ...byKey(rules).map(([id, mode]) => `rule ${named(id, ruleNames.get(id))} to ${mode}`),
  ];
  const rewritten = byKey(rewrites).map(([action, mode]) => `${action} to ${mode}`);
  const effects = [
    ...(modes.length === 0 ? [] : [`sets ${modes.join(', ')}`]),
    ...(rewritten.length === 0 ? [] : [`rewrites ${rewritten.join(', ')}`]),
  ];
  return `With priority ${priority} it ${effects.length === 0 ? 'sets nothing' : effects.join('; it ')}.`;
}

const notPublic =
  'Overrides of groups and rules of the old core rule set are not migrated. Which rules or categories of the new one they became is not public: look for the rules that act in the events, and override those.';

function lossesOfGroups({ name, groups }: WafPackage): Loss[] {
  const changed = groups.filter(isChanged);
  const list = changed.map((group) => `"${group.name}" (${group.mode} until now)`).join(', ');
  const what = `Changed groups of "${name}" go back to their defaults: ${list}.`;
  return changed.length === 0 ? [] : [{ kind: 'core-group', ids: idsOf(changed), what, why: notPublic }];
}

function isChanged({ mode, default_mode: defaultMode }: WafGroup): boolean {
  return mode !== defaultMode;
}

/** The loss of a group that is off includes its rules. */
function lossesOfRules({ name, groups, rules }: WafPackage): Loss[] {
  const groupsOff = new Set(idsOf(groups.filter(({ mode }) => mode === 'off')));
  const changed = rules.filter((rule) => !groupsOff.has(rule.group.id) && isChangedRule(rule));
  const list = changed
    .map(({ id, description, mode }) => `${named(id, description)} (${mode} until now)`)
    .join(', ');
  const what = `Changed rules of "${name}" go back to their defaults: ${list}.`;
  return changed.length === 0 ? [] : [{ kind: 'core-rule', ids: idsOf(changed), what, why: notPublic }];
}

/** The API has no default mode for rules that score or allow (public facts 6.4): they are on by default. */
function isChangedRule({ mode, default_mode: defaultMode }: WafRule): boolean {
  return mode !== 'on' && mode !== 'default' && mode !== defaultMode;
}

function lossesOfSensitivity(core: WafPackage): Loss[] {
  const before = previousThreshold(core);
  const { scoreThreshold: after, paranoiaLevel } = coreSettingOf(core);
  if (before === undefined || before === after) return [];
  return [
    {
      kind: 'sensitivity-changed',
      ids: [core.id],
      what: `"${core.name}" acts from a score of ${before} on (sensitivity ${sensitivityName(core)}); the new one acts from ${after} on, at paranoia level PL${paranoiaLevel}.`,
      why: 'The migration sets the threshold by a fixed table. The new rules score differently, so the old threshold is no more than a start, to be judged by the events.',
      replacement: scoreOverride({ score_threshold: before }),
    },
  ];
}

function lossesOfActionMode(core: WafPackage): Loss[] {
  const { id, name, action_mode: mode = 'challenge' } = core;
  if (!isOn(core) || mode !== 'challenge') return [];
  const what = `"${name}" challenges requests that score too high; the new one answers with ${newActionOf(mode)}.`;
  return [
    {
      kind: 'action-changed',
      ids: [id],
      what,
      why: managedChallenge,
      replacement: scoreOverride({ action: mode }),
    },
  ];
}

const managedChallenge =
  'The managed challenge took the place of the interactive one: it picks the test that suits the visitor, and often shows none.';

function scoreOverride(change: { score_threshold: number } | { action: string }): Replacement {
  return { kind: 'override', ruleset: managedRulesets.owasp, rule: { id: anomalyScoreRule, ...change } };
}

function lossesOfRuleActions(waf: PreviousWaf): Loss[] {
  const managed = managedPackageOf(waf);
  const changed = managed === undefined ? [] : ruleOverrides(managed);
  const descriptions = new Map(managed?.rules.map(({ id, description }) => [id, description]));
  return changed.flatMap(({ id, action }): Loss[] => {
    if (action !== newActionOf('challenge')) return [];
    const what = `Rule ${named(id, descriptions.get(id))} challenges; the new one answers with ${action}.`;
    const replacement = {
      kind: 'override',
      ruleset: managedRulesets.managed,
      rule: { id, action: 'challenge' },
    } as const;
    return [{ kind: 'action-changed', ids: [id], what, why: managedChallenge, replacement }];
  });
}

/** Reports unchanged rules too: no source documents that they are carried over. */
function lossesOfPackage({ id, name, groups, rules }: WafPackage): Loss[] {
  const changedGroups = groups.filter(isChanged);
  const changedRules = rules.filter(isChangedRule);
  if (rules.length === 0 && changedGroups.length === 0) return [];
  const changed = [
    ...changedGroups.map((each) => `group ${named(each.id, each.name)} is ${each.mode}`),
    ...changedRules.map((each) => `rule ${named(each.id, each.description)} is set to ${each.mode}`),
  ];
  const count = rules.length === 0 ? 'no rules' : rules.length === 1 ? '1 rule' : `${rules.length} rules`;
  return [
    {
      kind: 'other-package',
      ids: [id, ...idsOf(changedGroups), ...idsOf(changedRules)],
      what: `What becomes of the package ${named(id, name)} with ${count} is not public.${changed.length === 0 ? '' : ` In it ${changed.join(', ')}.`}`,
      why: 'It is known only of the Cloudflare managed rules and of the old core rule set. Ask the service’s support, and write custom rules for what has to hold.',
    },
  ];
}

function lossOfPageRule(rule: PageRule, waf: PreviousWaf): Loss {
  const isActive = rule.status === 'active';
  const urls = rule.targets.map(({ constraint }) => constraint.value).join(', ');
  const skipped = skippedUrlsOf(rule, waf);
  return {
    kind: 'page-rule-waf-off',
    ids: [rule.id],
    what: `Page rule ${rule.id} with Web Application Firewall: Off${urls === '' ? '' : ` for ${urls}`} will not switch the new managed rules off.`,
    why: isActive
      ? 'Page rules do not reach the new managed rules. The migration writes a skip rule in its place; what is changed in the page rule afterwards has no effect, so change the skip rule.'
      : 'Page rules do not reach the new managed rules. It is disabled, so the migration leaves it out; enabling it afterwards has no effect, so enable the skip rule.',
    ...(skipped !== undefined && {
      replacement: {
        kind: 'rule',
        rule: skipRule(skipped.expression, skipped.description, isActive),
        isMigrated: isActive,
      },
    }),
  };
}

function idsOf(items: readonly { readonly id: string }[]): string[] {
  return items.map(({ id }) => id);
}
