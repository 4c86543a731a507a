import { equalLists } from '../../ground/compare';
import { filledTextOf, textOf } from '../../ground/json';
import {
  bool,
  errorAt,
  isListValue,
  isObjectValue,
  isUnknown,
  isWhollyKnown,
  oneOfListed,
  listOf,
  optional,
  string,
  unknown,
  type Diagnostic,
  type ObjectValue,
  type State,
  type Unknown,
  type Value,
} from '../../schema';
import {
  checkOutputOptions,
  lineTimestampFormats,
  outputDefaults,
  outputOptionNames,
  outputTypes,
  parseOutputOptions,
  timestampFormats,
  type Dataset,
  type OutputFormat,
} from '../../logs';
import { listsAsOf } from '../../ground/lists-as-of';
import { own } from '../../ground/record';

/** What `output_options` have and `logpull_options` lack: public facts, section 2.2, and the public page "Log Output Options". */
export const outputAttributes = {
  field_names: optional(listOf(string), {
    description:
      'The names in `fields`, each once, in output order: the columns of csv. Defaults to alphabetical order. Without `fields`, these are ' +
      'the fields.',
  }),
  output_type: optional(string, {
    description:
      'Format of a record: `ndjson`, one JSON object per line, or `csv`. It determines the defaults of the other options.',
    default: 'ndjson',
    enumeration: 'OutputType',
    checks: [oneOfListed(outputTypes, listsAsOf)],
  }),
  batch_prefix: optional(string, {
    description:
      'Text at the start of every file, for example the header line of a csv file: `RayID,EdgeResponseStatus\\n`.',
    default: '',
  }),
  batch_suffix: optional(string, {
    description: 'Text at the end of every file.',
    default: '',
  }),
  record_prefix: optional(string, {
    description: 'Text before every record. Defaults to `{` for ndjson, and to an empty string for csv.',
  }),
  record_suffix: optional(string, {
    description:
      'Text after every record. Defaults to `}` and a line feed for ndjson, and to a line feed for csv.',
  }),
  record_delimiter: optional(string, {
    description: 'Text between records: a record ends with its suffix already.',
    default: '',
  }),
  field_delimiter: optional(string, {
    description: 'Text between the fields of a record. It has no effect with `record_template`.',
    default: ',',
  }),
  record_template: optional(string, {
    description:
      'Template for the record between its prefix and its suffix. It supports `{{ .RayID }}` for a field, `{{ "constant" }}` and ' +
      "comments, and nothing else of Go's text/template. Each field must be listed in the `fields` of the job, and is formatted as the " +
      'output type does: strings with their quotes. If empty, the record has all fields.',
    default: '',
  }),
  cve_2021_44228: optional(bool, {
    description:
      'Whether to replace every `${` in a file with `x{`, to protect readers of the logs from CVE-2021-44228 (Log4Shell).',
    default: false,
  }),
  merge_subrequests: optional(bool, {
    description:
      'Whether subrequests of a Worker are merged into the request that caused them. Only for `http_requests`.',
    default: false,
  }),
};

export type JobOutput = State<typeof outputAttributes>;

/** The `output_options` for the API. Omits members that have their default. */
export function toMembers(settings: {
  readonly fields: readonly string[] | null;
  readonly timestamp_format: string;
  readonly sample_rate: number;
  readonly output_options: JobOutput;
}): Record<string, unknown> {
  const { field_names: names, cve_2021_44228: cve, ...output } = settings.output_options;
  const defaults: Record<string, unknown> = { ...defaultsOf(output.output_type), output_type: 'ndjson' };
  const members = Object.entries({ ...output, 'CVE-2021-44228': cve }).filter(
    ([name, value]) => value !== null && value !== (own(defaults, name) ?? false),
  );
  const order = names ?? inAlphabeticalOrder(settings.fields ?? []);
  return {
    ...(order.length === 0 ? {} : { field_names: order }),
    timestamp_format: settings.timestamp_format,
    sample_rate: settings.sample_rate,
    ...Object.fromEntries(members),
  };
}

/** What is missing or cannot be read has the default of the API. A default that null stands for is null, unless `configured` has it explicitly. */
export function fromMembers(
  options: Readonly<Record<string, unknown>>,
  configured: JobOutput | null,
): JobOutput {
  const type = filledTextOf(options.output_type) ?? 'ndjson';
  const defaults = defaultsOf(type);
  const text = (name: keyof OutputFormat & TextName) => textOf(options[name]) ?? defaults[name];
  const orNull = (name: 'record_prefix' | 'record_suffix') => {
    const value = text(name);
    return value === defaults[name] && configured?.[name] !== value ? null : value;
  };
  return {
    field_names: orderOf(options.field_names, configured),
    output_type: type,
    batch_prefix: text('batch_prefix'),
    batch_suffix: text('batch_suffix'),
    record_prefix: orNull('record_prefix'),
    record_suffix: orNull('record_suffix'),
    record_delimiter: text('record_delimiter'),
    field_delimiter: text('field_delimiter'),
    record_template: text('record_template'),
    cve_2021_44228: options['CVE-2021-44228'] === true,
    merge_subrequests: options.merge_subrequests === true,
  };
}

