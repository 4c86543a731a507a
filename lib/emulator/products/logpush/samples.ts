import { defaultFields, deliveryOf, parseFilter } from '../../../logs';
import type { CustomFields, Dataset, FieldType } from '../../../logs';
import type { ServiceLists } from '../../service-lists';
import type { Scope } from '../../scope';
import { droppedRecord, matchingRecord } from './matching-record';
import type { Job } from './schema';

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

export interface TrafficSample {
  readonly name: string;
  readonly dataset: string;
  /** NDJSON, as the control of the dataset takes it. */
  readonly lines: string;
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

/** The log fields of everyday requests, with addresses that are reserved for documentation (RFC 5737). */
function requestSamples(host: string): readonly Readonly<Record<string, unknown>>[] {
  return rows.map(([method, path, status, country, botScore], index) => ({
    ClientRequestMethod: method,
    ClientRequestHost: `www.${host}`,
    ClientRequestPath: path,
    EdgeResponseStatus: status,
    ClientCountry: country,
    BotScore: botScore,
    ClientIP: `203.0.113.${10 + index}`,
    ClientRequestURI: path,
    EdgeResponseBytes: 1024 * (index + 1),
  }));
}

const rows = [
  ['GET', '/', 200, 'de', 87],
  ['POST', '/login', 302, 'fr', 64],
  ['GET', '/api/orders', 503, 'us', 45],
  ['GET', '/wp-login.php', 404, 'br', 2],
  ['GET', '/assets/app.css', 304, 'jp', 91],
  ['DELETE', '/api/orders/17', 403, 'nl', 12],
] as const;

/** A request and its response with a value for every custom field of the zone. */
function sampleMessages(customFields: CustomFields | undefined, index: number): object {
  if (customFields === undefined) return {};
  const {
    requestHeaders,
    transformedRequestHeaders = [],
    responseHeaders,
    rawResponseHeaders = [],
    cookies,
    preserveDuplicates = [],
  } = customFields;
  const cookie = cookies.map((name) => `${name}=${valueOf(name, index)}`).join('; ');
  const request = [...requestHeaders, ...transformedRequestHeaders].filter((name) => name !== 'cookie');
  const response = [...responseHeaders, ...rawResponseHeaders];
  return {
    request: {
      headers: [
        ...request.map((name) => [name, valueOf(name, index)]),
        ...(cookie === '' ? [] : [['cookie', cookie]]),
      ],
    },
    response: {
      headers: response.flatMap((name) => [
        [name, valueOf(name, index)],
        ...(preserveDuplicates.includes(name) ? [[name, `${valueOf(name, index)}-again`]] : []),
      ]),
    },
  };
}

const usual: Readonly<Record<string, string>> = {
  'accept-language': 'de-DE,de;q=0.9',
  'cache-control': 'max-age=60',
  'content-type': 'text/html; charset=utf-8',
  referer: 'https://www.example.com/',
  server: 'origin',
  'user-agent': 'Mozilla/5.0 (sample)',
};

/** A header or cookie may have any name, that of a property of objects too. */
function valueOf(name: string, index: number): string {
  return Object.hasOwn(usual, name) ? (usual[name] ?? '') : `${name}-${index + 1}`;
}
