import { plural } from '../../ground/words';
import { describeDeployed, describeSetting } from '../deployment';
import type { MigrationRule } from '../managed';
import { cut } from '../prose';
import { rulesetName } from '../rule-parts';
import { listing } from './kind';

export interface LossItem {
  /** API ids, the object itself first. */
  readonly ids: readonly string[];
  /** The object and all that it sets: for URI overrides no other record remains. */
  readonly text: string;
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
  readonly ruleset: string;
  readonly rule: {
    readonly id: string;
    readonly action?: string;
    readonly enabled?: boolean;
    readonly score_threshold?: number;
  };
}

/** With all objects, `ids` of the API. Without a limit each has its replacement too: a migrated zone no longer has the previous settings. */
const lossOf = listing<{ ids: readonly string[]; items: readonly LossItem[] }>(({ items }, limits) =>
  items.map((item) => cut(item.text, limits) + (limits.most === Infinity ? describeReplacement(item) : '')),
);

/** @param explanation - why it does not carry over, and the next step */
function loss(meaning: string, head: (count: number) => string, explanation: string) {
  return lossOf({ severity: 'warning', meaning, head, explanation });
}

const resetRules =
  'Overrides of the old core rule set are not migrated, and which new rules they became is not public. Override the rules that act in the events.';

export const lossKinds = {
  stays_off: loss(
    'the WAF of the zone is off: the zone stays without managed rules, and there is no global switch',
    () => 'Zone stays without managed rules',
    'The WAF of the zone is off, so the migration deploys disabled rules. The new managed rules have no global switch: enable each ruleset.',
  ),
  uri_override: loss(
    'URI-based overrides have to be deleted',
    (count) => `${plural(count, 'URI-based WAF override')} to delete before the migration`,
    'A zone with URI-based overrides cannot migrate. A skip rule replaces one that only disables rules; write overrides or custom rules for the others.',
  ),
  core_group: loss(
    'changed groups of the core rule set return to the default',
    (count) => `${plural(count, 'changed group')} of the core rule set reset to the default`,
    resetRules,
  ),
  core_rule: loss(
    'changed rules of the core rule set return to the default',
    (count) => `${plural(count, 'changed rule')} of the core rule set reset to the default`,
    resetRules,
  ),
  sensitivity_changed: loss(
    'the core rule set acts from another score on',
    () => 'Score threshold changed',
    'The migration sets the threshold by a fixed table. The new rules score differently, so the old threshold is only a start: judge it by the events.',
  ),
  action_changed: loss(
    'challenges become managed challenges',
    (count) => `${plural(count, 'challenge')} replaced by managed challenges`,
    'The managed challenge selects the test that suits the visitor, and often shows none. To keep the interactive challenge, override the action.',
  ),
  group_frozen: loss(
    'changed groups have no equivalent: at most the rules of today get overrides, later ones keep their default',
    (count) => `${plural(count, 'group mode')} without an equivalent`,
    'The new managed rules have no such groups: at most the rules of today get overrides. Rules that are added later, or get none, keep their default. Review what acts in the events.',
  ),
  other_package: loss(
    'packages whose migration is not documented',
    (count) => `${plural(count, 'package')} without a documented migration`,
    'What becomes of it is not public. Ask the support of the service, and write custom rules for what must hold.',
  ),
  bypass_detached: loss(
    'firewall rules that bypass several products: later changes no longer reach the WAF',
    (count) => `${plural(count, 'firewall rule')} detached from the WAF`,
    'The migration copies the WAF part to a skip rule. Later changes of the firewall rule reach only its other products: change the skip rule too.',
  ),
  page_rule_detached: loss(
    'page rules that set the WAF, or disable security: later changes no longer reach the WAF',
    (count) => `${plural(count, 'page rule')} detached from the WAF`,
    'Page rules do not reach the new managed rules. The migration copies active ones to skip rules: change these from now on. Disable Security keeps its other effects.',
  ),
  entry_point_rule: loss(
    'rules of the existing entry point that the new configuration lacks',
    (count) => `${plural(count, 'existing rule')} missing from the new configuration`,
    'The migration replaces all rules of the entry point. WafMigration keeps these beside the new ones; if you migrate in another way, add them.',
  ),
  entry_point_setting: loss(
    'settings of executed rulesets in the existing entry point that the new configuration lacks',
    (count) => `${plural(count, 'existing setting')} missing from the new configuration`,
    'The migration replaces all rules of the entry point, and executes the ruleset as the previous WAF did. Set overrides of rules in `ruleOverrides`.',
  ),
};

function describeReplacement({ replacement }: LossItem): string {
  if (replacement === undefined) return '';
  if (replacement.kind === 'rule') {
    const rule = describeDeployed(replacement.rule, { most: Infinity });
    return ` (${replacement.isMigrated ? 'migrated as' : 'instead'}: ${rule})`;
  }
  const { ruleset, rule } = replacement;
  return ` (instead: override ${rule.id} of ${rulesetName(ruleset)}: ${describeSetting(rule)})`;
}
