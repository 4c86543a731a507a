import { outputDefaults, outputTypes } from '../../logs';
import type { GivenAttributes } from '../expressions';
import { findFormFaults, readProps, refuse, type PropForm, type PropRule } from '../props';
import { outputAttributes } from './output';

/** Format of a record. */
export enum OutputType {
  /** One JSON object per line: `{"RayID":"7d3f","EdgeResponseStatus":200}`. */
  NDJSON = 'ndjson',
  /** `"7d3f",200`: quoted strings, unquoted numbers and booleans, objects and arrays as quoted JSON. No header line. */
  CSV = 'csv',
}

/** Format of the records and files of a job. Omitted options have the default of the service. */
export interface LogOutputOptions {
  /**
   * Format of a record. It determines the defaults of the other options.
   *
   * @default OutputType.NDJSON
   */
  readonly outputType?: OutputType;

  /**
   * Text at the start of each file, for example the header line of a csv file: `RayID,EdgeResponseStatus\n`.
   *
   * @default - none
   */
  readonly batchPrefix?: string;

  /**
   * Text at the end of each file.
   *
   * @default - none
   */
  readonly batchSuffix?: string;

  /**
   * Text before each record.
   *
   * @default - `{` for ndjson, none for csv
   */
  readonly recordPrefix?: string;

  /**
   * Text after each record.
   *
   * @default - `}` and a line feed for ndjson, a line feed for csv
   */
  readonly recordSuffix?: string;

  /**
   * Text between records.
   *
   * @default - none: a record ends with its suffix
   */
  readonly recordDelimiter?: string;

  /**
   * Text between the fields of a record. It has no effect with `recordTemplate`.
   *
   * @default - a comma
   */
  readonly fieldDelimiter?: string;

  /**
   * Template of a record between its prefix and its suffix. It supports `{{ .RayID }}` for a field, `{{ "constant" }}` and
   * comments, and nothing else of Go's text/template. Each field must be listed in the `fields` of the job, and is formatted
   * as the output type does: strings with their quotes.
   *
   * @default - all fields
   */
  readonly recordTemplate?: string;

  /**
   * Whether each `${` is replaced with `x{`, to protect readers of the logs from CVE-2021-44228 (Log4Shell).
   *
   * @default false
   */
  readonly cve202144228?: boolean;

  /**
   * Whether subrequests of a Worker are merged into the request that caused them. `http_requests` only.
   *
   * @default false
   */
  readonly mergeSubrequests?: boolean;
}

/**
 * Output of a job: the format of its records and files.
 *
 * @example
 * LogOutput.outputOptions({ outputType: OutputType.CSV, fieldDelimiter: ';', batchPrefix: 'RayID;ClientIP\n' });
 */
export class LogOutput {
  /**
   * Configures the job with the `output_options` of the service instead of `logpull_options`. They include `fields` (in the
   * order of the list), `timestampFormat` and `sampleRate` of the job. Members of existing `output_options` that this
   * package does not know are kept.
   */
  public static outputOptions(options: LogOutputOptions = {}): LogOutput {
    const place = 'LogOutput.outputOptions';
    const { given, faults } = readProps(place, optionsForm, options);
    refuse(place, [...faults, ...findFormFaults(optionsForm.attributes, given)]);
    return new LogOutput(given);
  }

  private constructor(private readonly options: GivenAttributes) {}

  /** @internal The attribute. A prefix or suffix that equals the default of the type is omitted, as after an import. */
  public _attributes(fields: string[] | undefined): Record<string, unknown> {
    const { output_type: written = 'ndjson', record_prefix: prefix, record_suffix: suffix } = this.options;
    // The type may be a token, whose defaults are unknown.
    const type = outputTypes.find((each) => each === written);
    const defaults = type && outputDefaults(type);
    return {
      field_names: fields,
      ...this.options,
      record_prefix: prefix === defaults?.record_prefix ? undefined : prefix,
      record_suffix: suffix === defaults?.record_suffix ? undefined : suffix,
    };
  }
}

/** The attributes of the options, without the order of the fields, which comes from the job. */
const ofOptions = Object.entries(outputAttributes).filter(([name]) => name !== 'field_names');
const optionsForm: PropForm = {
  attributes: Object.fromEntries(ofOptions),
  others: {},
  typeName: 'LogOutput.outputOptions',
};

/** The prop `output`. Not by class: the output may come from another copy of the package. */
export const outputRule: PropRule = {
  rule: 'a LogOutput',
  accepts: (value) => typeof value === 'object' && value !== null && '_attributes' in value,
  fix: () => 'Make one with LogOutput.outputOptions({ outputType: OutputType.CSV }), or leave it out.',
};
