import { domainKey } from '../../client/domain';
import { listSome, plural } from '../../ground/words';
import { reviewEvents, type Review } from '../../waf';
import { failureOf } from '../assertion';
import type { EventHarvest, EventTally, PlaceEvents } from './events-source';
import type { EventAssertion } from './review-assertion';

export interface ReviewedOwner {
  readonly id: string;
  readonly name: string;
}

/** Events that belong to none of the known zones. */
export interface UnattributedEvents {
  /** Their host, or the zone that they name. */
  readonly host: string;
  readonly events: number;
}

/** Events by the zone that they belong to, and those that belong to none. */
export interface Evidence {
  /** Of the reviewed zones. */
  readonly zones: ReadonlyMap<string, ZoneEvidence>;
  readonly isRulesetAssumed: boolean;
  readonly tally: EventTally;
  /** Events of known zones that are not reviewed. */
  readonly otherZones: number;
  /** The most frequent first. */
  readonly unattributed: readonly UnattributedEvents[];
}

/**
 * Finds the zone of each event: the one whose name is that of its host, or the longest end of it.
 *
 * @param others - zones that are known and not reviewed: their events are none of an unknown host
 */
export function attributeEvents(
  { places, isRulesetAssumed, tally }: EventHarvest,
  reviewed: readonly ReviewedOwner[],
  others: readonly ReviewedOwner[] = [],
): Evidence {
  const zoneOf = zoneFinder([...reviewed, ...others]);
  const found = new Map<string, PlaceEvents[]>(reviewed.map(({ id }) => [id, []]));
  const unattributed: UnattributedEvents[] = [];
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

/** What the events of a zone show. */
export interface ZoneEvidence {
  readonly review: Review;
  /** Requests that only the new rules block or challenge. */
  readonly newlyBlocked: number;
  /** Requests that only the previous rules block or challenge. */
  readonly newlyAllowed: number;
  /** Events of managed rules, those that only log included. */
  readonly events: number;
  /** Those of them of the previous rules. */
  readonly previous: number;
}

function reviewZone(found: readonly PlaceEvents[]): ZoneEvidence {
  const review = reviewEvents(found.flatMap(({ events }) => events));
  const sum = (each: readonly { readonly count: number }[]) =>
    each.reduce((total, { count }) => total + count, 0);
  return {
    review,
    newlyBlocked: sum(review.wronglyStopped),
    newlyAllowed: sum(review.missed),
    events: found.reduce((total, each) => total + countOf(each), 0),
    previous: found.reduce((total, { previous }) => total + previous, 0),
  };
}

/** The counts that assertions compare, and what else was in the files. */
export interface EventFigures {
  readonly events: number;
  readonly newlyBlocked: number;
  readonly newlyAllowed: number;
  readonly withoutEvents: number;
  readonly unattributedEvents: number;
  readonly unreadableEvents: number;
  /** Events of zones that are known and not reviewed. */
  readonly otherZones: number;
  /** Events of other products than managed rules. */
  readonly otherSources: number;
}

export function figuresOfEvidence({ zones, tally, otherZones, unattributed }: Evidence): EventFigures {
  const all = [...zones.values()];
  const sum = (count: (zone: ZoneEvidence) => number) => all.reduce((total, each) => total + count(each), 0);
  return {
    events: sum(({ events }) => events),
    newlyBlocked: sum(({ newlyBlocked }) => newlyBlocked),
    newlyAllowed: sum(({ newlyAllowed }) => newlyAllowed),
    withoutEvents: all.filter(({ events }) => events === 0).length,
    unattributedEvents: unattributed.reduce((total, { events }) => total + events, 0),
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
  const failure = failureOf(assertion, figures[subject], all);
  if (failure === undefined) return undefined;
  const causes = causesOf(subject, evidence, nameOf);
  return causes.length === 0 ? failure : `${failure.slice(0, -1)}: ${listSome(causes, mostNamed)}.`;
}

const mostNamed = 10;

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
