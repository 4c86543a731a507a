import { failureOf, type Assertion } from '../../assertion';
import type { Connection } from '../../connection';
import { failureInEvents, figuresOfEvidence, type Evidence } from '../evidence';
import { badLinesWarning, howToGetEvents, readEvidence } from '../read';
import {
  isAboutEvents,
  wholeEvidence,
  withImplied,
  type ReviewAssertion,
  type WaveCount,
} from '../review-assertion';
import { isUnread, nameOf } from '../verdict';
import { readProgress, type ZoneProgress } from './progress';
import { hasReached } from './status';
import { zonesOf, zonesToMigrate, type Wave, type WavesFile } from '../../../waves/waves-file';

export type ReviewedZone = ReturnType<typeof reviewZone>;
/** The review of a wave, as `--json` prints it. */
export type WaveReview = Awaited<ReturnType<typeof reviewWave>>;
export type DroppedEvents = ReturnType<typeof droppedIn>;

export interface ReviewOptions {
  readonly assertions: readonly ReviewAssertion[];
  /** The paths of files with events; without one they are read from an emulator. */
  readonly paths: readonly string[];
  readonly withoutEvents?: boolean;
}

export async function reviewWave(
  connection: Connection,
  file: WavesFile,
  wave: Wave,
  options: ReviewOptions,
) {
  const zones = zonesToMigrate(wave);
  const assertions = assertionsOf(wave, options);
  const evidence =
    options.withoutEvents === true
      ? undefined
      : await readEvidence(connection.baseUrl, zones, options.paths, zonesOf(file));
  if (evidence === undefined && assertions.some(isAboutEvents))
    throw new Error(
      `the assertions are about events, and the API cannot list them. ${howToGetEvents} --without-events reviews the state of the zones alone.`,
    );
  const rows = await readProgress(connection, zones, () => true);
  const reviewed = [...rows.values()].map((row) => reviewZone(row, wave, evidence));
  const titles = new Map(reviewed.map((zone) => [zone.zone_id, nameOf(zone)]));
  const failures = assertions.flatMap((each) => {
    if (!isAboutEvents(each)) return failureIn(each, reviewed) ?? [];
    return (evidence && failureInEvents(each, evidence, (id) => titles.get(id) ?? id)) ?? [];
  });
  return {
    gate: {
      wave: wave.name,
      target: wave.target,
      passed: failures.length === 0,
      reviewed_at: new Date().toISOString(),
      assertions: assertions.map(({ text }) => text),
      figures: figuresOf(reviewed, evidence),
      events_from: evidence?.tally.from ?? null,
      events_to: evidence?.tally.to ?? null,
      failures,
      zones: zones.map(({ id }) => id),
    },
    zones: reviewed,
    /** The review says nothing where a zone could not be read. */
    unread: reviewed.filter(({ verdict }) => isUnread(verdict)),
    dropped: evidence === undefined ? null : droppedIn(evidence),
    warnings: evidence === undefined ? [] : badLinesWarning(evidence.tally),
  };
}

/**
 * Every zone has to be complete and protected, and the new rules have to block nothing more where that is what the wave is in
 * validation mode for. A comparison of events needs all of them.
 */
function assertionsOf(
  { target }: Wave,
  { assertions, paths, withoutEvents = false }: ReviewOptions,
): readonly ReviewAssertion[] {
  const isOfEvents = assertions.some(isAboutEvents);
  if (withoutEvents && (isOfEvents || paths.length > 0))
    throw new Error(
      '--without-events: there are --events, or assertions about events. Leave one of them out.',
    );
  const comparesEvents = !withoutEvents && (target === 'validation' || paths.length > 0 || isOfEvents);
  return withImplied(assertions, [
    'incomplete<=0',
    'notProtected<=0',
    ...(target === 'validation' && !withoutEvents ? ['newlyBlocked<=0'] : []),
    ...(comparesEvents ? wholeEvidence : []),
  ]);
}

function figuresOf(
  zones: readonly ReviewedZone[],
  evidence: Evidence | undefined,
): Readonly<Record<string, number>> {
  return {
    zones: zones.length,
    incomplete: zones.filter(states.incomplete).length,
    notProtected: zones.filter(states.notProtected).length,
    ...(evidence && figuresOfEvidence(evidence)),
  };
}

const states = {
  incomplete: (zone: ReviewedZone) => !zone.is_complete,
  notProtected: (zone: ReviewedZone) => !zone.is_protected,
};

function failureIn(assertion: Assertion<WaveCount>, zones: readonly ReviewedZone[]): string | undefined {
  const { subject } = assertion;
  const found = zones.filter(states[subject]);
  const all = { count: zones.length, name: 'zones' };
  return failureOf(assertion, found.length, all, found.map(nameOf));
}

function reviewZone(row: ZoneProgress, wave: Wave, evidence: Evidence | undefined) {
  const found = evidence?.zones.get(row.zone_id);
  return {
    ...row,
    is_complete: hasReached(row, wave),
    is_protected: row.verdict !== 'not protected' && !isUnread(row.verdict),
    // Null where there are no events.
    newly_blocked: found?.newlyBlocked ?? null,
    newly_allowed: found?.newlyAllowed ?? null,
    events: found?.events ?? null,
  };
}

/** The lines in files of events that are no events of these zones. */
function droppedIn({ unattributed, otherZones, tally }: Evidence) {
  const { ignored, bad, bad_lines } = tally;
  return { unattributed, other_zones: otherZones, other_sources: ignored, bad, bad_lines };
}
