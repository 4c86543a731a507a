import {
  oneOfListed,
  bool,
  errorAt,
  isUnknown,
  number,
  ofNumber,
  optionalComputed,
  string,
  warningAt,
  type Check,
  type Diagnostic,
  type ObjectValue,
  type Value,
} from '../../schema';
import { listsAsOf } from '../../ground/lists-as-of';
import { code } from '../../ground/words';
import { attackTrafficDatasets } from '../../logs';
import { quoted } from '../../ground/visible';

/** A check of a number: 0, which stands for the default of the service, or in a range. Source: public facts, section 2.2. */
function zeroOrBetween(least: number, most: number): Check {
  const range = `a whole number from ${least} to ${most}, or 0 for the default of the service`;
  return ofNumber(
    'Upload limit out of range',
    (limit) => limit === 0 || (Number.isInteger(limit) && limit >= least && limit <= most),
    (limit, path) => `${String(path.at(-1))} is ${limit}. It must be ${range}.`,
  );
}

/** Settings with the names of the API: public facts, section 2.2. The service keeps what is omitted; null stands for its default, `serviceDefault`. */
export const settingAttributes = {
  max_upload_bytes: optionalComputed(number, {
    member: 'max_upload_bytes',
    description:
      'Most bytes of an uploaded file, before compression: 0 for the default of the service, or 5,000,000 to 1,000,000,000.',
    useStateForUnknown: true,
    serviceDefault: 0,
    checks: [zeroOrBetween(5_000_000, 1_000_000_000)],
  }),
  max_upload_interval_seconds: optionalComputed(number, {
    member: 'max_upload_interval_seconds',
    description: 'Most seconds between two uploads: 0 for the default of the service, or 30 to 300.',
    useStateForUnknown: true,
    serviceDefault: 0,
    checks: [zeroOrBetween(30, 300)],
  }),
  max_upload_records: optionalComputed(number, {
    member: 'max_upload_records',
    description: 'Most lines of an uploaded file: 0 for the default of the service, or 1,000 to 1,000,000.',
    useStateForUnknown: true,
    serviceDefault: 0,
    checks: [zeroOrBetween(1000, 1_000_000)],
  }),
  filter_attack_traffic: optionalComputed(bool, {
    member: 'filter_attack_traffic',
    description: `Whether to leave out attack traffic. Only for ${attackTrafficDatasets.map(code).join(', ')}.`,
    useStateForUnknown: true,
    serviceDefault: false,
  }),
  kind: optionalComputed(string, {
    member: 'kind',
    description:
      'Kind of the job: an empty string, or `edge` for Edge Log Delivery, of `http_requests` only and without upload limits. If omitted, an ' +
      'ordinary job.',
    useStateForUnknown: true,
    serviceDefault: '',
    replaces: true,
    enumeration: 'JobKind',
    checks: [oneOfListed(['', 'edge'], listsAsOf)],
  }),
  frequency: optionalComputed(string, {
    member: 'frequency',
    description:
      'How often the service uploads files: `high` or `low`. Deprecated: use `max_upload_bytes`, `max_upload_interval_seconds` or ' +
      '`max_upload_records`, as the service advises.',
    useStateForUnknown: true,
    serviceDefault: 'high',
    deprecated: true,
    enumeration: 'JobFrequency',
    checks: [oneOfListed(['high', 'low'], listsAsOf)],
  }),
};

type SettingName = keyof typeof settingAttributes;

export const settingNames = Object.keys(settingAttributes) as readonly SettingName[];

export const limitNames = [
  'max_upload_bytes',
  'max_upload_interval_seconds',
  'max_upload_records',
] as const satisfies readonly SettingName[];

/** Predictions of the plan of a new job for settings that the configuration omits. */
export const omittedSettings: ObjectValue = Object.fromEntries(settingNames.map((name) => [name, null]));

export function checkSettings(values: ObjectValue, dataset: Value): readonly Diagnostic[] {
  return [...checkKind(values, dataset), ...checkAttackTraffic(values, dataset)];
}

function checkKind(values: ObjectValue, dataset: Value): readonly Diagnostic[] {
  if (values.kind !== 'edge') return [];
  const limited = limitNames.filter((name) => !isUnknown(values[name] ?? 0) && (values[name] ?? 0) !== 0);
  return [
    ...(typeof dataset !== 'string' || dataset === 'http_requests'
      ? []
      : [
          errorAt(
            ['kind'],
            'Kind of another dataset',
            `kind is "edge", and dataset is ${quoted(dataset)}. Edge Log Delivery is for "http_requests" only. Remove kind, or set that dataset.`,
          ),
        ]),
    ...limited.map((name) =>
      errorAt(
        [name],
        'Upload limit of an edge job',
        `${name} is ${JSON.stringify(values[name])}, and kind is "edge". Edge Log Delivery has no upload limits. Remove ${name}, or kind.`,
      ),
    ),
  ];
}

function checkAttackTraffic(
  { filter_attack_traffic: filters = null }: ObjectValue,
  dataset: Value,
): readonly Diagnostic[] {
  if (filters !== true || typeof dataset !== 'string' || attackTrafficDatasets.includes(dataset)) return [];
  return [
    errorAt(
      ['filter_attack_traffic'],
      'Setting of another dataset',
      `filter_attack_traffic is true, and dataset is ${quoted(dataset)}. Only jobs of ${attackTrafficDatasets.join(', ')} have this setting. Remove it.`,
    ),
  ];
}

const frequencyDeprecated = warningAt(
  ['frequency'],
  'Deprecated setting of the job',
  'The service deprecates frequency. Set max_upload_bytes (maxUploadBytes), max_upload_interval_seconds ' +
    '(maxUploadIntervalSeconds) or max_upload_records (maxUploadRecords) in its place.',
);

export function adviseOnSettings(config: { readonly frequency?: unknown } | null): Diagnostic[] {
  return (config?.frequency ?? null) === null ? [] : [frequencyDeprecated];
}
