import type { Rule } from '../../client';
import { errorAt, warningAt, type Diagnostic } from '../../schema';
import {
  describeLoss as describe,
  describeRule,
  type Loss,
  type Obstacle,
  type UriOverride,
} from '../../waf';
import type { RuleOverride } from './entry-point';

const noReturn =
  'It cannot be undone, neither through the API nor in the dashboard. Destroying the resource leaves the zone as it is.';

export function willMigrate(zoneId: string, target: string, hasRules: boolean): Diagnostic {
  const what =
    target === 'validation'
      ? 'runs the new managed rules before the previous ones'
      : 'enables the new managed rules, and disables the previous ones once the new ones are deployed';
  return warningAt(
    ['target'],
    `Zone ${zoneId}: migration is irreversible`,
    `Zone ${zoneId} has the previous managed rules${hasRules ? ', and its own rules in the entry point of the new ones' : ' only'}. ` +
      `This apply ${what}. ${noReturn}`,
  );
}

export function willKeep(rules: readonly Rule[]): Diagnostic {
  return warningAt(
    ['zone_id'],
    `${rules.length} existing ${rules.length === 1 ? 'rule' : 'rules'} kept in the entry point`,
    `${listOf(rules)}\n\nThe migration adds its own rules beside them. Skip rules come first, so the new managed rules skip ` +
      'the same requests. Remove unwanted rules from the entry point before you apply.',
  );
}

