import { formatShare } from '../../../ground/words';
import {
  customFieldLogFields,
  findDataset,
  isAboutOperators,
  type CustomFields,
  type Dataset,
  type DatasetScope,
  type Fault,
  type Filter,
  type PreviewedJob,
} from '../../../logs';
import { reportFaults } from '../faults';
import { datasetCalled, isAboutSize, readFilter, readJsonFilter, type FilterText } from '../filter';
import { withLimits } from './custom-fields';
import { deliveryFor, type JobConfig } from './job-config';
import type { Overrides } from './options';

export interface PreparedJob {
  readonly job: PreviewedJob;
  readonly name: string;
  readonly notes: readonly string[];
  /** Sentences about what the lines look like: of no interest where none are shown. */
  readonly lineNotes: readonly string[];
}

/** A filter that the service would reject. */
class InvalidFilterError extends Error {
  constructor(
    readonly faults: readonly Fault[],
    readonly text: FilterText,
  ) {
    super(faults.map(({ message }) => message).join(' '));
  }
}

/** Reports a filter that the service would reject. Every other error goes on. */
export function reportInvalid(error: unknown): undefined {
  if (!(error instanceof InvalidFilterError)) throw error;
  reportFaults(error.faults, error.text);
}

/** @param filter - the text of `--filter`, which replaces that of the job */
export function prepareJob(
  config: JobConfig,
  { fields, timestamps, dataset: named, scope, customFieldLimits: limits }: Overrides = {},
  filter?: FilterText,
): PreparedJob {
  const dataset = datasetOf(config, named, scope);
  const checked = filter === undefined ? jobFilter(config, dataset) : draftFilter(filter, dataset);
  const { delivery, notes } = deliveryFor(config, dataset, { fields, timestamps });
  const { name } = config;
  const customFields = config.customFields && withLimits(config.customFields, limits);
  return {
    name,
    job: { dataset, filter: checked.filter, delivery, customFields },
    notes: [...config.notes, ...checked.notes],
    lineNotes: [
      ...notes,
      ...(delivery.sample_rate > 0 && delivery.sample_rate < 1
        ? [
            `The preview does not sample: the job delivers a random ${formatShare(delivery.sample_rate)} of these lines.`,
          ]
        : []),
      ...customFieldsNote(delivery.field_names, dataset, customFields),
    ],
  };
}

/** @param scope - of `--scope`, which counts more than that of the job */
function datasetOf(config: JobConfig, named: string | undefined, scope: DatasetScope | undefined): Dataset {
  const name = named ?? config.dataset;
  const known = scope === undefined ? findDataset(name, config.scope) : undefined;
  return known ?? datasetCalled(name, named === undefined ? `the job ${config.name}` : '--dataset', scope);
}

export function withFilter(prepared: PreparedJob, text: FilterText): PreparedJob {
  const { filter, notes } = draftFilter(text, prepared.job.dataset);
  return { ...prepared, job: { ...prepared.job, filter }, notes, lineNotes: [] };
}

interface CheckedFilter {
  readonly filter: Filter | undefined;
  readonly notes: readonly string[];
}

function jobFilter({ filter, name, isDeployed }: JobConfig, dataset: Dataset): CheckedFilter {
  if (filter === null) return { filter: undefined, notes: [] };
  const text = { text: filter, path: `filter of ${name}` };
  const read = readJsonFilter(filter, dataset);
  // The public limits are approximate, and the service has accepted the filter of a deployed job.
  return checkedFilter(read, text, isDeployed === true);
}

/** A filter that belongs to no job yet may still be too large: what it delivers is shown all the same. */
function draftFilter(text: FilterText, dataset: Dataset): CheckedFilter {
  return checkedFilter(readFilter(text, dataset), text, true);
}

function checkedFilter(
  { filter, faults }: { readonly filter: Filter | undefined; readonly faults: readonly Fault[] },
  text: FilterText,
  maySizeExceed: boolean,
): CheckedFilter {
  // A job that was deployed before may have too many operators: how the service counts them is not public.
  const isOfSize = maySizeExceed ? isAboutSize : isAboutOperators;
  // What a field of an unknown type matches cannot be determined.
  const isAccepted = faults.every((fault) => isOfSize(fault) || fault.kind === 'retired');
  if (filter === undefined || !isAccepted) throw new InvalidFilterError(faults, text);
  return { filter, notes: faults.map(({ message }) => message) };
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
        `${listed.join(', ')} ${listed.length === 1 ? 'is' : 'are'} empty because no custom fields are known. Pass them with --custom-fields, --stack or --zone.`,
      ];
}
