import { formatLogpullOptions, parseLogpullOptions, timestampFormats } from '../../logs';
import type { LogpushJob } from '../../client';

/** What a job delivers and how, as the contract has it. */
export interface Delivery {
  readonly fields: readonly string[];
  readonly timestamp_format: string;
  readonly sample_rate: number;
}

/** `logpull_options` of specification 2.6. `current` is what the job has: options that no attribute stands for stay. */
export function toLogpullOptions(delivery: Delivery, current: string | null): string {
  const kept = current === null ? undefined : parseLogpullOptions(current).options;
  return formatLogpullOptions({
    fields: [...delivery.fields].sort(),
    timestamps: timestampFormats.find((each) => each === delivery.timestamp_format) ?? 'unixnano',
    sample: delivery.sample_rate,
    cve202144228: kept?.cve202144228 ?? false,
  });
}

/**
 * What a job delivers now. A job made elsewhere may say it in `output_options`, which the service puts above
 * `logpull_options` (public fact, section 2.2). Options that can't be read count as the service's defaults.
 */
export function fromJob(job: LogpushJob): Delivery {
  if (job.output_options !== null) return fromOutputOptions(job.output_options);
  const { options } = parseLogpullOptions(job.logpull_options ?? '');
  return {
    fields: options?.fields ?? [],
    timestamp_format: options?.timestamps ?? 'unixnano',
    sample_rate: options?.sample ?? 1,
  };
}

function fromOutputOptions(options: Readonly<Record<string, unknown>>): Delivery {
  const { field_names: names, timestamp_format: format, sample_rate: rate } = options;
  return {
    fields: Array.isArray(names) ? names.filter((each) => typeof each === 'string') : [],
    timestamp_format: typeof format === 'string' && format !== '' ? format : 'unixnano',
    sample_rate: typeof rate === 'number' && rate > 0 ? rate : 1,
  };
}
