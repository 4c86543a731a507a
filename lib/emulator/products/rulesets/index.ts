import { customFieldLimitSets } from '../../../logs';
import type { CustomFields } from '../../../logs';
import { FixtureError, itemSeed } from '../../fixture/seed';
import type { FixtureSeed } from '../../fixture/seed';
import type { Product } from '../../product';
import { scopeKinds } from '../../scope';
import type { ScopeKind } from '../../scope';
import { shown } from '../../shape';
import type { World } from '../../world';
import { collectCustomFields } from './custom-fields';
import type { ManagedDeployment } from './deployment';
import type { Rule } from './model';
import { parseCreate } from './parse';
import { customFieldsPhase, kindsOf, managedPhase } from './phases';
import { rulesetRoutes } from './routes';
import { Rulesets } from './state';
import { writeLimits, writeRulesets } from './write';

export function rulesets(
  world: World,
  deployment: ManagedDeployment,
): { readonly product: Product; readonly state: Rulesets } {
  const state = new Rulesets(world, deployment);
  const product: Product = {
    name: 'rulesets',
    routes: scopeKinds.flatMap((kind) => rulesetRoutes(state, kind)),
    zoneKeys: {
      custom_field_limits: { seed: seedLimits(state), write: writeLimits(state) },
      rulesets: { seed: seed(state, 'zone'), write: writeRulesets(state, 'zone') },
    },
    accountKeys: { rulesets: { seed: seed(state, 'account'), write: writeRulesets(state, 'account') } },
  };
  return { product, state };
}

function seed(state: Rulesets, kind: ScopeKind): FixtureSeed {
  const [entrypoint] = kindsOf[kind];
  return itemSeed({
    isTaken: (_id, id) => state.isTaken(id),
    create: (ownerId, body, id) => {
      const owner = state.ownerOf({ kind, id: ownerId });
      return state.seed(owner, parseCreate({ kind: entrypoint, ...body }, owner), id);
    },
  });
}

function seedLimits(state: Rulesets): FixtureSeed {
  return (zoneId, value, path) => {
    const limits = customFieldLimitSets.find((one) => one === value);
    if (limits === undefined)
      throw new FixtureError(path, `${shown(value)} is not one of ${customFieldLimitSets.join(', ')}`);
    state.setLimits({ kind: 'zone', id: zoneId }, limits);
  };
}

/** The custom fields of a zone; undefined without the ruleset. */
export function zoneCustomFields(state: Rulesets): (zoneId: string) => CustomFields | undefined {
  return (zoneId) => {
    const zone = state.ownerOf({ kind: 'zone', id: zoneId });
    const ruleset = state.findEntrypoint(zone, customFieldsPhase);
    return ruleset === undefined ? undefined : collectCustomFields(ruleset.latest.rules, zone.limits);
  };
}

/** The rules of a zone's entry point for managed rules. */
export function managedRulesOf(state: Rulesets): (zoneId: string) => readonly Rule[] {
  return (zoneId) => {
    const zone = state.ownerOf({ kind: 'zone', id: zoneId });
    return state.findEntrypoint(zone, managedPhase)?.latest.rules ?? [];
  };
}
