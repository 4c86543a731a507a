import { listSome } from '../../../ground/words';
import { failureOf } from '../../assertion';
import type { Connection } from '../../connection';
import { readEventsFiles, type EventHarvest } from '../events-source';
import { badLinesWarning, findEmulatedEvents, howToGetEvents, refuseNoEvents } from '../read';
import { reviewOf } from '../review';
import type { Gate } from '../../../waves/gates';
import { readProgress, type ZoneProgress } from './progress';
import { hasReached } from './status';
import { parseWaveAssertion, type ReviewedCount, type WaveAssertion } from './wave-assertion';
import { titleOf, zonesToMigrate, type Wave, type WaveZone } from '../../../waves/waves-file';

/** A zone of a wave, reviewed. */
export interface ReviewedZone extends ZoneProgress {
  readonly is_complete: boolean;
  readonly is_protected: boolean;
  /** Requests that only the new rules block or challenge; null where there are no events. */
  readonly newly_blocked: number | null;
  /** Requests that only the previous rules block or challenge; null where there are no events. */
  readonly newly_allowed: number | null;
  /** Events of managed rules. */
  readonly events: number | null;
}

/** The review of a wave, as `--json` prints it. */
export interface WaveReview {
  readonly gate: Gate;
  readonly zones: readonly ReviewedZone[];
  /** Zones that could not be read: the review says nothing then. */
  readonly unread: readonly ZoneProgress[];
  readonly warnings: readonly string[];
}

/**
 * Reviews all zones of a wave: their state in the API, and their events.
 *
 * @param paths - of files with events; without one they are read from an emulator
 */
export async function reviewWave(
  connection: Connection,
  wave: Wave,
  { assertions, paths, now = new Date(), notify }: ReviewOptions,
): Promise<WaveReview> {
  const zones = zonesToMigrate(wave);
  const needsEvents = assertions.some(isAboutEvents);
  const [harvests, warnings] = await readEvents(connection, zones, paths);
  if (needsEvents && harvests === undefined)
    throw new Error(`the assertions are about events, and the API cannot list them. ${howToGetEvents}`);
  const rows = await readProgress(connection, zones, () => true, notify);
  const reviewed = zones.flatMap((zone) => {
    const row = rows.get(zone.id);
    return row === undefined ? [] : [reviewZone(row, wave, harvests?.get(zone.id))];
  });
  const all = withDefaults(assertions);
  const figures = figuresOf(reviewed, harvests !== undefined);
  const failures = all.flatMap((each) => failureIn(each, figures, reviewed) ?? []);
  return {
    gate: {
      wave: wave.name,
      target: wave.target,
      passed: failures.length === 0,
      reviewed_at: now.toISOString(),
      assertions: all.map(({ text }) => text),
      figures,
      failures,
      zones: zones.map(({ id }) => id),
    },
    zones: reviewed,
    unread: reviewed.filter(({ progress }) => progress === 'not readable'),
    warnings,
  };
}

export interface ReviewOptions {
  readonly assertions: readonly WaveAssertion[];
  readonly paths: readonly string[];
  readonly now?: Date;
  /** @default - stderr */
  readonly notify?: (line: string) => void;
}

function isAboutEvents({ subject }: WaveAssertion): boolean {
  return ['newlyBlocked', 'newlyAllowed', 'withoutEvents'].includes(subject);
}

/** Every zone has to be complete and protected, unless an assertion says how many may not be. */
function withDefaults(assertions: readonly WaveAssertion[]): WaveAssertion[] {
  const implied = (['incomplete<=0', 'notProtected<=0'] as const)
    .map(parseWaveAssertion)
    .filter(({ subject }) => !assertions.some((each) => each.subject === subject));
  return [...implied, ...assertions];
}

type Figures = Readonly<Record<string, number>>;

function figuresOf(zones: readonly ReviewedZone[], hasEvents: boolean): Figures {
  const sum = (counts: readonly (number | null)[]) =>
    counts.reduce<number>((total, each) => total + (each ?? 0), 0);
  return {
    zones: zones.length,
    incomplete: zones.filter((zone) => !zone.is_complete).length,
    notProtected: zones.filter((zone) => !zone.is_protected).length,
    ...(hasEvents && {
      events: sum(zones.map(({ events }) => events)),
      newlyBlocked: sum(zones.map((zone) => zone.newly_blocked)),
      newlyAllowed: sum(zones.map((zone) => zone.newly_allowed)),
      withoutEvents: zones.filter(({ events }) => events === 0).length,
    }),
  };
}

