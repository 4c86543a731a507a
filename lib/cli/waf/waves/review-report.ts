import { formatTable, hangText, joinParagraphs, printable, wrapText } from '../../layout';
import type { ReviewedZone, WaveReview } from './review';
import { titleOf } from '../../../waves/waves-file';

/** The review of a wave as text: the verdict, the counts, the zones to look at. */
export function formatWaveReview({ gate, zones, unread }: WaveReview, width = 80): string {
  const isKnown = unread.length === 0;
  const shown = zones.filter(needsLook);
  return joinParagraphs([
    wrapText(headOf(gate.wave, gate.target, isKnown ? gate.passed : undefined), width),
    formatTable(
      Object.entries(gate.figures).map(([name, count]) => [
        name,
        String(count),
        gate.assertions.filter((text) => text.startsWith(name)).join(', '),
      ]),
      { width, rightAligned: [1] },
    ),
    gate.failures.flatMap((failure) => hangText('- ', printable(failure), width)),
    shown.length === 0
      ? []
      : formatTable(
          [['ZONE', 'STATE', 'BLOCKED', 'ALLOWED', 'WHY'], ...shown.slice(0, mostRows).map(cellsOf)],
          {
            width,
            rightAligned: [2, 3],
          },
        ),
    shown.length > mostRows ? [`And ${shown.length - mostRows} more: see --json.`] : [],
    wrapText(
      isKnown ? 'Recorded in gates.json: commit it.' : 'Nothing was recorded: run the review again.',
      width,
    ),
  ]);
}

const mostRows = 30;

function headOf(wave: string, target: string, passed: boolean | undefined): string {
  const verdict =
    passed === undefined ? 'unknown, since zones could not be read' : passed ? 'passed' : 'failed';
  return `Review of ${wave} for "${target}": ${verdict}.`;
}

function needsLook(zone: ReviewedZone): boolean {
  const differences = (zone.newly_blocked ?? 0) + (zone.newly_allowed ?? 0);
  return !zone.is_complete || !zone.is_protected || differences > 0;
}

function cellsOf(zone: ReviewedZone): string[] {
  const {
    zone_id: id,
    zone_name: name,
    progress,
    reasons,
    newly_blocked: blocked,
    newly_allowed: allowed,
  } = zone;
  return [
    titleOf({ id, name }),
    progress,
    blocked === null ? '-' : String(blocked),
    allowed === null ? '-' : String(allowed),
    reasons.map(({ code, reason }) => (code === '' ? reason : code)).join(', ') || '-',
  ].map(printable);
}
