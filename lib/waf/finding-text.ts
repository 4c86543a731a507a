import { plural } from '../ground/words';
import { describeDeployed, describeSetting } from './deployment';
import type { ChangedOverrideFinding, Loss, LossItem, WafFinding } from './findings';
import { cut, enumerateItems, type TextLimits } from './prose';
import { rulesetName, subjectOf } from './rule-parts';

/** One line, without a full stop: `2 overrides missing from Cloudflare Managed Ruleset: 100001 (log), 100002 (disabled)`. */
export function describeFinding(finding: WafFinding, limits: TextLimits = {}): string {
  const items = itemsOf(finding, limits);
  const separator = items.some((item) => item.includes(', ')) ? '; ' : ', ';
  const list = enumerateItems(items, limits.most, separator);
  const head = heads[finding.code](items.length);
  const where = 'ruleset' in finding ? ` ${rulesetName(finding.ruleset)}` : '';
  return list === '' ? head : `${head}${where}: ${list}`;
}

/**
 * A loss on two lines: what does not carry over, and why, with the fix. Without a limit each object has its replacement too,
 * as a record: a migrated zone no longer has the previous settings.
 */
export function describeLoss(loss: Loss, limits: TextLimits = {}): string {
  return `${describeFinding(loss, limits)}.\n${explainLoss(loss)}`;
}

/** A loss without its objects: `2 page rules detached from the WAF`. */
export function headOfLoss(code: Loss['code'], count: number): string {
  return heads[code](count);
}

function itemsOf(finding: WafFinding, limits: TextLimits): string[] {
  switch (finding.code) {
    case 'waf.no_managed_ruleset':
      return (finding.rulesets ?? []).map((id) => `${rulesetName(id)} does not count`);
    case 'waf.previous_unknown':
      return finding.values.map(({ kind, id, field, value }) => `${field} "${value}" of ${kind} ${id}`);
    case 'waf.ruleset_missing':
    case 'waf.ruleset_disabled':
    case 'waf.ruleset_enabled':
    case 'waf.only_logs':
    case 'waf.protection_lost':
      return finding.rulesets.map(rulesetName);
    case 'waf.ruleset_narrowed':
      return finding.rulesets.map(({ id, expression }) => `${rulesetName(id)} (${cut(expression, limits)})`);
    case 'waf.override_missing':
    case 'waf.group_override_missing':
      return finding.overrides.map((each) => `${subjectOf(each)} (${describeSetting(each)})`);
    case 'waf.override_changed':
      return finding.overrides.map(describeChange);
    case 'waf.skip_missing':
    case 'waf.skip_added':
    case 'waf.skip_widened':
    case 'waf.skip_all':
    case 'waf.reach_unknown':
    case 'waf.rule_added':
    case 'waf.rule_unknown':
    case 'waf.disabled_rule_missing':
      return finding.rules.map((each) => describeDeployed(each, limits));
    default:
      return finding.items.map(
        (item) => cut(item.text, limits) + (limits.most === Infinity ? describeReplacement(item) : ''),
      );
  }
}

export function explainLoss({ code }: Pick<Loss, 'code'>): string {
  return explanations[code];
}

type Head = (count: number) => string;

