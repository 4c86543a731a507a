import { own } from '../../ground/record';
import { explainPrevious, listPrevious, type Obstacle } from '../../waf';
import { isMigrated, isSideBySide, neverHadPrevious } from '../../resources/waf-migration/zone-state';
import {
  facts,
  list,
  prose,
  section,
  verdict,
  type Block,
  type Fact,
  type Item,
  type Tone,
} from '../report/blocks';
import type { ReportedFinding, WafCheck } from './check';
import type { CheckedSettings } from './previous-settings';

/** A check: the verdict, the facts, what is deployed, the obstacles. */
export function reportCheck(check: WafCheck): readonly Block[] {
  return [verdict(toneOf(check), describeVerdict(check)), facts(...factsOf(check)), ...partsOf(check)];
}

export function toneOf({ can_migrate: can, protection }: WafCheck): Tone {
  return can === false || protection?.is_protected === false ? 'bad' : 'good';
}

/** What the report of a zone has too. */
export function partsOf(check: WafCheck): readonly Block[] {
  const { obstacles, protection, previous_settings: settings } = check;
  const { findings = [], rules = [] } = protection ?? {};
  const finding = settings?.finding ?? null;
  return [
    section(
      'What is deployed now',
      reportFindings(findings),
      reportRules('Deployed rules, in order:', rules),
    ),
    section('Settings of the previous WAF', ...(finding === null ? [] : reportSettings(finding))),
    section(
      'What blocks the migration',
      list(obstacles.map(obstacleItem), { isOrdered: true }),
      prose(disagreementIn(check)),
    ),
  ];
}

const tones: Readonly<Record<ReportedFinding['severity'], Tone>> = {
  error: 'bad',
  warning: 'warning',
  info: 'plain',
};

export function reportFindings(findings: readonly ReportedFinding[], title?: string): Block {
  const items = findings.map(({ code, severity, text }) => ({
    ...{ text: `${text} (${code})`, label: severity, tone: tones[severity] },
  }));
  return list(items, title === undefined ? {} : { title });
}

/** The rules of an entry point. The last ones execute the rulesets. */
export function reportRules(title: string, rules: readonly string[]): Block {
  return list(rules, { title, isOrdered: true, most: 20, see: '--all' });
}

/** The settings that are not as the state says, with the fix. */
function reportSettings(finding: NonNullable<CheckedSettings['finding']>): readonly Block[] {
  const lines = listPrevious(finding, { most: Infinity }).split('\n');
  const title = `Previous WAF, compared with the state (${finding.code}):`;
  const fix = `${explainPrevious(finding)} Restore them first: apply the code of the state again, or set them through the API or the dashboard.`;
  return [
    list(
      lines.map((line) => line.replace(/^- /, '')),
      { title, most: 20, see: '--all' },
    ),
    prose(finding.settings.length === 0 ? '' : fix),
  ];
}

function obstacleItem(obstacle: Obstacle): Item {
  const { kind, ids, reason, cure } = obstacle;
  const fix =
    kind === 'uri-override'
      ? `${cure} "edge-platform waf report" prints what replaces them; WafMigration deletes them with deleteUriOverrides.`
      : cure;
  const namesAllIds = ids.every((id) => reason.includes(id));
  return {
    text: reason,
    below: [
      prose(`Fix: ${fix}`),
      list(namesAllIds ? [] : ids, { title: `All ${ids.length} IDs:`, most: 5, see: '--all or --json' }),
    ],
  };
}

/** Whether the zone can be migrated, or is protected, as a sentence. */
export function describeVerdict(check: WafCheck): string {
  const { zone_id: id, can_migrate: can, migration_state: state, protection } = check;
  if (protection?.is_protected === false) return describeUnprotected(check);
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
function describeUnprotected(check: WafCheck): string {
  const { zone_id: id, new_waf_status: status, protection } = check;
  const fix = protection?.findings.some(({ code }) => code === 'waf.skip_all')
    ? 'delete or narrow the skip rules'
    : 'enable a rule that executes a managed ruleset, with WafMigration or in the dashboard';
  const although = status === 'enabled' ? ', although their status is "enabled"' : '';
  return isMigrated(check)
    ? `Zone ${id} is not protected by managed rules${although}. Fix: ${fix}.`
    : `Zone ${id} would not be protected by its new managed rules: only the previous ones protect it. Fix before the migration is completed: ${fix}.`;
}

const states: Readonly<Record<string, string>> = {
  default: 'none: the zone never had the previous rules',
  start: 'not started',
  validation: 'in validation mode',
  complete: 'complete',
};

export function factsOf({
  service,
  rules_to_migrate: rules,
  previous_settings: settings,
  ...check
}: WafCheck): readonly Fact[] {
  return [
    ['Zone', check.zone_name === '' ? undefined : check.zone_name],
    ['Migration', own(states, check.migration_state) ?? check.migration_state],
    ['Previous managed rules', check.old_waf_status],
    ['New managed rules', check.new_waf_status],
    ['Firewall rules to migrate', rules === null ? undefined : `${rules.count} of at most ${rules.limit}`],
    [
      'Check of the service',
      service === null ? undefined : service.compatible ? 'passes' : 'refuses the migration',
    ],
    ['Settings in the state', settings === null ? undefined : countSettings(settings)],
  ];
}

function countSettings({ compared, finding }: CheckedSettings): string {
  if (compared === 0) return 'not compared: the zone is migrated';
  if (finding === null) return `${compared}, all as in the zone`;
  return `${finding.settings.length + finding.unknown.length} of ${compared} differ`;
}

/** Where the check of the service and the obstacles contradict each other; empty where they do not. */
function disagreementIn({ service, obstacles }: WafCheck): string {
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
