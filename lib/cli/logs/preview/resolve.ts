import { stat } from 'node:fs/promises';
import {
  customFieldLogFields,
  type CustomFields,
  type Dataset,
  type Filter,
  type PreviewedJob,
} from '../../../logs';
import { connect } from '../../connection';
import { ofRules, readCustomFields, readJsonFile } from './custom-fields';
import {
  datasetCalled,
  findFilter,
  isOfSize,
  readFilter,
  readJsonFilter,
  type FilterText,
  type ReadFilter,
} from '../filter';
import {
  chooseJob,
  deliveryFor,
  foundJob,
  isObject,
  jobKeys,
  jobsIn,
  type FoundJob,
  type Overrides,
} from './found-job';
import { readStackJob } from './stack';
import type { Fault } from '../../../logs';

/** The options of `preview` that say what is delivered. */
export interface JobOptions {
  readonly filter?: string;
  readonly fields?: string;
  readonly timestamps?: string;
  readonly dataset?: string;
  readonly job?: string;
  readonly jobFile?: string;
  readonly stack?: string;
  readonly zone?: string;
  readonly baseUrl?: string;
  readonly customFields?: string;
  readonly against?: string;
}

/** A job ready to be previewed, and what its reader should know. */
export interface ReadyJob {
  readonly job: PreviewedJob;
  readonly name: string;
  readonly notes: readonly string[];
  /** The same, of the lines alone. */
  readonly lineNotes: readonly string[];
}

/** A filter that the service would refuse; its faults are told as `check` tells them. */
export class FaultyFilter extends Error {
  constructor(
    readonly faults: readonly Fault[],
    readonly text: FilterText,
  ) {
    super(faults.map(({ message }) => message).join(' '));
  }
}

export async function readJob(options: JobOptions): Promise<ReadyJob> {
  const given = new Set(
    (
      [
        ['filter', options.filter],
        ['fields', options.fields],
        ['timestamp_format', options.timestamps],
        ['dataset', options.dataset],
        ['custom_fields', options.customFields],
      ] as const
    ).flatMap(([name, value]) => (value === undefined ? [] : [name])),
  );
  const found = await findJob(options, given);
  const customFields =
    options.customFields === undefined ? found.customFields : await readCustomFields(options.customFields);
  return ready({ ...found, customFields }, options);
}

/** The other job: `api` or `api:<name or id>` for one that is deployed, a file with a job, or a filter alone. */
export async function readOther(against: string, options: JobOptions, first: ReadyJob): Promise<ReadyJob> {
  // No expression begins so.
  const [, wanted] = /^api(?::(.+))?$/.exec(against) ?? [];
  if (against === 'api' || wanted !== undefined) {
    if (options.zone === undefined)
      throw new Error('--against api compares with the deployed job. Say of which zone with --zone.');
    const isDeployed = options.stack === undefined && options.jobFile === undefined;
    const name = wanted ?? (isDeployed ? (options.job ?? first.name) : first.name);
    return ready(await findApiJob(options.zone, name, options, '--against api'), {});
  }
  const file = await fileOf(against);
  if (file === 'folder') return ready(await readStackJob(against, options.job, new Set()), {});
  const job = file === 'file' ? await jobOfFile(against, options.job) : undefined;
  if (job !== undefined) return ready({ ...job, customFields: first.job.customFields }, {});
  const { dataset } = first.job;
  const text = await findFilter(against);
  const { filter, notes } = draftFilter(readFilter(text, dataset), text);
  return { ...first, job: { ...first.job, filter }, notes, lineNotes: [] };
}

async function ready(found: FoundJob, options: JobOptions): Promise<ReadyJob> {
  const dataset = datasetCalled(
    options.dataset ?? found.dataset,
    options.dataset === undefined ? `the job ${found.name}` : '--dataset',
  );
  const { filter, notes: ofSize } = await filterFor(found, options.filter, dataset);
  const overrides: Overrides = {
    ...(options.fields !== undefined && {
      fields: options.fields
        .split(',')
        .map((each) => each.trim())
        .filter((each) => each !== ''),
    }),
    ...(options.timestamps !== undefined && { timestamps: options.timestamps }),
  };
  const { delivery, notes } = deliveryFor(found, dataset, overrides);
  return {
    name: found.name,
    job: { dataset, filter, delivery, customFields: found.customFields },
    notes: [...found.notes, ...ofSize],
    lineNotes: [
      ...notes,
      ...(delivery.sample_rate < 1
        ? [
            `Sampling is off here: the job delivers ${percent(delivery.sample_rate)} of what is shown, picked at random.`,
          ]
        : []),
      ...customFieldsNote(delivery.field_names, dataset, found.customFields),
    ],
  };
}

