import {
  bool,
  computed,
  defineContract,
  errorAt,
  isListValue,
  isObjectValue,
  isWhollyKnown,
  mapOf,
  nested,
  number,
  oneOf,
  optional,
  required,
  setOf,
  string,
  type Check,
  type Diagnostic,
  type ObjectValue,
  type Path,
  type Value,
} from '../../schema';
import {
  checkFields,
  checkFilterText,
  credentialParameters,
  datasetNames,
  findDataset,
  parseDestination,
  sameFilter,
  suggest,
  lineTimestampFormats,
  type Dataset,
  type Destination,
} from '../../logs';
import { faultDiagnostics } from '../faults';
import { checkIdentifier } from '../identifiers';
import { isCredential, sameDestination, withCredentials, withoutCredentials } from './destination';
import { checkOutput, outputAttributes } from './output';

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

/** Judged without its credentials: those have no business here, and `destination_credentials` brings them in. */
const checkDestination: Check = (value, path) => {
  if (typeof value !== 'string') return [];
  const { conf, names } = withoutCredentials(value);
  const { destination, faults } = parseDestination(conf);
  const embedded = names.length === 0 ? [] : [embeddedCredentials(path, names)];
  return [
    ...faultDiagnostics(path, 'Destination', faults),
    ...embedded,
    ...checkBucketPath(destination, path),
  ];
};

/** Schemes whose path names objects in a bucket. */
const bucketSchemes: readonly string[] = ['s3', 'r2', 'gs', 'azure'];

function checkBucketPath(destination: Destination | undefined, path: Path): Diagnostic[] {
  if (destination === undefined || !bucketSchemes.includes(destination.scheme)) return [];
  const { scheme, bucketPath } = destination;
  const [bucket = '', ...folders] = bucketPath.split('/');
  const dots = [bucket, ...folders].find((part) => part === '.' || part === '..');
  if (bucket !== '' && dots === undefined) return [];
  const what = bucket === '' ? 'names no bucket' : `has "${dots ?? ''}" in its path`;
  const detail = `"${scheme}://${bucketPath}" ${what}. Write ${scheme}://<bucket>/<folder>, with plain names only.`;
  return [errorAt(path, 'Destination', detail)];
}

function embeddedCredentials(path: Path, names: readonly string[]): Diagnostic {
  return errorAt(
    path,
    'Credentials in the destination',
    `destination_conf carries credentials (${names.join(', ')}), which plan and state would hold for anyone to read. ` +
      'Move them to destination_credentials (destinationCredentials): parameters by name, write-only, in plain ' +
      'spelling. A user before the host becomes the parameter header_Authorization.',
  );
}

/** Only names are shown here. */
const checkCredentials: Check = (value, path) => {
  if (!isObjectValue(value)) return [];
  return Object.entries(value).flatMap(([name, secret]) => {
    if (!isCredential(name)) {
      const known = credentialParameters.map((each) => (each.endsWith('_') ? `${each}<name>` : each));
      const detail = `"${name}" is no parameter that carries a credential: those are ${known.join(', ')}. Put "${name}" into destination_conf (destinationConf).`;
      return [errorAt([...path, name], 'Not a credential', detail)];
    }
    if (typeof secret === 'string' && secret !== '') return [];
    const detail = `"${name}" is empty. Give it its value, or leave it out.`;
    return [errorAt([...path, name], 'Empty credential', detail)];
  });
};

const maximumChallengeLength = 4096;

/** The value is a secret, so it is not shown. */
const checkChallenge: Check = (value, path) => {
  // An empty string is how a variable that was not set arrives: it stands for none.
  if (typeof value !== 'string' || value === '') return [];
  if (/^[a-zA-Z0-9/+.\-_]+$/.test(value) && value.length <= maximumChallengeLength) return [];
  return [
    errorAt(
      path,
      'Not an ownership challenge',
      'ownership_challenge holds what no token does: it is letters, digits and / + . - _ only, at most ' +
        `${maximumChallengeLength} of them. A line break from the end of a file is the usual reason: trimspace() removes it.`,
    ),
  ];
};

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

const sameDestinationValue = (a: Value, b: Value) =>
  typeof a === 'string' && typeof b === 'string' && sameDestination(a, b);

const sameFilterValue = (a: Value, b: Value) =>
  typeof a === 'string' && typeof b === 'string' && sameFilter(a, b);

