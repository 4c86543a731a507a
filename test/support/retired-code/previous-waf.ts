import type { UriOverride, WafPackage } from '../../../lib/waf';
import { defaultPackages } from '../../../lib/emulator/products/previous-waf/catalogue';
import type { MakeId } from '../generated-account/names';
import type { Draw } from '../random';
import type { Described } from './objects';

export interface ChangedWaf {
  readonly packages: readonly object[];
  readonly overrides: readonly UriOverride[];
  readonly described: readonly Described[];
}

/** Some groups, rules and settings that are not at their defaults, and some that the code only repeats. */
export function changeWaf(zoneId: string, draw: Draw, id: MakeId): ChangedWaf {
  const described: Described[] = [];
  const add = (type: string, body: object, computed: object) => {
    const owned = { zone_id: zoneId, ...body };
    described.push({
      type,
      body: owned,
      state: { ...owned, ...computed },
      owner: { attribute: 'zone_id', id: zoneId },
    });
  };
  const packages = defaultPackages.map((each): WafPackage => {
    const settings =
      each.detection_mode === 'anomaly' && draw.oneIn(2)
        ? {
            sensitivity: draw.pick(['high', 'medium', 'low', 'off'] as const),
            action_mode: draw.pick(['simulate', 'block', 'challenge'] as const),
          }
        : undefined;
    if (settings !== undefined) add('waf_package', { package_id: each.id, ...settings }, { id: each.id });
    const groups = each.groups.map((group) => {
      if (!draw.oneIn(3)) return group;
      const mode = draw.pick(['on', 'off'] as const);
      add(
        'waf_group',
        { group_id: group.id, mode, ...(draw.oneIn(2) && { package_id: each.id }) },
        { id: group.id, package_id: each.id },
      );
      return { ...group, mode };
    });
    const rules = each.rules.map((rule) => {
      if (!draw.oneIn(3)) return rule;
      const mode = draw.pick(rule.allowed_modes);
      add(
        'waf_rule',
        { rule_id: rule.id, mode, ...(draw.oneIn(2) && { package_id: each.id }) },
        { id: rule.id, package_id: each.id, group_id: rule.group.id },
      );
      return { ...rule, mode };
    });
    return { ...each, ...settings, groups, rules };
  });
  const overrides = draw.oneIn(3) ? draw.list(1, 2, () => overrideOf(draw, packages)) : [];
  const known = overrides.map((override, at) => ({ ...override, id: id(`override ${zoneId} ${at}`) }));
  for (const { id: overrideId, ...body } of known)
    add('waf_override', body, { id: overrideId, override_id: overrideId });
  return { packages: packages.map(inFixture), overrides: known, described };
}

/** A rule names its group by id. */
function inFixture({ rules, ...rest }: WafPackage): object {
  return { ...rest, rules: rules.map(({ group, ...rule }) => ({ ...rule, group_id: group.id })) };
}

function overrideOf(draw: Draw, packages: readonly WafPackage[]): Omit<UriOverride, 'id'> {
  const rules = packages.flatMap((each) => each.rules);
  return {
    description: draw.pick(['', 'uploads "${x}"']),
    urls: draw.pick([['one.example/upload/*'], ['one.example/a*', 'two.example/b']]),
    priority: draw.below(100),
    groups: {},
    rules: { [draw.pick(rules).id]: draw.pick(['disable', 'default', 'challenge', 'simulate']) },
    rewrite_action: draw.oneIn(3) ? { challenge: 'block' } : {},
    paused: draw.oneIn(4),
  };
}
