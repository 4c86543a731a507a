import {
  coreSettingOf,
  isCoreRuleSet,
  isOn,
  newActionOf,
  previousThreshold,
  sensitivityName,
} from './core-rule-set';
import { anomalyScoreRule, managedRulesets, type MigrationRule } from './managed';
import { managedPackageOf, ruleOverrides } from './managed-overrides';
import { skipRule } from './mapping';
import { setsWafOff, skippedUrlsOf } from './page-rules';
import type { PageRule, PreviousWaf, UriOverride, WafGroup, WafPackage, WafRule } from './previous';
import { enumerate } from './prose';
import { replaceOverride } from './uri-overrides';

/** Something of the previous WAF that the new managed rules do not do, or do in another way. */
export interface Loss {
  readonly kind:
    | 'core-group'
    | 'core-rule'
    | 'page-rule-waf-off'
    | 'sensitivity-changed'
    | 'uri-override'
    | 'action-changed';
  /** What it is about, in the service's ids. */
  readonly ids: readonly string[];
  /** A sentence. */
  readonly what: string;
  /** Why it does not carry over, or why nothing can replace it. Sentences. */
  readonly why: string;
  /** What does the same in the new managed rules; undefined where nothing does. */
  readonly replacement?: Replacement;
}

/** A rule to add to the entry point of the managed rules, or an override to set where it executes a ruleset. */
export type Replacement =
  | { readonly kind: 'rule'; readonly rule: MigrationRule }
  | {
      readonly kind: 'override';
      /** The id of the managed ruleset. */
      readonly ruleset: string;
      readonly rule?: {
        readonly id?: string;
        readonly action?: string;
        readonly enabled?: boolean;
        readonly score_threshold?: number;
      };
      readonly category?: {
        readonly category: string;
        readonly action?: string;
        readonly enabled?: boolean;
      };
    };

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
    ...waf.page_rules.filter(setsWafOff).map((rule) => lossOfPageRule(rule, waf)),
  ];
}

function lossOfOverride(override: UriOverride, waf: PreviousWaf): Loss {
  const { rule, why } = replaceOverride(override, waf);
  const urls = override.urls.length === 0 ? 'no URL' : enumerate(override.urls);
  return {
    kind: 'uri-override',
    ids: [override.id],
    what: `The URI-based WAF override for ${urls} has to be deleted before the migration.`,
    why,
    ...(rule !== undefined && { replacement: { kind: 'rule', rule } }),
  };
}

const notPublic =
  'Overrides of groups and rules of the old core rule set are not migrated. Which rules or categories of the new one they became is not public: look for the rules that act in the events, and override those.';

function lossesOfGroups({ name, groups }: WafPackage): Loss[] {
  const changed = groups.filter(isChanged);
  const list = enumerate(changed.map((group) => `"${group.name}" (${group.mode})`));
  const what = `Groups of "${name}" that were switched on or off are as they come again: ${list}.`;
  return changed.length === 0 ? [] : [{ kind: 'core-group', ids: idsOf(changed), what, why: notPublic }];
}

function isChanged({ mode, default_mode: defaultMode }: WafGroup): boolean {
  return mode !== defaultMode;
}

/** Rules of a group that is off are told with the group. */
function lossesOfRules({ name, groups, rules }: WafPackage): Loss[] {
  const groupsOff = new Set(idsOf(groups.filter(({ mode }) => mode === 'off')));
  const changed = rules.filter((rule) => !groupsOff.has(rule.group.id) && isChangedCoreRule(rule));
  const what = `Rules of "${name}" whose mode was changed are as they come again: ${enumerate(idsOf(changed))}.`;
  return changed.length === 0 ? [] : [{ kind: 'core-rule', ids: idsOf(changed), what, why: notPublic }];
}

/** The service names no default for rules that score (public facts 6.4); they come on. */
function isChangedCoreRule({ mode, default_mode: defaultMode }: WafRule): boolean {
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
      what: `"${core.name}" acted from a score of ${before} on (sensitivity ${sensitivityName(core)}); the new one acts from ${after} on, at paranoia level PL${paranoiaLevel}.`,
      why: 'The migration sets the threshold by a fixed table, and the new rules score differently: the old threshold is nearer to what you had only until the events say otherwise.',
      replacement: scoreOverride({ score_threshold: before }),
    },
  ];
}

function lossesOfActionMode(core: WafPackage): Loss[] {
  const { id, name, action_mode: mode = 'challenge' } = core;
  if (!isOn(core) || mode !== 'challenge') return [];
  const what = `"${name}" challenged requests that scored too high; the new one answers with ${newActionOf(mode)}.`;
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
  return changed.flatMap(({ id, action }): Loss[] => {
    if (action !== newActionOf('challenge')) return [];
    const what = `Rule ${id} challenged; it answers with ${action} now.`;
    const replacement = {
      kind: 'override',
      ruleset: managedRulesets.managed,
      rule: { id, action: 'challenge' },
    } as const;
    return [{ kind: 'action-changed', ids: [id], what, why: managedChallenge, replacement }];
  });
}

function lossOfPageRule(rule: PageRule, waf: PreviousWaf): Loss {
  const isActive = rule.status === 'active';
  const urls = enumerate(rule.targets.map(({ constraint }) => constraint.value));
  const skipped = skippedUrlsOf(rule, waf);
  return {
    kind: 'page-rule-waf-off',
    ids: [rule.id],
    what: `Page rule ${rule.id} with Web Application Firewall: Off${urls === '' ? '' : ` for ${urls}`} will not switch the new managed rules off.`,
    why: isActive
      ? 'Page rules do not reach the new managed rules. The migration writes a skip rule in its place; what is changed in the page rule afterwards has no effect, so change the skip rule.'
      : 'Page rules do not reach the new managed rules. It is disabled, so the migration leaves it out; enabling it afterwards has no effect, so enable the skip rule.',
    ...(skipped !== undefined && {
      replacement: { kind: 'rule', rule: skipRule(skipped.expression, skipped.description, isActive) },
    }),
  };
}

function idsOf(items: readonly { readonly id: string }[]): string[] {
  return items.map(({ id }) => id);
}
