import type { Rule, Ruleset } from '../../client';
import { errorAt, warningAt, type Diagnostic } from '../../schema';
import { howToManage } from '../new-object';
import { customFieldsRulesetContract } from './contract';
import { describeRules, phase, type Found } from './rules';

const { typeName } = customFieldsRulesetContract;

export function alreadyExists(zoneId: string, { id, name, rules }: Ruleset): Diagnostic {
  return errorAt(
    ['zone_id'],
    `Zone ${zoneId} already has custom log fields`,
    `The ruleset "${name}" (${id}) has ${describeRules(rules)}, and a zone can have only one ruleset of phase ${phase}.\n` +
      howToManage(typeName, `${zoneId}/${phase}`),
  );
}

/** Refuses a replacement: only the rule of this resource is deleted with it. */
export function cannotReplace({ ruleset: { id, name }, others }: Omit<Found, 'own'>): Diagnostic {
  return errorAt(
    [],
    `Cannot replace ruleset ${id}`,
    `The ruleset "${name}" also has ${describeRules(others)}, which this resource does not manage. A replacement deletes only the rule of this ` +
      `resource, and cannot create a second ruleset of phase ${phase} beside theirs. Nothing was changed. Do not replace the resource: every ` +
      'change of it is an update.',
  );
}

/** Refuses a ruleset, or rules, that appeared during the apply. */
export function createdConcurrently(zoneId: string, rules: readonly Rule[] = []): Diagnostic {
  const found = rules.length === 0 ? '' : `, with ${describeRules(rules)}`;
  return errorAt(
    ['zone_id'],
    `Custom log fields of zone ${zoneId} created concurrently`,
    `Since the plan, another client has created a ruleset of phase ${phase}${found}. A zone can have only one. This apply has written no ` +
      `rule. Make sure that only one ${typeName} configures the zone, then plan again.`,
  );
}

export function inTwoResources(zoneId: string): Diagnostic {
  return errorAt(
    ['zone_id'],
    `Custom log fields of zone ${zoneId} in two resources`,
    `Another ${typeName} of this configuration has the same zone, and a zone can have only one ruleset of phase ${phase}. Put the fields of ` +
      'both into one resource, and remove the other one.',
  );
}

export function willBeRecreated(
  { id, name }: { readonly id: string | null; readonly name: string | null },
  planned: unknown,
): Diagnostic {
  const to = typeof planned === 'string' ? `"${planned}"` : 'a name that is known only during the apply';
  return warningAt(
    ['name'],
    `Ruleset ${id ?? ''} is deleted and created again`,
    `Its name changes from "${name ?? ''}" to ${to}. The API cannot rename a ruleset, and a zone can have only one of phase ${phase}: the apply ` +
      'deletes it and creates another one. The fields are missing in the lines in between.',
  );
}

export function cannotRename({ ruleset: { id, name }, others }: Omit<Found, 'own'>): Diagnostic {
  return errorAt(
    ['name'],
    `Cannot rename ruleset ${id}`,
    `It also has ${describeRules(others)}, which this resource does not manage. The API cannot rename a ruleset: it would have to be deleted ` +
      `with their rules. Nothing was changed. Keep the name "${name}".`,
  );
}

export function hasRulesOfOthers(
  zoneId: string,
  { ruleset: { id, name }, others }: Omit<Found, 'own'>,
): Diagnostic {
  return warningAt(
    [],
    `Rules of others in ruleset ${id}`,
    `The ruleset "${name}" of zone ${zoneId} also has ${describeRules(others)}, which this resource does not manage. The lines have those ` +
      'fields too. An update and a destroy of this resource leave them as they are.',
  );
}

export function concurrentChange(before: string, written: Ruleset): Diagnostic {
  return warningAt(
    [],
    'Concurrent change of the custom log fields',
    `The ruleset "${written.name}" (${written.id}) went from version ${before} to ${written.version}, and this apply made ` +
      `only one of these changes. It overwrote the other ones. Make sure that only one ${typeName} configures the zone, and that nothing else ` +
      'edits the ruleset.',
  );
}

export function ownedByAnother(zoneId: string, { id, name, rules }: Ruleset): Diagnostic {
  return warningAt(
    [],
    'Ruleset not deleted',
    `The rule of this resource is no longer in the ruleset "${name}" (${id}) of zone ${zoneId}, which has ${describeRules(rules)}: another ` +
      'client has deleted or replaced it. This resource is removed from the state only. If no resource manages the ruleset, and its fields ' +
      'are not wanted, delete it by hand, or import it and destroy it.',
  );
}
