import { explainPrevious, listPrevious, type Obstacle } from '../../waf';
import { formatTable, hangText, joinParagraphs, proseWidth, wrapText, type ReportLayout } from '../layout';
import type { CheckedProtection, WafCheck } from './check';
import type { CheckedSettings } from './previous-settings';
import { isMigrated, isSideBySide, neverHadPrevious } from '../../resources/waf-migration/zone-state';

/** A check as text: the verdict, the facts, the obstacles. */
export function formatCheck(check: WafCheck, { width: terminal, all }: ReportLayout = {}): string {
  const width = proseWidth(terminal);
  const { obstacles, first_phase_obstacles: former } = check;
  return joinParagraphs([
    wrapText(formatVerdict(check), width),
    formatTable(factsOf(check), { width: terminal }),
    ...(check.protection === null ? [] : formatDeployed(check.protection, width, all)),
    ...(check.previous_settings === null ? [] : formatSettings(check.previous_settings, width, all)),
    ...obstacles.map((obstacle, at) => formatObstacle(obstacle, at, width)),
    wrapText(disagreementIn(check), width),
    former.length === 0 || check.migration_state === 'validation' ? [] : formatFormer(former, width),
  ]);
}

/** The findings, then what the rules do. */
function formatDeployed({ findings, rules }: CheckedProtection, width: number, all?: boolean): string[][] {
  return [
    findings.flatMap(({ code, text }) => hangText('- ', `${text} (${code})`, width)),
    rules.length === 0 ? [] : ['Deployed rules, in order:', ...formatRules(rules, width, all)],
  ];
}

const mostAtEachEnd = 10;

/** The rules of an entry point, numbered. Of many, the first and the last ones: the last ones execute the rulesets. */
export function formatRules(rules: readonly string[], width: number, all = false): string[] {
  const hidden = all ? 0 : Math.max(0, rules.length - 2 * mostAtEachEnd);
  const until = hidden === 0 ? rules.length : mostAtEachEnd;
  const format = (rule: string, at: number) => hangText(`${at + 1}. `, rule, width);
  return [
    ...rules.slice(0, until).flatMap(format),
    ...(hidden === 0 ? [] : [`   … ${hidden} more rules; --all lists them`]),
    ...rules.slice(until + hidden).flatMap((rule, at) => format(rule, at + until + hidden)),
  ];
}

/** The settings that are not as the state says, with the fix. */
function formatSettings({ finding }: CheckedSettings, width: number, all?: boolean): string[][] {
  if (finding === null) return [];
  const { code, settings } = finding;
  const lines = listPrevious(finding, { most: all === true ? Infinity : 20 }).split('\n');
  const fix =
    `${explainPrevious(finding)} Restore them first: apply the code of the state again, or set them through the API or ` +
    'the dashboard.';
  return [
    [
      ...wrapText(`Previous WAF, compared with the state (${code}):`, width),
      ...lines.flatMap((line) =>
        line.startsWith('- ') ? hangText('- ', line.slice(2), width) : wrapText(line, width),
      ),
    ],
    settings.length === 0 ? [] : wrapText(fix, width),
  ];
}

function formatObstacle(obstacle: Obstacle, at: number, width: number): string[] {
  const mark = `${at + 1}. `;
  const fix = [fixFor(obstacle), ...(namesAllIds(obstacle) ? [] : ['--json prints all the ids.'])].join(' ');
  return [
    ...hangText(mark, obstacle.reason, width),
    ...hangText(' '.repeat(mark.length), `Fix: ${fix}`, width),
  ];
}

function formatFormer(obstacles: readonly Obstacle[], width: number): string[] {
  const head =
    'In its first phase, until 2022-09-19, the migration did not support zones with the following. It does now:';
  return [
    ...wrapText(head, width),
    ...obstacles.flatMap(({ kind, ids }) =>
      hangText('- ', `${formerly[kind]}${ids.length > 1 ? ` (${ids.length})` : ''}`, width),
    ),
  ];
}

/** In a few words, for users whose zone was refused then. */
const formerly: Readonly<Record<Obstacle['kind'], string>> = {
  'uri-override': 'URI-based overrides',
  'core-rule-set-on': 'the previous core rule set enabled',
  'bypass-rule': 'firewall rules with Bypass > WAF Managed Rules',
  'page-rule': 'page rules with Disable Security or Web Application Firewall: Off or On',
  'too-many-rules': 'too many firewall rules',
  'rule-too-long': 'expressions that are too long',
  'unknown-value': 'unknown values',
};

