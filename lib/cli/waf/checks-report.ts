import { plural } from '../../ground/words';
import { rulesetName } from '../../waf';
import { formatCsvOf } from '../csv';
import { formatTable, joinParagraphs, wrapText } from '../layout';
import { verdictOf, verdicts, type WafCheck } from './check';
import {
  codesOf,
  isRead,
  needsAttention,
  problemsOf,
  type ChecksSummary,
  type FailedCheck,
  type WafChecks,
} from './checks';

/** How much of the checks is shown. */
export interface ChecksLayout {
  /**
   * Columns of the terminal.
   *
   * @default 80
   */
  readonly width?: number | undefined;
  /**
   * Whether zones that need no attention have a row too.
   *
   * @default false
   */
  readonly all?: boolean | undefined;
}

/** The checks of several zones as text: the summary, then a row for each zone that needs attention, the worst first. */
export function formatChecks(
  { summary, zones }: WafChecks,
  { width = 80, all = false }: ChecksLayout = {},
): string {
  const listed = zones.filter((zone) => all || needsAttention(zone)).sort((a, b) => rankOf(a) - rankOf(b));
  const shown = all ? listed : listed.slice(0, mostRows);
  const rows = shown.map((zone) => [nameOf(zone), verdictTextOf(zone), findingsOf(zone)]);
  const more = listed.length - shown.length;
  const rest = zones.length - listed.length;
  return joinParagraphs([
    wrapText(formatSummary(summary), width),
    rows.length === 0
      ? []
      : formatTable([['ZONE', 'VERDICT', 'FINDINGS'], ...rows.map((row) => row.map(orDash))], { width }),
    rows.length === 0 ? [] : wrapText('Check a zone alone for details and fixes.', width),
    more === 0 ? [] : wrapText(`${plural(more, 'zone')} more: see --all or --csv.`, width),
    rest === 0
      ? []
      : wrapText(`${plural(rest, 'zone')} ${rest === 1 ? 'needs' : 'need'} no attention: see --all.`, width),
  ]);
}

/** Every zone as a row of CSV. The items of a list are separated by `; `. */
export function formatChecksCsv({ zones }: WafChecks): string {
  return formatCsvOf(columns, zones);
}

/** Nobody reads more at once. */
const mostRows = 30;

type Zone = WafCheck | FailedCheck;

const columns: Readonly<Record<string, (zone: Zone) => string>> = {
  zone_id: ({ zone_id: id }) => id,
  zone_name: (zone) => (isRead(zone) ? zone.zone_name : ''),
  needs_attention: (zone) => yesOrNo(needsAttention(zone)),
  verdict: verdictTextOf,
  migration_state: (zone) => (isRead(zone) ? zone.migration_state : ''),
  old_waf_status: (zone) => (isRead(zone) ? zone.old_waf_status : ''),
  new_waf_status: (zone) => (isRead(zone) ? zone.new_waf_status : ''),
  enabled_rulesets: (zone) =>
    isRead(zone) ? (zone.protection?.enabled_rulesets ?? []).map(rulesetName).join('; ') : '',
  findings: (zone) => problemsOf(zone).join('; '),
};

function yesOrNo(value: boolean): string {
  return value ? 'yes' : 'no';
}

function formatSummary({ zones, failed, verdicts: counts }: ChecksSummary): string {
  const parts = [
    ...(failed === 0 ? [] : [`${failed} not readable`]),
    ...verdicts.flatMap((verdict) => (counts[verdict] === 0 ? [] : [`${counts[verdict]} ${verdict}`])),
  ];
  return `${plural(zones, 'zone')}: ${parts.join(', ')}.`;
}

function rankOf(zone: Zone): number {
  if (!isRead(zone)) return 1;
  const verdict = verdicts.indexOf(verdictOf(zone));
  return verdict === 0 ? 0 : verdict + 1;
}

function verdictTextOf(zone: Zone): string {
  return isRead(zone) ? verdictOf(zone) : 'not readable';
}

/** Codes, because texts are too long for a cell: the check of the zone alone and the CSV have them. */
function findingsOf(zone: Zone): string {
  const isKnown = isRead(zone) || zone.code !== '';
  return (isKnown ? codesOf(zone) : problemsOf(zone)).join(', ');
}

function nameOf(zone: Zone): string {
  const name = isRead(zone) ? zone.zone_name : '';
  return name === '' ? zone.zone_id : `${name} ${zone.zone_id}`;
}

function orDash(cell: string): string {
  return cell === '' ? '-' : cell;
}