export function willAdd(rules: readonly Rule[]): Diagnostic {
  return warningAt(
    ['target'],
    `${rules.length} ${rules.length === 1 ? 'rule' : 'rules'} added since validation mode`,
    `${listOf(rules)}\n\nThe previous managed rules do this now, and the zone's new ones do not. To disable a skip rule, ` +
      'list it in `skip_rules` (`skipRules`) with `enabled = false`.',
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
  return `Rule ${rule} of managed ruleset ${ruleset} lost its override ${JSON.stringify(override)}`;
}

export function unexpectedRule(rule: Rule): string {
  return `Unexpected rule: ${nameRule(rule)}`;
}

export function willRevertDrift(zoneId: string, changes: readonly string[]): Diagnostic {
  return warningAt(
    ['changed_by_others'],
    `Zone ${zoneId}: out-of-band changes will be reverted`,
    `${changes.map((each) => `- ${each}`).join('\n')}\n\nTo keep them, remove the resource from state (\`terraform state rm\`) ` +
      'and import it again by the ID of its zone. The actual rules are then the baseline.',
  );
}

export function willDisablePrevious(zoneId: string): Diagnostic {
  return warningAt(
    ['target'],
    `Zone ${zoneId}: disabling the previous managed rules is irreversible`,
    `Zone ${zoneId} is in validation mode. The new managed rules stay as they are, except for the changes in this plan. ` +
      `This apply disables the previous managed rules. ${noReturn}`,
  );
}

export function planNotKnown(zoneId: string): Diagnostic {
  return errorAt(
    ['target'],
    "Cannot determine the zone's plan",
    `The credentials cannot read the plan of zone ${zoneId}, and validation mode requires an Enterprise zone: URI-based ` +
      'WAF overrides would be deleted before the API refuses the migration. Give the credentials permission to read the ' +
      'zone, or delete the overrides yourself, or set `target` to "complete".',
  );
}

export function validationNeedsEnterprise(zoneId: string, plan: string): Diagnostic {
  return errorAt(
    ['target'],
    'Validation mode requires an Enterprise zone',
    `Zone ${zoneId} has the plan "${plan}". Review the loss report in the plan, then set \`target\` to "complete" to ` +
      'migrate without validation mode.',
  );
}

export function willBeLost(losses: readonly string[]): Diagnostic {
  return warningAt(
    [],
    `${losses.length} ${losses.length === 1 ? 'setting does' : 'settings do'} not carry over`,
    `${losses.map((loss) => `- ${loss}`).join('\n\n')}\n\nThe loss report (\`loss_report\`) keeps this list. Run ` +
      '`edge-platform waf report` for the replacements.',
  );
}

/** With every object: the state keeps nothing else of the settings. */
export function describeLoss(loss: Loss): string {
  return describe(loss, { most: Infinity }).replace('\n', ' ');
}

export function notCompatible(zoneId: string, { reason, cure, ids, kind }: Obstacle): Diagnostic {
  const also = kind === 'uri-override' ? ' Or set `delete_uri_overrides` (`deleteUriOverrides`).' : '';
  return errorAt(
    kind === 'uri-override' ? ['delete_uri_overrides'] : ['zone_id'],
    `Cannot migrate zone ${zoneId}`,
    `${reason} ${cure}${also}${ids.length > 0 && !reason.includes(ids[0] ?? '') ? ` (${ids.join(', ')})` : ''}`,
  );
}

export function notCompatibleForAnotherReason(zoneId: string): Diagnostic {
  return errorAt(
    ['zone_id'],
    `Cannot migrate zone ${zoneId}`,
    `The API reports that zone ${zoneId} is not compatible, for a reason that this check does not know. See Security > ` +
      'WAF > Managed rules in the dashboard, or contact support.',
  );
}

export function willDeleteOverrides(obstacle: Obstacle): Diagnostic {
  const count = obstacle.ids.length;
  return warningAt(
    ['delete_uri_overrides'],
    `${count} URI-based WAF ${count === 1 ? 'override' : 'overrides'} will be deleted`,
    `${obstacle.ids.join(', ')}: a zone with URI-based overrides cannot be migrated, and \`delete_uri_overrides\` ` +
      '(`deleteUriOverrides`) is set. The deletion is irreversible. The loss report keeps what each override did.',
  );
}

export function deletingOverride(override: UriOverride): string {
  return `Deleting a URI-based WAF override: ${JSON.stringify(override)}`;
}

/** For an apply that failed afterwards: this diagnostic is the only record of the overrides. */
export function overridesWereDeleted(overrides: readonly UriOverride[]): Diagnostic {
  return warningAt(
    ['delete_uri_overrides'],
    `${overrides.length} URI-based WAF ${overrides.length === 1 ? 'override' : 'overrides'} deleted before the apply failed`,
    `The zone is not migrated yet. The last override may still exist. Save this list, because the loss report of the next ` +
      `apply does not contain it:\n\n` +
      overrides.map((each) => `- ${JSON.stringify(each)}`).join('\n'),
  );
}

export function noWayBack(zoneId: string, state: string): Diagnostic {
  return errorAt(
    ['target'],
    `Cannot return zone ${zoneId} to validation mode`,
    `The migration of zone ${zoneId} is ${state === 'complete' ? 'complete' : 'in progress'}, and its previous managed ` +
      'rules are disabled for good. Set `target` to "complete".',
  );
}

export function willBeAdopted(zoneId: string, state: string): Diagnostic {
  if (state === 'default')
    return warningAt(
      ['zone_id'],
      'Nothing to migrate',
      `Zone ${zoneId} never had the previous managed rules. The apply only sets \`rule_overrides\` and \`skip_rules\` in the ` +
        'new ones that are deployed.',
    );
  return warningAt(
    ['zone_id'],
    `Migrated zone ${zoneId} will be adopted`,
    `Zone ${zoneId} is already ${state === 'validation' ? 'in validation mode' : 'migrated'}. Its managed rules stay as they ` +
      'are, except for the configured rule overrides.',
  );
}

export function noOlderValue(overrides: readonly RuleOverride[]): Diagnostic {
  const names = overrides.map(({ rule_id: rule, ruleset_id: ruleset }) => `${rule} of ${ruleset}`).join(', ');
  return warningAt(
    ['rule_overrides'],
    'Existing overrides will be adopted',
    `The zone already overrides ${names}, and the values that the migration set cannot be determined. If you remove one ` +
      'from `rule_overrides` (`ruleOverrides`) later, its rule returns to the default of its ruleset.',
  );
}

export function rulesetsNotDeployed(ids: readonly string[]): Diagnostic {
  return errorAt(
    ['rule_overrides'],
    'Managed ruleset not deployed',
    `The zone does not execute the managed ruleset ${ids.join(', ')}, so its rules cannot be overridden. Deploy it first, ` +
      'or remove the overrides.',
  );
}

export function stillInProgress(zoneId: string, seconds: number): Diagnostic {
  return warningAt(
    ['timeout_seconds'],
    'Migration still in progress',
    `After ${seconds} seconds the previous managed rules of zone ${zoneId} are still enabled beside the new ones. The zone ` +
      'is protected, and the cutover continues without Terraform for up to an hour. Apply again to wait for its end.',
  );
}

/** Not an error: Terraform would drop the migration, which is irreversible, and its loss report from state. */
export function outcomeUnknown(zoneId: string, error: Error): Diagnostic {
  return warningAt(
    [],
    'Cannot determine the migration status',
    `The migration of zone ${zoneId} has started and continues without Terraform; the zone is protected. Reading its ` +
      `status failed: ${error.message} Apply again to wait for its end.`,
  );
}

export function zoneIsGone(zoneId: string): Diagnostic {
  return warningAt(
    ['zone_id'],
    `Zone ${zoneId} not found`,
    `The API does not find zone ${zoneId}, so its migration is removed from state. If the zone exists, check \`base_url\` ` +
      'and the permissions of the credentials before you apply.',
  );
}

export function staysMigrated(zoneId: string, state: string | null): Diagnostic {
  return warningAt(
    [],
    `Zone ${zoneId} remains migrated`,
    `A migration cannot be undone: zone ${zoneId} (${state ?? 'state unknown'}) keeps its managed rules and their ` +
      'overrides, and Terraform no longer manages them.',
  );
}

export function refused(path: string, summary: string, message: string): Diagnostic {
  return errorAt([path], summary, message);
}

export function notAnImportId(id: string): Diagnostic {
  return errorAt(
    [],
    'Invalid import ID',
    `"${id}" is not a zone ID, which has 32 hexadecimal digits. Import a migration by the ID of its zone.`,
  );
}
