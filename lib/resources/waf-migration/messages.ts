import type { Rule } from '../../client';
import { errorAt, warningAt, type Diagnostic } from '../../schema';
import { describeRule, type Loss, type Obstacle, type UriOverride } from '../../waf';
import type { RuleOverride } from './entry-point';

const noReturn =
  'There is no way back, neither by API nor in the dashboard; destroying the resource leaves the zone as it is by then.';

export function willMigrate(zoneId: string, target: string, hasRules: boolean): Diagnostic {
  const what =
    target === 'validation'
      ? 'runs the new managed rules beside the previous ones, the new ones first'
      : 'enables the new managed rules, and disables the previous ones once the new ones are in place';
  return warningAt(
    ['target'],
    'The zone will be migrated, which cannot be undone',
    `Zone ${zoneId} has the previous managed rules${hasRules ? ', and rules of its own in the entry point of the new ones' : ' only'}; ` +
      `this apply ${what}. ${noReturn}`,
  );
}

export function willKeep(rules: readonly Rule[]): Diagnostic {
  return warningAt(
    ['zone_id'],
    `${rules.length} ${rules.length === 1 ? 'rule of the entry point stays' : 'rules of the entry point stay'}`,
    `${listOf(rules)}\n\nThey stand there already, and the migration puts its own beside them. Skip rules go first, so ` +
      'what these spare from managed rules is spared from the new ones too. Take out what should not be there before you apply.',
  );
}

export function willAdd(rules: readonly Rule[]): Diagnostic {
  return warningAt(
    ['target'],
    `${rules.length} ${rules.length === 1 ? 'rule comes' : 'rules come'} to those of validation mode`,
    `${listOf(rules)}\n\nThe previous managed rules do this by now, and the new ones of the zone do not. To keep a skip rule ` +
      'without an effect, name it in skip_rules (skipRules) with enabled = false.',
  );
}

function listOf(rules: readonly Rule[]): string {
  return rules.map((rule) => `- ${nameRule(rule)}`).join('\n');
}

function nameRule(rule: Rule): string {
  return `${rule.description === '' ? '' : `"${rule.description}": `}${describeRule(rule)}`;
}

export function differs(what: string, was: unknown, now: unknown): string {
  return `${what} changed from ${JSON.stringify(was)} to ${JSON.stringify(now)}`;
}

export function lostOverride([key, override]: readonly [string, object]): string {
  const [ruleset = '', rule = ''] = key.split('/');
  return `Rule ${rule} of managed ruleset ${ruleset} has lost its override ${JSON.stringify(override)}`;
}

export function unexpectedRule(rule: Rule): string {
  return `There is a rule more: ${nameRule(rule)}`;
}

export function willRevertDrift(changes: readonly string[]): Diagnostic {
  return warningAt(
    ['changed_by_others'],
    `${changes.length} ${changes.length === 1 ? 'change' : 'changes'} of others to the managed rules will be undone`,
    `${changes.map((each) => `- ${each}`).join('\n')}\n\nTo keep them, forget the resource (terraform state rm) and import it ` +
      'again by the id of its zone: it then goes by what stands there.',
  );
}

export function willDisablePrevious(zoneId: string): Diagnostic {
  return warningAt(
    ['target'],
    'The previous managed rules will be disabled, which cannot be undone',
    `Zone ${zoneId} is in validation mode: the new managed rules stay as they are there, but for what this plan tells, ` +
      `and this apply disables the previous ones. ${noReturn}`,
  );
}

export function planNotKnown(zoneId: string): Diagnostic {
  return errorAt(
    ['target'],
    'Nobody knows whether the zone has validation mode',
    `Validation mode is for Enterprise zones, and the credentials may not read the plan of zone ${zoneId}. URI-based WAF ` +
      'overrides would be deleted before the service refuses it. Let the credentials read the zone, or delete the ' +
      'overrides yourself, or set target to "complete".',
  );
}

export function validationNeedsEnterprise(zoneId: string, plan: string): Diagnostic {
  return errorAt(
    ['target'],
    'Validation mode is for Enterprise zones',
    `Zone ${zoneId} is of the plan "${plan}". Set target to "complete": it goes there without validation mode. See the ` +
      'loss report in the plan first.',
  );
}

export function willBeLost(losses: readonly string[]): Diagnostic {
  return warningAt(
    [],
    `${losses.length} ${losses.length === 1 ? 'thing does' : 'things do'} not carry over`,
    `${losses.map((loss) => `- ${loss}`).join('\n\n')}\n\nThe loss report (loss_report) keeps this; "edge-platform waf report" ` +
      'writes what replaces it.',
  );
}

/** With what can be written instead, since a state keeps nothing else of it. */
export function describeLoss({ what, why, replacement }: Pick<Loss, 'what' | 'why' | 'replacement'>): string {
  return `${what} ${why}${replacement === undefined ? '' : ` Instead: ${describeReplacement(replacement)}.`}`;
}

function describeReplacement(replacement: NonNullable<Loss['replacement']>): string {
  if (replacement.kind === 'rule') {
    const { rule, isMigrated } = replacement;
    return `${isMigrated ? 'the migration brings' : 'in skip_rules (skipRules)'} ${describeRule(rule)}`;
  }
  const { id, ...change } = replacement.rule;
  const settings = Object.entries({ rule_id: id, ruleset_id: replacement.ruleset, ...change });
  return `in rule_overrides (ruleOverrides) ${settings.map(([name, value]) => `${name} ${value}`).join(', ')}`;
}

