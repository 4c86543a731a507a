import type { CustomFields } from '../../../logs';
import { itemSeed } from '../../fixture/seed';
import type { FixtureSeed } from '../../fixture/seed';
import type { Product } from '../../product';
import { scopeKinds } from '../../scope';
import type { ScopeKind } from '../../scope';
import type { World } from '../../world';
import { collectCustomFields } from './custom-fields';
import type { ManagedDeployment } from './deployment';
import type { Rule } from './model';
import { parseCreate } from './parse';
import { customFieldsPhase, kindsOf, managedPhase } from './phases';
import { rulesetRoutes } from './routes';
import { Rulesets } from './state';

export function rulesets(
  world: World,
  deployment: ManagedDeployment,
): { readonly product: Product; readonly state: Rulesets } {
  const state = new Rulesets(world, deployment);
  const product: Product = {
    name: 'rulesets',
    routes: scopeKinds.flatMap((kind) => rulesetRoutes(state, kind)),
    zoneSeeds: { rulesets: seed(state, 'zone') },
    accountSeeds: { rulesets: seed(state, 'account') },
  };
  return { product, state };
}

function seed(state: Rulesets, kind: ScopeKind): FixtureSeed {
  const [entrypoint] = kindsOf[kind];
  return itemSeed({
    isTaken: (_id, id) => state.isTaken(id),
    create: (owner, body, id) =>
      state.seed({ kind, id: owner }, parseCreate({ kind: entrypoint, ...body }, kind), id),
  });
}

/** The custom fields of a zone; undefined without the ruleset. */
export function zoneCustomFields(state: Rulesets): (zoneId: string) => CustomFields | undefined {
  return (zoneId) => {
    const ruleset = state.findEntrypoint({ kind: 'zone', id: zoneId }, customFieldsPhase);
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
  return (zoneId) => state.findEntrypoint({ kind: 'zone', id: zoneId }, managedPhase)?.latest.rules ?? [];
}
