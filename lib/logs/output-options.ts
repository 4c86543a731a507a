import { checkFields, suggest, type Dataset } from './catalogue';
import type { Fault } from './fault';
import { parseTemplate } from './record-template';
import { lineTimestampFormats, type LineTimestampFormat } from './timestamp';

/** How records are written; it decides what the other members are when they are left out. */
export type OutputType = 'ndjson' | 'csv';

/** The first is what the service uses when a job names none. */
export const outputTypes: readonly OutputType[] = ['ndjson', 'csv'];

/**
 * The `output_options` of a job, in the service's own names (public facts, section 2.2, and the public page "Log Output
 * Options"). They take the place of `logpull_options`, and an update replaces them as a whole: what it leaves out is the
 * default again.
 */
export interface OutputOptions {
  /** Log field names, in the order of delivery. Left out, the service chooses. */
  readonly field_names?: readonly string[];
  /** `ndjson` when left out. */
  readonly output_type?: OutputType;
  /** In front of a batch, that is, of a file. Empty when left out; the place for the header of a csv file. */
  readonly batch_prefix?: string;
  /** Behind a batch. Empty when left out. */
  readonly batch_suffix?: string;
  /** In front of every record. `{` of ndjson when left out, empty of csv. */
  readonly record_prefix?: string;
  /** Behind every record. `}` and a line feed of ndjson when left out, a line feed of csv. */
  readonly record_suffix?: string;
  /** Between records. Empty when left out. */
  readonly record_delimiter?: string;
  /** Between fields. A comma when left out; without an effect beside a template. */
  readonly field_delimiter?: string;
  /** What a record is, between its prefix and its suffix: see `parseTemplate`. Empty for none. */
  readonly record_template?: string;
  /** `unixnano` when left out. */
  readonly timestamp_format?: LineTimestampFormat;
  /** The share of lines that are delivered after the filter, above 0 and up to 1. 1 when left out. */
  readonly sample_rate?: number;
  /** Whether every `${` becomes `x{`. `false` when left out. */
  readonly 'CVE-2021-44228'?: boolean;
  /** Whether a subrequest of a Worker is told within its request. Of `http_requests` in zones only. */
  readonly merge_subrequests?: boolean;
}

/** Either the options, or everything that is wrong with the value. */
export type ParsedOutputOptions =
  | { readonly options: OutputOptions; readonly faults: readonly [] }
  | { readonly options: undefined; readonly faults: readonly Fault[] };

/** Output options without what no byte of a record or batch depends on, and with every default. */
export type OutputFormat = Required<Omit<OutputOptions, 'field_names' | 'merge_subrequests'>>;

/**
 * Reads the `output_options` of a job, each member by itself. Null stands for "left out". What fits together, and which
 * fields a dataset has, is `checkOutputOptions`' to say.
 *
 * Codes, with the member's name as path: `output_options.not_object`, `output_options.unknown`, `output_options.type`,
 * `output_options.choice`, `output_options.sample_rate`.
 *
 * @example
 * ```ts
 * parseOutputOptions({ output_type: 'ndjsn' }).faults[0]?.message;
 * // 'output_type is "ndjsn"; it is one of ndjson, csv. Did you mean "ndjson"?'
 * ```
 */
export function parseOutputOptions(value: unknown): ParsedOutputOptions {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    const message = `output_options are ${show(value)}. They are an object such as {"output_type":"csv"}.`;
    return { options: undefined, faults: [{ code: 'output_options.not_object', message, path: [] }] };
  }
  const given = Object.entries(value).filter(([, member]) => member !== undefined && member !== null);
  const faults = given.flatMap(([name, member]) => checkMember(name, member));
  if (faults.length > 0) return { options: undefined, faults };
  return { options: Object.fromEntries(given) satisfies OutputOptions, faults: [] };
}

/**
 * Holds output options against a dataset and against each other: what the service may accept but nobody can have meant.
 *
 * Codes, with the member's name as path: those of `checkFields` below `field_names`, `output_options.template`,
 * `output_options.template_field`, `output_options.csv_delimiter`, `output_options.merge_subrequests`.
 *
 * @example
 * ```ts
 * const dataset = findDataset('http_requests');
 * const options = { field_names: ['RayID'], record_template: '{{.ClientIP}}' };
 * if (dataset) checkOutputOptions(options, dataset)[0]?.code; // 'output_options.template_field'
 * ```
 */
export function checkOutputOptions(options: OutputOptions, dataset: Dataset): Fault[] {
  const { field_names: fields } = options;
  const ofFields = fields === undefined ? [] : checkFields(fields, dataset);
  return [
    ...ofFields.map((fault) => ({ ...fault, path: ['field_names', ...fault.path] })),
    ...checkTemplate(options.record_template ?? '', fields),
    ...checkCsvDelimiter(options),
    ...checkSubrequests(options, dataset),
  ];
}

