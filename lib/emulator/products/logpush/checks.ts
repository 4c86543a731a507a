import {
  attackTrafficDatasets,
  bucketSchemes,
  checkFields,
  checkFilterText,
  findMissingCredentials,
  isWrong,
  isAboutOperators,
  parseDestination,
  parseLogpullOptions,
  parseTemplate,
} from '../../../logs';
import type { Dataset, Destination, Fault, OutputOptions } from '../../../logs';
import { isInsideBucket } from '../../buckets';
import { logpushRefusals as refusals, type Operation } from './errors';
import type { JobPatch, JobSettings } from './schema';
import type { Scope } from '../../scope';
import type { ServiceLists } from '../../service-lists';

interface Circumstances {
  readonly scope: Scope;
  readonly operation: Operation;
  readonly lists: ServiceLists;
  /** Whether the service accepted the filter earlier: how it counts operators is not public. */
  readonly isExisting?: boolean;
  /** Whether the destination may lack its credentials, which only its owner knows. */
  readonly isSeeded?: boolean;
}

/** Validates a request with the job that it would result in. A retired field is valid, as in the jobs that have it. */
export function checkJob(
  job: JobSettings,
  sent: JobPatch,
  { scope, operation, lists, isExisting = false, isSeeded = false }: Circumstances,
): void {
  const dataset = checkDataset(job.dataset, scope, operation, lists);
  if (job.kind === 'edge') checkEdge(job);
  if (job.filter_attack_traffic && !attackTrafficDatasets.includes(job.dataset))
    throw refusals.invalid('/filter_attack_traffic', `the dataset ${job.dataset} does not know it`);
  const { logpull_options: options } = sent;
  const fault = options === undefined || options === null ? undefined : logpullOptionsFault(options, dataset);
  if (fault !== undefined) throw refusals.invalid('/logpull_options', fault);
  if (sent.output_options !== undefined && sent.output_options !== null)
    checkOutput(sent.output_options, dataset);
  if (sent.filter !== undefined && sent.filter !== null) {
    const faults = checkFilterText(sent.filter, dataset).filter(isWrong);
    const isAccepted = isExisting ? faults.every(isAboutOperators) : faults.length === 0;
    if (!isAccepted) throw refusals.notAllowed('/filter', operation, `bad predicate: ${messagesOf(faults)}`);
  }
  if (sent.destination_conf !== undefined) {
    const { reason } = isSeeded
      ? readDestination(sent.destination_conf, lists)
      : checkDestination(sent.destination_conf, lists);
    if (reason !== undefined) throw refusals.invalid('/destination_conf', reason);
  }
}

/** A template can use fields that are not listed (they are null); delimiters are not restricted. */
function checkOutput(
  { field_names: names, record_template: template = '' }: OutputOptions,
  dataset: Dataset,
): void {
  const root = '/output_options';
  // A list with more names than the dataset has fields is invalid: the rest need not be checked.
  const most = dataset.fields.size + (dataset.untyped?.size ?? 0) + 100;
  const [ofNames] = names === undefined ? [] : checkFields(names.slice(0, most), dataset).filter(isWrong);
  if (ofNames !== undefined) throw refusals.invalid(`${root}.field_names`, ofNames.message);
  const [ofTemplate] = parseTemplate(template).faults;
  if (ofTemplate !== undefined) throw refusals.invalid(`${root}.record_template`, ofTemplate.message);
}

export function logpullOptionsFault(text: string, dataset: Dataset): string | undefined {
  const { options, faults } = parseLogpullOptions(text);
  if (options === undefined) return messagesOf(faults);
  const misses = options.fields.length === 0 ? [] : checkFields(options.fields, dataset).filter(isWrong);
  return misses.length === 0 ? undefined : messagesOf(misses);
}

type ReadDestination =
  | { readonly destination: Destination; readonly reason?: undefined }
  | { readonly destination?: undefined; readonly reason: string };

/** The destination of a request, which has its credentials, or why it is invalid. */
export function checkDestination(conf: string, lists: ServiceLists): ReadDestination {
  const read = readDestination(conf, lists);
  if (read.destination === undefined) return read;
  const { scheme, parameters } = read.destination;
  const missing = findMissingCredentials(scheme, parameters);
  return missing.length === 0 ? read : { reason: messagesOf(missing) };
}

/** The destination of a job, which a fixture may have without its credentials, or why it is invalid. */
export function readDestination(conf: string, lists: ServiceLists): ReadDestination {
  const { destination, faults } = parseDestination(conf);
  const wrong = faults.filter(
    (fault) =>
      isWrong(fault) || (fault.code === 'destination.scheme' && !lists.hasScheme(destination?.scheme ?? '')),
  );
  if (destination === undefined || wrong.length > 0) return { reason: messagesOf(wrong) };
  if (bucketSchemes.includes(destination.scheme) && !isInsideBucket(destination.bucketPath))
    return { reason: `the path ${destination.bucketPath} does not stay in its bucket` };
  return { destination };
}

function checkDataset(name: string, { kind }: Scope, operation: Operation, lists: ServiceLists): Dataset {
  const dataset = lists.find(name, kind);
  if (dataset !== undefined) return dataset;
  const other = kind === 'zone' ? 'account' : 'zone';
  const reason = !lists.has(name)
    ? `unknown dataset ${name}`
    : `the dataset ${name} belongs to ${other}s, not to ${kind}s`;
  throw refusals.notAllowed('/dataset', operation, reason);
}

function checkEdge(job: JobSettings): void {
  if (job.dataset !== 'http_requests')
    throw refusals.invalid('/kind', `a job of the kind edge delivers http_requests, not ${job.dataset}`);
  for (const key of ['max_upload_bytes', 'max_upload_interval_seconds', 'max_upload_records'] as const)
    if (job[key] !== 0) throw refusals.invalid(`/${key}`, 'a job of the kind edge has no upload limits');
}

function messagesOf(faults: readonly Fault[]): string {
  return faults.map((fault) => fault.message).join('; ');
}
