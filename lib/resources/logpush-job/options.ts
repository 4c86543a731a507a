import { formatLogpullOptions, timestampFormats } from '../../logs';
import type { JobChanges, LogpushJob } from '../../client';
import {
  fromMembers,
  inAlphabeticalOrder,
  namesOf,
  toMembers,
  unknownMembers,
  type JobOutput,
  type OutputSettings,
} from './output';

/** What a job delivers and how, as the contract has it. */
export interface Delivery {
  readonly fields: readonly string[];
  readonly timestamp_format: string;
  readonly sample_rate: number;
  /** Null where the job has `logpull_options`. */
  readonly output_options: JobOutput | null;
}

/** The options of a new job: `logpull_options` (specification 2.6), or `output_options` where they are wanted. */
export function toNewOptions(delivery: Delivery): Pick<JobChanges, 'logpull_options' | 'output_options'> {
  return hasOutput(delivery)
    ? { output_options: toMembers(delivery) }
    : { logpull_options: toLogpullOptions(delivery) };
}

/**
 * What to send so that a job delivers this. The service replaces `output_options` as a whole and puts them above
 * `logpull_options` (public facts, section 2.2): so they are sent as the job has them, with the members that the change
 * is about, and nothing that no plan spoke of is reset. Options that no attribute stands for stay, save those of the
 * kind that the job is taken away from.
 */
export function toOptions(prior: Delivery, delivery: Delivery, current: LogpushJob): JobChanges {
  const { output_options: held, logpull_options: logpull } = current;
  if (!hasOutput(delivery)) {
    const kept = pairsOf(logpull).filter(({ name }) => !ownOptions.includes(name));
    const text = [toLogpullOptions(delivery), ...kept.map((each) => each.text)].join('&');
    return { logpull_options: text, ...(held === null ? {} : { output_options: null }) };
  }
  const wanted = toMembers(delivery);
  if (held !== null && hasOutput(prior)) {
    return { output_options: withChanges(held, toMembers(prior), wanted) };
  }
  const strange = Object.entries(held ?? {}).filter(([name]) => unknownMembers(held ?? {}).includes(name));
  return {
    output_options: { ...Object.fromEntries(strange), ...wanted },
    ...(logpull === null ? {} : { logpull_options: null }),
  };
}

/**
 * What a job delivers now. What can't be read, or is not there, counts as the service's default.
 *
 * @param spoken - the output options as they were spelled before: null where that is not known
 */
export function fromJob(job: LogpushJob, spoken: JobOutput | null): Delivery {
  if (job.output_options !== null) return fromOutputOptions(job.output_options, spoken);
  // Not as strict as the checks: one option that the service adds tomorrow must not hide the others.
  const options = new Map(pairsOf(job.logpull_options).map(({ name, value }) => [name, value]));
  const fields = options.get('fields') ?? '';
  return {
    fields: fields === '' ? [] : namesOf(fields.split(',')),
    timestamp_format: options.get('timestamps') ?? 'unixnano',
    sample_rate: shareOf(Number(options.get('sample'))),
    output_options: null,
  };
}

/** Options that are in force and that no attribute stands for, by name: they get lost with the kind that has them. */
export function unmanagedOptions(job: LogpushJob): string[] {
  if (job.output_options !== null) return unknownMembers(job.output_options);
  return pairsOf(job.logpull_options)
    .filter(({ name, value }) => !ownOptions.includes(name) && !(name === cveOption && value === 'false'))
    .map(({ name }) => name);
}

/** What `logpull_options` and `output_options` call it both. */
export const cveOption = 'CVE-2021-44228';

function hasOutput(delivery: Delivery): delivery is OutputSettings & Delivery {
  return delivery.output_options !== null;
}

function toLogpullOptions(delivery: Delivery): string {
  return formatLogpullOptions({
    fields: inAlphabeticalOrder(delivery.fields),
    timestamps: timestampFormats.find((each) => each === delivery.timestamp_format),
    sample: delivery.sample_rate,
  });
}

function withChanges(held: Members, before: Members, wanted: Members): Members {
  // What the type brings may be spelled out in the job: of another type it would be something else than the default.
  const ofType = before.output_type === wanted.output_type ? [] : ['record_prefix', 'record_suffix'];
  const changed = Object.keys({ ...before, ...wanted }).filter(
    (name) => JSON.stringify(before[name]) !== JSON.stringify(wanted[name]),
  );
  const given = [...changed, ...ofType].map((name) => [name, wanted[name]] as const);
  const all = Object.entries({ ...held, ...Object.fromEntries(given) });
  return Object.fromEntries(all.filter(([, value]) => value !== undefined));
}

type Members = Readonly<Record<string, unknown>>;

function fromOutputOptions(options: Readonly<Record<string, unknown>>, spoken: JobOutput | null): Delivery {
  const { field_names: names, timestamp_format: format, sample_rate: rate } = options;
  return {
    fields: namesOf(names),
    timestamp_format: typeof format === 'string' && format !== '' ? format : 'unixnano',
    sample_rate: shareOf(rate),
    output_options: fromMembers(options, spoken),
  };
}

const ownOptions: readonly string[] = ['fields', 'timestamps', 'sample'];

function pairsOf(options: string | null): { name: string; value: string; text: string }[] {
  return (options ?? '')
    .split('&')
    .filter((text) => text !== '')
    .map((text) => {
      const [name = '', ...rest] = text.split('=');
      return { name, value: decode(rest.join('=')), text };
    });
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function shareOf(rate: unknown): number {
  return typeof rate === 'number' && rate > 0 ? rate : 1;
}
