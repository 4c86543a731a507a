import { parseFilter, parseLogpullOptions, matchesFilter, projectLine } from '../../../logs';
import type { CustomFields, Dataset, Exchange } from '../../../logs';
import { formatBatch, formatRecord } from './format';
import type { Job, OutputOptions } from './model';

/** How the lines of a job look, from whichever of the two option strings counts. */
export interface Recipe {
  readonly fields: readonly string[];
  readonly output: OutputOptions;
}

/** `output_options` win; `logpull_options` are not looked at then. */
export function recipeOf(job: Job, dataset: Dataset): Recipe {
  if (job.output_options !== null)
    return { fields: job.output_options.field_names ?? defaultFields(dataset), output: job.output_options };
  const { options } = parseLogpullOptions(job.logpull_options ?? '');
  if (options === undefined || options.fields.length === 0)
    return { fields: defaultFields(dataset), output: {} };
  return {
    fields: options.fields,
    output: {
      timestamp_format: options.timestamps,
      sample_rate: options.sample,
      'CVE-2021-44228': options.cve202144228,
    },
  };
}

/** The records of the exchanges that a job delivers: filtered first, then sampled. */
export function projectRecords(
  job: Job,
  recipe: Recipe,
  exchanges: readonly Exchange[],
  customFields: CustomFields | undefined,
  dataset: Dataset,
  random: () => number,
): string[] {
  const filter = job.filter === null ? undefined : parseFilter(job.filter).filter;
  const rate = recipe.output.sample_rate ?? 1;
  const timestamps = recipe.output.timestamp_format ?? 'unixnano';
  return exchanges
    .filter((exchange) => filter === undefined || matchesFilter(filter, exchange.fields ?? {}, dataset))
    .filter(() => rate >= 1 || random() < rate)
    .map((exchange) => projectLine(exchange, { fields: recipe.fields, timestamps }, customFields, dataset))
    .map((line) => formatRecord(line, recipe.fields, recipe.output));
}

export function joinRecords(records: readonly string[], recipe: Recipe): string {
  return formatBatch(records, recipe.output);
}

/** What a job delivers that names no fields. */
export function defaultFields(dataset: Dataset): readonly string[] {
  return dataset.name === 'http_requests' ? httpRequestsDefaults : [...dataset.fields.keys()];
}

const httpRequestsDefaults = [
  'ClientIP',
  'ClientRequestHost',
  'ClientRequestMethod',
  'ClientRequestURI',
  'EdgeEndTimestamp',
  'EdgeResponseBytes',
  'EdgeResponseStatus',
  'EdgeStartTimestamp',
  'RayID',
];
