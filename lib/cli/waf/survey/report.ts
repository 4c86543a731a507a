import { distinctBy } from '../../../ground/compare';
import { countEach } from '../../../ground/remember';
import { plural } from '../../../ground/words';
import { describeReading } from '../../fleet/survey-file';
import { list, table, verdict, type Block, type Table } from '../../report/blocks';
import { shortenReason } from '../judge';
import { describeSummary, ifRead, isRead, nameOf, needsAction, verdictOf } from '../verdict';
import { listZones } from '../zone-list';
import type { Reason, SurveyedZone, SurveyRow, WafSurvey } from './file';
import { countSeverities } from './survey';

export function reportSurvey({ summary, zones }: WafSurvey, all = false): readonly Block[] {
  const { error, warning, info } = summary.findings;
  return [
    verdict(
      zones.some(needsAction) ? 'bad' : 'good',
      `${describeSummary(summary)}.`,
      `Findings: ${plural(error, 'error')}, ${plural(warning, 'warning')}, ${info} for information.`,
      ...describeReading(zones.map((zone) => zone.read_at)),
    ),
    list(fixesIn(zones.filter(isRead)), { title: 'To do:' }),
    ...listZones(zones, {
      columns: { Zone: nameOf, Plan: columns.plan, Verdict: verdictOf, Reasons: shortReasonsOf },
      isListed: (zone) => all || needsAction(zone),
      need: 'work',
      all: '--details',
    }),
  ];
}

export function tableOfSurvey({ zones }: WafSurvey): Table {
  return table(columns, zones);
}

const countOf = (severity: 'error' | 'warning' | 'info') =>
  ifRead<SurveyRow>((zone) => countSeverities([zone])[severity]);

const columns = {
  zone_id: ({ zone_id: id }: SurveyRow) => id,
  zone_name: ({ zone_name: name }: SurveyRow) => name,
  plan: ifRead<SurveyRow>(({ plan }) => plan),
  migration_state: ifRead<SurveyRow>((zone) => zone.migration_state),
  verdict: verdictOf,
  reasons: (zone: SurveyRow) => (isRead(zone) ? zone.reasons.map(({ reason }) => reason) : zone.error),
  fixes: ifRead<SurveyRow>(({ reasons }) => reasons.map(({ fix }) => fix)),
  errors: countOf('error'),
  warnings: countOf('warning'),
  infos: countOf('info'),
  findings: ifRead<SurveyRow>(({ findings }) => findings.map(({ text }) => text)),
  calls: ifRead<SurveyRow>(({ calls }) => calls),
  read_at: ({ read_at: at = '' }: SurveyRow) => at,
};

/** Each kind of reason once, the most frequent first. */
function fixesIn(zones: readonly SurveyedZone[]): readonly string[] {
  const found = zones.flatMap(({ reasons }) => distinctBy(reasons, nameOfReason));
  const fixes = new Map(found.map((each) => [nameOfReason(each), each.fix]));
  return [...countEach(found.map(nameOfReason))]
    .sort(([, a], [, b]) => b - a)
    .map(([what, count]) => `${what}, ${plural(count, 'zone')}. ${fixes.get(what) ?? ''}`);
}

function nameOfReason({ code, kind }: Reason): string {
  return kind ?? code;
}

/** Codes, because texts are too long for a cell: the fixes above, the CSV and the JSON have them. */
function shortReasonsOf(zone: SurveyRow): string {
  if (!isRead(zone)) return zone.code === '' ? zone.error : zone.code;
  const { warning } = countSeverities([zone]);
  const isWarned = zone.reasons.length === 0 && warning > 0;
  return isWarned ? `${warning} warnings` : zone.reasons.map(shortenReason).join(', ');
}
