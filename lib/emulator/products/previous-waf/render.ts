import type { WafGroup, WafPackage, WafRule } from '../../../waf';
import type { WafSetting } from './state';

export function renderPackage(
  zoneId: string,
  { groups: _groups, rules: _rules, ...one }: WafPackage,
): object {
  return { ...one, zone_id: zoneId, status: 'active' };
}

/** How many rules a group has, and how many of them are modified. */
export interface RuleCounts {
  readonly all: number;
  readonly modified: number;
}

/** By group, in one pass: a package may have a thousand rules in hundreds of groups. */
export function countRules({ rules }: WafPackage): ReadonlyMap<string, RuleCounts> {
  const counts = new Map<string, RuleCounts>();
  for (const rule of rules) {
    const { all, modified } = counts.get(rule.group.id) ?? noRules;
    counts.set(rule.group.id, { all: all + 1, modified: modified + Number(isModified(rule)) });
  }
  return counts;
}

const noRules: RuleCounts = { all: 0, modified: 0 };

export function renderGroup(
  { id }: WafPackage,
  { default_mode: _default, ...group }: WafGroup,
  { all, modified }: RuleCounts = noRules,
): object {
  return {
    ...group,
    rules_count: all,
    modified_rules_count: modified,
    package_id: id,
    allowed_modes: ['on', 'off'],
  };
}

export function renderRule({ id }: WafPackage, rule: WafRule): object {
  return { ...rule, package_id: id };
}

export function renderSetting({ value, modified_on }: WafSetting, editable: boolean): object {
  return { id: 'waf', value, editable, modified_on };
}

function isModified({ mode, default_mode: usual }: WafRule): boolean {
  return usual === undefined ? mode === 'off' : mode !== 'default' && mode !== usual;
}