/** What the service fills in where a member is left out; the output type decides. */
export function outputDefaults(type: OutputType): OutputFormat {
  const isCsv = type === 'csv';
  return {
    output_type: type,
    batch_prefix: '',
    batch_suffix: '',
    record_prefix: isCsv ? '' : '{',
    record_suffix: isCsv ? '\n' : '}\n',
    record_delimiter: '',
    field_delimiter: ',',
    record_template: '',
    timestamp_format: 'unixnano',
    sample_rate: 1,
    'CVE-2021-44228': false,
  };
}

const texts: readonly string[] = [
  'batch_prefix',
  'batch_suffix',
  'record_prefix',
  'record_suffix',
  'record_delimiter',
  'field_delimiter',
  'record_template',
];
const flags: readonly string[] = ['CVE-2021-44228', 'merge_subrequests'];

/** The names of all members, in the order of the service's page. */
export const outputOptionNames: readonly string[] = [
  'field_names',
  'output_type',
  ...texts,
  'timestamp_format',
  'sample_rate',
  ...flags,
];

function checkMember(name: string, value: unknown): Fault[] {
  if (texts.includes(name)) return typeof value === 'string' ? [] : [wrongType(name, 'a text', value)];
  if (flags.includes(name))
    return typeof value === 'boolean' ? [] : [wrongType(name, 'true or false', value)];
  switch (name) {
    case 'field_names':
      return isTexts(value) ? [] : [wrongType(name, 'a list of field names', value)];
    case 'output_type':
      return checkChoice(name, value, outputTypes);
    case 'timestamp_format':
      return checkChoice(name, value, lineTimestampFormats);
    case 'sample_rate':
      return checkSampleRate(value);
    default:
      return [unknownMember(name)];
  }
}

function isTexts(value: unknown): boolean {
  return Array.isArray(value) && value.every((each) => typeof each === 'string');
}

function wrongType(name: string, wanted: string, value: unknown): Fault {
  const message = `${name} is ${show(value)}; it is ${wanted}. Write it as that, or leave it out.`;
  return { code: 'output_options.type', message, path: [name] };
}

function checkChoice(name: string, value: unknown, allowed: readonly string[]): Fault[] {
  if (allowed.some((each) => each === value)) return [];
  const meant = typeof value === 'string' ? suggest(value, allowed) : undefined;
  const cure = meant === undefined ? '' : ` Did you mean "${meant}"?`;
  const message = `${name} is ${show(value)}; it is one of ${allowed.join(', ')}.${cure}`;
  return [{ code: 'output_options.choice', message, path: [name] }];
}

function checkSampleRate(value: unknown): Fault[] {
  if (typeof value === 'number' && value > 0 && value <= 1) return [];
  const message = `sample_rate is ${show(value)}; it is a number above 0 and up to 1. Write 0.1 for every tenth line.`;
  return [{ code: 'output_options.sample_rate', message, path: ['sample_rate'] }];
}

function unknownMember(name: string): Fault {
  const meant = suggest(name, outputOptionNames);
  const cure =
    meant === undefined ? `There are ${outputOptionNames.join(', ')}.` : `Did you mean "${meant}"?`;
  const message = `There is no output option "${name}". ${cure}`;
  return { code: 'output_options.unknown', message, path: [name] };
}

/** A field that is not among the names would be `null` in every record. */
function checkTemplate(template: string, fields: readonly string[] | undefined): Fault[] {
  const { pieces, faults } = parseTemplate(template);
  if (pieces === undefined) return [...faults];
  const used = new Set(pieces.flatMap((piece) => (typeof piece === 'string' ? [] : [piece.field])));
  if (fields === undefined) return [];
  return [...used]
    .filter((name) => !fields.includes(name))
    .map((name) => {
      const meant = suggest(name, fields);
      const cure = meant === undefined ? 'Add it to the fields of the job.' : `Did you mean "${meant}"?`;
      const message = `record_template uses "${name}", which is not among the fields of the job: it would be null in every record. ${cure}`;
      return { code: 'output_options.template_field', message, path: ['record_template'] };
    });
}

function checkCsvDelimiter({
  output_type: type,
  record_template: template = '',
  ...options
}: OutputOptions): Fault[] {
  const { field_delimiter: delimiter = ',' } = options;
  if (type !== 'csv' || template !== '' || (delimiter !== '' && !/["\r\n]/.test(delimiter))) return [];
  const what =
    delimiter === '' ? 'is empty' : `is ${JSON.stringify(delimiter)}, with a quote or a line break in it`;
  const message = `field_delimiter ${what}: nobody could tell the columns of a csv record apart. Use a character such as "," or ";".`;
  return [{ code: 'output_options.csv_delimiter', message, path: ['field_delimiter'] }];
}

function checkSubrequests({ merge_subrequests: merges = false }: OutputOptions, dataset: Dataset): Fault[] {
  if (!merges || dataset.name === 'http_requests') return [];
  const message = `merge_subrequests is true, and the dataset is ${dataset.name}: only http_requests has subrequests. Leave it out.`;
  return [{ code: 'output_options.merge_subrequests', message, path: ['merge_subrequests'] }];
}

function show(value: unknown): string {
  return value === undefined ? 'nothing' : JSON.stringify(value).slice(0, 80);
}
