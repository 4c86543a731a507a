import { managedPhase, type EdgeClient, type Ruleset, type RulesetSummary } from '../../client';
import type { ObjectValue } from '../../schema';
import type { HandlerContext, Listed, Owner } from '../handler';
import { describeUnseen, phase } from './rules';

const kind = 'custom log fields of zones';
const otherPhase = { kind: 'rulesets of other phases', reason: 'They have no resource here.' };

/**
 * The ruleset of custom log fields of a zone: one call, and one more if there is one. Those of other phases are counted.
 *
 * @param toState - what `read` returns of a ruleset after an import
 */
export async function listRulesets(
  zone: Owner,
  context: HandlerContext<EdgeClient>,
  toState: (zoneId: string, ruleset: Ruleset) => ObjectValue,
): Promise<Listed> {
  const { service, signal } = context;
  const rulesets = (await service.rulesets.list(zone.id, { signal })).filter(
    (each) => each.kind !== 'managed',
  );
  const isOurs = (each: RulesetSummary) => each.kind === 'zone' && [phase, managedPhase].includes(each.phase);
  const leftOut = rulesets
    .filter((each) => !isOurs(each))
    .map((each) => ({ ...otherPhase, object: `${zone.name}: ${each.phase} "${each.name}" (${each.id})` }));
  const hasFields = rulesets.some((each) => isOurs(each) && each.phase === phase);
  const fields = hasFields ? await listCustomFields(zone, context, toState) : { objects: [], leftOut: [] };
  return { objects: fields.objects, leftOut: [...leftOut, ...fields.leftOut] };
}

async function listCustomFields(
  zone: Owner,
  { service, signal }: HandlerContext<EdgeClient>,
  toState: (zoneId: string, ruleset: Ruleset) => ObjectValue,
): Promise<Listed> {
  const ruleset = await service.rulesets.entryPoint(zone.id, phase, { signal });
  if (ruleset === undefined) return { objects: [], leftOut: [] };
  const label = `${zone.name}: "${ruleset.name}" (${ruleset.id})`;
  const leftOut = (reason: string, object: string): Listed => ({
    objects: [],
    leftOut: [{ kind, reason, object }],
  });
  if (ruleset.rules.length === 0)
    return leftOut('The ruleset has no rules. A new resource adopts it.', label);
  const unseen = describeUnseen(ruleset.rules);
  if (unseen.length > 0)
    return leftOut(
      'The ruleset has rules that no attribute can express, and the first change would remove them.',
      `${label}: ${unseen.join('; ')}`,
    );
  const found = toState(zone.id, ruleset);
  const importId = `${zone.id}/${ruleset.id}`;
  return { objects: [{ found, isRead: true, importId, label, kind }], leftOut: [] };
}
