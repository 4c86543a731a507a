import { FixtureError, itemSeed, objectAt, seedItem } from '../../fixture/seed';
import type { FixtureSeed } from '../../fixture/seed';
import type { Product } from '../../product';
import { shown, unknownKey } from '../../shape';
import type { World } from '../../world';
import type { Stages } from '../waf-migration/stages';
import { Overrides } from './overrides';
import { parseOverride, parsePackages } from './parse';
import { previousWafRoutes } from './routes';
import { PreviousWafs } from './state';
import { writePreviousWaf } from './write';

export interface PreviousWafParts {
  readonly wafs: PreviousWafs;
  readonly overrides: Overrides;
}

export function previousWaf(world: World, stages: Stages): { readonly product: Product } & PreviousWafParts {
  const wafs = new PreviousWafs(world, stages);
  const overrides = new Overrides(world);
  const product: Product = {
    name: 'previous-waf',
    routes: previousWafRoutes({ wafs, overrides, stages, places: world.places }),
    zoneKeys: { waf: { seed: seed(wafs, overrides), write: writePreviousWaf(wafs, overrides) } },
  };
  return { product, wafs, overrides };
}

/** `setting`, `packages` as in the API with their groups and rules inside, and `overrides`, optionally with ids. */
function seed(wafs: PreviousWafs, overrides: Overrides): FixtureSeed {
  const seedOverrides = itemSeed({
    isTaken: (zoneId, id) => overrides.has(zoneId, id),
    create: (zoneId, body, id) => overrides.put(zoneId, parseOverride(body), id),
  });
  return (zoneId, value, path) => {
    const waf = objectAt(value, path);
    const unknown = unknownKey(waf, ['setting', 'packages', 'overrides']);
    if (unknown !== undefined)
      throw new FixtureError(`${path}.${unknown}`, 'unknown key; allowed are setting, packages, overrides');
    if (!wafs.hasPrevious(zoneId))
      throw new FixtureError(path, 'a zone that never had the previous WAF managed rules cannot have them');
    const { setting, packages } = waf;
    if (setting !== undefined && setting !== 'on' && setting !== 'off')
      throw new FixtureError(`${path}.setting`, `${shown(setting)} is not one of on, off`);
    seedItem(`${path}.packages`, () => {
      wafs.seed(zoneId, packages === undefined ? undefined : parsePackages(packages, ''), setting);
    });
    if (waf.overrides !== undefined) seedOverrides(zoneId, waf.overrides, `${path}.overrides`);
  };
}
