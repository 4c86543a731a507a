import { outputDefaults, outputTypes } from '../../logs';

/** How a record is written. */
export enum OutputType {
  /** A JSON object a line: `{"RayID":"7d3f","EdgeResponseStatus":200}`. */
  NDJSON = 'ndjson',
  /** `"7d3f",200`: texts in quotes, numbers and booleans bare, objects and arrays as JSON in quotes. No header. */
  CSV = 'csv',
}

/** How the records and files of a job are written. What is left out is as the service has it. */
export interface LogOutputOptions {
  /**
   * How a record is written. The other options begin from what it makes of them.
   *
   * @default OutputType.NDJSON
   */
  readonly outputType?: OutputType;

  /**
   * In front of every file: the header of a csv file, `RayID,EdgeResponseStatus\n` for instance.
   *
   * @default - nothing
   */
  readonly batchPrefix?: string;

  /**
   * At the end of every file.
   *
   * @default - nothing
   */
  readonly batchSuffix?: string;

  /**
   * In front of every record.
   *
   * @default - `{` of ndjson, nothing of csv
   */
  readonly recordPrefix?: string;

  /**
   * Behind every record.
   *
   * @default - `}` and a line feed of ndjson, a line feed of csv
   */
  readonly recordSuffix?: string;

  /**
   * Between records.
   *
   * @default - nothing: a record ends with its suffix
   */
  readonly recordDelimiter?: string;

  /**
   * Between the fields of a record. Without an effect beside `recordTemplate`.
   *
   * @default - a comma
   */
  readonly fieldDelimiter?: string;

  /**
   * What a record is between its prefix and its suffix, instead of all fields: text with `{{ .RayID }}` for a field,
   * `{{ "constant" }}` and comments, and nothing else of Go's text/template. Fields are written as the type writes
   * them, texts with their quotes, and have to be among the `fields` of the job.
   *
   * @default - all fields, as the type writes them
   */
  readonly recordTemplate?: string;

  /**
   * Whether every `${` of a file becomes `x{`, so that nothing that reads it can be made to look something up
   * (CVE-2021-44228).
   *
   * @default false
   */
  readonly cve202144228?: boolean;

  /**
   * Whether the subrequests of a Worker are told within the request that caused them. `http_requests` only.
   *
   * @default false
   */
  readonly mergeSubrequests?: boolean;
}

/**
 * What a job writes, beyond fields, times and sampling.
 *
 * @example
 * LogOutput.outputOptions({ outputType: OutputType.CSV, fieldDelimiter: ';', batchPrefix: 'RayID;ClientIP\n' });
 */
export class LogOutput {
  /**
   * Writes the job with the service's `output_options` instead of `logpull_options`. `fields`, `timestampFormat` and
   * `sampleRate` of the job go into them, the fields in the order in which they are listed. The service replaces
   * `output_options` as a whole; members it has that are not known here are sent along, so that they stay.
   */
  public static outputOptions(options: LogOutputOptions = {}): LogOutput {
    return new LogOutput(options);
  }

  private constructor(private readonly options: LogOutputOptions) {}

  /** @internal The attribute. A prefix or suffix that the type brings anyway is left out: an import finds none either. */
  public _attributes(fields: string[]): Record<string, unknown> {
    const { options } = this;
    const { outputType = OutputType.NDJSON, recordPrefix, recordSuffix } = options;
    // A token is none of them.
    const written: string = outputType;
    const type = outputTypes.find((each) => each === written);
    const defaults = type && outputDefaults(type);
    return {
      field_names: fields,
      output_type: options.outputType,
      batch_prefix: options.batchPrefix,
      batch_suffix: options.batchSuffix,
      record_prefix: recordPrefix === defaults?.record_prefix ? undefined : recordPrefix,
      record_suffix: recordSuffix === defaults?.record_suffix ? undefined : recordSuffix,
      record_delimiter: options.recordDelimiter,
      field_delimiter: options.fieldDelimiter,
      record_template: options.recordTemplate,
      cve_2021_44228: options.cve202144228,
      merge_subrequests: options.mergeSubrequests,
    };
  }
}