/** A log-delivery job of a zone: specification 2.6, filter 4.3; constraints of the public facts, section 2.2. */
export const logpushJobContract = defineContract({
  typeName: 'edge_logpush_job',
  version: 0,
  description: 'A job that delivers the logs of a zone to a destination.',
  naturalKey: { attributes: ['zone_id', 'name'], isUnique: false },
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
        'Where to: `s3://<bucket and path>?region=<region>` and the like. `{DATE}` in the path becomes YYYYMMDD. ' +
        'Credentials are refused here: they belong in `destination_credentials`.',
      checks: [checkDestination],
      sameMeaning: sameDestinationValue,
    }),
    destination_credentials: optional(mapOf(string), {
      description:
        'Parameters of the destination that carry a credential, such as `access-key-id` and `secret-access-key`, in ' +
        'plain spelling. They are sent behind `destination_conf`, in the order of their names, whenever that is sent. ' +
        'Write-only: neither plan nor state holds them.',
      sensitive: true,
      writeOnly: true,
      checks: [checkCredentials],
    }),
    destination_credentials_version: optional(number, {
      description:
        'Any number: a change sends the destination with the present `destination_credentials` again, so raise it ' +
        'when they are rotated.',
    }),
    fields: required(setOf(string), {
      description:
        'The log fields of a line. `Cookies`, `RequestHeaders` and `ResponseHeaders` carry the custom fields of the zone.',
    }),
    timestamp_format: optional(string, {
      description:
        'How times are written: `unixnano` (default), `unix` or `rfc3339`; with `output_options` also `rfc3339ms` and ' +
        '`rfc3339ns`.',
      default: 'unixnano',
      checks: [oneOf(lineTimestampFormats)],
    }),
    sample_rate: optional(number, {
      description:
        'The share of lines that is delivered, above 0 and up to 1 (default: all). Applied after the filter.',
      default: 1,
      checks: [checkSampleRate],
    }),
    output_options: optional(nested('single', outputAttributes), {
      description:
        'How records and files are written. Given, the job has `output_options` at the service, with fields, times and ' +
        'sampling in them; left out, it has `logpull_options`, which write ndjson. Members that the service may add are ' +
        'kept.',
    }),
    filter: optional(string, {
      description:
        'Which lines are delivered: a JSON document of the filter language, at most 30 operators and 1000 bytes. All by default.',
      sameMeaning: sameFilterValue,
    }),
    ownership_challenge: optional(string, {
      description:
        'The token that the service has written into the destination. Needed when a job is made for, or moved to, a ' +
        'destination that has to be proven; empty for none. Write-only: neither plan nor state holds it.',
      sensitive: true,
      writeOnly: true,
      transient: true,
      checks: [checkChallenge],
    }),
    enabled: optional(bool, { description: 'Whether the job delivers. True by default.', default: true }),
    id: computed(string, { description: 'The id of the job.', stable: true }),
    last_complete: computed(string, {
      description: 'Time of the last delivery, RFC 3339; null before the first.',
      stable: true,
    }),
    last_error: computed(string, {
      description: 'Time of the last failed delivery, RFC 3339; null without one.',
      stable: true,
    }),
    error_message: computed(string, {
      description: 'Why the last failed delivery failed.',
      // Deliveries change these three, never an update of the job.
      stable: true,
    }),
  },
  check: (values) => [
    ...checkAgainstDataset(values),
    ...checkOutput(values, datasetOf(values)),
    ...checkWholeDestination(values),
  ],
});

export type LogpushJobAttributes = (typeof logpushJobContract)['attributes'];

/** Fields and filter can only be judged when the dataset is known. */
function checkAgainstDataset(values: ObjectValue): readonly Diagnostic[] {
  const dataset = datasetOf(values);
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

function datasetOf(values: ObjectValue): Dataset | undefined {
  const name = values.dataset ?? logpushJobContract.attributes.dataset.default;
  return typeof name === 'string' ? findDataset(name, 'zone') : undefined;
}

/** What only shows when the credentials are in place: half a key pair, a parameter given twice. */
function checkWholeDestination(values: ObjectValue): readonly Diagnostic[] {
  const { destination_conf: conf, destination_credentials: credentials = null } = values;
  if (typeof conf !== 'string' || !isObjectValue(credentials) || !isWhollyKnown(credentials)) return [];
  if (parseDestination(conf).faults.length > 0 || withoutCredentials(conf).names.length > 0) return [];
  const texts = Object.entries(credentials).flatMap(([name, value]) =>
    typeof value === 'string' ? [[name, value] as const] : [],
  );
  const { faults } = parseDestination(withCredentials(conf, Object.fromEntries(texts)));
  return faultDiagnostics(['destination_credentials'], 'Destination', faults);
}
