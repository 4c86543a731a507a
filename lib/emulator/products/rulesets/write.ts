import type { FixtureKey } from '../../fixture/seed';
import { withoutDefaults, writeItems } from '../../fixture/write';
import type { ScopeKind } from '../../scope';
import type { Rule, Ruleset } from './model';
import { kindsOf } from './phases';
import type { Rulesets } from './state';

/** The rulesets of a zone or an account for a fixture: as in a create body, with their ids. */
export function writeRulesets(state: Rulesets, kind: ScopeKind): FixtureKey['write'] {
  const [entrypoint] = kindsOf[kind];
  return (id) =>
    writeItems(state.listOwn(state.ownerOf({ kind, id })), (ruleset) => writeRuleset(ruleset, entrypoint));
}

export function writeLimits(state: Rulesets): FixtureKey['write'] {
  return (id) => {
    const { limits } = state.ownerOf({ kind: 'zone', id });
    return limits === 'specification' ? undefined : limits;
  };
}

function writeRuleset({ id, name, kind, phase, latest }: Ruleset, entrypoint: string): object {
  const { description, rules } = latest;
  return {
    id,
    ...withoutDefaults(
      { name, kind, phase, description, rules: rules.map(writeRule) },
      { kind: entrypoint, description: '', rules: [] },
    ),
  };
}

/** The ref of a rule is its id by default. */
function writeRule({ version: _version, last_updated: _updated, ...rule }: Rule): object {
  return withoutDefaults(rule, { description: '', enabled: true, ref: rule.id });
}
