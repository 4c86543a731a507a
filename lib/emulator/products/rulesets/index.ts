import type { CustomFields } from '../../../logs';
import { itemSeed } from '../../fixture/seed';
import type { Product } from '../../product';
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
  const product: Product = {
    name: 'rulesets',
    routes: rulesetRoutes(state),
    zoneSeeds: {
      rulesets: itemSeed({
        isTaken: (_zoneId, id) => state.isTaken(id),
        create: (zoneId, body, id) => state.seed(zoneId, parseCreate({ kind: 'zone', ...body }), id),
      }),
    },
  };
  return { product, state };
}

/** The custom fields of a zone; undefined without the ruleset. */
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
