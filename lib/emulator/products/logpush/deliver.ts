import { readTimestamp, type CustomFields, type Dataset } from '../../../logs';
import { badControl } from '../../controls/control';
import type { World } from '../../world';
import { logpushRefusals as refusals } from './errors';
import { parseRecords, parseTraffic, type TrafficWatcher } from './exchange';
import type { Feed, FeedLine, JobRun } from './feed';
import { writeFiles, type Span } from './files';
import { projectRecords } from './projection';
import type { Scope } from '../../scope';
import type { Jobs } from './state';
import { own } from '../../../ground/record';

export interface Delivered {
  readonly accepted: number;
  /** Job id to the number of lines that were delivered. */
  readonly delivered: Readonly<Record<string, number>>;
}

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
  const dataset = world.lists.find(requests, 'zone');
  if (dataset === undefined) throw new Error(`the catalogue has no ${requests}`);
  const lines = parseTraffic(bytes, dataset);
  watcher(zoneId, lines);
  return deliver(world, jobs, feed, { scope: { kind: 'zone', id: zoneId }, dataset, customFields, lines });
}

/** Delivers the records of any other dataset of a zone or account. */
export async function deliverRecords(
  world: World,
  jobs: Jobs,
  feed: Feed,
  scope: Scope,
  name: string,
  bytes: Uint8Array,
): Promise<Delivered> {
  const dataset = world.lists.find(name, scope.kind);
  if (dataset === undefined) throw refusals.noDataset(name, scope.kind);
  // Its lines have the custom fields of headers, which a record does not have.
  if (name === requests)
    throw badControl(`the lines of ${name} come from exchanges: POST /__emulator/zones/${scope.id}/requests`);
  const lines = parseRecords(bytes, dataset);
  return deliver(world, jobs, feed, { scope, dataset, customFields: undefined, lines });
}

interface Traffic {
  readonly scope: Scope;
  readonly dataset: Dataset;
  readonly customFields: CustomFields | undefined;
  readonly lines: readonly FeedLine[];
}

async function deliver(world: World, jobs: Jobs, feed: Feed, traffic: Traffic): Promise<Delivered> {
  const { scope, dataset, customFields, lines } = traffic;
  const exchanges = lines.map(({ exchange }) => exchange);
  const field = timeField(dataset);
  const times = exchanges.map(({ fields }) => readTimestamp(own(fields, field)));
  const span = spanOf(times) ?? { start: world.now(), end: world.now() };
  const delivered = new Map<string, number>();
  const runs: JobRun[] = [];
  for (const job of jobs.list(scope).filter((one) => one.enabled && one.dataset === dataset.name)) {
    const projected = projectRecords(job, exchanges, customFields, dataset, world.random);
    const files = await writeFiles(world, job, projected, { span, times });
    const { objects, error } = files;
    if (error !== undefined)
      jobs.note(scope, job.id, { last_error: world.now().toISOString(), error_message: error });
    else if (objects.length > 0) jobs.note(scope, job.id, { last_complete: world.now().toISOString() });
    delivered.set(String(job.id), objects.at(-1)?.end ?? 0);
    runs.push({ job, projected, files });
  }
  await world.store.settled();
  feed.add({ at: world.now(), scope, dataset, customFields }, lines, runs);
  return { accepted: exchanges.length, delivered: Object.fromEntries(delivered) };
}

/** The field with the time of a line: that of the start, or the first field with a time. */
function timeField({ fields }: Dataset): string {
  const start = 'EdgeStartTimestamp';
  return fields.has(start) ? start : ([...fields].find(([, type]) => type === 'timestamp')?.[0] ?? start);
}

/** From the earliest to the latest time; undefined when no exchange has one. */
function spanOf(times: readonly (bigint | undefined)[]): Span | undefined {
  let span: { start: bigint; end: bigint } | undefined;
  for (const nanos of times) {
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
