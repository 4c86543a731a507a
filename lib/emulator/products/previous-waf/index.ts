import { itemsKey } from '../../fixture/items-key';
import {
  FixtureError,
  fixtureRefusals,
  seedItem,
  type FixtureKey,
  type FixtureSeed,
} from '../../fixture/seed';
import { previousRefusals as refusals } from '../../previous-api/errors';
import type { Product } from '../../product';
import { object } from '../../schema/body';
import { anything, oneOf } from '../../schema/values';
import { Collection } from '../../state/collection';
import type { UriOverride } from '../../../waf';
import type { World } from '../../world';
import type { Stages } from '../waf-migration/stages';
import { parsePackages } from './packages';
import { previousWafRoutes } from './routes';
import { parseOverride } from './schema';
import { PreviousWafs } from './state';
import { writeOverride, writePreviousWaf } from './write';

export interface PreviousWafParts {
  readonly wafs: PreviousWafs;
  readonly overrides: Collection<UriOverride>;
}

export function previousWaf(world: World, stages: Stages): { readonly product: Product } & PreviousWafParts {
  const wafs = new PreviousWafs(world, stages);
  const overrides = new Collection<UriOverride>(world, 'waf_overrides', refusals.noOverride);
  const overridesKey = itemsKey(overrides, {
    create: (zoneId, body, id = world.newId()) => overrides.put(zoneId, { id, ...parseOverride(body) }),
    write: writeOverride,
  });
  const product: Product = {
    name: 'previous-waf',
    routes: previousWafRoutes({ world, wafs, overrides, stages }),
    zoneKeys: { waf: { seed: seed(wafs, overridesKey), write: writePreviousWaf(wafs, overridesKey) } },
  };
  return { product, wafs, overrides };
}

/** `setting`, `packages` as in the API with their groups and rules inside, and `overrides`, optionally with ids. */
const wafFields = object(
  { setting: oneOf(['on', 'off']), packages: anything, overrides: anything },
  { order: 'declared' },
);

function seed(wafs: PreviousWafs, overridesKey: FixtureKey): FixtureSeed {
  return (zoneId, value, path) => {
    const { setting, packages, overrides } = wafFields.read(value, '', fixtureRefusals(path));
    if (!wafs.hasPrevious(zoneId))
      throw new FixtureError(path, 'a zone that never had the previous WAF managed rules cannot have them');
    seedItem(`${path}.packages`, () => {
      wafs.seed(zoneId, packages === undefined ? undefined : parsePackages(packages), setting);
    });
    if (overrides !== undefined) overridesKey.seed(zoneId, overrides, `${path}.overrides`);
  };
}
