import { isString, isStringArray } from '../../shape';
import type { JsonObject } from '../../shape';
import { logpushRefusals as refusals } from './errors';
import { lineTimestampFormats } from './model';
import type { OutputOptions } from './model';

const texts = [
  'batch_prefix',
  'batch_suffix',
  'record_prefix',
  'record_suffix',
  'record_delimiter',
  'field_delimiter',
  'record_template',
] as const;

const flags = ['CVE-2021-44228', 'merge_subrequests'] as const;

/** Checks every member by itself; whether the dataset has the fields is looked at elsewhere. */
export function readOutputOptions(value: JsonObject): OutputOptions {
  for (const key of Object.keys(value)) if (!known.includes(key)) throw refusals.unknownField(named(key));
  const options: Writable<OutputOptions> = {};
  const names = value.field_names ?? undefined;
  if (names !== undefined) {
    if (!isStringArray(names)) throw refusals.wrongType(named('field_names'), 'an array of strings');
    options.field_names = names;
  }
  for (const key of texts) {
    const text = value[key] ?? undefined;
    if (text === undefined) continue;
    if (!isString(text)) throw refusals.wrongType(named(key), 'a string');
    options[key] = text;
  }
  for (const key of flags) {
    const flag = value[key] ?? undefined;
    if (flag === undefined) continue;
    if (typeof flag !== 'boolean') throw refusals.wrongType(named(key), 'a boolean');
    options[key] = flag;
  }
  const { output_type: type, timestamp_format: format, sample_rate: rate } = value;
  if (type === 'ndjson' || type === 'csv') options.output_type = type;
  else if (isSet(type)) throw refusals.badField(named('output_type'), 'it must be ndjson or csv');
  const known_format = lineTimestampFormats.find((name) => name === format);
  if (known_format !== undefined) options.timestamp_format = known_format;
  else if (isSet(format))
    throw refusals.badField(
      named('timestamp_format'),
      `it must be one of ${lineTimestampFormats.join(', ')}`,
    );
  if (typeof rate === 'number' && rate > 0 && rate <= 1) options.sample_rate = rate;
  else if (isSet(rate))
    throw refusals.badField(named('sample_rate'), 'it must be a number above 0 and not above 1');
  return options;
}

const known: readonly string[] = [
  'field_names',
  'output_type',
  'timestamp_format',
  'sample_rate',
  ...texts,
  ...flags,
];

type Writable<Type> = { -readonly [Key in keyof Type]: Type[Key] };

function isSet(value: unknown): boolean {
  return value !== undefined && value !== null;
}

function named(key: string): string {
  return `output_options.${key}`;
}
