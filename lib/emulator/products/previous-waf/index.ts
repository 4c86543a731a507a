import { itemsKey, FixtureError, fixtureRefusals, seedItem, withoutDefaults } from '../../fixture/seed';
import type { FixtureKey, FixtureSeed } from '../../fixture/seed';
import { previousRefusals as refusals } from '../../previous-api/errors';
import type { Product } from '../../product';
import { object } from '../../schema/body';
import { anything, oneOf } from '../../schema/values';
import { Collection } from '../../state/collection';
import type { UriOverride, WafGroup, WafPackage, WafRule } from '../../../waf';
import type { World } from '../../world';
import type { Stages } from '../waf-migration/stages';
import { parsePackages } from './packages';
import { previousWafRoutes } from './routes';
import { parseOverride, overrideBody } from './schema';
import { PreviousWafs } from './state';
import { isDeepStrictEqual } from 'node:util';
import { defaultPackages, denyModes, switchModes } from './catalogue';

export function previousWaf(world: World, stages: Stages) {
  const wafs = new PreviousWafs(world, stages);
  const overrides = new Collection<UriOverride>(world, 'waf_overrides', refusals.noOverride);
  const overridesKey = itemsKey(overrides, {
    create: (zoneId, body, id = world.newId()) => overrides.put(zoneId, { id, ...parseOverride(body) }),
    write: writeOverride,
  });
  const product: Product = {
    routes: previousWafRoutes({ world, wafs, overrides, stages }),
    zoneKeys: { waf: { seed: seed(wafs, overridesKey), write: writePreviousWaf(wafs, overridesKey) } },
  };
  return { product, wafs, overrides };
}

/** `setting`, `packages` as in the API with their groups and rules inside, and `overrides`, optionally with ids. */
const wafFields = object({ setting: oneOf(['on', 'off']), packages: anything, overrides: anything });

function seed(wafs: PreviousWafs, overridesKey: FixtureKey): FixtureSeed {
  return (zoneId, value, path) => {
    const { setting, packages, overrides } = wafFields.read(value, '', fixtureRefusals(path));
    if (!wafs.hasPrevious(zoneId))
      throw new FixtureError(path, 'a zone that never had the previous WAF managed rules cannot have them');
    seedItem(`${path}.packages`, () =>
      wafs.seed(zoneId, packages === undefined ? undefined : parsePackages(packages), setting),
    );
    if (overrides !== undefined) overridesKey.seed(zoneId, overrides, `${path}.overrides`);
  };
}

/** The previous WAF of a zone for a fixture. Packages are all written, or none where they are the default ones. */
function writePreviousWaf(wafs: PreviousWafs, overrides: FixtureKey): FixtureKey['write'] {
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
function writeOverride(override: UriOverride): object {
  const { groups, rules } = override;
  return { ...overrideBody.write(override), ...(Object.keys(groups).length === 0 && { rules }) };
}
