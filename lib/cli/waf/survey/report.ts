import { plural } from '../../../ground/words';
import { formatCsvOf } from '../../csv';
import { formatTable, hangText, joinParagraphs, wrapText, wrapTexts } from '../../layout';
import {
  countSeverities,
  isSurveyed,
  nameOf,
  needsWork,
  type SeverityCounts,
  type WafSurvey,
} from './survey';
import { surveyVerdicts, type Reason, type SurveyedZone, type UnreadZone } from './zone';

/** How much of a survey is shown. */
export interface SurveyLayout {
  /**
   * Columns of the terminal.
   *
   * @default 80
   */
  readonly width?: number | undefined;
  /**
   * Whether zones that need no work have a row too.
   *
   * @default false
   */
  readonly all?: boolean | undefined;
}

/** A survey as text: the counts, each kind of reason with its fix, then the zones that need work, the worst first. */
export function formatSurvey(survey: WafSurvey, { width = 80, all = false }: SurveyLayout = {}): string {
  const listed = survey.zones.filter((zone) => all || needsWork(zone)).sort((a, b) => rankOf(a) - rankOf(b));
  const shown = all ? listed : listed.slice(0, mostRows);
  const more = listed.length - shown.length;
  const rest = survey.zones.length - listed.length;
  const fixes = fixesIn(survey.zones.filter(isSurveyed));
  return joinParagraphs([
    wrapTexts(formatSummary(survey), width),
    fixes.length === 0
      ? []
      : [
          'To do:',
          ...fixes.flatMap(({ what, count, fix }) =>
            hangText('- ', `${what}, ${plural(count, 'zone')}. ${fix}`, width),
          ),
        ],
    shown.length === 0
      ? []
      : formatTable([['ZONE', 'PLAN', 'VERDICT', 'REASONS'], ...shown.map(cellsOf)], { width }),
    more === 0 ? [] : wrapText(`${plural(more, 'zone')} more: see --details, --csv or --json.`, width),
    rest === 0
      ? []
      : wrapText(`${plural(rest, 'zone')} ${rest === 1 ? 'needs' : 'need'} no work: see --details.`, width),
  ]);
}

/** Every zone as a row of CSV. The items of a list are separated by `; `. */
export function formatSurveyCsv({ zones }: WafSurvey): string {
  return formatCsvOf(columns, zones);
}

/** Nobody reads more at once. */
const mostRows = 30;

type Zone = SurveyedZone | UnreadZone;

const columns: Readonly<Record<string, (zone: Zone) => string>> = {
  zone_id: ({ zone_id: id }) => id,
  zone_name: ({ zone_name: name }) => name,
  plan: (zone) => (isSurveyed(zone) ? zone.plan : ''),
  migration_state: (zone) => (isSurveyed(zone) ? zone.migration_state : ''),
  verdict: verdictOf,
  reasons: (zone) => reasonsOf(zone).join('; '),
  fixes: (zone) => (isSurveyed(zone) ? zone.reasons.map(({ fix }) => fix).join('; ') : ''),
  errors: (zone) => severityOf(zone, 'error'),
  warnings: (zone) => severityOf(zone, 'warning'),
  infos: (zone) => severityOf(zone, 'info'),
  findings: (zone) => (isSurveyed(zone) ? zone.findings.map(({ text }) => text).join('; ') : ''),
  calls: (zone) => (isSurveyed(zone) ? String(zone.calls) : ''),
};

function formatSummary({ summary }: WafSurvey): string[] {
  const { zones, failed, verdicts: counts, findings } = summary;
  const parts = [
    ...(failed === 0 ? [] : [`${failed} not readable`]),
    ...surveyVerdicts.flatMap((verdict) => (counts[verdict] === 0 ? [] : [`${counts[verdict]} ${verdict}`])),
  ];
  return [
    `${plural(zones, 'zone')}${parts.length === 0 ? '' : `: ${parts.join(', ')}`}.`,
    `Findings: ${formatSeverities(findings)}.`,
  ];
}

function formatSeverities({ error, warning, info }: SeverityCounts): string {
  return [plural(error, 'error'), plural(warning, 'warning'), `${info} for information`].join(', ');
}

interface Fix {
  readonly what: string;
  readonly count: number;
  readonly fix: string;
}

/** Each kind of reason once, the most frequent first. */
function fixesIn(zones: readonly SurveyedZone[]): Fix[] {
  const found = new Map<string, Fix>();
  for (const zone of zones)
    for (const reason of new Map(zone.reasons.map((each) => [nameOfReason(each), each])).values()) {
      const what = nameOfReason(reason);
      found.set(what, { what, fix: reason.fix, count: (found.get(what)?.count ?? 0) + 1 });
    }
  return [...found.values()].sort((a, b) => b.count - a.count);
}

function nameOfReason({ code, kind }: Reason): string {
  return kind ?? code;
}

/** Codes, because texts are too long for a cell: the fixes above, the CSV and the JSON have them. */
function cellsOf(zone: Zone): string[] {
  const count = isSurveyed(zone) ? countSeverities([zone]) : undefined;
  const findings = count === undefined || count.warning === 0 ? '' : `${count.warning} warnings`;
  const reasons = isSurveyed(zone)
    ? zone.reasons.map((each) => `${nameOfReason(each)}${each.ids.length > 0 ? ` (${each.ids.length})` : ''}`)
    : [zone.code === '' ? zone.error : zone.code];
  const last = reasons.length === 0 ? findings : reasons.join(', ');
  return [nameOf(zone), isSurveyed(zone) ? zone.plan : '', verdictOf(zone), last]

    .map((cell) => (cell === '' ? '-' : cell));
}

function verdictOf(zone: Zone): string {
  return isSurveyed(zone) ? zone.verdict : 'not readable';
}

function reasonsOf(zone: Zone): string[] {
  return isSurveyed(zone) ? zone.reasons.map(({ reason }) => reason) : [zone.error];
}

function severityOf(zone: Zone, severity: keyof SeverityCounts): string {
  return isSurveyed(zone) ? String(countSeverities([zone])[severity]) : '';
}

/** Zones that could not be read come after those that are not protected. */
function rankOf(zone: Zone): number {
  return isSurveyed(zone) ? surveyVerdicts.indexOf(zone.verdict) : 0.5;
}
