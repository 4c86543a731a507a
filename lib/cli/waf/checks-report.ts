import { rulesetName } from '../../waf';
import { formatCsvOf } from '../csv';
import { joinParagraphs, wrapText, type ReportLayout } from '../layout';
import { codesOf, needsAttention, problemsOf, wordOf, type CheckedZone, type WafChecks } from './checks';
import { listZones } from './zone-list';
import { formatCounts, ifRead, isRead } from './zone-state';

/** The checks of several zones as text: the summary, then a row for each zone that needs attention, the worst first. */
export function formatChecks({ summary, zones }: WafChecks, layout: ReportLayout = {}): string {
  const { width = 80 } = layout;
  const { table, rest } = listZones(
    zones,
    {
      command: 'check',
      columns: { ZONE: titleOf, VERDICT: wordOf, FINDINGS: findingsOf },
      wordOf,
      isListed: needsAttention,
      need: 'attention',
      see: { all: '--all', more: '--all or --csv' },
    },
    layout,
  );
  const counts = { 'not readable': summary.failed, ...summary.verdicts };
  return joinParagraphs([
    wrapText(`${formatCounts(summary.zones, counts)}.`, width),
    table,
    table.length === 0 ? [] : wrapText('Check a zone alone for details and fixes.', width),
    ...rest,
  ]);
}

/** Every zone as a row of CSV. The items of a list are separated by `; `. */
export function formatChecksCsv({ zones }: WafChecks): string {
  return formatCsvOf(columns, zones);
}

const columns: Readonly<Record<string, (zone: CheckedZone) => string>> = {
  zone_id: ({ zone_id: id }) => id,
  zone_name: ifRead((zone) => zone.zone_name),
  needs_attention: (zone) => (needsAttention(zone) ? 'yes' : 'no'),
  verdict: wordOf,
  migration_state: ifRead((zone) => zone.migration_state),
  old_waf_status: ifRead((zone) => zone.old_waf_status),
  new_waf_status: ifRead((zone) => zone.new_waf_status),
  enabled_rulesets: ifRead(({ protection }) =>
    (protection?.enabled_rulesets ?? []).map(rulesetName).join('; '),
  ),
  findings: (zone) => problemsOf(zone).join('; '),
};

/** Codes, because texts are too long for a cell: the check of the zone alone and the CSV have them. */
function findingsOf(zone: CheckedZone): string {
  const isKnown = isRead(zone) || zone.code !== '';
  return (isKnown ? codesOf(zone) : problemsOf(zone)).join(', ');
}

function titleOf(zone: CheckedZone): string {
  const { zone_id: id } = zone;
  return isRead(zone) && zone.zone_name !== '' ? `${zone.zone_name} ${id}` : id;
}
