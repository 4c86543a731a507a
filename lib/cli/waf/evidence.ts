import { domainKey } from '../../client/domain';
import { sumOf } from '../../ground/remember';
import { plural } from '../../ground/words';
import { reviewEvents } from '../../waf';
import { failureOf } from '../assertion';
import type { Owner } from '../owners';
import type { EventHarvest, PlaceEvents } from './events-source';
import type { EventAssertion } from './review-assertion';

type ReviewedOwner = Required<Owner>;

export type Evidence = ReturnType<typeof attributeEvents>;

/**
 * Finds the zone of each event: the one whose name is that of its host, or the longest end of it.
 *
 * @param others - all known zones: the events of those that are not reviewed are none of an unknown host
 */
export function attributeEvents(
  { places, isRulesetAssumed, tally }: EventHarvest,
  reviewed: readonly ReviewedOwner[],
  others: readonly ReviewedOwner[] = [],
) {
  const zoneOf = zoneFinder([...reviewed, ...others]);
  const found = new Map<string, PlaceEvents[]>(reviewed.map(({ id }) => [id, []]));
  const unattributed: { host: string; events: number }[] = [];
  /** Events of known zones that are not reviewed. */
  let otherZones = 0;
  for (const [place, events] of places) {
    const id = zoneOf(place);
    const ofZone = id === undefined ? undefined : found.get(id);
    if (id === undefined) unattributed.push({ host: place, events: countOf(events) });
    else if (ofZone === undefined) otherZones += countOf(events);
    else ofZone.push(events);
  }
  unattributed.sort((a, b) => b.events - a.events);
  const zones = new Map([...found].map(([id, each]) => [id, reviewZone(each)]));
  return { zones, isRulesetAssumed, tally, otherZones, unattributed };
}

type ZoneEvidence = ReturnType<typeof reviewZone>;

function reviewZone(found: readonly PlaceEvents[]) {
  const review = reviewEvents(found.flatMap(({ events }) => events));
  return {
    review,
    newlyBlocked: sumOf(review.wronglyStopped, ({ count }) => count),
    newlyAllowed: sumOf(review.missed, ({ count }) => count),
    /** Events of managed rules, those that only log included. */
    events: sumOf(found, countOf),
    /** The events of the previous managed rules among them. */
    previous: sumOf(found, ({ previous }) => previous),
  };
}

/** The counts that assertions compare, and what else was in the files. */
export function figuresOfEvidence({ zones, tally, otherZones, unattributed }: Evidence) {
  const all = [...zones.values()];
  return {
    events: sumOf(all, ({ events }) => events),
    newlyBlocked: sumOf(all, ({ newlyBlocked }) => newlyBlocked),
    newlyAllowed: sumOf(all, ({ newlyAllowed }) => newlyAllowed),
    withoutEvents: all.filter(({ events }) => events === 0).length,
    unattributedEvents: sumOf(unattributed, ({ events }) => events),
    unreadableEvents: tally.bad,
    otherZones,
    otherSources: tally.ignored,
  };
}

/** Why an assertion about events fails, with the zones, hosts or lines; undefined when it holds. */
export function failureInEvents(
  assertion: EventAssertion,
  evidence: Evidence,
  nameOf: (zoneId: string) => string,
): string | undefined {
  const figures = figuresOfEvidence(evidence);
  const { subject, text } = assertion;
  // A check whose sample got lost must not pass.
  const lost = lostSample(assertion, evidence);
  if (lost !== undefined) return `the assertion ${text} does not hold: ${lost}.`;
  const { events, unattributedEvents, unreadableEvents, otherZones } = figures;
  const all = {
    newlyBlocked: { count: events, name: 'events' },
    newlyAllowed: { count: events, name: 'events' },
    withoutEvents: { count: evidence.zones.size, name: 'zones' },
    unattributedEvents: { count: events + otherZones + unattributedEvents, name: 'events' },
    unreadableEvents: { count: events + otherZones + unattributedEvents + unreadableEvents, name: 'events' },
  }[subject];
  return failureOf(assertion, figures[subject], all, causesOf(subject, evidence, nameOf));
}

/** Without an event of the new rules, as before validation mode, nothing shows what they block. */
function lostSample({ subject }: EventAssertion, { zones }: Evidence): string | undefined {
  if (subject !== 'newlyBlocked' && subject !== 'newlyAllowed') return undefined;
  const all = [...zones.values()];
  if (!all.some(({ events }) => events > 0)) return 'there are no events of managed rules';
  if (subject === 'newlyAllowed' || all.some(({ events, previous }) => events > previous)) return undefined;
  return 'there are no events of the new managed rules';
}

function causesOf(
  subject: EventAssertion['subject'],
  { zones, unattributed, tally }: Evidence,
  nameOf: (zoneId: string) => string,
): readonly string[] {
  if (subject === 'unattributedEvents')
    return unattributed.map(({ host, events }) => `${host} (${plural(events, 'event')})`);
  if (subject === 'unreadableEvents')
    return tally.bad_lines.map(({ line, reason }) => `line ${line}, ${reason}`);
  const counts = {
    newlyBlocked: (zone: ZoneEvidence) => zone.newlyBlocked > 0,
    newlyAllowed: (zone: ZoneEvidence) => zone.newlyAllowed > 0,
    withoutEvents: (zone: ZoneEvidence) => zone.events === 0,
  }[subject];
  return [...zones].filter(([, zone]) => counts(zone)).map(([id]) => nameOf(id));
}

/** The zone of a host. None for the name that several zones have: which one is meant cannot be determined. */
function zoneFinder(zones: readonly ReviewedOwner[]): (host: string) => string | undefined {
  const byName = new Map<string, string | undefined>();
  for (const { id, name } of zones) {
    const key = domainKey(name);
    if (key !== '') byName.set(key, byName.has(key) && byName.get(key) !== id ? undefined : id);
  }
  return (host) => {
    for (let name = host; name !== ''; name = name.slice(name.indexOf('.') + 1)) {
      if (byName.has(name)) return byName.get(name);
      if (!name.includes('.')) return undefined;
    }
    return undefined;
  };
}

function countOf({ previous, current }: PlaceEvents): number {
  return previous + current;
}
