import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { findDataset, formatBatch, readTimestamp } from '../../../logs';
import type { CustomFields, Exchange } from '../../../logs';
import { withDate } from '../../buckets';
import { reasonOf } from '../../shape';
import type { World } from '../../world';
import { bucketSchemes, readDestination } from './checks';
import { parseTraffic } from './exchange';
import type { TrafficWatcher } from './exchange';
import type { Job } from './model';
import { projectRecords } from './projection';
import type { Jobs } from './state';

export interface Delivered {
  readonly accepted: number;
  /** Job id to the number of lines that were delivered. */
  readonly delivered: Readonly<Record<string, number>>;
}

const compress = promisify(gzip);
const httpRequests = findDataset('http_requests', 'zone');

/** Delivers HTTP exchanges of a zone through all its enabled jobs; resolves when every file is closed. */
export async function deliverExchanges(
  world: World,
  jobs: Jobs,
  customFields: CustomFields | undefined,
  zoneId: string,
  bytes: Uint8Array,
  watcher: TrafficWatcher,
): Promise<Delivered> {
  if (httpRequests === undefined) throw new Error('the catalogue has no http_requests');
  const lines = parseTraffic(bytes, httpRequests);
  watcher(zoneId, lines);
  const exchanges = lines.map(({ exchange }) => exchange);
  const delivered: Record<string, number> = {};
  for (const job of jobs.list(zoneId).filter((one) => one.enabled && one.dataset === httpRequests.name)) {
    const { records, delivery } = projectRecords(job, exchanges, customFields, httpRequests, world.random);
    const { destination } = readDestination(job.destination_conf);
    if (destination === undefined || !bucketSchemes.includes(destination.scheme)) {
      delivered[String(job.id)] = 0;
      const error = `error writing object: this emulator does not deliver to ${destination?.scheme ?? 'this destination'}`;
      jobs.note(zoneId, job.id, { last_error: world.now().toISOString(), error_message: error });
      continue;
    }
    let written = 0;
    try {
      for (const batch of splitBatches(records, job)) {
        const content = await compress(formatBatch(batch, delivery));
        await world.buckets.write(objectPath(destination.bucketPath, exchanges, world), content);
        written += batch.length;
      }
      if (written > 0) jobs.note(zoneId, job.id, { last_complete: world.now().toISOString() });
    } catch (error) {
      jobs.note(zoneId, job.id, {
        last_error: world.now().toISOString(),
        error_message: `error writing object: ${reasonOf(error)}`,
      });
    }
    delivered[String(job.id)] = written;
  }
  await world.store.settled();
  return { accepted: exchanges.length, delivered };
}

/** `<bucket>/<path>/<start>_<end>_<hash>.log.gz`, with the times of the exchanges. */
function objectPath(bucketPath: string, exchanges: readonly Exchange[], world: World): string {
  const { start, end } = spanOf(exchanges) ?? { start: world.now(), end: world.now() };
  const hash = createHash('sha256').update(world.newId()).digest('hex').slice(0, 8);
  const folders = withDate(bucketPath, start)
    .split('/')
    .filter((part) => part !== '');
  return [...folders, `${compact(start)}_${compact(end)}_${hash}.log.gz`].join('/');
}

/** The earliest and the latest start; undefined when no exchange has one. */
function spanOf(exchanges: readonly Exchange[]): { readonly start: Date; readonly end: Date } | undefined {
  let span: { start: bigint; end: bigint } | undefined;
  for (const exchange of exchanges) {
    const nanos = readTimestamp(exchange.fields?.EdgeStartTimestamp);
    if (nanos === undefined) continue;
    span ??= { start: nanos, end: nanos };
    if (nanos < span.start) span.start = nanos;
    if (nanos > span.end) span.end = nanos;
  }
  return span === undefined ? undefined : { start: dateOf(span.start), end: dateOf(span.end) };
}

function dateOf(nanos: bigint): Date {
  return new Date(Number(nanos / 1_000_000n));
}

function compact(date: Date): string {
  return date
    .toISOString()
    .replace(/\.\d+Z$/, 'Z')
    .replace(/[-:]/g, '');
}

function splitBatches(records: readonly string[], job: Job): string[][] {
  const mostRecords = job.max_upload_records === 0 ? Infinity : job.max_upload_records;
  const mostBytes = job.max_upload_bytes === 0 ? Infinity : job.max_upload_bytes;
  const batches: string[][] = [];
  let bytes = 0;
  for (const record of records) {
    const size = Buffer.byteLength(record);
    const batch = batches.at(-1);
    if (batch !== undefined && batch.length < mostRecords && bytes + size <= mostBytes) {
      batch.push(record);
      bytes += size;
    } else {
      batches.push([record]);
      bytes = size;
    }
  }
  return batches;
}
