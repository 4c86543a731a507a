import { describeBy, type FindingIn } from '../../ground/findings';
import { messageOf, plural } from '../../ground/words';
import {
  errorAt,
  isDiagnosticError,
  warningAt,
  type Approval,
  type Diagnostic,
  type State,
} from '../../schema';
import {
  describeFinding,
  describeLoss,
  listPrevious,
  settingFindings,
  unacceptable,
  wafFindings,
  type Loss,
  type PreviousFinding,
  type UriOverride,
  type WafFinding,
} from '../../waf';
import { howToManage } from '../new-object';
import type { WafMigrationAttributes } from './contract';
import type { Decision } from './decide';
import { describeDeploys, diagnosed, noted, reasonOf, recordsOf, type MigrationFinding } from './findings';
import { nameZone, toDiagnostic, type Subject } from './findings/kind';

/** The diagnostics of a decision. Judgements of one zone are one diagnostic, and `changes` has what is only informative. */
export function describeMigration(findings: readonly MigrationFinding[], subject: Subject): Diagnostic[] {
  const judged = findings.filter((each) => isJudgement(each) && each.severity === 'error');
  return [
    ...findings.flatMap((each) => describeOne(each, subject) ?? []),
    ...(judged.length === 0 ? [] : [describeJudgements(judged, subject)]),
  ];
}

/** Irreversible steps in one line, because a plan of hundreds of zones shows it for each of them. */
export function describeChanges(decision: Decision, losses: readonly string[]): string {
  const { stage, target, findings, rules } = decision;
  const lost = losses.length === 0 ? [] : [`does not carry over: ${losses.map(withoutIds).join('; ')}`];
  const deleted = findings.flatMap((each) => (each.code === 'waf.deletes_uri_overrides' ? each.ids : []));
  const parts = [
    `irreversible: from ${stage} to ${target}`,
    ...findings.flatMap((each) =>
      each.code === 'waf.cutover_overdue'
        ? [`sends the call of ${each.began} again, which had no effect`]
        : [],
    ),
    ...(deleted.length === 0 ? [] : [`deletes the URI-based overrides ${deleted.join(', ')}`]),
    // The API proposes nothing while the overrides exist.
    `${deleted.length === 0 ? '' : 'predicted: '}${describeDeploys(rules)}`,
    ...findings.flatMap(describeInfo),
    ...lost,
  ];
  return parts.join(' | ');
}

/** A name is enough in a line that is read: the loss report has the id too, and Terraform escapes each quote. */
function withoutIds(text: string): string {
  return text.replace(/\b[0-9a-f]{32} \("([^"]+)"\)/g, "'$1'");
}

/** With every object: the state keeps nothing else of the settings. */
export function recordLoss(loss: Loss): string {
  return describeLoss(loss, { most: Infinity }).replace('\n', ' ');
}

/** Undefined for what `changes` or the diagnostic of all judgements has. */
function describeOne(finding: MigrationFinding, subject: Subject): Diagnostic | undefined {
  if (isOwn(finding)) return toDiagnostic(finding, describeBy(diagnosed, finding, subject));
  if (isPrevious(finding))
    return finding.severity === 'info' ? undefined : describeSettings(finding, subject);
  // An error is one of the judgements.
  if (finding.code !== 'waf.protection_lost' || finding.severity !== 'warning') return undefined;
  return warningAt(
    ['zone_id'],
    `${nameZone(subject)}: less protection than before once completed`,
    `${describeFinding(finding)}. The previous version still protects the zone. Enable the rulesets before you complete the ` +
      'migration: its plan fails otherwise.',
  );
}

/** A warning compares with the backup in the state, an error with the configuration. */
function describeSettings(finding: PreviousFinding, subject: Subject): Diagnostic {
  const { code, severity, settings, unknown, unchanged } = finding;
  const compared = settings.length + unknown.length + unchanged.length;
  const isWarning = severity === 'warning';
  const source = isWarning ? '`status.backup`' : '`expected_previous` (`expectedPrevious`)';
  const head =
    settings.length === 0 ? [] : [`${settings.length} of ${compared} settings differ from ${source}:`];
  const why = settings.length === 0 ? [] : [settingFindings[code].explanation];
  const also = isWarning
    ? ''
    : ', or accept the difference with `accept_differences` (`acceptDifferences`) = ["' + code + '"]';
  const fix =
    'Restore them first: apply the old code again, or set them through the API or the dashboard' +
    `${also}. \`edge-platform waf check --state <file>\` compares the zone with the state of the old code.`;
  return (isWarning ? warningAt : errorAt)(
    [isWarning ? 'status' : 'expected_previous'],
    `${nameZone(subject)}: ${settings.length === 0 ? 'unknown settings of the previous WAF' : settingFindings[code].head(settings.length)}`,
    [...head, listPrevious(finding, { most: 20 }), ...why, ...(settings.length === 0 ? [] : [fix])].join(
      '\n',
    ),
  );
}

