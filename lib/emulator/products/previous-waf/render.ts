import type { WafGroup, WafPackage, WafRule } from '../../../waf';

export function renderPackage(
  { groups: _groups, rules: _rules, ...one }: WafPackage,
  zoneId: string,
): object {
  return { ...one, zone_id: zoneId, status: 'active' };
}

/** A package, and for each of its groups how many rules it has, and how many of them are modified. */
export interface PackageOwner {
  readonly zoneId: string;
  readonly one: WafPackage;
  readonly counts: ReadonlyMap<string, { readonly all: number; readonly modified: number }>;
}

/** Counted in one pass: a package may have a thousand rules in hundreds of groups. */
export function ownerOf(zoneId: string, one: WafPackage): PackageOwner {
  const counts = new Map<string, { readonly all: number; readonly modified: number }>();
  for (const rule of one.rules) {
    const { all, modified } = counts.get(rule.group.id) ?? noRules;
    counts.set(rule.group.id, { all: all + 1, modified: modified + Number(isModified(rule)) });
  }
  return { zoneId, one, counts };
}

const noRules = { all: 0, modified: 0 };

export function renderGroup(
  { default_mode: _default, ...group }: WafGroup,
  { one, counts }: PackageOwner,
): object {
  const { all, modified } = counts.get(group.id) ?? noRules;
  return {
    ...group,
    rules_count: all,
    modified_rules_count: modified,
    package_id: one.id,
    allowed_modes: ['on', 'off'],
  };
}

function isModified({ mode, default_mode: usual }: WafRule): boolean {
  return usual === undefined ? mode === 'off' : mode !== 'default' && mode !== usual;
}