/** The names of `output_options` members without an attribute, such as those that a later API version adds. */
export function unknownMembers(options: Readonly<Record<string, unknown>>): string[] {
  return Object.keys(options).filter((name) => !outputOptionNames.includes(name));
}

export function namesOf(value: unknown): string[] {
  return Array.isArray(value) ? [...new Set(value.filter((each) => typeof each === 'string'))] : [];
}

export function inAlphabeticalOrder(fields: readonly string[]): string[] {
  return [...fields].sort();
}

/** The fields that a job lists: `field_names` alone are enough. */
export function listedFields({ fields = null, output_options: output = null }: ObjectValue): Value {
  return fields === null && isObjectValue(output) ? (output.field_names ?? null) : fields;
}

/** The fields of a plan: without any in the configuration, those that its `field_names` list. */
export function planFields(
  prior: ObjectValue | null,
  { output_options: output = null }: ObjectValue,
): readonly string[] | null | Unknown {
  const names = isObjectValue(output) ? (output.field_names ?? null) : output;
  if (!isWhollyKnown(names)) return unknown;
  if (!isListValue(names)) return null;
  // The state of an earlier version has them as names alone.
  const isNamed = prior?.fields === null && isListValue(listedFields(prior));
  return isNamed ? null : namesOf(names);
}

/** Checks the output options of a job, and a timestamp format that requires them. */
export function checkOutput(values: ObjectValue, dataset: Dataset | undefined): readonly Diagnostic[] {
  const { output_options: output = null, fields = null } = values;
  if (isUnknown(output)) return [];
  if (output === null) return checkFormatWithout(values.timestamp_format ?? null);
  if (!isObjectValue(output) || !isWhollyKnown(output)) return [];
  const all = listedFields(values);
  const listed = !isWhollyKnown(all) ? undefined : isListValue(all) ? namesOf(all) : [];
  const isListedOnce = fields === null || (isListValue(fields) && fields.length === listed?.length);
  const { field_names: order } = output;
  return [
    ...(listed === undefined || !isListValue(order) ? [] : checkOrder(order, listed, isListedOnce)),
    ...(dataset === undefined ? [] : checkMembers(output, listed, dataset)),
  ];
}

type TextName = {
  [Name in keyof OutputFormat]: OutputFormat[Name] extends string
    ? string extends OutputFormat[Name]
      ? Name
      : never
    : never;
}[keyof OutputFormat];

function defaultsOf(type: string): OutputFormat {
  return outputDefaults(type === 'csv' ? 'csv' : 'ndjson');
}

function orderOf(value: unknown, configured: JobOutput | null): string[] | null {
  const names = namesOf(value);
  const isImplied = configured?.field_names === null && equalLists(names, inAlphabeticalOrder(names));
  return names.length === 0 || isImplied ? null : names;
}

function checkFormatWithout(format: Value): readonly Diagnostic[] {
  const isOfOutput = lineTimestampFormats.some((each) => each === format);
  if (!isOfOutput || timestampFormats.some((each) => each === format)) return [];
  return [
    errorAt(
      ['timestamp_format'],
      'Timestamp format requires output options',
      `timestamp_format is ${JSON.stringify(format)}, and without output_options only ${timestampFormats.join(', ')} are supported. ` +
        'Use one of these, or set output_options (output: LogOutput.outputOptions()).',
    ),
  ];
}

/** Checks the order of the fields. At synth `fields` is a list, and a duplicate in it is reported there, not here. */
function checkOrder(
  order: readonly Value[],
  listed: readonly string[],
  isListedOnce: boolean,
): readonly Diagnostic[] {
  const names = namesOf(order);
  const missing = listed.filter((name) => !names.includes(name));
  const extra = names.filter((name) => !listed.includes(name));
  const repeats = isListedOnce && names.length < order.length;
  if (missing.length === 0 && extra.length === 0 && !repeats) return [];
  const wrong = [
    ...(missing.length === 0 ? [] : [`${missing.join(', ')} missing`]),
    ...(extra.length === 0 ? [] : [`${extra.join(', ')} not among fields`]),
    ...(repeats ? ['duplicate name'] : []),
  ];
  return [
    errorAt(
      ['output_options', 'field_names'],
      'Invalid order of fields',
      `field_names must contain each name in fields once: ${wrong.join('; ')}. Correct it, or remove it for alphabetical order.`,
    ),
  ];
}

/** Checks the members. `fields` has its own check, and Terraform checks the types. */
function checkMembers(
  output: ObjectValue,
  names: readonly string[] | undefined,
  dataset: Dataset,
): readonly Diagnostic[] {
  const members = Object.entries(output).filter(([name]) => outputOptionNames.includes(name));
  const { options } = parseOutputOptions({ ...Object.fromEntries(members), field_names: names });
  if (options === undefined) return [];
  return checkOutputOptions(options, dataset)
    .filter(({ path }) => path[0] !== 'field_names')
    .map(({ path, message }) => errorAt(['output_options', ...path], 'Output options', message));
}
