import type { Rule } from '../../client';
import { messageOf, plural } from '../../ground/words';
import { errorAt, warningAt, type Approval, type Diagnostic } from '../../schema';
import {
  describeDeployment,
  describeFinding,
  describeLoss,
  describePrevious,
  describeRule,
  explainPrevious,
  headOfPrevious,
  listPrevious,
  type Loss,
  type Obstacle,
  type PreviousFinding,
  type UriOverride,
} from '../../waf';
import type { Decision } from './decide';
import type { MigrationFinding } from './findings';
import { describeFault } from './stage';
import { nameZone, type Subject } from './subject';

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

/** `deploys 1. skip …; 2. execute …` */
function describeDeploys(rules: readonly Rule[]): string {
  return `deploys ${describeDeployment(rules)
    .map((line, at) => `${at + 1}. ${line}`)
    .join('; ')}`;
}

/** With every object: the state keeps nothing else of the settings. */
export function recordLoss(loss: Loss): string {
  return describeLoss(loss, { most: Infinity }).replace('\n', ' ');
}

/** The fix of a barrier. */
export function describeObstacle(obstacle: Obstacle | undefined, { zoneId }: Subject): string {
  if (obstacle === undefined)
    return (
      `The API reports that zone ${zoneId} is not compatible, for a reason that this check does not know. See Security > ` +
      'WAF > Managed rules in the dashboard, or contact support.'
    );
  const { reason, cure, ids, kind } = obstacle;
  const also = kind === 'uri-override' ? ' Or set `delete_uri_overrides` (`deleteUriOverrides`).' : '';
  return `${reason} ${cure}${also}${ids.length > 0 && !reason.includes(ids[0] ?? '') ? ` (${ids.join(', ')})` : ''}`;
}

/** Undefined for what `changes` or the diagnostic of all judgements has. */
function describeOne(finding: MigrationFinding, subject: Subject): Diagnostic | undefined {
  const zone = nameZone(subject);
  const { zoneId } = subject;
  switch (finding.code) {
    case 'waf.no_way_back':
      return errorAt(
        ['target'],
        `Cannot return zone ${zoneId} to validation mode`,
        `The migration of zone ${zoneId} is ${finding.stage === 'complete' ? 'complete' : 'in progress'}, and its previous ` +
          'managed rules are disabled for good. Set `target` to "complete".',
      );
    case 'waf.target_unknown':
      return errorAt(
        ['target'],
        `${zone}: unknown target`,
        '`target` is neither "validation" nor "complete". Set one of the two. Nothing is sent.',
      );
    case 'waf.adopted':
      return describeAdoption(finding.state, subject);
    case 'waf.cutover_overdue': {
      const { state, began, ageMs, isSentAgain } = finding;
      const fix = isSentAgain
        ? 'This apply sends the call again, as `changes` lists.'
        : 'The previous managed rules can no longer be read, so the call cannot be sent again: contact support.';
      return warningAt(
        ['zone_id'],
        `${zone}: the cutover does not end`,
        `The call that completes the migration was sent at ${began}, ${formatAge(ageMs)} ago, and the API still reports ` +
          `migration_state "${state}". A cutover takes up to an hour. ${fix}`,
      );
    }
    case 'waf.irreversible':
      // The same for all zones: `changes` has what is special to each.
      return warningAt(
        ['target'],
        'WAF migration is irreversible',
        'This plan migrates zones to the new WAF managed rules. It cannot be undone, neither through the API nor in the ' +
          'dashboard. `changes` of each resource shows the rules that are deployed, in their order, and what does not ' +
          'carry over; `edge-platform waf report --zone <id>` shows it in full. The apply does nothing irreversible that `changes` ' +
          'does not list: if a zone changes before, or its plan cannot list anything, it stops, and you plan again. Destroying the ' +
          'resource leaves the zone as it is.',
      );
    case 'waf.ineligible':
      return errorAt(
        finding.obstacle?.kind === 'uri-override' ? ['delete_uri_overrides'] : ['zone_id'],
        `${zone}: cannot be migrated`,
        `${describeObstacle(finding.obstacle, subject)} To leave out such zones, set \`on_ineligible\` (\`onIneligible\`) to "skip".`,
      );
    case 'waf.needs_enterprise':
      return errorAt(
        ['target'],
        `${zone}: validation mode requires an Enterprise zone`,
        `Its plan is "${finding.plan}". Review what does not carry over, then set \`target\` to "complete" to migrate without ` +
          'validation mode.',
      );
    case 'waf.plan_unknown':
      return errorAt(
        ['target'],
        `${zone}: cannot determine the plan`,
        'The credentials cannot read the zone, and validation mode requires an Enterprise zone: URI-based WAF overrides ' +
          'would be deleted before the API refuses the migration. Give the credentials permission to read the zone, or ' +
          'delete the overrides yourself, or set `target` to "complete".',
      );
    case 'waf.skipped':
      return warningAt(
        ['on_ineligible'],
        `${zone}: skipped, not eligible`,
        `${finding.barriers.map((each) => reasonOf(each, subject)).join('\n')}\nThe zone keeps the previous managed rules. The ` +
          'next apply tries again.',
      );
    case 'waf.deletes_uri_overrides': {
      const count = finding.ids.length;
      return warningAt(
        ['delete_uri_overrides'],
        `${zone}: ${plural(count, 'URI-based WAF override')} will be deleted`,
        `${finding.ids.join(', ')}: a zone with URI-based overrides cannot be migrated, and \`delete_uri_overrides\` ` +
          `(\`deleteUriOverrides\`) is set. The deletion is irreversible. ${recordsOf(finding.backupPath)}`,
      );
    }
    case 'waf.overrides_adopted': {
      const names = finding.overrides.map(
        ({ rule_id: rule, ruleset_id: ruleset }) => `${rule} of ${ruleset}`,
      );
      return warningAt(
        ['rule_overrides'],
        `${zone}: existing overrides will be adopted`,
        `The zone already overrides ${names.join(', ')}, and the values that the migration set cannot be determined. If you remove ` +
          'one from `rule_overrides` (`ruleOverrides`) later, its rule returns to the default of its ruleset.',
      );
    }
    case 'waf.ruleset_not_deployed':
      return errorAt(
        ['rule_overrides'],
        `${zone}: managed ruleset not deployed`,
        `The zone does not execute the managed ruleset ${finding.ids.join(', ')}, so its rules cannot be overridden. Deploy it ` +
          'first, or remove the overrides.',
      );
    case 'waf.not_protected': {
      const { restored } = finding;
      const fix =
        restored === undefined
          ? 'Deploy one in the dashboard (Security > WAF > Managed rules), and import the zone again.'
          : `The apply ${describeDeploys(restored)}.`;
      return warningAt(
        ['zone_id'],
        `${zone}: not protected by managed rules`,
        `Whatever its status says, no request to the zone reaches an enabled managed ruleset. ${fix}`,
      );
    }
    case 'waf.protection_lost':
      // An error is one of the judgements.
      if (finding.severity !== 'warning') return undefined;
      return warningAt(
        ['zone_id'],
        `${zone}: less protection than before once completed`,
        `${describeFinding(finding)}. The previous version still protects the zone. Enable the rulesets before you complete the ` +
          'migration: its plan fails otherwise.',
      );
    case 'waf.status_unknown':
    case 'waf.status_contradiction':
    case 'waf.status_reverted':
      return describeFault(finding, subject);
    case 'waf.previous_reset':
    case 'waf.previous_changed':
      return finding.severity === 'info' ? undefined : describeSettings(finding, subject);
    default:
      return undefined;
  }
}

