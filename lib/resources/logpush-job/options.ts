import { decodeOrKeep } from '../../ground/percent';
import { formatLogpullOptions } from '../../logs';
import type { JobChanges, LogpushJob } from '../../client';
import {
  fromMembers,
  inAlphabeticalOrder,
  namesOf,
  toMembers,
  unknownMembers,
  type JobOutput,
} from './output';
import { equalValues, type State } from '../../schema';
import { logpushJobContract, type LogpushJobAttributes } from './contract';
import { definedOf, own } from '../../ground/record';

/** Attributes that decide what a job delivers and how. `output_options` are null if the job uses `logpull_options`. */
export type Delivery = Pick<
  State<LogpushJobAttributes>,
  'fields' | 'timestamp_format' | 'sample_rate' | 'output_options'
>;

export function isSameDelivery(one: Delivery, other: Delivery): boolean {
  const { attributes } = logpushJobContract;
  return (['fields', 'timestamp_format', 'sample_rate', 'output_options'] as const).every((name) =>
    equalValues(attributes[name].type, one[name], other[name]),
  );
}

/** The options of a new job: `output_options` if configured, otherwise `logpull_options` (specification 2.6). */
export function toNewOptions(delivery: Delivery): Pick<JobChanges, 'logpull_options' | 'output_options'> {
  return hasOutput(delivery)
    ? { output_options: toMembers(delivery) }
    : { logpull_options: toLogpullOptions(delivery) };
}

/**
 * The options to send for a change of the delivery. The API replaces `output_options` as a whole, and they take
 * precedence over `logpull_options` (public facts, section 2.2). So this sends the current members with the planned
 * changes, and resets nothing that was not planned. Options without an attribute are kept, unless the job changes between
 * `logpull_options` and `output_options`.
 */
export function toOptions(prior: Delivery, delivery: Delivery, job: LogpushJob): JobChanges {
  const { output_options: current, logpull_options: logpull } = job;
  if (!hasOutput(delivery)) {
    const kept = pairsOf(logpull).filter(({ name }) => !managedOptions.includes(name));
    const text = [toLogpullOptions(delivery), ...kept.map((each) => each.text)].join('&');
    return { logpull_options: text, ...(current === null ? {} : { output_options: null }) };
  }
  const desired = toMembers(delivery);
  if (current !== null && hasOutput(prior))
    return { output_options: withChanges(current, toMembers(prior), desired) };
  const unmanaged = Object.entries(current ?? {}).filter(([name]) =>
    unknownMembers(current ?? {}).includes(name),
  );
  return {
    output_options: { ...Object.fromEntries(unmanaged), ...desired },
    ...(logpull === null ? {} : { logpull_options: null }),
  };
}

/** The delivery of a job as it is. What is missing or cannot be read has the default of the API. `configured` is the plan or the prior state. */
export function deliveryOf(
  job: LogpushJob,
  configured: Pick<Delivery, 'fields' | 'output_options'>,
): Delivery {
  if (job.output_options !== null) return fromOutputOptions(job.output_options, configured);
  // Less strict than the checks: an option that this version does not know must not hide the known ones.
  const options = new Map(pairsOf(job.logpull_options).map(({ name, value }) => [name, value]));
  const fields = options.get('fields') ?? '';
  return {
    fields: fields === '' ? null : namesOf(fields.split(',')),
    timestamp_format: options.get('timestamps') ?? 'unixnano',
    sample_rate: shareOf(options.get('sample') === '' ? undefined : Number(options.get('sample'))),
    output_options: null,
  };
}

/** The names of active options without an attribute. A change between the two kinds of options loses them. */
export function unmanagedOptions(job: LogpushJob): string[] {
  if (job.output_options !== null) return unknownMembers(job.output_options);
  return pairsOf(job.logpull_options)
    .filter(({ name, value }) => !managedOptions.includes(name) && !(name === cveOption && value === 'false'))
    .map(({ name }) => name);
}

export const cveOption = 'CVE-2021-44228';

function hasOutput(delivery: Delivery): delivery is Delivery & { output_options: JobOutput } {
  return delivery.output_options !== null;
}

function toLogpullOptions(delivery: Delivery): string {
  return formatLogpullOptions({
    fields: inAlphabeticalOrder(delivery.fields ?? []),
    timestamps: delivery.timestamp_format,
    sample: delivery.sample_rate,
  });
}

function withChanges(current: Members, before: Members, desired: Members): Members {
  // The job may have the defaults of its type explicitly, and they differ from those of another type.
  const resetByType = before.output_type === desired.output_type ? [] : ['record_prefix', 'record_suffix'];
  const reset = resetByType.map((name) => [name, own(desired, name)] as const);
  return definedOf({ ...current, ...changedMembers(before, desired), ...Object.fromEntries(reset) });
}

/** The members of an object that differ from those of another one; undefined for one that only the other has. */
export function changedMembers(before: Members, after: Members): Members {
  const names = Object.keys({ ...before, ...after }).filter(
    (name) => JSON.stringify(own(before, name)) !== JSON.stringify(own(after, name)),
  );
  return Object.fromEntries(names.map((name) => [name, own(after, name)]));
}

type Members = Readonly<Record<string, unknown>>;

function fromOutputOptions(
  options: Readonly<Record<string, unknown>>,
  { fields, output_options: configured }: Pick<Delivery, 'fields' | 'output_options'>,
): Delivery {
  const isInOrder = fields === null && (configured?.field_names ?? null) !== null;
  const { field_names: names, timestamp_format: format, sample_rate: rate } = options;
  return {
    fields: isInOrder || namesOf(names).length === 0 ? null : namesOf(names),
    timestamp_format: typeof format === 'string' && format !== '' ? format : 'unixnano',
    sample_rate: shareOf(rate),
    output_options: fromMembers(options, configured),
  };
}

const managedOptions: readonly string[] = ['fields', 'timestamps', 'sample'];

function pairsOf(options: string | null): { name: string; value: string; text: string }[] {
  return (options ?? '')
    .split('&')
    .filter((text) => text !== '')
    .map((text) => {
      const [name = '', ...rest] = text.split('=');
      return { name, value: decodeOrKeep(rest.join('=')), text };
    });
}

function shareOf(rate: unknown): number {
  return typeof rate === 'number' && rate >= 0 ? rate : 1;
}
