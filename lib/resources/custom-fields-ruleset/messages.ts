import type { Ruleset } from '../../client';
import { errorAt, warningAt, type Diagnostic } from '../../schema';
import { customFieldsRulesetContract } from './contract';
import { describeRules, phase } from './rules';

const renamed = 'If you renamed a construct, keep its ruleset with `moveFromId` (a `moved` block in HCL).';

export function alreadyExists(zoneId: string, existing: Ruleset): Diagnostic {
  return errorAt(
    ['zone_id'],
    `Zone ${zoneId} already has custom log fields`,
    `The ruleset "${existing.name}" (${existing.id}) has ${describeRules(existing.rules)}, and a zone can have only one ` +
      `ruleset of phase ${phase}. To manage it, import it with the ID ${zoneId}/${phase}. To overwrite it, set ` +
      `\`on_existing\` (\`onExisting\`) to "replace". If another resource of your configurations manages it, remove one of the two. If it ` +
      'is the deposed object of this resource, left by an apply that failed, delete it: `terraform apply -destroy -target=<address>`. ' +
      renamed,
  );
}

export function createdConcurrently(zoneId: string, existing: Ruleset): Diagnostic {
  return errorAt(
    ['zone_id'],
    `Custom log fields of zone ${zoneId} created concurrently`,
    `Since the plan another client created the ruleset "${existing.name}" (${existing.id}) of phase ${phase}, and a ` +
      `zone can have only one. Make sure that only one ${customFieldsRulesetContract.typeName} configures the zone, then ` +
      'apply again: the ruleset is adopted if it is still empty.',
  );
}

/** For the second of two resources of one zone. */
export function inTwoResources(zoneId: string): Diagnostic {
  return errorAt(
    ['zone_id'],
    `Custom log fields of zone ${zoneId} in two resources`,
    `Another ${customFieldsRulesetContract.typeName} of this configuration has the same zone, and a zone can have only one ruleset of phase ` +
      `${phase}. Put the fields of both into one resource, and remove the other one. ${renamed}`,
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

export function willBeAdopted(existing: Ruleset): Diagnostic {
  return warningAt(
    ['zone_id'],
    'Existing custom log fields are adopted',
    `The ruleset "${existing.name}" (${existing.id}) already matches the configuration: ${describeRules(existing.rules)}. ` +
      'Terraform manages it from now on, and a destroy deletes it.',
  );
}

/** For the resource that is deleted or for the one that is created, whichever Terraform plans second. */
export function willBeTransferred(zoneId: string, id: string | null): Diagnostic {
  return warningAt(
    [],
    `Custom log fields of zone ${zoneId} change their resource`,
    `A resource of this configuration is deleted or replaced, and the new one adopts its ruleset ${id ?? ''}: the apply does not ` +
      'delete it. If the apply runs on another machine than the plan, Terraform may delete it before it is created again, and ' +
      `the fields are missing in between. ${renamed}`,
  );
}

export function willBeReplaced(existing: Ruleset): Diagnostic {
  return warningAt(
    ['on_existing'],
    'Existing custom log fields are replaced',
    `The ruleset "${existing.name}" (${existing.id}) has ${describeRules(existing.rules)}. The apply overwrites it.`,
  );
}

export function concurrentChange(before: string, written: Ruleset): Diagnostic {
  return warningAt(
    [],
    'Concurrent change of the custom log fields',
    `The ruleset "${written.name}" (${written.id}) went from version ${before} to ${written.version}, and this apply made ` +
      'only one of these changes. It overwrote the other ones. Make sure that only one ' +
      `${customFieldsRulesetContract.typeName} configures the zone, and that nothing else edits the ruleset.`,
  );
}

export function keptForAnother(zoneId: string, id: string | null): Diagnostic {
  return warningAt(
    [],
    'Ruleset not deleted',
    `The resource that this apply creates in its place adopts ruleset ${id ?? ''} of zone ${zoneId}, so the fields are in every line. This ` +
      'resource is removed from the state only.',
  );
}

/** For a deletion. Its own rule is gone: another resource has taken the zone's only ruleset, or another client has rewritten it. */
export function ownedByAnother(zoneId: string, { id, name, rules }: Ruleset): Diagnostic {
  return warningAt(
    [],
    'Ruleset not deleted',
    `The rule of this resource is no longer in the ruleset "${name}" (${id}) of zone ${zoneId}, which has ${describeRules(rules)}: ` +
      'the resource that replaces this one has taken it, or another client has replaced the rule. This resource is removed from the ' +
      'state only. If no resource manages the ruleset, and its fields are not wanted, delete it by hand, or import it and destroy it.',
  );
}