/** Why a zone was skipped, as its state keeps it. */
export function reasonsOf({ skipped }: Decision, subject: Subject): string[] {
  return skipped.map((each) => reasonOf(each, subject));
}

function isOwn(finding: MigrationFinding): finding is FindingIn<typeof diagnosed> {
  return finding.code in diagnosed;
}

export function isJudgement(finding: MigrationFinding): finding is Exclude<WafFinding, PreviousFinding> {
  return finding.code in wafFindings && !isPrevious(finding);
}

function describeJudgements(judged: readonly MigrationFinding[], subject: Subject): Diagnostic {
  const list = judged.flatMap((each) =>
    isJudgement(each) ? [`- ${each.code}: ${describeFinding(each)}`] : [],
  );
  const zone = nameZone(subject);
  if (judged.some(({ code }) => unacceptable.includes(code)))
    return errorAt(
      ['target'],
      `${zone}: would not be protected`,
      `${list.join('\n')}\nThe zone has a WAF, and the configuration to be deployed executes no managed rules. If your ` +
        '`skip_rules` or `rule_overrides` cause this, narrow them. Otherwise the API proposes it: plan again, and contact ' +
        'support if it stays.',
    );
  const codes = [...new Set(judged.map(({ code }) => code))];
  return errorAt(
    ['accept_differences'],
    `${zone}: ${judged.length === 1 ? 'a difference' : `${judged.length} differences`} from the previous protection`,
    `${list.join('\n')}\nThe documented mapping of the previous version gives another configuration than the one to be deployed, ` +
      'which the API proposes, or which the zone has in validation mode. Correct it with `rule_overrides` and `skip_rules`, or in ' +
      'validation mode in the dashboard (Security > WAF > Managed rules), or accept it with `accept_differences` (`acceptDifferences`) = ' +
      `${JSON.stringify(codes)}.`,
  );
}

export function isPrevious(finding: MigrationFinding): finding is PreviousFinding {
  return finding.code in settingFindings;
}

function describeInfo(finding: MigrationFinding): string[] {
  if (finding.code === 'waf.rules_kept' || finding.code === 'waf.rules_added')
    return [describeBy(noted, finding, undefined)];
  if (isOwn(finding)) return [];
  const isShown = isPrevious(finding) ? finding.severity === 'info' : finding.severity !== 'error';
  return isShown ? [`${finding.code}: ${describeFinding(finding)}`] : [];
}

/** A finding in one line, without its fix. */
export function summarize(finding: MigrationFinding, subject: Subject): string {
  if (isJudgement(finding)) return describeFinding(finding);
  const [info] = describeInfo(finding);
  return info ?? describeOne(finding, subject)?.summary ?? finding.code;
}

export function willRevertDrift(changes: readonly string[], subject: Subject): Diagnostic {
  return warningAt(
    ['status'],
    `${nameZone(subject)}: out-of-band changes are reverted`,
    `${changes.map((each) => `- ${each}`).join('\n')}\n\nTo keep them, remove the resource from state (\`terraform state rm\`) ` +
      'and import it again by the ID of its zone. The actual rules are then the baseline.',
  );
}

export function managedTwice(subject: Subject): Diagnostic {
  return errorAt(
    ['zone_id'],
    `${nameZone(subject)}: two migrations`,
    'Another new edge_waf_migration of this configuration has the same zone: the two would undo each other on every apply. Remove ' +
      'one of them.',
  );
}

/** For a create: it migrates a zone that has only the previous managed rules. */
export function migrationExists(state: string, subject: Subject): Diagnostic {
  const [what, why] =
    state === 'default'
      ? [
          'nothing to migrate',
          'The zone never had the previous managed rules. Remove the resource, unless it is for rule overrides and skip rules of the ' +
            'new ones.',
        ]
      : [
          `already ${state === 'validation' ? 'in validation mode' : 'migrated'}`,
          'A new resource begins a migration, and a zone has only one.',
        ];
  return errorAt(
    ['zone_id'],
    `${nameZone(subject)}: ${what}`,
    `${why} ${howToManage('edge_waf_migration', subject.zoneId)}`,
  );
}

/** The API reports the stage before a cutover until its end. */
export function changedRules(subject: Subject): Diagnostic {
  return errorAt(
    ['zone_id'],
    `${nameZone(subject)}: changed since the plan`,
    'Another client has changed the managed rules of the zone, or begun its migration. Nothing was changed. Plan again. If another ' +
      'client migrates the zone, wait for the end of that, up to an hour.',
  );
}

/** A replacement would begin the records anew, and a migration cannot be made again. */
export function cannotReplace(subject: Subject): Diagnostic {
  return errorAt(
    ['zone_id'],
    `${nameZone(subject)}: a migration cannot be replaced`,
    'A migration cannot be undone or made again, and `status.loss_report` and `status.backup` would be lost. Remove `-replace` ' +
      '(or `replace_triggered_by`). If the resource is tainted, run `terraform untaint <address>`. To begin its records anew, run ' +
      '`terraform state rm <address>`, and import the zone if its migration has begun.',
  );
}

