import { defaultFields, deliveryOf, parseFilter } from '../../../logs';
import type { CustomFields, Dataset, FieldType } from '../../../logs';
import type { TrafficSample } from '../../page/model/traffic';
import type { ServiceLists } from '../../service-lists';
import type { Scope } from '../../scope';
import { droppedRecord, matchingRecord } from './matching-record';
import type { Job } from './model';
import { requestSamples, sampleMessages } from './sample-requests';

/** What the samples are for. */
export interface SampleContext {
  readonly jobs: readonly Job[];
  readonly scope: Scope;
  readonly lists: ServiceLists;
  /** The domain that samples are about. */
  readonly host: string;
  readonly customFields: CustomFields | undefined;
  readonly now: Date;
  readonly newId: () => string;
}

type Fields = Readonly<Record<string, unknown>>;

/**
 * Lines to try the jobs with: a mix that each job delivers some of and drops some of, plain ones, and for each job what it
 * delivers. Requests carry the headers and cookies of the zone's custom fields.
 */
export function sampleTraffic(context: SampleContext): readonly TrafficSample[] {
  const { jobs, scope, lists } = context;
  const names = new Set([
    ...(scope.kind === 'zone' ? ['http_requests'] : []),
    ...jobs.map(({ dataset }) => dataset),
  ]);
  return [...names].flatMap((name) => {
    const dataset = lists.find(name, scope.kind);
    return dataset === undefined ? [] : samplesOf(dataset, context);
  });
}

function samplesOf(dataset: Dataset, context: SampleContext): readonly TrafficSample[] {
  const jobs = context.jobs.filter((job) => job.dataset === dataset.name);
  const plain = plainRecords(dataset, jobs, context);
  const ofJobs = jobs.map((job, index) => {
    const [first = {}, second = {}] = [2 * index, 2 * index + 1].map((place) => plain[place % plain.length]);
    const filter = job.filter === null ? undefined : parseFilter(job.filter).filter;
    return {
      title: `Match ${job.name ?? `job ${job.id}`}`,
      isFiltered: filter !== undefined,
      matching: filter === undefined ? first : matchingRecord(filter, first, dataset),
      dropped: filter && droppedRecord(filter, second, dataset),
    };
  });
  const some = ofJobs.flatMap(({ matching, dropped }) => [matching, dropped]);
  const write = (name: string, records: readonly (Fields | undefined)[]): TrafficSample => ({
    name,
    dataset: dataset.name,
    lines: records
      .filter((record) => record !== undefined)
      .map((record, index) => lineOf(record, index, dataset, context))
      .join('\n'),
  });
  return [
    ...(some.length === 0 ? [] : [write('Mix', [...some, ...plain.slice(0, 4)])]),
    write('Plain', plain),
    ...ofJobs
      .filter(({ isFiltered, matching }) => isFiltered && matching !== undefined)
      .map(({ title, matching }) => write(title, [matching])),
  ];
}

function plainRecords(dataset: Dataset, jobs: readonly Job[], { host }: SampleContext): readonly Fields[] {
  if (dataset.name === 'http_requests') return requestSamples(host);
  const listed = jobs.flatMap((job) => deliveryOf(job, dataset).field_names);
  const names = listed.length === 0 ? defaultFields(dataset) : listed;
  const values = [...new Set(names)].flatMap((name) => {
    const value = sampleValue(name, dataset.fields.get(name), host);
    return value === undefined ? [] : [[name, value] as const];
  });
  return [Object.fromEntries(values)];
}

/** Undefined for what a record may as well lack. */
function sampleValue(name: string, type: FieldType | undefined, host: string): unknown {
  if (type === 'int') return 1;
  if (type === 'bool') return true;
  if (type !== 'string') return undefined;
  if (name.endsWith('IP')) return '203.0.113.7';
  if (name.endsWith('Country')) return 'de';
  return /Host$|QueryName$/.test(name) ? `www.${host}` : 'sample';
}

/** Each line has times and an id of its own. */
function lineOf(record: Fields, index: number, dataset: Dataset, context: SampleContext): string {
  const at = new Date(context.now.getTime() - 1000 - index * 250);
  const times = [...dataset.fields]
    .filter(
      ([name, type]) =>
        type === 'timestamp' && /^(?:Edge(?:Start|End)Timestamp|Timestamp|Datetime)$/.test(name),
    )
    .map(([name]) => [name, at.toISOString()] as const);
  const ids =
    dataset.fields.has('RayID') && record.RayID === undefined ? { RayID: context.newId().slice(0, 16) } : {};
  const fields = { ...record, ...ids, ...Object.fromEntries(times) };
  if (dataset.name !== 'http_requests') return JSON.stringify(fields);
  return JSON.stringify({ fields, ...sampleMessages(context.customFields, index) });
}
