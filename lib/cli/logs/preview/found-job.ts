import {
  checkFields,
  checkOutputOptions,
  deliveryOf,
  parseLogpullOptions,
  parseOutputOptions,
  type CustomFields,
  type Dataset,
  type Delivery,
  type Fault,
  type LogpullOptions,
} from '../../../logs';

/** A job as its source has it: what of the API's JSON a preview needs. */
export interface FoundJob {
  /** For messages: the name of the job, or of its construct. */
  readonly name: string;
  readonly dataset: string;
  readonly filter: string | null;
  readonly logpull_options: string | null;
  readonly output_options: unknown;
  /** What the zone has configured; undefined where the source does not say. */
  readonly customFields: CustomFields | undefined;
  /** Whether the service has it, and so has taken its filter. */
  readonly isDeployed?: true;
  /** What its reader should know: sentences. */
  readonly notes: readonly string[];
}

export type JsonObject = Readonly<Record<string, unknown>>;

/** What the command line says over the source. */
export interface Overrides {
  readonly fields?: readonly string[];
  readonly timestamps?: string;
}

/** The job of the name or id, or the only one there is. */
export function chooseJob<Job>(
  jobs: readonly { readonly names: readonly string[]; readonly job: Job }[],
  wanted: string | undefined,
  where: string,
  option = '--job',
): Job {
  const all = jobs.map(({ names }) => names[0] ?? '(without a name)').join(', ');
  if (wanted === undefined) {
    const [only, ...others] = jobs;
    if (only === undefined) throw new Error(`${where} has no log-delivery job.`);
    if (others.length === 0) return only.job;
    throw new Error(`${where} has ${jobs.length} log-delivery jobs: ${all}. Choose one with --job.`);
  }
  const found = jobs.filter(({ names }) => names.includes(wanted));
  const [only, ...others] = found;
  if (only === undefined)
    throw new Error(
      `${option}: ${where} has no job "${wanted}"${jobs.length === 0 ? ', nor any other' : `; it has ${all}`}.`,
    );
  if (others.length > 0)
    throw new Error(
      `${option}: ${where} has ${found.length} jobs "${wanted}". Choose one by its id${option === '--job' ? '' : `, such as ${option}:1064`}.`,
    );
  return only.job;
}

/** The jobs in the JSON of a file: one as the API gives it, a list of them, or an answer of the API with either. */
export function jobsIn(
  value: unknown,
  path: string,
): { readonly names: readonly string[]; readonly job: FoundJob }[] {
  const inner = isObject(value) && 'result' in value ? value.result : value;
  const list: readonly unknown[] = Array.isArray(inner) ? inner : [inner];
  return list.map((each, at) => {
    if (!isObject(each) || !jobKeys.some((key) => key in each))
      throw new Error(
        `${path}: ${Array.isArray(inner) ? `item ${at + 1}` : 'it'} is no log-delivery job: it has none of ${jobKeys.join(', ')}. Give the JSON of a job as the API has it.`,
      );
    const names = [each.name, each.id].flatMap((name) =>
      typeof name === 'string' || typeof name === 'number' ? [String(name)] : [],
    );
    return { names, job: foundJob(each, names[0] ?? path, undefined) };
  });
}

export const jobKeys = [
  'dataset',
  'destination_conf',
  'logpull_options',
  'output_options',
  'filter',
] as const;

/** @throws an Error that names the member that is not of its type */
export function foundJob(job: JsonObject, name: string, customFields: CustomFields | undefined): FoundJob {
  const text = (key: string): string | null => {
    const value = job[key] ?? null;
    if (value === null || typeof value === 'string') return value;
    throw new Error(`the job ${name}: ${key} is ${JSON.stringify(value)}, and not a text as the API has it.`);
  };
  return {
    name,
    dataset: text('dataset') ?? 'http_requests',
    filter: text('filter') === '' ? null : text('filter'),
    logpull_options: text('logpull_options'),
    output_options: job.output_options ?? null,
    customFields,
    notes: [
      ...(job.enabled === false ? [`The job ${name} is not enabled: it delivers nothing until it is.`] : []),
      ...(job.filter_attack_traffic === true
        ? [
            `The job ${name} has filter_attack_traffic: the service keeps lines back that it takes for an attack, and a line does not show that.`,
          ]
        : []),
    ],
  };
}

/** How the job writes, and what in its options nobody can have meant. */
export function deliveryFor(
  job: FoundJob,
  dataset: Dataset,
  { fields, timestamps }: Overrides,
): { readonly delivery: Delivery; readonly notes: readonly string[] } {
  const refuse = (faults: readonly Fault[]) =>
    new Error(`the job ${job.name} cannot be previewed: ${faults.map(({ message }) => message).join(' ')}`);
  const { options, faults: unread } =
    job.output_options === null ? { options: null, faults: [] } : parseOutputOptions(job.output_options);
  if (options === undefined) throw refuse(unread);
  const { options: logpull, faults } = parseLogpullOptions(
    options === null ? (job.logpull_options ?? '') : '',
  );
  if (logpull === undefined) throw refuse(faults);
  const found = deliveryOf({ logpull_options: job.logpull_options, output_options: options }, dataset);
  const delivery = {
    ...found,
    ...(fields !== undefined && { field_names: fields }),
    ...(timestamps !== undefined && { timestamp_format: timestampFormat(timestamps) }),
  };
  const misfits =
    options === null || fields !== undefined
      ? checkFields(delivery.field_names, dataset)
      : checkOutputOptions(options, dataset);
  // Fields on the command line are of now; a job may have a field that came after this catalogue.
  if (fields !== undefined && misfits.length > 0)
    throw new Error(`--fields: ${misfits.map(({ message }) => message).join(' ')}`);
  return {
    delivery,
    notes: [
      ...misfits.map(({ message }) => message),
      ...(options?.merge_subrequests === true
        ? [
            'merge_subrequests is on: the service tells subrequests within their requests, and here every line is by itself.',
          ]
        : []),
      ...defaultsNote(job, logpull, options, fields),
    ],
  };
}

function defaultsNote(
  { name }: FoundJob,
  logpull: LogpullOptions,
  options: { readonly field_names?: unknown } | null,
  fields: readonly string[] | undefined,
): string[] {
  const isListed = options === null ? logpull.fields.length > 0 : options.field_names !== undefined;
  return isListed || fields !== undefined
    ? []
    : [
        `${name === '' ? 'No fields are named' : `The job ${name} names no fields`}, and which ones the service chooses then is not public: these are likely. Name them with --fields.`,
      ];
}

function timestampFormat(name: string): Delivery['timestamp_format'] {
  const { options, faults } = parseOutputOptions({ timestamp_format: name });
  if (options?.timestamp_format === undefined)
    throw new Error(`--timestamps: ${faults.map(({ message }) => message).join(' ')}`);
  return options.timestamp_format;
}

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
