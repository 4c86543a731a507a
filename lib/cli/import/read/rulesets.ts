import { managedPhase, type RulesetSummary } from '../../../client';
import { stateAfterImport } from '../../../resources/custom-fields-ruleset/handler';
import { describeUnseen, phase } from '../../../resources/custom-fields-ruleset/rules';
import { importedObject, obstaclesOf } from './objects';
import { joinRows, type Owner, type OwnerRow } from './owner-row';
import { PlannedImport, type Caller } from './planned-import';

const typeName = 'edge_custom_fields_ruleset';
const kind = 'custom log fields of zones';
const otherPhase = { kind: 'rulesets of other phases', reason: 'They have no resource here.' };

/** The rulesets of a zone: one call, and one more for custom log fields. Those of other phases are counted. */
export async function readRulesets(zone: Owner, caller: Caller): Promise<Partial<OwnerRow>> {
  const { client, signal } = caller;
  const rulesets = (await client.rulesets.list(zone.id, { signal })).filter(
    (each) => each.kind !== 'managed',
  );
  const isOurs = (each: RulesetSummary) => each.kind === 'zone' && [phase, managedPhase].includes(each.phase);
  const leftOut = rulesets
    .filter((each) => !isOurs(each))
    .map((each) => ({ ...otherPhase, object: `${zone.name}: ${each.phase} "${each.name}" (${each.id})` }));
  const hasFields = rulesets.some((each) => isOurs(each) && each.phase === phase);
  return joinRows([{ leftOut }, hasFields ? await readCustomFields(zone, caller) : {}]);
}

async function readCustomFields(zone: Owner, caller: Caller): Promise<Partial<OwnerRow>> {
  const { client, signal } = caller;
  const ruleset = await client.rulesets.entryPoint(zone.id, phase, { signal });
  if (ruleset === undefined) return {};
  const object = `${zone.name}: "${ruleset.name}" (${ruleset.id})`;
  if (ruleset.rules.length === 0)
    return { leftOut: [{ kind, reason: 'The ruleset has no rules. A new resource adopts it.', object }] };
  const unseen = describeUnseen(ruleset.rules);
  if (unseen.length > 0) {
    const reason =
      'The ruleset has rules that no attribute can express, and the first change would remove them.';
    return { leftOut: [{ kind, reason, object: `${object}: ${unseen.join('; ')}` }] };
  }
  const attributes = stateAfterImport(zone.id, ruleset);
  const obstacles = await new PlannedImport(typeName, caller).findObstacles(attributes);
  if (obstacles.length > 0) return { leftOut: obstaclesOf(kind, obstacles, object) };
  return { objects: [importedObject(typeName, `${zone.id}/${ruleset.id}`, zone, attributes)] };
}
