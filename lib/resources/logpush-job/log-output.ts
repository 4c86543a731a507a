import { outputDefaults, outputTypes } from '../../logs';
import type { GivenAttributes } from '../expressions';
import { findFormFaults, readProps, refuse, type PropForm, type PropRule } from '../props';
import type { LogOutputOptions } from './log-output-props';
import { outputAttributes } from './output';

export type { LogOutputOptions } from './log-output-props';

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
