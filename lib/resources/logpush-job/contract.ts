import {
  bool,
  computed,
  defineContract,
  errorAt,
  isListValue,
  number,
  oneOf,
  optional,
  required,
  setOf,
  string,
  type Check,
  type Diagnostic,
  type ObjectValue,
  type Value,
} from '../../schema';
import {
  checkFields,
  checkFilterText,
  datasetNames,
  findDataset,
  parseDestination,
  sameFilter,
  suggest,
  timestampFormats,
} from '../../logs';
import { faultDiagnostics } from '../faults';
import { checkIdentifier } from '../identifiers';

const maximumNameLength = 512;

const checkName: Check = (value, path) => {
  if (typeof value !== 'string' || (/^[a-zA-Z0-9.-]+$/.test(value) && value.length <= maximumNameLength))
    return [];
  return [
    errorAt(
      path,
      'Not a job name',
      `"${value}" can't be the name of a job: letters, digits, "-" and "." only, 1 to ${maximumNameLength} of them.`,
    ),
  ];
};

const checkDataset: Check = (value, path) => {
  if (typeof value !== 'string' || findDataset(value, 'zone') !== undefined) return [];
  const ofZones = datasetNames.filter((name) => findDataset(name, 'zone') !== undefined);
  if (findDataset(value) !== undefined) {
    return [
      errorAt(
        path,
        'Not a dataset of zones',
        `"${value}" is delivered for accounts, not for zones. Zones have ${ofZones.join(', ')}.`,
      ),
    ];
  }
  const meant = suggest(value, ofZones);
  const cure = meant === undefined ? `Zones have ${ofZones.join(', ')}.` : `Did you mean "${meant}"?`;
  return [errorAt(path, 'Unknown dataset', `There is no dataset "${value}". ${cure}`)];
};

const checkDestination: Check = (value, path) =>
  typeof value === 'string' ? faultDiagnostics(path, 'Destination', parseDestination(value).faults) : [];

const checkSampleRate: Check = (value, path) => {
  if (typeof value !== 'number' || (value > 0 && value <= 1)) return [];
  return [
    errorAt(
      path,
      'Sample rate out of range',
      `sample_rate is ${value}. It is a share above 0 and up to 1, where 1 is every line.`,
    ),
  ];
};

const sameFilterValue = (a: Value, b: Value) =>
  typeof a === 'string' && typeof b === 'string' && sameFilter(a, b);

/** A log-delivery job of a zone: specification 2.6, filter 4.3; constraints of the public facts, section 2.2. */
export const logpushJobContract = defineContract({
  typeName: 'edge_logpush_job',
  version: 0,
  description: 'A job that delivers the logs of a zone to a destination.',
  attributes: {
    zone_id: required(string, {
      description: 'The zone. A change makes a new job.',
      replaces: true,
      checks: [checkIdentifier],
    }),
    name: required(string, {
      description: 'Name of the job: letters, digits, "-" and ".", at most 512. Need not be unique.',
      checks: [checkName],
    }),
    dataset: optional(string, {
      description: 'What is delivered, `http_requests` by default. A change makes a new job.',
      default: 'http_requests',
      replaces: true,
      checks: [checkDataset],
    }),
    destination_conf: required(string, {
      description:
        'Where to: `s3://<bucket and path>?region=<region>` and the like. `{DATE}` in the path becomes YYYYMMDD.',
      checks: [checkDestination],
    }),
    fields: required(setOf(string), {
      description:
        'The log fields of a line. `Cookies`, `RequestHeaders` and `ResponseHeaders` carry the custom fields of the zone.',
    }),
    timestamp_format: optional(string, {
      description: 'How times are written: `unixnano` (default), `unix` or `rfc3339`.',
      default: 'unixnano',
      checks: [oneOf(timestampFormats)],
    }),
    sample_rate: optional(number, {
      description:
        'The share of lines that is delivered, above 0 and up to 1 (default: all). Applied after the filter.',
      default: 1,
      checks: [checkSampleRate],
    }),
    filter: optional(string, {
      description:
        'Which lines are delivered: a JSON document of the filter language, at most 30 operators and 1000 bytes. All by default.',
      sameMeaning: sameFilterValue,
    }),
    ownership_challenge: optional(string, {
      description:
        'The token that the service has written into the destination. Needed when a job is made for, or moved to, a ' +
        'destination that has to be proven. Write-only: neither plan nor state holds it.',
      sensitive: true,
      writeOnly: true,
    }),
    enabled: optional(bool, { description: 'Whether the job delivers. True by default.', default: true }),
    id: computed(string, { description: 'The id of the job.', stable: true }),
    last_complete: computed(string, {
      description: 'Time of the last delivery, RFC 3339; null before the first.',
    }),
    last_error: computed(string, {
      description: 'Time of the last failed delivery, RFC 3339; null without one.',
    }),
    error_message: computed(string, { description: 'Why the last failed delivery failed.' }),
  },
  check: checkAgainstDataset,
});

export type LogpushJobAttributes = (typeof logpushJobContract)['attributes'];

/** Fields and filter can only be judged when the dataset is known. */
function checkAgainstDataset(values: ObjectValue): readonly Diagnostic[] {
  const name = values.dataset ?? logpushJobContract.attributes.dataset.default;
  const dataset = typeof name === 'string' ? findDataset(name, 'zone') : undefined;
  if (dataset === undefined) return [];
  const fields = isListValue(values.fields) ? values.fields : undefined;
  const known = fields?.filter((each) => typeof each === 'string');
  const fieldFaults =
    known === undefined || known.length !== fields?.length ? [] : checkFields(known, dataset);
  const filterFaults = typeof values.filter === 'string' ? checkFilterText(values.filter, dataset) : [];
  return [
    ...faultDiagnostics(['fields'], 'Log fields', fieldFaults),
    ...faultDiagnostics(['filter'], 'Log filter', filterFaults),
  ];
}
