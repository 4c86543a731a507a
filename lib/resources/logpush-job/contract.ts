import {
  bool,
  computed,
  defineContract,
  errorAt,
  isListValue,
  isObjectValue,
  isUnknown,
  isWhollyKnown,
  mapOf,
  oneOfListed,
  nested,
  number,
  ofNumber,
  ofText,
  optional,
  optionalComputed,
  required,
  setOf,
  string,
  takingUnknown,
  warningAt,
  type Check,
  type Diagnostic,
  type ObjectValue,
  type Path,
  type Value,
} from '../../schema';
import {
  canonicalFilter,
  checkFields,
  constantFaults,
  filterLimits,
  credentialParameters,
  datasetNames,
  destinationSchemes,
  filterToSend,
  isAboutBytes,
  isAboutOperators,
  isWrong,
  parseDestination,
  parseExpression,
  readFilterToSend,
  sameFilter,
  spellFilter,
  lineTimestampFormats,
  type Dataset,
  type Fault,
  withoutCredentials,
} from '../../logs';
import { didYouMean } from '../../logs/catalogue';
import { isFaultlessJson } from '../../logs/filter/sent';
import { distinctBy } from '../../ground/compare';
import { listsAsOf } from '../../ground/lists-as-of';
import { onceForText } from '../../ground/remember';
import { code } from '../../ground/words';
import { faultDiagnostics } from '../faults';
import { checkIdentifier } from '../identifiers';
import { maximumChallengeLength } from './challenge';
import { isCredential, missingCredentials, isSameDestination, withCredentials } from './destination';
import { checkOutput, listedFields, outputAttributes } from './output';
import { checkScope, datasetIn } from './scope';
import { checkSettings, settingAttributes } from './settings';
import { quoted } from '../../ground/visible';

const maximumNameLength = 512;
const defaultDataset = 'http_requests';

const checkName = ofText(
  'Invalid job name',
  (name) => /^[a-zA-Z0-9.-]*$/.test(name) && name.length <= maximumNameLength,
  (name) =>
    `name is ${quoted(name)}. A job name has at most ${maximumNameLength} characters: letters, digits, "-" and ".".`,
);

/** Checks the destination without its credentials, which belong in `destination_credentials`. */
const checkDestination: Check = (value, path) => {
  if (typeof value !== 'string') return [];
  const { conf, names } = withoutCredentials(value);
  const embedded = names.length === 0 ? [] : [embeddedCredentials(path, names)];
  return [...faultDiagnostics(path, 'Destination', parseDestination(conf).faults), ...embedded];
};

function embeddedCredentials(path: Path, names: readonly string[]): Diagnostic {
  return errorAt(
    path,
    'Credentials in the destination',
    `destination_conf contains credentials (${names.join(', ')}), and the plan and the state would expose them. ` +
      'Move them to destination_credentials (destinationCredentials), a write-only map of parameters by name, not ' +
      'percent-encoded. Replace a user before the host with the parameter header_Authorization.',
  );
}

const checkCredentials: Check = takingUnknown((value, path) => {
  if (!isObjectValue(value)) return [];
  return Object.entries(value).flatMap(([name, secret]) => {
    if (!isCredential(name)) {
      const known = credentialParameters.map((each) => (each.endsWith('_') ? `${each}<name>` : each));
      const words = name
        .replace(/(?<=[a-z])[A-Z]/g, '-$&')
        .replaceAll('_', '-')
        .toLowerCase();
      const whole = credentialParameters.filter((each) => !each.endsWith('_'));
      const others = `Credential parameters are ${known.join(', ')}. Move ${quoted(name)} to destination_conf (destinationConf).`;
      const detail = `${quoted(name)} is not a credential parameter. ${didYouMean(words, whole, others)}`;
      return [errorAt([...path, name], 'Not a credential', detail)];
    }
    if (isUnknown(secret)) return [];
    if (typeof secret === 'string' && /%[\da-f]{2}/i.test(secret))
      return [encodedCredential([...path, name])];
    if (typeof secret === 'string' && secret !== '') return [];
    const detail = `${quoted(name)} is empty. Set its value, or remove it.`;
    return [errorAt([...path, name], 'Empty credential', detail)];
  });
});