/** The user has approved something else, or could not approve anything. */
export function notApproved(
  now: string,
  { isListed, text }: Pick<Approval, 'isListed' | 'text'>,
  subject: Subject,
): Diagnostic {
  const next = `The migration would do this: ${now}. Nothing of it was done. Plan again, and approve that plan.`;
  if (!isListed)
    return errorAt(
      ['changes'],
      `${nameZone(subject)}: not listed by the plan`,
      `Something was unknown when the plan was made, so it could not list what is irreversible, and nothing irreversible is done. ${next}`,
    );
  return errorAt(
    ['changes'],
    `${nameZone(subject)}: changed since the plan`,
    `The plan lists ${text === null ? 'nothing irreversible' : `something else: ${text}`}. ${next}`,
  );
}

export function deletingOverride(override: UriOverride): string {
  return `Deleting a URI-based WAF override: ${JSON.stringify(override)}`;
}

/** Not an error: Terraform would replace the resource, and delete the only record of the overrides with it. */
export function notFinished(error: unknown, subject: Subject): Diagnostic {
  const reason = isDiagnosticError(error)
    ? error.diagnostics.map(({ summary, detail }) => `${summary}: ${detail}`).join('\n')
    : messageOf(error);
  return warningAt(
    ['zone_id'],
    `${nameZone(subject)}: migration not finished`,
    `${reason}\nThe state has the zone as it is. Apply again to continue.`,
  );
}

/** For an apply that failed afterwards. Without a state, this diagnostic is the only record of the overrides. */
export function overridesWereDeleted(
  overrides: readonly UriOverride[],
  backupPath: string | undefined,
  subject: Subject,
): Diagnostic {
  return warningAt(
    ['delete_uri_overrides'],
    `${nameZone(subject)}: ${plural(overrides.length, 'URI-based WAF override')} deleted before the apply failed`,
    `The zone is not migrated yet. The last override may still exist. ${recordsOf(backupPath)} The overrides:\n\n${overrides.map((each) => `- ${JSON.stringify(each)}`).join('\n')}`,
  );
}

/** After the apply has deployed and read back. */
export function deployedOtherwise(
  findings: readonly WafFinding[],
  isProtected: boolean,
  subject: Subject,
): Diagnostic {
  const list = findings.map((each) => `- ${each.code}: ${describeFinding(each)}`).join('\n');
  const at = isProtected ? warningAt : errorAt;
  return at(
    ['zone_id'],
    `${nameZone(subject)}: ${isProtected ? 'deployed rules differ' : 'not protected after the apply'}`,
    `The API accepted the configuration and returns another one, or another client has changed it since:\n${list}\n` +
      (isProtected
        ? 'Plan again: the difference shows as drift.'
        : 'Deploy a managed ruleset in the dashboard (Security > WAF > Managed rules) now, then plan again.'),
  );
}

export function stillInProgress(seconds: number, subject: Subject): Diagnostic {
  return warningAt(
    ['timeout_seconds'],
    `${nameZone(subject)}: migration still in progress`,
    `After ${seconds} seconds the previous managed rules are still enabled beside the new ones. The zone is protected, and the ` +
      'cutover continues without Terraform for up to an hour. Apply again to wait for its end. A plan more than an hour after its ' +
      'beginning says so, and lists that the call is sent again.',
  );
}

/** Not an error: Terraform would drop the migration, which is irreversible, and its loss report from state. */
export function outcomeUnknown(error: Error, subject: Subject): Diagnostic {
  return warningAt(
    [],
    `${nameZone(subject)}: cannot determine the migration status`,
    `The migration has started and continues without Terraform; the zone is protected. Reading its status failed: ` +
      `${error.message} Apply again to wait for its end.`,
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

/** For a deletion, which makes no call. */
export function staysMigrated({
  zone_id: zoneId,
  status,
}: Pick<State<WafMigrationAttributes>, 'zone_id' | 'status'>): Diagnostic {
  const { migration_state: state = null, backup = null } = status ?? {};
  if (state === 'start')
    return warningAt(
      [],
      `Zone ${zoneId} keeps the previous managed rules`,
      'Its migration has not begun, and Terraform no longer manages it.' +
        (backup === null
          ? ''
          : ' `status.backup` is the only record of its URI-based overrides that were deleted: save it first (`terraform state pull`).'),
    );
  return warningAt(
    [],
    `Zone ${zoneId} remains migrated`,
    `A migration cannot be undone: zone ${zoneId} (${state ?? 'state unknown'}) keeps its managed rules and their ` +
      'overrides, and Terraform no longer manages them.',
  );
}

export function cannotSaveBackup(path: string, error: unknown, subject: Subject): Diagnostic {
  return errorAt(
    ['backup_path'],
    `${nameZone(subject)}: cannot save the previous configuration`,
    `Writing to ${path} failed: ${messageOf(error)}. Nothing was changed. Set ` +
      '`backup_path` (`backupPath`) to a file in an existing, writable folder.',
  );
}
