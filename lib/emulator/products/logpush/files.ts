import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { messageOf } from '../../../ground/words';
import { bucketSchemes, formatBatch } from '../../../logs';
import { withDate } from '../../buckets';
import type { World } from '../../world';
import { readDestination } from './checks';
import type { Job } from './schema';
import type { Projected } from './projection';

/** The files that a job wrote before it was done, or before the error. */
export interface WrittenFiles {
  readonly objects: readonly WrittenObject[];
  readonly error: string | undefined;
}

/** The file of the records from `start` up to, not including, `end`. */
interface WrittenObject {
  readonly path: string;
  readonly start: number;
  readonly end: number;
}

/** From the earliest to the latest time of the exchanges. */
export interface Span {
  readonly start: Date;
  readonly end: Date;
}

export interface Times {
  readonly span: Span;
  /** Time of each exchange, in nanoseconds. */
  readonly times: readonly (bigint | undefined)[];
}

export async function writeFiles(
  world: World,
  job: Job,
  { records, delivery, places }: Projected,
  { span, times }: Times,
): Promise<WrittenFiles> {
  const { destination } = readDestination(job.destination_conf, world.lists);
  if (destination === undefined || !bucketSchemes.includes(destination.scheme)) {
    const target = destination?.scheme ?? 'this destination';
    return { objects: [], error: `error writing object: this emulator does not deliver to ${target}` };
  }
  const objects: WrittenObject[] = [];
  try {
    for (const batch of splitBatches(records, timesOf(places, times), job)) {
      const content = await compress(formatBatch(batch, delivery));
      const path = objectPath(destination.bucketPath, span, world);
      await world.buckets.write(path, content);
      const start = objects.at(-1)?.end ?? 0;
      objects.push({ path, start, end: start + batch.length });
    }
    return { objects, error: undefined };
  } catch (error) {
    return { objects, error: `error writing object: ${messageOf(error)}` };
  }
}

const compress = promisify(gzip);

/** `<bucket>/<path>/<start>_<end>_<hash>.log.gz`, with the times of the exchanges. */
function objectPath(bucketPath: string, { start, end }: Span, world: World): string {
  const hash = createHash('sha256').update(world.newId()).digest('hex').slice(0, 8);
  const folders = withDate(bucketPath, start)
    .split('/')
    .filter((part) => part !== '');
  return [...folders, `${compact(start)}_${compact(end)}_${hash}.log.gz`].join('/');
}

function compact(date: Date): string {
  return date
    .toISOString()
    .replace(/\.\d+Z$/, 'Z')
    .replace(/[-:]/g, '');
}

/** The times of the records, by their numbers. */
function timesOf(places: Projected['places'], times: Times['times']): Map<number, bigint> {
  return new Map(
    places.flatMap((place, index) => {
      const time = times[index];
      return typeof place === 'number' && time !== undefined ? [[place, time] as const] : [];
    }),
  );
}

/** A file ends where the next record would exceed a limit of the job. */
function splitBatches(records: readonly string[], times: ReadonlyMap<number, bigint>, job: Job): string[][] {
  const mostRecords = job.max_upload_records || Infinity;
  const mostBytes = job.max_upload_bytes || Infinity;
  const mostSeconds = job.max_upload_interval_seconds || Infinity;
  const batches: string[][] = [];
  let bytes = 0;
  let start: bigint | undefined;
  for (const [index, record] of records.entries()) {
    const size = Buffer.byteLength(record);
    const time = times.get(index);
    const seconds = start === undefined || time === undefined ? 0 : Number(time - start) / 1e9;
    const batch = batches.at(-1);
    if (
      batch !== undefined &&
      batch.length < mostRecords &&
      bytes + size <= mostBytes &&
      seconds < mostSeconds
    ) {
      batch.push(record);
      bytes += size;
    } else {
      batches.push([record]);
      bytes = size;
      start = time;
    }
  }
  return batches;
}
