import { isObject, type JsonObject } from '../../../ground/json';
import {
  checkFields,
  checkOutputOptions,
  isWrong,
  deliveryOf,
  parseLogpullOptions,
  parseOutputOptions,
  type CustomFields,
  type Dataset,
  type DatasetScope,
  type Delivery,
  type Fault,
  type LogpullOptions,
} from '../../../logs';
import { own } from '../../../ground/record';

export interface JobConfig {
  /** Name of the job, or of its construct, for messages. */
  readonly name: string;
  readonly dataset: string;
  /** Whose job it is; undefined where the source does not say. */
  readonly scope?: DatasetScope;
  readonly filter: string | null;
  readonly logpull_options: string | null;
  readonly output_options: unknown;
  readonly customFields: CustomFields | undefined;
  /** Whether the job is deployed, so that the service has accepted its filter. */
  readonly isDeployed?: true;
  readonly notes: readonly string[];
}

/** A job with the names that `--job` may use for it. */
export interface NamedJob<Job = JobConfig> {
  readonly names: readonly string[];
  readonly job: Job;
}

export function chooseJob<Job>(
  jobs: readonly NamedJob<Job>[],
  requested: string | undefined,
  where: string,
  option = '--job',
): Job {
  const all = jobs.map(({ names }) => names[0] ?? '(unnamed)').join(', ');
  if (requested === undefined) {
    const [only, ...more] = jobs;
    if (only === undefined) throw new Error(`${where} has no log-delivery job.`);
    if (more.length === 0) return only.job;
    throw new Error(`${where} has ${jobs.length} log-delivery jobs: ${all}. Choose one with --job.`);
  }
  const found = jobs.filter(({ names }) => names.includes(requested));
  const [only, ...more] = found;
  if (only === undefined)
    throw new Error(
      `${option}: ${where} has no job "${requested}"; it has ${jobs.length === 0 ? 'no jobs' : all}.`,
    );
  if (more.length > 0)
    throw new Error(
      `${option}: ${where} has ${found.length} jobs "${requested}". Choose one by its id${option === '--job' ? '' : `, such as ${option}:1064`}.`,
    );
  return only.job;
}

/** The jobs in a JSON file: one job as the API returns it, a list of jobs, or a response of the API with either. */
export function jobsIn(value: unknown, path: string): readonly NamedJob[] {
  const inner = isObject(value) && 'result' in value ? value.result : value;
  const list: readonly unknown[] = Array.isArray(inner) ? inner : [inner];
  return list.map((each, at) => {
    if (!isObject(each) || !jobKeys.some((key) => key in each))
      throw new Error(
        `${path}: ${Array.isArray(inner) ? `item ${at + 1}` : 'the content'} is not a log-delivery job: it has none of ${jobKeys.join(', ')}. Pass the JSON of a job as the API returns it.`,
      );
    const names = [each.name, each.id].flatMap((name) =>
      typeof name === 'string' || typeof name === 'number' ? [String(name)] : [],
    );
    return { names, job: jobConfig(each, names[0] ?? path, undefined) };
  });
}

export const jobKeys = [
  'dataset',
  'destination_conf',
  'logpull_options',
  'output_options',
  'filter',
] as const;

/** @throws an Error that names the member with the wrong type */
export function jobConfig(job: JsonObject, name: string, customFields: CustomFields | undefined): JobConfig {
  const text = (key: string): string | null => {
    const value = own(job, key) ?? null;
    if (value === null || typeof value === 'string') return value;
    throw new Error(`the job ${name}: ${key} is ${JSON.stringify(value)}; the API has a string there.`);
  };
  return {
    name,
    dataset: text('dataset') ?? 'http_requests',
    filter: text('filter') === '' ? null : text('filter'),
    logpull_options: text('logpull_options'),
    output_options: job.output_options ?? null,
    customFields,
    notes: [
      ...(job.enabled === false ? [disabledNote(name)] : []),
      ...(job.filter_attack_traffic === true
        ? [
            `The job ${name} has filter_attack_traffic: the service withholds lines that it classifies as an attack, which a preview cannot determine.`,
          ]
        : []),
    ],
  };
}

export function disabledNote(name: string): string {
  return `The job ${name} is not enabled: it delivers nothing until you enable it.`;
}

/** How the job writes its records, and which of its options look like mistakes. */
export function deliveryFor(
  job: JobConfig,
  dataset: Dataset,
  { fields, timestamps }: { readonly fields?: readonly string[]; readonly timestamps?: string },
): { readonly delivery: Delivery; readonly notes: readonly string[] } {
  const refuse = (faults: readonly Fault[]) =>
    new Error(`cannot preview the job ${job.name}: ${faults.map(({ message }) => message).join(' ')}`);
  const { options, faults: unread } =
    job.output_options === null ? { options: null, faults: [] } : parseOutputOptions(job.output_options);
  if (options === undefined) throw refuse(unread);
  const { options: logpull, faults } = parseLogpullOptions(
    options === null ? (job.logpull_options ?? '') : '',
  );
  if (logpull === undefined) throw refuse(faults);
  const configured = deliveryOf({ logpull_options: job.logpull_options, output_options: options }, dataset);
  const delivery = {
    ...configured,
    ...(fields !== undefined && { field_names: fields }),
    ...(timestamps !== undefined && { timestamp_format: timestampFormat(timestamps) }),
  };
  const misfits =
    options === null || fields !== undefined
      ? checkFields(delivery.field_names, dataset)
      : checkOutputOptions(options, dataset);
  const wrong = misfits.filter(isWrong);
  if (fields !== undefined && wrong.length > 0)
    throw new Error(`--fields: ${wrong.map(({ message }) => message).join(' ')}`);
  return {
    delivery,
    notes: [
      ...misfits.map(({ message }) => message),
      ...(options?.merge_subrequests === true
        ? [
            'merge_subrequests is on: the service merges subrequests into their requests; the preview shows every line by itself.',
          ]
        : []),
      ...defaultsNote(job, logpull, options, fields),
    ],
  };
}

function defaultsNote(
  { name }: JobConfig,
  logpull: LogpullOptions,
  options: { readonly field_names?: unknown } | null,
  fields: readonly string[] | undefined,
): string[] {
  const isListed = options === null ? logpull.fields.length > 0 : options.field_names !== undefined;
  return isListed || fields !== undefined
    ? []
    : [
        `${name === '' ? 'No fields are listed' : `The job ${name} lists no fields`}. Which fields the service then delivers is not public; the preview shows the likely ones. List them with --fields.`,
      ];
}

function timestampFormat(name: string): Delivery['timestamp_format'] {
  const { options, faults } = parseOutputOptions({ timestamp_format: name });
  if (options?.timestamp_format === undefined)
    throw new Error(`--timestamps: ${faults.map(({ message }) => message).join(' ')}`);
  return options.timestamp_format;
}
