import type { CustomFields } from '../../../logs';
import { FixtureError, listAt, objectAt, sowItem } from '../../fixture';
import type { Product } from '../../route';
import { hex32, isString, shown } from '../../shape';
import type { World } from '../../world';
import { collectCustomFields } from './custom-fields';
import type { ManagedDeployment } from './deployment';
import type { Rule } from './model';
import { parseCreate } from './parse';
import { customFieldsPhase, managedPhase } from './phases';
import { rulesetRoutes } from './routes';
import { Rulesets } from './state';

export function rulesets(
  world: World,
  deployment: ManagedDeployment,
): { readonly product: Product; readonly state: Rulesets } {
  const state = new Rulesets(world, deployment);
  const product = { name: 'rulesets', routes: rulesetRoutes(state), zoneSeeds: { rulesets: seed(state) } };
  return { product, state };
}

/** Rulesets of a fixture: bodies of a create call, with `kind` left out if wanted, and with ids that are kept. */
function seed(state: Rulesets) {
  return (zoneId: string, items: unknown, path: string) => {
    for (const [index, item] of listAt(items, path).entries()) {
      const here = `${path}[${index}]`;
      const { id, ...body } = objectAt(item, here);
      if (id !== undefined && (!isString(id) || !hex32.test(id)))
        throw new FixtureError(`${here}.id`, `${shown(id)} is not an id (32 lower-case hexadecimal digits)`);
      if (id !== undefined && state.isTaken(id)) throw new FixtureError(`${here}.id`, `${id} is used twice`);
      sowItem(here, () => {
        state.seeding = true;
        try {
          state.create(zoneId, parseCreate({ kind: 'zone', ...body }), false, id);
        } finally {
          state.seeding = false;
        }
      });
    }
  };
}

/** The custom fields a zone has chosen; undefined without the ruleset. */
export function zoneCustomFields(state: Rulesets): (zoneId: string) => CustomFields | undefined {
  return (zoneId) => {
    const ruleset = state.findEntrypoint(zoneId, customFieldsPhase);
    if (ruleset === undefined) return undefined;
    const chosen = collectCustomFields(ruleset.latest.rules);
    return {
      requestHeaders: chosen.request_fields,
      responseHeaders: chosen.response_fields,
      cookies: chosen.cookie_fields,
    };
  };
}

/** The rules of a zone's entry point for managed rules. */
export function managedRulesOf(state: Rulesets): (zoneId: string) => readonly Rule[] {
  return (zoneId) => state.findEntrypoint(zoneId, managedPhase)?.latest.rules ?? [];
}