/** A warning compares with the backup in the state, an error with the configuration. */
function describeSettings(finding: PreviousFinding, subject: Subject): Diagnostic {
  const { code, severity, settings, unknown, unchanged } = finding;
  const compared = settings.length + unknown.length + unchanged.length;
  const isWarning = severity === 'warning';
  const source = isWarning ? '`status.backup`' : '`expected_previous` (`expectedPrevious`)';
  const head =
    settings.length === 0 ? [] : [`${settings.length} of ${compared} settings differ from ${source}:`];
  const why = settings.length === 0 ? [] : [explainPrevious(finding)];
  const also = isWarning
    ? ''
    : ', or accept the difference with `accept_differences` (`acceptDifferences`) = ["' + code + '"]';
  const fix =
    'Restore them first: apply the old code again, or set them through the API or the dashboard' +
    `${also}. \`edge-platform waf check --state <file>\` compares the zone with the state of the old code.`;
  return (isWarning ? warningAt : errorAt)(
    [isWarning ? 'status' : 'expected_previous'],
    `${nameZone(subject)}: ${settings.length === 0 ? 'unknown settings of the previous WAF' : headOfPrevious(finding)}`,
    [...head, listPrevious(finding, { most: 20 }), ...why, ...(settings.length === 0 ? [] : [fix])].join(
      '\n',
    ),
  );
}

/** Hours are enough: the least is one. */
function formatAge(ms: number): string {
  const hours = Math.floor(ms / 3_600_000);
  return hours < 48 ? plural(hours, 'hour') : plural(Math.floor(hours / 24), 'day');
}

function reasonOf(barrier: MigrationFinding, subject: Subject): string {
  return barrier.code === 'waf.ineligible'
    ? describeObstacle(barrier.obstacle, subject)
    : (describeOne(barrier, subject)?.detail ?? barrier.code);
}

/** Why a zone was skipped, as its state keeps it. */
export function reasonsOf({ skipped }: Decision, subject: Subject): string[] {
  return skipped.map((each) => reasonOf(each, subject));
}