/** The error for a percent-encoded credential. Its value may also be one that has such signs. */
function encodedCredential(path: Path): Diagnostic {
  const name = String(path.at(-1));
  return warningAt(
    path,
    'Percent-encoded credential',
    `${quoted(name)} has percent signs as in a URL, such as %20. Credentials are not percent-encoded in destination_credentials ` +
      '(destinationCredentials), and the provider encodes them. Decode the value, unless the signs are part of it.',
  );
}

/** Checks a challenge, without showing the secret. An unset environment variable arrives as an empty string: no challenge. */
const checkChallenge = ofText(
  'Invalid ownership challenge',
  (token) => /^[a-zA-Z0-9/+.\-_]*$/.test(token) && token.length <= maximumChallengeLength,
  () =>
    'ownership_challenge is not a valid token. A token has at most ' +
    `${maximumChallengeLength} characters: letters, digits and / + . - _. If it ends in a line break of the file, remove that with trimspace().`,
);

const checkSampleRate = ofNumber(
  'Sample rate out of range',
  (rate) => rate >= 0 && rate <= 1,
  (rate) => `sample_rate is ${rate}. It must be from 0 to 1, where 1 delivers every line.`,
);

const sameDestinationValue = (a: Value, b: Value) =>
  typeof a === 'string' && typeof b === 'string' && isSameDestination(a, b);

const sameFilterValue = (a: Value, b: Value, job: ObjectValue) =>
  typeof a === 'string' && typeof b === 'string' && sameFilter(a, b, datasetOf(job));

const sentFilterValue = (value: Value): Value => (typeof value === 'string' ? filterToSend(value) : value);

