import type { Ruleset } from '../../client';
import { errorAt, warningAt, type Diagnostic } from '../../schema';
import { customFieldsRulesetContract } from './contract';
import { describeRules, phase } from './rules';

export function alreadyThere(zoneId: string, existing: Ruleset): Diagnostic {
  return errorAt(
    ['zone_id'],
    'The zone has custom log fields already',
    `A zone has one ruleset of phase ${phase}, and that of zone ${zoneId} is taken: "${existing.name}" ` +
      `(${existing.id}) holds ${describeRules(existing.rules)}. To manage that one, import it with the id ` +
      `${zoneId}/${phase}; to overwrite what is in it, set on_existing (onExisting) to "replace".`,
  );
}

export function justMade(zoneId: string, existing: Ruleset): Diagnostic {
  return errorAt(
    ['zone_id'],
    'Someone else is making the custom log fields of the zone',
    `While this apply went on, the zone ${zoneId} got the ruleset "${existing.name}" (${existing.id}) of phase ${phase}, ` +
      `and a zone can have one only. See that the zone has one ${customFieldsRulesetContract.typeName} only. If it has, ` +
      'apply again: the ruleset is adopted if it is still empty.',
  );
}

export function willBeAdopted(existing: Ruleset): Diagnostic {
  return warningAt(
    ['zone_id'],
    'Existing custom log fields will be adopted',
    `The ruleset "${existing.name}" (${existing.id}) holds just what is wanted: ${describeRules(existing.rules)}. It is ` +
      'managed here from now on, and deleted by a destroy.',
  );
}

export function willBeReplaced(existing: Ruleset): Diagnostic {
  return warningAt(
    ['on_existing'],
    'Existing custom log fields will be replaced',
    `The ruleset "${existing.name}" (${existing.id}) holds ${describeRules(existing.rules)}. The apply overwrites it.`,
  );
}

export function othersWrote(before: string, written: Ruleset): Diagnostic {
  return warningAt(
    [],
    'Someone else changed the custom log fields too',
    `The ruleset "${written.name}" (${written.id}) went from version ${before} to ${written.version}, and this apply ` +
      'made only one of these changes: what the others wrote is overwritten. See that the zone has one ' +
      `${customFieldsRulesetContract.typeName} only, and that nobody edits the ruleset elsewhere.`,
  );
}