/** Whether the zone can be migrated, or is protected, as a sentence. */
export function formatVerdict(check: WafCheck): string {
  const { zone_id: id, can_migrate: can, migration_state: state, protection } = check;
  if (protection?.is_protected === false) return formatUnprotected(check);
  if (neverHadPrevious(check))
    return `Zone ${id} never had the previous managed rules: there is nothing to migrate.`;
  if (can === true && (check.previous_settings?.finding ?? null) !== null)
    return `Zone ${id} can be migrated, but its previous WAF is not set as the state says.`;
  if (can === null)
    return `Zone ${id} is migrated: it has only the new managed rules. The migration cannot be reverted.`;
  if (state === 'validation')
    return `Zone ${id} is in validation mode: it has both versions, and the new one runs first. ${can ? 'The migration can be completed.' : 'The migration cannot be completed yet.'}`;
  const both = isSideBySide(check)
    ? ' Both versions are enabled: a migration is in progress, or new managed rules were deployed without one.'
    : '';
  return `Zone ${id} ${can ? 'can' : 'cannot'} be migrated${can ? '' : ' yet'}.${both}`;
}

/** The status says only that the new version is enabled, not that it executes anything. */
function formatUnprotected(check: WafCheck): string {
  const { zone_id: id, new_waf_status: status, protection } = check;
  const fix = protection?.findings.some(({ code }) => code === 'waf.skip_all')
    ? 'delete or narrow the skip rules'
    : 'enable a rule that executes a managed ruleset, with WafMigration or in the dashboard';
  const although = status === 'enabled' ? ', although their status is "enabled"' : '';
  return isMigrated(check)
    ? `Zone ${id} is not protected by managed rules${although}. Fix: ${fix}.`
    : `Zone ${id} would not be protected by its new managed rules: only the previous ones protect it. Fix before the migration is completed: ${fix}.`;
}

export function factsOf({
  service,
  rules_to_migrate: rules,
  previous_settings: settings,
  ...check
}: WafCheck): string[][] {
  return [
    ...(check.zone_name === '' ? [] : [['Zone', check.zone_name]]),
    ['Migration state', check.migration_state],
    ['Previous managed rules', check.old_waf_status],
    ['New managed rules', check.new_waf_status],
    ...(rules === null ? [] : [['Firewall rules to migrate', `${rules.count} of at most ${rules.limit}`]]),
    ...(service === null
      ? []
      : [['Check of the service', service.compatible ? 'compatible' : 'not compatible']]),
    ...(settings === null ? [] : [['Settings in the state', countSettings(settings)]]),
  ].map(([name = '', value = '']) => [name, value === '' ? '-' : value]);
}

function countSettings({ compared, finding }: CheckedSettings): string {
  if (compared === 0) return 'not compared: the zone is migrated';
  if (finding === null) return `${compared}, all as in the zone`;
  return `${finding.settings.length + finding.unknown.length} of ${compared} differ`;
}

export function fixFor({ kind, cure }: Obstacle): string {
  return kind === 'uri-override'
    ? `${cure} "edge-platform waf report" prints what replaces them; WafMigration deletes them with deleteUriOverrides.`
    : cure;
}

/** Whether the reason names every object that blocks the migration. */
export function namesAllIds({ ids, reason }: Obstacle): boolean {
  return ids.every((id) => reason.includes(id));
}

/** Where the check of the service and the obstacles contradict each other; empty where they do not. */
export function disagreementIn({ service, obstacles }: WafCheck): string {
  if (service === null) return '';
  const isRefusal = obstacles.some((each) => each.fails_check);
  if (!service.compatible && !isRefusal)
    return 'The service reports that the zone is not compatible, for a reason that this check cannot determine. See Security > WAF > Managed rules in the dashboard, or contact support.';
  if (service.compatible && isRefusal)
    return 'The service nevertheless reports that the zone is compatible. Check again: the zone may be changing at the moment.';
  if (service.compatible && obstacles.length > 0)
    return 'The service reports that the zone is compatible because its check ignores the limits; the migration itself would fail.';
  return '';
}