/** A log-delivery job of a zone or an account: specification 2.6, filter 4.3; constraints of the public facts, section 2.2. */
export const logpushJobContract = defineContract({
  typeName: 'edge_logpush_job',
  version: 0,
  description: 'A Logpush job: it delivers the logs of a zone or an account to a destination.',
  naturalKey: { attributes: ['zone_id', 'account_id', 'name'], isUnique: false },
  importForms: [
    '<zone>/<job id>',
    '<zone>/<job name>',
    'accounts/<account>/<job id>',
    'accounts/<account>/<job name>',
  ],
  identity: ['zone_id', 'account_id', 'id'],
  attributes: {
    zone_id: optional(string, {
      description: 'ID of the zone, for a dataset of zones. Give either this or `account_id`.',
      replaces: true,
      checks: [checkIdentifier],
    }),
    account_id: optional(string, {
      description:
        'ID of the account, for a dataset of accounts such as `audit_logs`. `firewall_events` and `websocket_analytics` exist for zones and for ' +
        'accounts, with partly different fields. Give either this or `zone_id`.',
      replaces: true,
      checks: [checkIdentifier],
    }),
    name: optional(string, {
      member: 'name',
      serviceDefault: '',
      description:
        'Name of the job: at most 512 characters, of letters, digits, "-" and ".". Need not be unique. The provisioner driver needs it: it ' +
        'finds the job by its name. An empty string means none.',
      isOutput: true,
      checks: [checkName],
    }),
    dataset: optional(string, {
      member: 'dataset',
      description:
        `Dataset to deliver: ${datasetNames.map(code).join(', ')}, or one that came after ${listsAsOf}. It decides whether the job needs ` +
        '`zone_id`, as the default does, or `account_id`: `edge-platform logs fields` lists the datasets of each.',
      default: defaultDataset,
      replaces: true,
    }),
    destination_conf: required(string, {
      description:
        'URL of the destination of the logs, such as `s3://<bucket>/<path>?region=<region>`. The service replaces `{DATE}` in the path with ' +
        'the day, as YYYYMMDD. A change updates the job in place, and needs a new `ownership_challenge` where the service requires proof of ' +
        'ownership. ' +
        `Schemes are ${destinationSchemes.map(code).join(', ')}, or one that came after ${listsAsOf}. ` +
        'Must not contain credentials: set them in `destination_credentials`.',
      checks: [checkDestination],
      sameMeaning: sameDestinationValue,
    }),
    destination_credentials: optional(mapOf(string), {
      description:
        'Parameters of the destination that are credentials, such as `access-key-id` and `secret-access-key`, not ' +
        'percent-encoded. The provider appends them to `destination_conf`, sorted by name, whenever it sends it. ' +
        'Write-only: never stored in the plan or the state.',
      sensitive: true,
      writeOnly: true,
      checks: [checkCredentials],
    }),
    destination_credentials_version: optional(number, {
      description:
        'A number that you increase when you rotate `destination_credentials`: Terraform cannot see a change of write-only values, and a ' +
        'change of this number sends the destination with the current ones again. If omitted, credentials are sent when the destination ' +
        'changes.',
    }),
    fields: optionalComputed(setOf(string), {
      description:
        'Log fields of each line, such as `RayID`, checked against the dataset. The service delivers them in alphabetical order, or ' +
        'in that of `output_options.field_names`. `Cookies`, `RequestHeaders` and `ResponseHeaders` contain the custom fields of the zone: ' +
        'see `edge_custom_fields_ruleset`. If omitted, the names in `output_options.field_names`, otherwise the default fields of the ' +
        'dataset, which the service chooses.',
      useStateForUnknown: true,
    }),
    timestamp_format: optional(string, {
      description:
        'Format of timestamps: `unixnano`, `unix` or `rfc3339`; with `output_options` also `rfc3339ms` and ' +
        '`rfc3339ns`.',
      default: 'unixnano',
      enumeration: 'TimestampFormat',
      checks: [oneOfListed(lineTimestampFormats, listsAsOf)],
    }),
    sample_rate: optional(number, {
      description:
        'Share of the lines to deliver, from 0 to 1 (all lines). Applied after the filter. The API accepts 0, and does not say what ' +
        'it delivers then.',
      default: 1,
      checks: [checkSampleRate],
    }),
    output_options: optional(nested('single', outputAttributes), {
      description:
        'Format of records and files. If set, the job uses the `output_options` of the API, which include fields, timestamp format and ' +
        'sample rate; those that this provider does not know are kept. Adding or removing it updates the job in place. If omitted, the ' +
        'job uses `logpull_options`, which write ndjson.',
    }),
    filter: optional(string, {
      member: 'filter',
      description:
        'Filter for the lines to deliver: a JSON document in the filter language of the service, with at most 30 operators (conditions and ' +
        'groups) and 1000 bytes, without white space and needless escapes, which are not sent. A condition alone is sent in a group. It is ' +
        'checked against the fields of the dataset and their types. An empty string means none. If omitted, all lines are delivered.',
      sameMeaning: sameFilterValue,
      toSend: sentFilterValue,
    }),
    ownership_challenge: optional(string, {
      description:
        'Token that the API wrote to the destination to prove that you own it. Required when you create a job for, or move it to, a ' +
        'destination that requires proof of ownership; you can remove it afterwards. An empty string means none. ' +
        'Write-only: never stored in the plan or the state.',
      sensitive: true,
      writeOnly: true,
      transient: true,
      checks: [checkChallenge],
    }),
    enabled: optional(bool, {
      member: 'enabled',
      description: 'Whether the job delivers logs.',
      default: true,
    }),
    ...settingAttributes,
    id: computed(string, { member: 'id', description: 'ID of the job.', useStateForUnknown: true }),
    last_complete: computed(string, {
      member: 'last_complete',
      description:
        'Time of the last successful delivery as of the last refresh (RFC 3339). Null before the first.',
      useStateForUnknown: true,
    }),
    last_error: computed(string, {
      member: 'last_error',
      description: 'Time of the last failed delivery as of the last refresh (RFC 3339). Null if none failed.',
      useStateForUnknown: true,
    }),
    error_message: computed(string, {
      description: 'Error message of the last failed delivery as of the last refresh. Null if none failed.',
      // Only deliveries change these three, not an update of the job.
      useStateForUnknown: true,
    }),
  },
  checkWithoutState: ({ name = null }) => (name === null || name === '' ? [nameMissing] : []),
  check: (values) => {
    const dataset = datasetOf(values);
    return [
      ...checkScope(values, defaultDataset),
      ...(dataset === undefined ? [] : checkAgainstDataset(values, dataset)),
      ...checkOutput(values, dataset),
      ...checkWholeDestination(values),
      ...checkSettings(values, values.dataset ?? defaultDataset),
    ];
  },
});

