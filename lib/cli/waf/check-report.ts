import { own } from '../../ground/record';
import { listPrevious, settingFindings } from '../../waf';
import { isMigrated, isSideBySide } from '../../resources/waf-migration/zone-state';
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
import { furtherFindings, type CheckedSettings, type ReportedFinding, type WafCheck } from './check';
import type { Reason } from './survey/file';
import { needsAction } from './verdict';

export function reportCheck(check: WafCheck): readonly Block[] {
  return [verdict(toneOf(check), describeVerdict(check)), facts(...factsOf(check)), ...partsOf(check)];
}

export function toneOf(check: WafCheck): Tone {
  return needsAction(check) ? 'bad' : 'good';
}

/** The parts of a check that the report of a zone has too. */
export function partsOf(check: WafCheck): readonly Block[] {
  const { reasons, protection, previous_settings: settings } = check;
  const finding = settings?.finding ?? null;
  return [
    section(
      'What is deployed now',
      reportFindings(furtherFindings(check)),
      reportRules('Deployed rules, in order:', protection?.rules ?? []),
    ),
    section('Settings of the previous WAF', ...(finding === null ? [] : reportSettings(finding))),
    section(
      'Reasons, with their fixes',
      list(reasons.filter(({ code }) => code !== finding?.code).map(reasonItem), { isOrdered: true }),
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

function reportSettings(finding: NonNullable<CheckedSettings['finding']>): readonly Block[] {
  const lines = listPrevious(finding, { most: Infinity }).split('\n');
  const title = `Previous WAF, compared with the state (${finding.code}):`;
  const fix = `${settingFindings[finding.code].explanation} Restore them first: apply the code of the state again, or set them through the API or the dashboard.`;
  return [
    list(
      lines.map((line) => line.replace(/^- /, '')),
      { title, most: 20, see: '--all' },
    ),
    prose(finding.settings.length === 0 ? '' : fix),
  ];
}

function reasonItem({ code, kind, ids, reason, fix }: Reason): Item {
  const namesAllIds = ids.every((id) => reason.includes(id));
  return {
    text: kind === null ? `${reason.replace(/\.$/, '')} (${code}).` : reason,
    below: [
      prose(`Fix: ${fix}`),
      list(namesAllIds ? [] : ids, { title: `All ${ids.length} IDs:`, most: 5, see: '--all or --json' }),
    ],
  };
}

export function describeVerdict(check: WafCheck): string {
  const { zone_id: id, verdict: found, can_migrate: can, migration_state: state } = check;
  if (found === 'not protected') return describeUnprotected(check);
  if (found === 'never had it')
    return `Zone ${id} never had the previous managed rules: there is nothing to migrate.`;
  if (found === 'migrated')
    return `Zone ${id} is migrated: it has only the new managed rules. The migration cannot be reverted.`;
  if (state === 'validation')
    return `Zone ${id} is in validation mode: it has both versions, and the new one runs first. ${can ? 'The migration can be completed.' : 'The migration cannot be completed yet.'}`;
  const both = isSideBySide(check)
    ? ' Both versions are enabled: a migration is in progress, or new managed rules were deployed without one.'
    : '';
  return `Zone ${id} ${describeStep(check)}${both}`;
}

function describeStep({ verdict: found, reasons, previous_settings: settings }: WafCheck): string {
  if (found === 'ineligible') return 'cannot be migrated yet.';
  if (found !== 'needs a decision') return 'can be migrated.';
  const isOfState = reasons.every(({ code }) => code === settings?.finding?.code);
  return isOfState
    ? 'can be migrated, but its previous WAF is not set as the state says.'
    : 'needs a decision: the plan of its migration would fail on differences that you can accept.';
}

/** The status says only that the new version is enabled, not that it executes anything. */
function describeUnprotected(check: WafCheck): string {
  const { zone_id: id, new_waf_status: status } = check;
  const although = status === 'enabled' ? ', although their status is "enabled"' : '';
  return isMigrated(check)
    ? `Zone ${id} is not protected by managed rules${although}.`
    : `Zone ${id} would not be protected by its new managed rules: only the previous ones protect it. Fix that before the migration is completed.`;
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
  if (service?.compatible !== true || obstacles.length === 0) return '';
  return obstacles.some((each) => each.fails_check)
    ? 'The service nevertheless reports that the zone is compatible. Check again: the zone may be changing at the moment.'
    : 'The service reports that the zone is compatible because its check ignores the limits; the migration itself would fail.';
}
