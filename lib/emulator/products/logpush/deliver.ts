import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { findDataset, formatBatch, readTimestamp } from '../../../logs';
import type { CustomFields, Dataset, Exchange } from '../../../logs';
import { withDate } from '../../buckets';
import { badControl } from '../../controls/control';
import { reasonOf } from '../../shape';
import type { World } from '../../world';
import { bucketSchemes, readDestination } from './checks';
import { logpushRefusals as refusals } from './errors';
import { parseRecords, parseTraffic } from './exchange';
import type { TrafficWatcher } from './exchange';
import type { Fate, Feed, FeedLine, JobFates } from './feed';
import type { Job } from './model';
import { projectRecords } from './projection';
import type { Projected } from './projection';
import type { Scope } from '../../scope';
import type { Jobs } from './state';

export interface Delivered {
  readonly accepted: number;
  /** Job id to the number of lines that were delivered. */
  readonly delivered: Readonly<Record<string, number>>;
}

const compress = promisify(gzip);
const requests = 'http_requests';

/** The HTTP exchanges of a zone go through all its enabled jobs of that dataset; resolves when every file is closed. */
export async function deliverExchanges(
  world: World,
  jobs: Jobs,
  feed: Feed,
  customFields: CustomFields | undefined,
  zoneId: string,
  bytes: Uint8Array,
  watcher: TrafficWatcher,
): Promise<Delivered> {
  const dataset = findDataset(requests, 'zone');
  if (dataset === undefined) throw new Error(`the catalogue has no ${requests}`);
  const lines = parseTraffic(bytes, dataset);
  watcher(zoneId, lines);
  return deliver(world, jobs, feed, { scope: { kind: 'zone', id: zoneId }, dataset, customFields, lines });
}

/** The same for the records of any other dataset of a zone or account. */
export async function deliverRecords(
  world: World,
  jobs: Jobs,
  feed: Feed,
  scope: Scope,
  name: string,
  bytes: Uint8Array,
): Promise<Delivered> {
  const dataset = findDataset(name, scope.kind);
  if (dataset === undefined) throw refusals.noDataset(name, scope.kind);
  // Its lines have the custom fields of headers, which a record does not have.
  if (name === requests)
    throw badControl(`the lines of ${name} come from exchanges: POST /__emulator/zones/${scope.id}/requests`);
  const lines = parseRecords(bytes, dataset);
  return deliver(world, jobs, feed, { scope, dataset, customFields: undefined, lines });
}

/** The lines of one call. */
interface Traffic {
  readonly scope: Scope;
  readonly dataset: Dataset;
  readonly customFields: CustomFields | undefined;
  readonly lines: readonly FeedLine[];
}

async function deliver(world: World, jobs: Jobs, feed: Feed, traffic: Traffic): Promise<Delivered> {
  const { scope, dataset, customFields, lines } = traffic;
  const exchanges = lines.map(({ exchange }) => exchange);
  const span = spanOf(exchanges, timeField(dataset)) ?? { start: world.now(), end: world.now() };
  const delivered: Record<string, number> = {};
  const fates: JobFates[] = [];
  for (const job of jobs.list(scope).filter((one) => one.enabled && one.dataset === dataset.name)) {
    const projected = projectRecords(job, exchanges, customFields, dataset, world.random);
    const written = await writeFiles(world, job, projected, span);
    const { objects, error } = written;
    if (error !== undefined)
      jobs.note(scope, job.id, { last_error: world.now().toISOString(), error_message: error });
    else if (objects.length > 0) jobs.note(scope, job.id, { last_complete: world.now().toISOString() });
    delivered[String(job.id)] = objects.at(-1)?.end ?? 0;
    fates.push({ job, fateOf: (index) => fateOf(projected, written, index) });
  }
  await world.store.settled();
  feed.add({ at: world.now(), scope, dataset, customFields }, lines, fates);
  return { accepted: exchanges.length, delivered };
}

/** The files that a job wrote before it was done, or before the error. */
interface Written {
  readonly objects: readonly WrittenObject[];
  readonly error: string | undefined;
}

/** The file of the records from `start` up to, not including, `end`. */
interface WrittenObject {
  readonly path: string;
  readonly start: number;
  readonly end: number;
}

async function writeFiles(
  world: World,
  job: Job,
  { records, delivery }: Projected,
  span: Span,
): Promise<Written> {
  const { destination } = readDestination(job.destination_conf);
  if (destination === undefined || !bucketSchemes.includes(destination.scheme)) {
    const target = destination?.scheme ?? 'this destination';
    return { objects: [], error: `error writing object: this emulator does not deliver to ${target}` };
  }
  const objects: WrittenObject[] = [];
  try {
    for (const batch of splitBatches(records, job)) {
      const content = await compress(formatBatch(batch, delivery));
      const path = objectPath(destination.bucketPath, span, world);
      await world.buckets.write(path, content);
      const start = objects.at(-1)?.end ?? 0;
      objects.push({ path, start, end: start + batch.length });
    }
    return { objects, error: undefined };
  } catch (error) {
    return { objects, error: `error writing object: ${reasonOf(error)}` };
  }
}

function fateOf({ records, places }: Projected, { objects, error = '' }: Written, index: number): Fate {
  const place = places[index] ?? 'dropped';
  if (typeof place === 'string') return { kind: place };
  // Asked about the newest exchanges, which are in the last files.
  const object = objects.findLast(({ start }) => start <= place);
  return object === undefined || place >= object.end
    ? { kind: 'failed', error }
    : { kind: 'delivered', line: records[place] ?? '', object: object.path };
}

/** `<bucket>/<path>/<start>_<end>_<hash>.log.gz`, with the times of the exchanges. */
function objectPath(bucketPath: string, { start, end }: Span, world: World): string {
  const hash = createHash('sha256').update(world.newId()).digest('hex').slice(0, 8);
  const folders = withDate(bucketPath, start)
    .split('/')
    .filter((part) => part !== '');
  return [...folders, `${compact(start)}_${compact(end)}_${hash}.log.gz`].join('/');
}

interface Span {
  readonly start: Date;
  readonly end: Date;
}

/** The field with the time of a line: that of the start, or the first field with a time. */
function timeField({ fields }: Dataset): string {
  const start = 'EdgeStartTimestamp';
  return fields.has(start) ? start : ([...fields].find(([, type]) => type === 'timestamp')?.[0] ?? start);
}

/** The earliest and the latest time in a field; undefined when no exchange has one. */
function spanOf(exchanges: readonly Exchange[], field: string): Span | undefined {
  let span: { start: bigint; end: bigint } | undefined;
  for (const exchange of exchanges) {
    const nanos = readTimestamp(exchange.fields?.[field]);
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