function customFieldsNote(
  names: readonly string[],
  dataset: Dataset,
  customFields: CustomFields | undefined,
): string[] {
  const listed =
    dataset.name === 'http_requests' ? customFieldLogFields.filter((each) => names.includes(each)) : [];
  return customFields !== undefined || listed.length === 0
    ? []
    : [
        `${listed.join(', ')} ${listed.length === 1 ? 'is' : 'are'} empty: no custom fields are known. Give them with --custom-fields, or as part of --stack or --zone.`,
      ];
}

function percent(share: number): string {
  return `${Number((share * 100).toPrecision(3))} %`;
}

async function filterFor(
  found: FoundJob,
  argument: string | undefined,
  dataset: Dataset,
): Promise<{ readonly filter: Filter | undefined; readonly notes: readonly string[] }> {
  if (argument !== undefined) {
    const text = await findFilter(argument);
    return draftFilter(readFilter(text, dataset), text);
  }
  if (found.filter === null) return { filter: undefined, notes: [] };
  const text = { text: found.filter, path: `filter of ${found.name}` };
  const read = readJsonFilter(found.filter, dataset);
  // What is public of the limits is "about": a filter that is deployed was taken.
  return found.isDeployed === true ? draftFilter(read, text) : { filter: soundFilter(read, text), notes: [] };
}

/** A filter that is of no job to be made: while it is written it may be too large, and what it delivers is still seen. */
function draftFilter(
  read: ReadFilter,
  text: FilterText,
): { readonly filter: Filter; readonly notes: readonly string[] } {
  return read.filter !== undefined && read.faults.every(isOfSize)
    ? { filter: read.filter, notes: read.faults.map(({ message }) => message) }
    : { filter: soundFilter(read, text), notes: [] };
}

function soundFilter({ filter, faults }: ReadFilter, text: FilterText): Filter {
  if (filter === undefined || faults.length > 0) throw new FaultyFilter(faults, text);
  return filter;
}

async function findJob(options: JobOptions, given: ReadonlySet<string>): Promise<FoundJob> {
  const { jobFile, stack, zone, job } = options;
  if (jobFile !== undefined && stack !== undefined)
    throw new Error('--job-file and --stack both say which job it is. Give one of them.');
  if (jobFile !== undefined) {
    const found = await jobOfFile(jobFile, job);
    if (found === undefined)
      throw new Error(
        `--job-file ${jobFile}: it is no log-delivery job: it has none of ${jobKeys.join(', ')}. A filter alone is for --filter.`,
      );
    return found;
  }
  if (stack !== undefined) return readStackJob(stack, job, given);
  if (zone !== undefined) return findApiJob(zone, job, options);
  if (job !== undefined)
    throw new Error(
      '--job says which of several jobs it is. Say where they are: --job-file, --stack or --zone.',
    );
  if (options.filter === undefined && options.fields === undefined)
    throw new Error(
      'nothing says what is delivered. Give a job (--job-file, --stack or --zone), or --filter and --fields.',
    );
  return foundJob({}, '', undefined);
}

async function jobOfFile(path: string, wanted: string | undefined): Promise<FoundJob | undefined> {
  const value = await readJsonFile(path).catch((error: unknown) => {
    // An expression is no JSON, and a filter may be in a file too.
    if (error instanceof Error && error.cause instanceof SyntaxError) return undefined;
    throw error;
  });
  if (value === undefined || (isObject(value) && 'where' in value)) return undefined;
  return chooseJob(jobsIn(value, path), wanted, path);
}

async function fileOf(path: string): Promise<'file' | 'folder' | undefined> {
  const found = await stat(path).catch(() => undefined);
  if (found === undefined) return undefined;
  return found.isDirectory() ? 'folder' : 'file';
}

async function findApiJob(
  zoneId: string,
  wanted: string | undefined,
  { baseUrl }: JobOptions,
  option?: string,
): Promise<FoundJob> {
  const { client } = await connect({ option: '--zone', value: zoneId }, baseUrl);
  try {
    const jobs = await client.logpush.list(zoneId);
    const job = chooseJob(
      jobs.map((each) => ({
        names: [...(each.name === null ? [] : [each.name]), String(each.id)],
        job: each,
      })),
      wanted,
      `zone ${zoneId}`,
      option,
    );
    const isCustom = job.dataset === 'http_requests';
    const ruleset = isCustom ? await client.rulesets.entryPoint(zoneId, 'http_log_custom_fields') : undefined;
    const customFields = ofRules(ruleset?.rules ?? []);
    return { ...foundJob(job, job.name ?? String(job.id), customFields), isDeployed: true };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(reason.startsWith('--') ? reason : `the job cannot be read: ${reason}`, { cause: error });
  } finally {
    await client.close();
  }
}