export type LogpushJobAttributes = (typeof logpushJobContract)['attributes'];

const nameMissing = errorAt(
  ['name'],
  'Job name missing',
  'The job has no name. The provisioner driver keeps no state, and finds a job by its name. Set a name, or use the plugin driver.',
);

export function checkAgainstDataset(values: ObjectValue, dataset: Dataset): readonly Diagnostic[] {
  const all = listedFields(values);
  const fields = isListValue(all) ? all : undefined;
  const path = (values.fields ?? null) === null ? ['output_options', 'field_names'] : ['fields'];
  const known = fields?.filter((each) => typeof each === 'string');
  const fieldFaults =
    known === undefined || known.length !== fields?.length ? [] : checkFields(known, dataset);
  return [
    ...faultDiagnostics(path, 'Log fields', fieldFaults),
    ...(typeof values.filter === 'string' && values.filter !== ''
      ? checkFilterJson(values.filter, dataset)
      : []),
  ];
}

/** Checks a filter, each once for a dataset: a stack has many jobs and few filters. */
const checkFilterJson = onceForText((text: string, dataset: Dataset): readonly Diagnostic[] => {
  if (isFaultlessJson(text, dataset)) return [];
  const { filter, faults } = readFilterToSend(text, dataset);
  const { filter: expression } = faults.some(({ code }) => code === 'filter.syntax')
    ? parseExpression(text)
    : {};
  if (expression !== undefined)
    return [expressionForJson(text, canonicalFilter(spellFilter(expression, dataset)))];
  const certain = certainFaults(text, faults);
  const constant = filter === undefined || certain.some(isWrong) ? [] : constantFaults(filter, dataset);
  return faultDiagnostics(['filter'], 'Log filter', [...certain, ...constant]);
});

/** The error for an expression in place of JSON. It shows the expression as a construct takes it, and the JSON as HCL does. */
function expressionForJson(expression: string, json: string): Diagnostic {
  const quoted = /['\\\n]/.test(expression) ? JSON.stringify(expression) : `'${expression}'`;
  const where = `where: LogFilter.fromExpression(${expression.length > 200 ? '…' : quoted})`;
  const detail =
    'filter is an expression, and it must be the JSON of a filter. ' +
    `In a construct, leave it out and set ${where}. Otherwise set it to ${json}.`;
  return errorAt(['filter'], 'Expression instead of JSON', detail);
}

/**
 * The faults of a filter, except those that a deployed job may have: where the text has at most 1000 bytes, only the strict count finds too many
 * operators, and how the service counts is not public. The plan refuses them in a new job and a changed filter (`advice.ts`).
 */
function certainFaults(filter: string, faults: readonly Fault[]): readonly Fault[] {
  if (!faults.some(isAboutOperators)) return faults;
  const isLong = faults.some(isAboutBytes) || Buffer.byteLength(filter) > filterLimits.bytes;
  return isLong ? faults : faults.filter((each) => !isAboutOperators(each));
}

/** The dataset of a job, or the default, as its scope has it: see {@link datasetIn}. */
export function datasetOf(values: ObjectValue): Dataset | undefined {
  return datasetIn(values, defaultDataset);
}

/** Checks the destination with the credentials in place: one that is missing, half a key pair, a duplicate parameter, a wrong value. */
function checkWholeDestination(values: ObjectValue): readonly Diagnostic[] {
  const { destination_conf: conf, destination_credentials: credentials = null } = values;
  if (typeof conf !== 'string' || !isObjectValue(credentials)) return [];
  if (parseDestination(conf).faults.some(isWrong) || withoutCredentials(conf).names.length > 0) return [];
  const missing = missingCredentials(conf, Object.keys(credentials));
  const texts = Object.entries(credentials).flatMap(([name, value]) =>
    typeof value === 'string' ? [[name, value] as const] : [],
  );
  const { faults } = isWhollyKnown(credentials)
    ? parseDestination(withCredentials(conf, Object.fromEntries(texts)))
    : { faults: [] };
  const all = [...missing, ...faults.filter(isWrong)];
  return faultDiagnostics(
    ['destination_credentials'],
    'Destination',
    distinctBy(all, ({ message }) => message),
  );
}