/** With the zones that fail. */
function failureIn(
  assertion: WaveAssertion,
  figures: Figures,
  zones: readonly ReviewedZone[],
): string | undefined {
  const { subject } = assertion;
  const isOfRequests = subject === 'newlyBlocked' || subject === 'newlyAllowed';
  // A check whose sample got lost must not pass.
  if (isOfRequests && figures.events === 0)
    return `the assertion ${assertion.text} does not hold: there are no events of managed rules.`;
  const all = isOfRequests
    ? { count: figures.events ?? 0, name: 'events' }
    : { count: zones.length, name: 'zones' };
  const failure = failureOf(assertion, figures[subject] ?? 0, all);
  if (failure === undefined) return undefined;
  const names = zones.filter((zone) => counts[subject](zone)).map(nameOf);
  return names.length === 0 ? failure : `${failure.slice(0, -1)}: ${listSome(names, mostNamed)}.`;
}

/** Whether a zone adds to a count. */
const counts: Readonly<Record<ReviewedCount, (zone: ReviewedZone) => boolean>> = {
  incomplete: (zone) => !zone.is_complete,
  notProtected: (zone) => !zone.is_protected,
  newlyBlocked: (zone) => (zone.newly_blocked ?? 0) > 0,
  newlyAllowed: (zone) => (zone.newly_allowed ?? 0) > 0,
  withoutEvents: (zone) => zone.events === 0,
};

const mostNamed = 10;

function nameOf({ zone_id: id, zone_name: name }: ZoneProgress): string {
  return titleOf({ id, name });
}

function reviewZone(row: ZoneProgress, wave: Wave, harvest: EventHarvest | undefined): ReviewedZone {
  const review = harvest && reviewOf({ zoneId: row.zone_id, zoneName: row.zone_name }, row, harvest);
  const sum = (each: readonly { readonly count: number }[]) =>
    each.reduce((total, { count }) => total + count, 0);
  return {
    ...row,
    is_complete: hasReached(row, wave),
    is_protected: row.progress !== 'not protected' && row.progress !== 'not readable',
    newly_blocked: review === undefined ? null : sum(review.blocking),
    newly_allowed: review === undefined ? null : sum(review.missed),
    events: harvest?.tally.reviewed ?? null,
  };
}

type Harvests = ReadonlyMap<string, EventHarvest>;

/** The events of each zone; undefined where there is no source of events. */
async function readEvents(
  { baseUrl }: Connection,
  zones: readonly WaveZone[],
  paths: readonly string[],
): Promise<readonly [Harvests | undefined, readonly string[]]> {
  if (paths.length > 0) {
    const harvest = await readEventsFiles(paths);
    refuseNoEvents(harvest);
    return [splitByZone(harvest, zones), badLinesWarning(harvest.tally)];
  }
  const found = new Map<string, EventHarvest>();
  for (const { id } of zones) {
    const harvest = await findEmulatedEvents(baseUrl, id);
    if (harvest === undefined) return [undefined, []];
    found.set(id, harvest);
  }
  return [found, []];
}

/** The events of a file belong to the zone whose name is that of their host, or the end of it. */
function splitByZone(harvest: EventHarvest, zones: readonly WaveZone[]): Harvests {
  // example.co.uk before co.uk.
  const byLength = [...zones].filter(({ name }) => name !== '').sort((a, b) => b.name.length - a.name.length);
  const zoneOf = (host: string) =>
    byLength.find(({ name }) => host === name || host.endsWith(`.${name}`))?.id;
  const zoneOfHost = new Map([...harvest.hosts.keys()].map((host) => [host, zoneOf(withoutPort(host))]));
  return new Map(
    zones.map(({ id }) => {
      const hosts = new Map([...harvest.hosts].filter(([host]) => zoneOfHost.get(host) === id));
      const reviewed = [...hosts.values()].reduce((total, each) => total + each, 0);
      return [
        id,
        {
          ...harvest,
          hosts,
          events: harvest.events.filter(({ request }) => hosts.has(request.host)),
          tally: { ...harvest.tally, reviewed },
        },
      ];
    }),
  );
}

function withoutPort(host: string): string {
  return host.toLowerCase().replace(/:\d+$/, '');
}
