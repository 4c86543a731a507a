import { customFieldLimitSets, type CustomFields } from '../../../logs';
import { itemSeed, valueKey, type FixtureKey, withoutDefaults, writeItems } from '../../fixture/seed';
import type { Product } from '../../product';
import { scopeKinds, type ScopeKind } from '../../scope';
import { oneOf } from '../../schema/values';
import type { World } from '../../world';
import { collectCustomFields } from './custom-fields';
import type { ManagedDeployment, Rule } from './model';
import { customFieldsPhase, kindsOf, managedPhase } from './phases';
import { rulesetRoutes } from './routes';
import { parseCreate } from './schema';
import { Rulesets } from './state';

export function rulesets(world: World, deployment: ManagedDeployment) {
  const state = new Rulesets(world, deployment);
  const product: Product = {
    routes: scopeKinds.flatMap((kind) => rulesetRoutes(state, kind, world.store)),
    zoneKeys: { custom_field_limits: limitsKey(state), rulesets: rulesetsKey(state, 'zone') },
    accountKeys: { rulesets: rulesetsKey(state, 'account') },
  };
  return { product, state };
}

function rulesetsKey(state: Rulesets, kind: ScopeKind): FixtureKey {
  const [entrypoint] = kindsOf[kind];
  const defaults = { kind: entrypoint, description: '', rules: [] };
  return {
    seed: itemSeed({
      isTaken: (_id, id) => state.isTaken(id),
      create: (ownerId, body, id) => {
        const owner = state.ownerOf({ kind, id: ownerId });
        return state.seed(owner, parseCreate({ kind: entrypoint, ...body }, owner), id);
      },
    }),
    write: (ownerId) =>
      writeItems(state.list({ kind, id: ownerId }), ({ id, latest, deletedVersion: _number, ...ruleset }) => {
        const { description, rules } = latest;
        return { id, ...withoutDefaults({ ...ruleset, description, rules: rules.map(writeRule) }, defaults) };
      }),
  };
}

/** The ref of a rule is its id by default. */
function writeRule({ version: _version, last_updated: _updated, ...rule }: Rule): object {
  return withoutDefaults(rule, { description: '', enabled: true, ref: rule.id });
}

function limitsKey(state: Rulesets): FixtureKey {
  return valueKey(oneOf(customFieldLimitSets), {
    put: (id, limits) => state.setLimits({ kind: 'zone', id }, limits),
    write: (id) => {
      const { limits } = state.ownerOf({ kind: 'zone', id });
      return limits === 'specification' ? undefined : limits;
    },
  });
}

/** The custom fields of a zone; undefined without the ruleset. */
export function zoneCustomFields(state: Rulesets): (zoneId: string) => CustomFields | undefined {
  return (zoneId) => {
    const zone = state.ownerOf({ kind: 'zone', id: zoneId });
    const ruleset = state.findEntrypoint(zone, customFieldsPhase);
    return ruleset === undefined ? undefined : collectCustomFields(ruleset.latest.rules, zone.limits);
  };
}

export function managedRulesOf(state: Rulesets): (zoneId: string) => readonly Rule[] {
  return (zoneId) => {
    const zone = state.ownerOf({ kind: 'zone', id: zoneId });
    return state.findEntrypoint(zone, managedPhase)?.latest.rules ?? [];
  };
}
