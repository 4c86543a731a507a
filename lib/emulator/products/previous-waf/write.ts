import { isDeepStrictEqual } from 'node:util';
import type { UriOverride, WafGroup, WafPackage, WafRule } from '../../../waf';
import type { FixtureKey } from '../../fixture/seed';
import { withoutDefaults } from '../../fixture/write';
import { defaultPackages, denyModes, switchModes } from './catalogue';
import { overrideBody } from './schema';
import type { PreviousWafs } from './state';

/** The previous WAF of a zone for a fixture. Packages are all written, or none where they are the default ones. */
export function writePreviousWaf(wafs: PreviousWafs, overrides: FixtureKey): FixtureKey['write'] {
  return (zoneId) => {
    if (!wafs.hasPrevious(zoneId)) return undefined;
    const packages = wafs.listPackages(zoneId);
    const waf = withoutDefaults(
      {
        setting: wafs.setting(zoneId).value,
        packages: isDeepStrictEqual(packages, defaultPackages) ? undefined : packages.map(writePackage),
        overrides: overrides.write(zoneId),
      },
      { setting: 'on' },
    );
    return Object.keys(waf).length === 0 ? undefined : waf;
  };
}

function writePackage({ groups, rules, ...one }: WafPackage): object {
  const isAnomaly = one.detection_mode === 'anomaly';
  return withoutDefaults(
    { ...one, groups: groups.map(writeGroup), rules: rules.map((rule) => writeRule(rule, isAnomaly)) },
    {
      description: '',
      detection_mode: 'traditional',
      sensitivity: 'high',
      action_mode: 'challenge',
      groups: [],
      rules: [],
    },
  );
}

/** Each mode defaults to the other one. */
function writeGroup(group: WafGroup): object {
  const usual = group.mode === group.default_mode ? group.mode : undefined;
  return withoutDefaults(group, {
    description: '',
    mode: usual === 'on' ? 'on' : undefined,
    default_mode: usual,
  });
}

/** In a traditional package, the mode `on` or `off` says that a rule allows. */
function writeRule({ group, ...rule }: WafRule, isAnomaly: boolean): object {
  const isSwitch = isAnomaly || rule.default_mode === undefined;
  const { id, ...rest } = rule;
  return withoutDefaults(
    { id, group_id: group.id, ...rest },
    {
      description: '',
      priority: '0',
      mode: isAnomaly ? 'on' : 'default',
      allowed_modes: isSwitch ? switchModes : denyModes,
      default_mode: 'block',
    },
  );
}

/** An override needs groups or rules, even empty ones. */
export function writeOverride(override: UriOverride): object {
  const { groups, rules } = override;
  return { ...overrideBody.write(override), ...(Object.keys(groups).length === 0 && { rules }) };
}
