import { managedPhase, type RulesetSummary } from '../../client';
import type { Context, Listed, Owner } from '../handler';
import { describeRules, phase } from './rules';
import { importedRuleset, findRuleOfState, toState } from './state';

const kind = 'custom log fields of zones';
const rulesOfOthers = {
  kind: 'further rules of custom log fields',
  reason: 'A resource has one rule of the ruleset. The others stay as they are.',
};
const otherPhase = { kind: 'rulesets of other phases', reason: 'They have no resource here.' };

/** The ruleset of custom log fields of a zone: one call, and one more if there is one. Those of other phases are counted. */
export async function listRulesets(zone: Owner, context: Context): Promise<Listed> {
  const { service, signal } = context;
  const rulesets = (await service.rulesets.list(zone.id, { signal })).filter(
    (each) => each.kind !== 'managed',
  );
  const isOurs = (each: RulesetSummary) => each.kind === 'zone' && [phase, managedPhase].includes(each.phase);
  const leftOut = rulesets
    .filter((each) => !isOurs(each))
    .map((each) => ({ ...otherPhase, object: `${zone.name}: ${each.phase} "${each.name}" (${each.id})` }));
  const hasFields = rulesets.some((each) => isOurs(each) && each.phase === phase);
  const fields = hasFields ? await listCustomFields(zone, context) : { objects: [], leftOut: [] };
  return { objects: fields.objects, leftOut: [...leftOut, ...fields.leftOut] };
}

async function listCustomFields(zone: Owner, context: Context): Promise<Listed> {
  const { service, signal } = context;
  const ruleset = await service.rulesets.entryPoint(zone.id, phase, { signal });
  if (ruleset === undefined) return { objects: [], leftOut: [] };
  const label = `${zone.name}: "${ruleset.name}" (${ruleset.id})`;
  if (ruleset.rules.length === 0)
    return {
      objects: [],
      leftOut: [{ kind, reason: 'The ruleset has no rules. A new resource uses it.', object: label }],
    };
  const imported = importedRuleset(zone.id);
  const seen = findRuleOfState(ruleset, imported, context);
  const { others } = seen;
  const unmanaged =
    others.length === 0 ? [] : [{ ...rulesOfOthers, object: `${label}: ${describeRules(others)}` }];
  const importId = `${zone.id}/${ruleset.id}`;
  const found = toState(imported, seen);
  return { objects: [{ found, isRead: true, importId, label, kind, unmanaged }], leftOut: [] };
}