export function notCompatible({ reason, cure, ids, kind }: Obstacle): Diagnostic {
  const also = kind === 'uri-override' ? ' Or set delete_uri_overrides (deleteUriOverrides).' : '';
  return errorAt(
    kind === 'uri-override' ? ['delete_uri_overrides'] : ['zone_id'],
    'The zone cannot be migrated as it is',
    `${reason} ${cure}${also}${ids.length > 0 && !reason.includes(ids[0] ?? '') ? ` (${ids.join(', ')})` : ''}`,
  );
}

export function notCompatibleForAnotherReason(zoneId: string): Diagnostic {
  return errorAt(
    ['zone_id'],
    'The zone cannot be migrated as it is',
    `The service says that zone ${zoneId} is not compatible, and nothing that is known here is in the way. See ` +
      'Security > WAF > Managed rules in the dashboard, or contact support.',
  );
}

export function willDeleteOverrides(obstacle: Obstacle): Diagnostic {
  const count = obstacle.ids.length;
  return warningAt(
    ['delete_uri_overrides'],
    `${count} URI-based WAF ${count === 1 ? 'override' : 'overrides'} will be deleted`,
    `No zone with one can be migrated, and delete_uri_overrides (deleteUriOverrides) is set: ${obstacle.ids.join(', ')}. ` +
      'They do not come back; the loss report says what each did.',
  );
}

export function deletingOverride(override: UriOverride): string {
  return `Deleting a URI-based WAF override: ${JSON.stringify(override)}`;
}

/** Of an apply that failed afterwards: nothing else tells any more what they did. */
export function overridesWereDeleted(overrides: readonly UriOverride[]): Diagnostic {
  return warningAt(
    ['delete_uri_overrides'],
    `${overrides.length} URI-based WAF ${overrides.length === 1 ? 'override was' : 'overrides were'} deleted, or may have been`,
    `The zone is not migrated yet. Keep this, since the loss report of the next apply knows no more of them:\n\n` +
      overrides.map((each) => `- ${JSON.stringify(each)}`).join('\n'),
  );
}

export function noWayBack(zoneId: string, state: string): Diagnostic {
  return errorAt(
    ['target'],
    'No zone goes back to validation mode',
    `The migration of zone ${zoneId} is ${state === 'complete' ? 'complete' : 'coming to its end'}, and its previous ` +
      'managed rules are gone. Set target to "complete".',
  );
}

export function willBeAdopted(zoneId: string, state: string): Diagnostic {
  if (state === 'default')
    return warningAt(
      ['zone_id'],
      'There is nothing to migrate',
      `Zone ${zoneId} never had the previous managed rules. Rule overrides that are named here are set in the new ones, ` +
        'where they are deployed.',
    );
  return warningAt(
    ['zone_id'],
    'A zone that was migrated already will be adopted',
    `Zone ${zoneId} is ${state === 'validation' ? 'in validation mode' : 'migrated'} already. Its managed rules stay as ` +
      'they are, beside the rule overrides that are named here.',
  );
}

export function noOlderValue(overrides: readonly RuleOverride[]): Diagnostic {
  const names = overrides.map(({ rule_id: rule, ruleset_id: ruleset }) => `${rule} of ${ruleset}`).join(', ');
  return warningAt(
    ['rule_overrides'],
    'Overrides that stand there already are taken over',
    `The zone overrides these rules already, and what the migration brought for them is not known any more: ${names}. ` +
      'Taken out of rule_overrides (ruleOverrides) later, each does what its ruleset says.',
  );
}

export function rulesetsNotDeployed(ids: readonly string[]): Diagnostic {
  return errorAt(
    ['rule_overrides'],
    'Overrides of a ruleset that is not deployed',
    `The zone does not execute the managed ruleset ${ids.join(', ')}, so none of its rules can be overridden. Deploy it ` +
      'first, or take the overrides out.',
  );
}

export function stillInProgress(zoneId: string, seconds: number): Diagnostic {
  return warningAt(
    ['timeout_seconds'],
    'The hand-over is not over yet',
    `After ${seconds} seconds the previous managed rules of zone ${zoneId} are still enabled beside the new ones. ` +
      'Nothing is unprotected; the service goes on by itself. Apply again to wait on: it can take up to an hour.',
  );
}

/** Not an error: Terraform would forget an object that is there for good, and with it the loss report. */
export function outcomeUnknown(zoneId: string, error: Error): Diagnostic {
  return warningAt(
    [],
    'The end of the migration was not seen',
    `The migration of zone ${zoneId} has begun, and goes on by itself: nothing is unprotected. Where it is could not be ` +
      `read: ${error.message} Apply again to wait on.`,
  );
}

export function zoneIsGone(zoneId: string): Diagnostic {
  return warningAt(
    ['zone_id'],
    'The zone is gone',
    `The service knows no zone ${zoneId} (any more), so its migration is taken out of the state. If the zone is there, ` +
      'see base_url and the permissions of the credentials before you apply.',
  );
}

export function staysMigrated(zoneId: string, state: string | null): Diagnostic {
  return warningAt(
    [],
    'The zone stays as it is',
    `A migration cannot be undone: zone ${zoneId} (${state ?? 'state unknown'}) keeps its managed rules and their ` +
      'overrides, and is no longer managed here.',
  );
}

export function refused(path: string, summary: string, message: string): Diagnostic {
  return errorAt([path], summary, message);
}

export function notAnImportId(id: string): Diagnostic {
  return errorAt(
    [],
    'Not an import id',
    `"${id}" can't be imported. Write <zone id>, 32 hexadecimal digits: each zone has one migration.`,
  );
}
