import type { CustomFields, Dataset, Exchange } from '../../../logs';
import { scopeKey, type Scope } from '../../scope';
import type { WrittenFiles } from './files';
import type { Job } from './schema';
import type { Projected } from './projection';

/** What a job did with an exchange. Why its filter dropped a line is for the reader to find out. */
export type JobOutcome =
  | { readonly kind: 'delivered'; readonly line: string; readonly object: string }
  | { readonly kind: 'dropped' | 'unsampled' }
  | { readonly kind: 'failed'; readonly error: string };

/** An exchange that went through the jobs of its scope and dataset. */
export interface FeedItem extends FeedSource {
  /** Counts up from 1. */
  readonly number: number;
  readonly exchange: Exchange;
  /** The jobs as they were. */
  readonly outcomes: readonly { readonly job: Job; readonly outcome: JobOutcome }[];
}

export interface FeedSource {
  readonly at: Date;
  readonly scope: Scope;
  readonly dataset: Dataset;
  readonly customFields: CustomFields | undefined;
}

/** An exchange, and the length of the text that it was read from. */
export interface FeedLine {
  readonly exchange: Exchange;
  readonly length: number;
}

export interface JobRun {
  readonly job: Job;
  readonly projected: Pick<Projected, 'places' | 'records'>;
  readonly files: WrittenFiles;
}

/**
 * The newest exchanges of all zones and accounts, and what their jobs did with them, in memory: it is for people who watch.
 * A delivery adds what it has anyway; what is shown is computed when somebody looks.
 */
export class Feed {
  private readonly calls: FeedCall[] = [];
  private count = 0;

  constructor(private readonly announce: () => void) {}

  add(source: FeedSource, lines: readonly FeedLine[], runs: readonly JobRun[]): void {
    if (lines.length === 0) return;
    this.count += lines.length;
    this.calls.push(newestOf(source, lines, runs, this.count));
    this.forgetOld();
    this.announce();
  }

  /** The newest first. */
  list(scope: Scope): readonly FeedItem[] {
    const key = scopeKey(scope);
    const items: FeedItem[] = [];
    let left = mostExchanges;
    for (const call of this.calls.toReversed()) {
      if (scopeKey(call.source.scope) === key) items.push(...itemsOf(call, left));
      left -= call.lines.length;
    }
    return items;
  }

  clear(): void {
    this.calls.length = 0;
    this.announce();
  }

  /** The newest call stays. */
  private forgetOld(): void {
    while (this.calls.length > 1) {
      const newer = this.calls.slice(1).reduce((sum, { lines }) => sum + lines.length, 0);
      const characters = this.calls.reduce((sum, call) => sum + call.characters, 0);
      if (newer < mostExchanges && characters <= mostCharacters) return;
      this.calls.shift();
    }
  }
}

export const mostExchanges = 200;
/** Limit of the texts of all exchanges; the newest exchange stays, however large it is. */
export const mostCharacters = 4_000_000;
export const mostLineCharacters = 8192;

interface FeedCall {
  readonly source: FeedSource;
  readonly lines: readonly FeedLine[];
  readonly characters: number;
  readonly runs: readonly KeptRun[];
  /** Number of the newest exchange. */
  readonly number: number;
}

interface KeptRun extends JobRun {
  /** The number of the first of the records that are kept. */
  readonly firstRecord: number;
}

function newestOf(
  source: FeedSource,
  lines: readonly FeedLine[],
  runs: readonly JobRun[],
  number: number,
): FeedCall {
  let first = lines.length - 1;
  let characters = lines[first]?.length ?? 0;
  for (const oldest = Math.max(0, lines.length - mostExchanges); first > oldest; first -= 1) {
    const more = lines[first - 1]?.length ?? 0;
    if (characters + more > mostCharacters) break;
    characters += more;
  }
  return { source, lines: lines.slice(first), characters, runs: runs.map((run) => keep(run, first)), number };
}

function keep({ job, projected, files }: JobRun, first: number): KeptRun {
  const places = projected.places.slice(first);
  const firstRecord = places.find((place) => typeof place === 'number') ?? projected.records.length;
  return {
    job,
    projected: { places, records: projected.records.slice(firstRecord).map(cut) },
    files,
    firstRecord,
  };
}

/** A copy: a part of a string keeps the whole alive. */
function cut(line: string): string {
  if (line.length <= mostLineCharacters) return line;
  return Buffer.from(line.slice(0, mostLineCharacters), 'utf16le').toString('utf16le');
}

function itemsOf({ source, lines, runs, number }: FeedCall, most: number): readonly FeedItem[] {
  return lines
    .map(({ exchange }, index) => ({
      ...source,
      number: number - (lines.length - 1 - index),
      exchange,
      outcomes: runs.map((run) => ({ job: run.job, outcome: outcomeOf(run, index) })),
    }))
    .reverse()
    .slice(0, Math.max(0, most));
}

function outcomeOf({ projected, files, firstRecord }: KeptRun, index: number): JobOutcome {
  const place = projected.places[index] ?? 'dropped';
  if (typeof place === 'string') return { kind: place };
  // The newest exchanges are in the last files.
  const object = files.objects.findLast(({ start }) => start <= place);
  if (object === undefined || place >= object.end) return { kind: 'failed', error: files.error ?? '' };
  return { kind: 'delivered', line: projected.records[place - firstRecord] ?? '', object: object.path };
}
