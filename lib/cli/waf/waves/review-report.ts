import { listSome, plural } from '../../../ground/words';
import { list, prose, table, verdict, type Block } from '../../report/blocks';
import { nameOf } from '../verdict';
import { describeGone, isGone } from './progress';
import type { DroppedEvents, ReviewedZone, WaveReview } from './review';

export function reportWaveReview({ gate, zones, unread, dropped }: WaveReview): readonly Block[] {
  const isKnown = unread.length === 0;
  const gone = unread.filter(isGone);
  const answer = isKnown ? (gate.passed ? 'passed' : 'failed') : 'unknown, since zones could not be read';
  return [
    verdict(answer === 'passed' ? 'good' : 'bad', `Review of ${gate.wave} for "${gate.target}": ${answer}.`),
    table(
      {
        Count: ([name]) => name,
        Found: ([, found]) => found,
        Required: ([name]) => gate.assertions.filter((text) => text.startsWith(name)).join(', '),
      },
      Object.entries(gate.figures),
    ),
    prose(dropped === null ? '' : describeEvents(gate, dropped)),
    list([...gate.failures, ...(gone.length === 0 ? [] : [describeGone(gone, gate.wave)])]),
    table(
      {
        Zone: nameOf,
        Verdict: ({ verdict: found }) => found,
        Events: ({ events }) => events ?? '',
        Blocked: ({ newly_blocked: blocked }) => blocked ?? '',
        Allowed: ({ newly_allowed: allowed }) => allowed ?? '',
        Why: ({ reasons }) => reasons.map(({ code, reason }) => (code === '' ? reason : code)).join(', '),
      },
      zones.filter(needsLook),
      { most: 30 },
    ),
    prose(
      isKnown
        ? 'Recorded in gates.json: commit it.'
        : `Nothing was recorded: ${gone.length > 0 ? 'correct waves.json, then ' : ''}run the review again.`,
    ),
  ];
}

function describeEvents(
  { figures, events_from: from, events_to: to }: WaveReview['gate'],
  { unattributed, other_zones: others, other_sources: ignored, bad }: DroppedEvents,
): string {
  const times = from === null || to === null ? '' : ` from ${from} to ${to}`;
  const hosts = unattributed.map(({ host, events }) => `${host} (${events})`);
  const dropped = [
    ...(hosts.length === 0
      ? []
      : [`${figures.unattributedEvents ?? 0} of unknown hosts: ${listSome(hosts, 10)}`]),
    ...(bad === 0 ? [] : [`${plural(bad, 'line')} that could not be read`]),
    ...(others === 0 ? [] : [`${others} of other zones of the project`]),
    ...(ignored === 0 ? [] : [`${ignored} from other sources`]),
  ];
  const compared = `${plural(figures.events ?? 0, 'event')} of managed rules compared${times}.`;
  return dropped.length === 0 ? compared : `${compared} Not compared: ${dropped.join('; ')}.`;
}

function needsLook(zone: ReviewedZone): boolean {
  const differences = (zone.newly_blocked ?? 0) + (zone.newly_allowed ?? 0);
  return !zone.is_complete || !zone.is_protected || differences > 0 || zone.events === 0;
}
