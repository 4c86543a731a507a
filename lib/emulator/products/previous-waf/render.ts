import type { WafGroup, WafPackage, WafRule } from '../../../waf';
import type { WafSetting } from './state';

export function renderPackage(
  zoneId: string,
  { groups: _groups, rules: _rules, ...one }: WafPackage,
): object {
  return { ...one, zone_id: zoneId, status: 'active' };
}

export function renderGroup(
  { id, rules }: WafPackage,
  { default_mode: _default, ...group }: WafGroup,
): object {
  const own = rules.filter((rule) => rule.group.id === group.id);
  return {
    ...group,
    rules_count: own.length,
    modified_rules_count: own.filter(isModified).length,
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
