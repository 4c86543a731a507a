import { plural } from '../../../ground/words';
import { formatCsvOf } from '../../csv';
import { describeReading } from '../../fleet/survey-file';
import { hangText, joinParagraphs, wrapTexts, type ReportLayout } from '../../layout';
import { listZones } from '../zone-list';
import { formatCounts, ifRead, isRead, nameOf } from '../zone-state';
import type { Reason, SeverityCounts, SurveyedZone, SurveyRow, WafSurvey } from './file';
import { countSeverities, needsWork, wordOf } from './survey';

/** A survey as text: the counts, each kind of reason with its fix, then the zones that need work, the worst first. */
export function formatSurvey(survey: WafSurvey, layout: ReportLayout = {}): string {
  const { width = 80 } = layout;
  const fixes = fixesIn(survey.zones.filter(isRead));
  const { table, rest } = listZones(
    survey.zones,
    {
      command: 'survey',
      columns: { ZONE: nameOf, PLAN: columns.plan, VERDICT: wordOf, REASONS: shortReasonsOf },
      wordOf,
      isListed: needsWork,
      need: 'work',
      see: { all: '--details', more: '--details, --csv or --json' },
    },
    layout,
  );
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
    table,
    ...rest,
  ]);
}

/** Every zone as a row of CSV. The items of a list are separated by `; `. */
export function formatSurveyCsv({ zones }: WafSurvey): string {
  return formatCsvOf(columns, zones);
}

const columns = {
  zone_id: ({ zone_id: id }) => id,
  zone_name: ({ zone_name: name }) => name,
  plan: ifRead(({ plan }) => plan),
  migration_state: ifRead((zone) => zone.migration_state),
  verdict: wordOf,
  reasons: (zone) => (isRead(zone) ? zone.reasons.map(({ reason }) => reason).join('; ') : zone.error),
  fixes: ifRead(({ reasons }) => reasons.map(({ fix }) => fix).join('; ')),
  errors: ifRead((zone) => String(countSeverities([zone]).error)),
  warnings: ifRead((zone) => String(countSeverities([zone]).warning)),
  infos: ifRead((zone) => String(countSeverities([zone]).info)),
  findings: ifRead(({ findings }) => findings.map(({ text }) => text).join('; ')),
  calls: ifRead(({ calls }) => String(calls)),
  read_at: ({ read_at: at = '' }) => at,
} satisfies Readonly<Record<string, (zone: SurveyRow) => string>>;

function formatSummary({ summary, zones: read }: WafSurvey): string[] {
  const { zones, failed, verdicts, findings } = summary;
  return [
    `${formatCounts(zones, { 'not readable': failed, ...verdicts })}.`,
    `Findings: ${formatSeverities(findings)}.`,
    ...describeReading(read.map((zone) => zone.read_at)),
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
function shortReasonsOf(zone: SurveyRow): string {
  if (!isRead(zone)) return zone.code === '' ? zone.error : zone.code;
  const { warning } = countSeverities([zone]);
  const reasons = zone.reasons.map(
    (each) => `${nameOfReason(each)}${each.ids.length > 0 ? ` (${each.ids.length})` : ''}`,
  );
  return reasons.length === 0 && warning > 0 ? `${warning} warnings` : reasons.join(', ');
}
