import { readTimestamp, type CustomFields, type Dataset } from '../../../logs';
import { badControl, control, type Control } from '../../controls/control';
import type { World } from '../../world';
import { logpushRefusals as refusals } from './errors';
import { parseRecords, parseTraffic, type TrafficWatcher } from './exchange';
import type { Feed, FeedLine, JobRun } from './feed';
import { writeFiles, type Span } from './files';
import { projectRecords } from './projection';
import { scopeKinds, scopePath, type Scope } from '../../scope';
import { found } from '../../shape';
import type { Jobs } from './state';
import { own } from '../../../ground/record';

/** The jobs of all zones and accounts, and what they did with traffic. The dashboard reads it too. */
export interface Traffic {
  readonly jobs: Jobs;
  readonly feed: Feed;
  readonly customFieldsOf: (zoneId: string) => CustomFields | undefined;
}

const requests = 'http_requests';

/** Lines go through all enabled jobs of their dataset; a control answers when every file is closed. */
export function deliveryControls(
  world: World,
  traffic: Traffic,
  watcher: TrafficWatcher,
): readonly Control[] {
  return [
    ...scopeKinds.map((kind) =>
      control.post(`${scopePath(kind)}/datasets/:dataset/records`, ({ param, bytes }) => {
        const scope = { kind, id: param(`${kind}_id`) };
        const name = param('dataset');
        const dataset = found(world.lists.find(name, kind), () => refusals.noDataset(name, kind));
        // Its lines have the custom fields of headers, which a record does not have.
        if (name === requests)
          throw badControl(
            `the lines of ${name} come from exchanges: POST /__emulator/zones/${scope.id}/requests`,
          );
        const lines = parseRecords(bytes, dataset);
        return deliver(world, traffic, { scope, dataset, customFields: undefined, lines });
      }),
    ),
    control.post('/zones/:zone_id/requests', ({ param, bytes }) => {
      const id = param('zone_id');
      const dataset = found(
        world.lists.find(requests, 'zone'),
        () => new Error(`the catalogue has no ${requests}`),
      );
      const lines = parseTraffic(bytes, dataset);
      watcher(id, lines);
      const customFields = traffic.customFieldsOf(id);
      return deliver(world, traffic, { scope: { kind: 'zone', id }, dataset, customFields, lines });
    }),
  ];
}

interface Batch {
  readonly scope: Scope;
  readonly dataset: Dataset;
  readonly customFields: CustomFields | undefined;
  readonly lines: readonly FeedLine[];
}

async function deliver(world: World, { jobs, feed }: Traffic, batch: Batch) {
  const { scope, dataset, customFields, lines } = batch;
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
  const known = times.filter((nanos) => nanos !== undefined);
  if (known.length === 0) return undefined;
  const start = known.reduce((one, other) => (other < one ? other : one));
  const end = known.reduce((one, other) => (other > one ? other : one));
  return { start: dateOf(start), end: dateOf(end) };
}

function dateOf(nanos: bigint): Date {
  return new Date(Number(nanos / 1_000_000n));
}