function describeAdoption(state: string, subject: Subject): Diagnostic {
  const zone = nameZone(subject);
  if (state === 'default')
    return warningAt(
      ['zone_id'],
      `${zone}: nothing to migrate`,
      'It never had the previous managed rules. The apply only sets `rule_overrides` and `skip_rules` in the new ones that ' +
        'are deployed.',
    );
  return warningAt(
    ['zone_id'],
    `${zone}: will be adopted`,
    `It is already ${state === 'validation' ? 'in validation mode' : 'migrated'}. Its managed rules stay as they are, except for ` +
      'the configured rule overrides and skip rules.',
  );
}

type Judgement = Parameters<typeof describeFinding>[0];

/** Whether a finding is about the rules themselves. */
export function isJudgement(finding: MigrationFinding): finding is Judgement {
  return !ownCodes.has(finding.code);
}

const ownCodes: ReadonlySet<string> = new Set([
  'waf.no_way_back',
  'waf.cutover_overdue',
  'waf.target_unknown',
  'waf.adopted',
  'waf.irreversible',
  'waf.ineligible',
  'waf.needs_enterprise',
  'waf.plan_unknown',
  'waf.skipped',
  'waf.deletes_uri_overrides',
  'waf.rules_kept',
  'waf.rules_added',
  'waf.overrides_adopted',
  'waf.ruleset_not_deployed',
  'waf.not_protected',
  'waf.previous_reset',
  'waf.previous_changed',
  'waf.status_unknown',
  'waf.status_contradiction',
  'waf.status_reverted',
] satisfies Exclude<MigrationFinding['code'], Judgement['code']>[]);

const unacceptable: ReadonlySet<string> = new Set(['waf.no_managed_ruleset', 'waf.skip_all']);

function describeJudgements(judged: readonly MigrationFinding[], subject: Subject): Diagnostic {
  const list = judged.flatMap((each) =>
    isJudgement(each) ? [`- ${each.code}: ${describeFinding(each)}`] : [],
  );
  const zone = nameZone(subject);
  if (judged.some(({ code }) => unacceptable.has(code)))
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
  return finding.code === 'waf.previous_reset' || finding.code === 'waf.previous_changed';
}

function describeInfo(finding: MigrationFinding): string[] {
  if (finding.code === 'waf.rules_kept') return [`keeps ${describeRules(finding.rules)}`];
  if (finding.code === 'waf.rules_added')
    return [`adds, since validation mode began, ${describeRules(finding.rules)}`];
  if (isPrevious(finding))
    return finding.severity === 'info' ? [`${finding.code}: ${describePrevious(finding)}`] : [];
  return isJudgement(finding) && finding.severity !== 'error'
    ? [`${finding.code}: ${describeFinding(finding)}`]
    : [];
}

/** A finding in one line, without its fix. */
export function summarize(finding: MigrationFinding, subject: Subject): string {
  if (isJudgement(finding)) return describeFinding(finding);
  const [info] = describeInfo(finding);
  return info ?? describeOne(finding, subject)?.summary ?? finding.code;
}

function describeRules(rules: readonly Rule[]): string {
  return rules.map((rule) => describeRule(rule)).join('; ');
}

export function willRevertDrift(changes: readonly string[], subject: Subject): Diagnostic {
  return warningAt(
    ['status'],
    `${nameZone(subject)}: out-of-band changes will be reverted`,
    `${changes.map((each) => `- ${each}`).join('\n')}\n\nTo keep them, remove the resource from state (\`terraform state rm\`) ` +
      'and import it again by the ID of its zone. The actual rules are then the baseline.',
  );
}

export function managedTwice(subject: Subject): Diagnostic {
  return errorAt(
    ['zone_id'],
    `${nameZone(subject)}: two migrations`,
    'Another edge_waf_migration of this configuration has the same zone: the two would undo each other on every apply. Remove ' +
      'one of them. If you renamed a construct, keep its state with `resource.moveFromId` (a `moved` block in HCL).',
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

function recordsOf(backupPath: string | undefined): string {
  return backupPath === undefined
    ? '`status.loss_report` keeps what each override did, and `status.backup` the overrides themselves.'
    : `The file ${backupPath} keeps them, as all of the previous configuration.`;
}

/** After the apply has deployed and read back. */
export function deployedOtherwise(
  findings: readonly Judgement[],
  isProtected: boolean,
  subject: Subject,
): Diagnostic {
  const list = findings.map((each) => `- ${each.code}: ${describeFinding(each)}`).join('\n');
  const at = isProtected ? warningAt : errorAt;
  return at(
    ['zone_id'],
    `${nameZone(subject)}: ${isProtected ? 'deployed rules differ' : 'not protected after the apply'}`,
    `The API accepted the configuration, also when it was sent again, and returns another one:\n${list}\n` +
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

export function staysMigrated(zoneId: string, state: string | undefined | null): Diagnostic {
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

export function refused(path: string, summary: string, message: string, subject: Subject): Diagnostic {
  return errorAt([path], `${nameZone(subject)}: ${summary}`, message);
}