const heads: Readonly<Record<WafFinding['code'], Head>> = {
  'waf.no_managed_ruleset': () => 'No enabled rule executes a managed ruleset',
  'waf.skip_all': (count) =>
    `${plural(count, 'skip rule')} exempting all requests from every managed ruleset`,
  'waf.reach_unknown': (count) =>
    `${plural(count, 'rule')} of unknown reach, so whether requests reach the managed rules cannot be determined`,
  'waf.only_logs': (count) => `${plural(count, 'managed ruleset')} set to log only`,
  'waf.protection_lost': (count) =>
    `${plural(count, 'managed ruleset')} that the previous version has on, reached by no request`,
  'waf.previous_unknown': (count) => `${plural(count, 'unknown value')} in the previous WAF`,
  'waf.ruleset_missing': (count) => `${plural(count, 'managed ruleset')} missing`,
  'waf.ruleset_disabled': (count) => `${plural(count, 'managed ruleset')} disabled`,
  'waf.ruleset_enabled': (count) => `${plural(count, 'managed ruleset')} enabled that should be disabled`,
  'waf.ruleset_narrowed': (count) => `${plural(count, 'managed ruleset')} with a different expression`,
  'waf.override_missing': (count) => `${plural(count, 'override')} missing from`,
  'waf.group_override_missing': (count) =>
    `${plural(count, 'rule')} of disabled groups not disabled by an override, on unless off by default, in`,
  'waf.override_changed': (count) => `${plural(count, 'override')} changed in`,
  'waf.skip_missing': (count) =>
    `${plural(count, 'skip rule')} missing or narrower, so requests are no longer exempt`,
  'waf.skip_added': (count) => plural(count, 'unexpected skip rule'),
  'waf.skip_widened': (count) => `${plural(count, 'skip rule')} with a wider scope than expected`,
  'waf.rule_unknown': (count) => `${plural(count, 'rule')} of unknown effect, added or missing`,
  'waf.rule_added': (count) => plural(count, 'additional rule'),
  'waf.disabled_rule_missing': (count) => `${plural(count, 'disabled rule')} missing`,
  'waf.stays_off': () => 'Zone stays without managed rules',
  'waf.uri_override': (count) => `${plural(count, 'URI-based WAF override')} to delete before the migration`,
  'waf.core_group': (count) => `${plural(count, 'changed group')} of the core rule set reset to the default`,
  'waf.core_rule': (count) => `${plural(count, 'changed rule')} of the core rule set reset to the default`,
  'waf.sensitivity_changed': () => 'Score threshold changed',
  'waf.action_changed': (count) => `${plural(count, 'challenge')} replaced by managed challenges`,
  'waf.group_frozen': (count) => `${plural(count, 'group mode')} without an equivalent`,
  'waf.other_package': (count) => `${plural(count, 'package')} without a documented migration`,
  'waf.bypass_detached': (count) => `${plural(count, 'firewall rule')} detached from the WAF`,
  'waf.page_rule_detached': (count) => `${plural(count, 'page rule')} detached from the WAF`,
  'waf.entry_point_rule': (count) => `${plural(count, 'existing rule')} missing from the new configuration`,
  'waf.entry_point_setting': (count) =>
    `${plural(count, 'existing setting')} missing from the new configuration`,
};

/** Why it does not carry over, and the next step. */
const explanations: Readonly<Record<Loss['code'], string>> = {
  'waf.stays_off':
    'The WAF of the zone is off, so the migration deploys disabled rules. The new managed rules have no global switch: enable each ruleset.',
  'waf.uri_override':
    'A zone with URI-based overrides cannot migrate. A skip rule replaces one that only disables rules; write overrides or custom rules for the others.',
  'waf.core_group':
    'Overrides of the old core rule set are not migrated, and which new rules they became is not public. Override the rules that act in the events.',
  'waf.core_rule':
    'Overrides of the old core rule set are not migrated, and which new rules they became is not public. Override the rules that act in the events.',
  'waf.sensitivity_changed':
    'The migration sets the threshold by a fixed table. The new rules score differently, so the old threshold is only a start: judge it by the events.',
  'waf.action_changed':
    'The managed challenge selects the test that suits the visitor, and often shows none. To keep the interactive challenge, override the action.',
  'waf.group_frozen':
    'The new managed rules have no such groups: at most the rules of today get overrides. Rules that are added later, or get none, keep their default. Review what acts in the events.',
  'waf.other_package':
    'What becomes of it is not public. Ask the support of the service, and write custom rules for what must hold.',
  'waf.bypass_detached':
    'The migration copies the WAF part to a skip rule. Later changes of the firewall rule reach only its other products: change the skip rule too.',
  'waf.page_rule_detached':
    'Page rules do not reach the new managed rules. The migration copies active ones to skip rules: change these from now on. Disable Security keeps its other effects.',
  'waf.entry_point_rule':
    'The migration replaces all rules of the entry point. WafMigration keeps these beside the new ones; if you migrate in another way, add them.',
  'waf.entry_point_setting':
    'The migration replaces all rules of the entry point, and executes the ruleset as the previous WAF did. Set overrides of rules in `ruleOverrides`.',
};

function describeChange({ actual, expected }: ChangedOverrideFinding['overrides'][number]): string {
  const before = expected === undefined ? 'not expected' : `expected ${describeSetting(expected)}`;
  return `${subjectOf(actual)} (${describeSetting(actual)}, ${before})`;
}

function describeReplacement({ replacement }: LossItem): string {
  if (replacement === undefined) return '';
  if (replacement.kind === 'rule') {
    const rule = describeDeployed(replacement.rule, { most: Infinity });
    return ` (${replacement.isMigrated ? 'migrated as' : 'instead'}: ${rule})`;
  }
  const { ruleset, rule } = replacement;
  return ` (instead: override ${rule.id} of ${rulesetName(ruleset)}: ${describeSetting(rule)})`;
}
