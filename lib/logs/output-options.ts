import { isObject, isTexts } from '../ground/json';
import { listsAsOf } from '../ground/lists-as-of';
import { checkFields, didYouMean, suggest, type Dataset } from './catalogue';
import type { Fault } from './fault';
import { parseTemplate } from './record-template';
import { lineTimestampFormats, type LineTimestampFormat } from './timestamp';
import { quoted } from '../ground/visible';

/** How records are written. It decides the defaults of the other members. */
export type OutputType = 'ndjson' | 'csv';

/** The first is the default of the service. */
export const outputTypes: readonly OutputType[] = ['ndjson', 'csv'];

/**
 * The `output_options` of a job, in the service's own names (public facts, section 2.2, and the public page "Log Output
 * Options"). They replace `logpull_options`. An update replaces them as a whole: members that it omits
 * return to their defaults.
 */
export interface OutputOptions {
  /** Log field names, in the order of delivery. Default: the service chooses. */
  readonly field_names?: readonly string[];
  /** Default: `ndjson`. */
  readonly output_type?: OutputType;
  /** In front of a batch, that is, of a file: the place for the header of a csv file. Default: empty. */
  readonly batch_prefix?: string;
  /** Behind a batch. Default: empty. */
  readonly batch_suffix?: string;
  /** In front of every record. Default: `{` for ndjson, empty for csv. */
  readonly record_prefix?: string;
  /** Behind every record. Default: `}` and a line feed for ndjson, a line feed for csv. */
  readonly record_suffix?: string;
  /** Between records. Default: empty. */
  readonly record_delimiter?: string;
  /** Between fields; ignored with a template. Default: a comma. */
  readonly field_delimiter?: string;
  /** The template of a record, between its prefix and its suffix: see `parseTemplate`. Default: empty, no template. */
  readonly record_template?: string;
  /** Default: `unixnano`. */
  readonly timestamp_format?: LineTimestampFormat;
  /** The share of lines that are delivered after the filter, from 0 to 1. What 0 delivers is not public. Default: 1. */
  readonly sample_rate?: number;
  /** Whether every `${` becomes `x{`. Default: `false`. */
  readonly 'CVE-2021-44228'?: boolean;
  /** Whether subrequests of a Worker are merged into their request. Only for `http_requests` in zones. */
  readonly merge_subrequests?: boolean;
}

/** Either the options, or all faults of the value. */
export type ParsedOutputOptions =
  | { readonly options: OutputOptions; readonly faults: readonly [] }
  | { readonly options: undefined; readonly faults: readonly Fault[] };

/** The output options that decide the bytes of records and batches, with all defaults. */
export type OutputFormat = Required<Omit<OutputOptions, 'field_names' | 'merge_subrequests'>>;

/**
 * Reads the `output_options` of a job, each member by itself. Null means omitted. `checkOutputOptions` checks the
 * members against each other and against a dataset.
 *
 * Codes, with the member's name as path: `output_options.not_object`, `output_options.unknown`, `output_options.type`,
 * `output_options.choice`, `output_options.sample_rate`. An unknown member, and an unknown text among choices, is unknown to this
 * version only.
 *
 * @example
 * ```ts
 * parseOutputOptions({ output_type: 'ndjsn' }).faults[0]?.message;
 * // 'output_type is "ndjsn"; this version knows ndjson, csv, as of 2026-07. Did you mean "ndjson"?'
 * ```
 */
export function parseOutputOptions(value: unknown): ParsedOutputOptions {
  if (!isObject(value)) {
    const message = `output_options are ${show(value)}. They are an object such as {"output_type":"csv"}.`;
    return { options: undefined, faults: [{ code: 'output_options.not_object', message, path: [] }] };
  }
  const given = Object.entries(value).filter(([, member]) => member !== undefined && member !== null);
  const faults = given.flatMap(([name, member]) => checkMember(name, member));
  if (faults.length > 0) return { options: undefined, faults };
  return { options: Object.fromEntries(given) satisfies OutputOptions, faults: [] };
}

/**
 * Checks output options against a dataset and against each other, for mistakes that the service may accept.
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

/** The defaults of the service, which depend on the output type. */
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

function wrongType(name: string, expected: string, value: unknown): Fault {
  const message = `${name} is ${show(value)}; it is ${expected}. Write it as that, or omit it.`;
  return { code: 'output_options.type', message, path: [name] };
}

function checkChoice(name: string, value: unknown, allowed: readonly string[]): Fault[] {
  if (allowed.some((each) => each === value)) return [];
  const meant = typeof value === 'string' ? suggest(value, allowed) : undefined;
  const hint = meant === undefined ? '' : ` Did you mean "${meant}"?`;
  const message = `${name} is ${show(value)}; this version knows ${allowed.join(', ')}, as of ${listsAsOf}.${hint}`;
  const isOpen = typeof value === 'string' && value !== '';
  return [{ code: 'output_options.choice', message, path: [name], ...(isOpen && { kind: 'unknown' }) }];
}

function checkSampleRate(value: unknown): Fault[] {
  if (typeof value === 'number' && value >= 0 && value <= 1) return [];
  const message = `sample_rate is ${show(value)}; it is a number from 0 to 1. Write 0.1 for every tenth line.`;
  return [{ code: 'output_options.sample_rate', message, path: ['sample_rate'] }];
}

function unknownMember(name: string): Fault {
  const fix = didYouMean(name, outputOptionNames, `It knows ${outputOptionNames.join(', ')}.`);
  const message = `This version, as of ${listsAsOf}, knows no output option ${quoted(name)}. ${fix}`;
  return { code: 'output_options.unknown', message, path: [name], kind: 'unknown' };
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
      const fix = didYouMean(name, fields, 'Add it to the fields of the job.');
      const message = `record_template uses ${quoted(name)}, which is not among the fields of the job: it would be null in every record. ${fix}`;
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
  const message = `field_delimiter ${what}: the columns of a csv record would be ambiguous. Use a character such as "," or ";".`;
  return [{ code: 'output_options.csv_delimiter', message, path: ['field_delimiter'] }];
}

function checkSubrequests({ merge_subrequests: merges = false }: OutputOptions, dataset: Dataset): Fault[] {
  if (!merges || dataset.name === 'http_requests') return [];
  const message = `merge_subrequests is true, and the dataset is ${dataset.name}: only http_requests has subrequests. Omit it.`;
  return [{ code: 'output_options.merge_subrequests', message, path: ['merge_subrequests'] }];
}

function show(value: unknown): string {
  return value === undefined ? 'nothing' : JSON.stringify(value).slice(0, 80);
}
