import { listSome, plural } from '../../../ground/words';
import { formatTable, formatTableOf, hangText, joinParagraphs, wrapText } from '../../layout';
import { nameOf } from '../zone-state';
import { describeGone, isGone } from './progress';
import type { DroppedEvents, ReviewedZone, WaveReview } from './review';

/** The review of a wave as text: the verdict, the counts, the zones to look at. */
export function formatWaveReview({ gate, zones, unread, dropped }: WaveReview, width = 80): string {
  const isKnown = unread.length === 0;
  const gone = unread.filter(isGone);
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
    dropped === null ? [] : wrapText(formatEvents(gate, dropped), width),
    [...gate.failures, ...(gone.length === 0 ? [] : [describeGone(gone, gate.wave)])].flatMap((failure) =>
      hangText('- ', failure, width),
    ),
    shown.length === 0
      ? []
      : formatTableOf(columns, shown.slice(0, mostRows), { width, rightAligned: [2, 3, 4] }),
    shown.length > mostRows ? [`And ${shown.length - mostRows} more: see --json.`] : [],
    wrapText(
      isKnown
        ? 'Recorded in gates.json: commit it.'
        : `Nothing was recorded: ${gone.length > 0 ? 'correct waves.json, then ' : ''}run the review again.`,
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

/** Where the evidence is from, and what of it was not compared. */
function formatEvents(
  { figures, events_from: from, events_to: to }: WaveReview['gate'],
  { unattributed, other_zones: others, other_sources: ignored, bad }: DroppedEvents,
): string {
  const times = from === null || to === null ? '' : ` from ${from} to ${to}`;
  const hosts = unattributed.map(({ host, events }) => `${host} (${events})`);
  const dropped = [
    ...(hosts.length === 0
      ? []
      : [`${figures.unattributedEvents ?? 0} of unknown hosts: ${listSome(hosts, mostHosts)}`]),
    ...(bad === 0 ? [] : [`${plural(bad, 'line')} that could not be read`]),
    ...(others === 0 ? [] : [`${others} of other zones of the project`]),
    ...(ignored === 0 ? [] : [`${ignored} from other sources`]),
  ];
  const compared = `${plural(figures.events ?? 0, 'event')} of managed rules compared${times}.`;
  return dropped.length === 0 ? compared : `${compared} Not compared: ${dropped.join('; ')}.`;
}

const mostHosts = 10;

function needsLook(zone: ReviewedZone): boolean {
  const differences = (zone.newly_blocked ?? 0) + (zone.newly_allowed ?? 0);
  return !zone.is_complete || !zone.is_protected || differences > 0 || zone.events === 0;
}

const columns = {
  ZONE: nameOf,
  STATE: ({ progress }) => progress,
  EVENTS: ({ events }) => countOf(events),
  BLOCKED: ({ newly_blocked: blocked }) => countOf(blocked),
  ALLOWED: ({ newly_allowed: allowed }) => countOf(allowed),
  WHY: ({ reasons }) => reasons.map(({ code, reason }) => (code === '' ? reason : code)).join(', '),
} satisfies Readonly<Record<string, (zone: ReviewedZone) => string>>;

function countOf(count: number | null): string {
  return count === null ? '' : String(count);
}
