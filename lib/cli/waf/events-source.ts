import { createReadStream } from 'node:fs';
import { defaultBaseUrl } from '../../drivers/configuration';
import { getOrAdd } from '../../ground/remember';
import { whyUnreadable } from '../../ground/words';
import type { SecurityEvent } from '../../waf';
import { gunzipped } from '../gunzip';
import { linesOf } from '../lines';
import { openStdin } from '../terminal';
import { readEvent, readEventLine, type EventLine } from './events';

export type EventHarvest = ReturnType<Tally['harvest']>;
export type EventTally = EventHarvest['tally'];

export interface PlaceEvents {
  /** The events that block or challenge. */
  readonly events: SecurityEvent[];
  /** The number of events of the previous managed rules, with those that only log. */
  previous: number;
  /** The number of events of the new managed rules, with those that only log. */
  current: number;
}

/** Reads files of events, one JSON object a line, or stdin for `-`. They may be gzipped. */
export async function readEventsFiles(paths: readonly string[]): Promise<EventHarvest> {
  const tally = new Tally();
  for (const path of paths) await readInto(tally, path);
  return tally.harvest();
}

async function readInto(tally: Tally, path: string): Promise<void> {
  const source: AsyncIterable<Buffer> =
    path === '-' ? openStdin('events, one JSON object in each line') : createReadStream(path);
  try {
    for await (const text of linesOf(gunzipped(source)))
      tally.take(text?.trim() === '' ? undefined : readEventLine(text));
  } catch (error) {
    const reason = whyUnreadable(error);
    throw new Error(`cannot read --events ${path}: ${reason}`, { cause: error });
  }
}

/** The events that an emulator has recorded for zones, at the place of each; undefined where no emulator answers. */
export async function readEmulatedEvents(
  baseUrl: string,
  zoneIds: readonly string[],
): Promise<EventHarvest | undefined> {
  const { origin } = new URL(baseUrl);
  const tally = new Tally();
  for (const id of zoneIds) {
    // The service itself gets no request that it does not know.
    if (origin === new URL(defaultBaseUrl).origin) return undefined;
    const address = `${origin}/__emulator/zones/${id}/security-events`;
    const found = await fetch(address, { signal: AbortSignal.timeout(30_000) })
      .then(async (reply): Promise<unknown> => (reply.ok ? reply.json() : undefined))
      .catch(() => undefined);
    if (!Array.isArray(found)) return undefined;
    for (const event of found as unknown[]) tally.take(readEvent(event), placeOfZone(id));
  }
  return tally.harvest();
}

/** Stands for the host of events that belong to a zone whatever their host is. */
export function placeOfZone(id: string): string {
  return `zone-${id}`;
}

class Tally {
  /** By the zone that the events name, otherwise by their host. */
  private readonly places = new Map<string, PlaceEvents>();
  private readonly badLines: { line: number; reason: string }[] = [];
  /** Whether some events do not name the ruleset of their rule, so that the most likely one is assumed. */
  private isRulesetAssumed = false;
  private lines = 0;
  /** Events of other products, such as custom rules. */
  private ignored = 0;
  private reviewed = 0;
  private bad = 0;
  private from = Infinity;
  private to = -Infinity;

  /**
   * @param line - undefined for an empty one
   * @param place - of an event that belongs to a zone whatever its host is
   */
  take(line: EventLine | undefined, place?: string): void {
    this.lines += 1;
    if (line === undefined) return;
    if (line.kind === 'ignored') this.ignored += 1;
    if (line.kind === 'bad') {
      this.bad += 1;
      if (this.bad <= mostBadLines) this.badLines.push({ line: this.lines, reason: line.reason });
    }
    if (line.kind !== 'event') return;
    this.reviewed += 1;
    this.from = Math.min(this.from, line.at ?? Infinity);
    this.to = Math.max(this.to, line.at ?? -Infinity);
    const at = place ?? line.place;
    const found = getOrAdd(this.places, at, () => ({ events: [], previous: 0, current: 0 }));
    if (line.event.source === 'previous') found.previous += 1;
    else found.current += 1;
    // A large zone has millions of events a day; those that only log do not affect the comparison.
    if (!isActing(line.event)) return;
    found.events.push(line.event);
    this.isRulesetAssumed ||= line.isRulesetAssumed;
  }

  harvest() {
    const { lines, reviewed, ignored, bad, badLines, isRulesetAssumed, places, from, to } = this;
    const tally = { lines, reviewed, ignored, bad, bad_lines: badLines, from: isoOf(from), to: isoOf(to) };
    return { places, isRulesetAssumed, tally };
  }
}

const mostBadLines = 20;

/** Null where no event has a time. */
function isoOf(at: number): string | null {
  return Number.isFinite(at) ? new Date(at).toISOString() : null;
}

function isActing({ action }: SecurityEvent): boolean {
  return action === 'block' || action.endsWith('challenge');
}
