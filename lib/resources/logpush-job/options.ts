import { formatLogpullOptions, timestampFormats } from '../../logs';
import type { JobChanges, LogpushJob } from '../../client';

/** What a job delivers and how, as the contract has it. */
export interface Delivery {
  readonly fields: readonly string[];
  readonly timestamp_format: string;
  readonly sample_rate: number;
}

/** `logpull_options` of a new job (specification 2.6). */
export function toLogpullOptions(delivery: Delivery): string {
  return formatLogpullOptions({
    fields: [...delivery.fields].sort(),
    timestamps: timestampFormats.find((each) => each === delivery.timestamp_format),
    sample: delivery.sample_rate,
  });
}

/**
 * What to send so that a job delivers this. Options that no attribute stands for stay as the job has them: a job made
 * elsewhere may have `output_options`, which the service puts above `logpull_options` and replaces as a whole (public
 * facts, section 2.2).
 */
export function toOptions(delivery: Delivery, current: LogpushJob): JobChanges {
  if (current.output_options !== null) {
    const own = {
      field_names: [...delivery.fields].sort(),
      timestamp_format: delivery.timestamp_format,
      sample_rate: delivery.sample_rate,
    };
    return { output_options: { ...current.output_options, ...own } };
  }
  const kept = pairsOf(current.logpull_options).filter(({ name }) => !ownOptions.includes(name));
  return { logpull_options: [toLogpullOptions(delivery), ...kept.map(({ text }) => text)].join('&') };
}

/** What a job delivers now. What can't be read, or is not there, counts as the service's default. */
export function fromJob(job: LogpushJob): Delivery {
  if (job.output_options !== null) return fromOutputOptions(job.output_options);
  // Not as strict as the checks: one option that the service adds tomorrow must not hide the others.
  const options = new Map(pairsOf(job.logpull_options).map(({ name, value }) => [name, value]));
  const fields = options.get('fields') ?? '';
  return {
    fields: fields === '' ? [] : unique(fields.split(',')),
    timestamp_format: options.get('timestamps') ?? 'unixnano',
    sample_rate: shareOf(Number(options.get('sample'))),
  };
}

function fromOutputOptions(options: Readonly<Record<string, unknown>>): Delivery {
  const { field_names: names, timestamp_format: format, sample_rate: rate } = options;
  return {
    fields: Array.isArray(names) ? unique(names.filter((each) => typeof each === 'string')) : [],
    timestamp_format: typeof format === 'string' && format !== '' ? format : 'unixnano',
    sample_rate: shareOf(rate),
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

/** A set has each name once. */
function unique(names: readonly string[]): string[] {
  return [...new Set(names)];
}
