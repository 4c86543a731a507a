import { decodePercent } from '../ground/percent';
import { didYouMean, suggest } from './catalogue';
import type { Fault } from './fault';
import { listsAsOf } from '../ground/lists-as-of';

/** How a delivered line writes its timestamps: nanoseconds or seconds since 1970, or text such as `2024-05-01T12:00:00Z`. */
export type TimestampFormat = 'unixnano' | 'unix' | 'rfc3339';

/** The first is the default of the service. */
export const timestampFormats: readonly TimestampFormat[] = ['unixnano', 'unix', 'rfc3339'];

/** The `logpull_options` of a job, parsed (specification 2.6; `sample` and `CVE-2021-44228` are public facts). */
export interface LogpullOptions {
  /** Log field names, in the order of delivery. Empty when the text lists none; the service then chooses. */
  readonly fields: readonly string[];
  /** `unixnano` when the text has none. */
  readonly timestamps: TimestampFormat;
  /** The share of lines that are delivered, from 0 to 1. 1 when the text has none. */
  readonly sample: number;
  /** Whether strings that could exploit CVE-2021-44228 are redacted. `false` when the text has none. */
  readonly cve202144228: boolean;
}

/** Either the options, or all faults of the text. */
export type ParsedLogpullOptions =
  | { readonly options: LogpullOptions; readonly faults: readonly [] }
  | { readonly options: undefined; readonly faults: readonly Fault[] };

const optionNames = ['fields', 'timestamps', 'sample', 'CVE-2021-44228'] as const;
type OptionName = (typeof optionNames)[number];

/**
 * Reads `name=value` pairs joined by `&`, in any order. Whether the dataset has the fields is checked by `checkFields`.
 *
 * Codes, with the option's name as path: `logpull_options.syntax`, `logpull_options.unknown`,
 * `logpull_options.duplicate`, `logpull_options.empty_field`, `logpull_options.timestamps`,
 * `logpull_options.sample`, `logpull_options.cve`.
 *
 * @example
 * ```ts
 * parseLogpullOptions('fields=RayID,Cookies&timestamps=rfc3339').options;
 * // { fields: ['RayID', 'Cookies'], timestamps: 'rfc3339', sample: 1, cve202144228: false }
 * ```
 */
export function parseLogpullOptions(text: string): ParsedLogpullOptions {
  const faults: Fault[] = [];
  const values = readPairs(text, faults);

  const fields = readFields(values.get('fields'), faults);
  const timestamps = readTimestamps(values.get('timestamps'), faults);
  const sample = readSample(values.get('sample'), faults);
  const cve202144228 = readCve(values.get('CVE-2021-44228'), faults);

  if (faults.length > 0 || timestamps === undefined) return { options: undefined, faults };
  return { options: { fields, timestamps, sample, cve202144228 }, faults: [] };
}

/**
 * Writes options in one fixed order: fields if there are any, timestamps (always, `unixnano` when left out), sample unless it is 1,
 * `CVE-2021-44228=true` when it is on. `parseLogpullOptions` reads back what this writes.
 *
 * @example
 * ```ts
 * formatLogpullOptions({ fields: ['RayID', 'EdgeStartTimestamp'], timestamps: 'rfc3339' });
 * // 'fields=RayID,EdgeStartTimestamp&timestamps=rfc3339'
 * ```
 */
export function formatLogpullOptions(
  options: Pick<LogpullOptions, 'fields'> &
    Partial<Omit<LogpullOptions, 'fields' | 'timestamps'>> & { readonly timestamps?: string },
): string {
  const { fields, timestamps = 'unixnano', sample = 1, cve202144228 = false } = options;
  return [
    ...(fields.length === 0 ? [] : [`fields=${fields.map(encodeURIComponent).join(',')}`]),
    `timestamps=${timestamps}`,
    ...(sample === 1 ? [] : [`sample=${sample}`]),
    ...(cve202144228 ? ['CVE-2021-44228=true'] : []),
  ].join('&');
}

function readPairs(text: string, faults: Fault[]): ReadonlyMap<OptionName, string> {
  const values = new Map<OptionName, string>();
  for (const pair of text === '' ? [] : text.split('&')) {
    const [written = '', ...rest] = pair.split('=');
    const name = optionNames.find((known) => known === written);
    const value = decodePercent(rest.join('='));
    if (name === undefined) {
      faults.push(pair.includes('=') ? unknownOption(written) : notAPair(pair));
    } else if (rest.length === 0 || value === undefined) {
      faults.push(notAPair(pair));
    } else if (values.has(name)) {
      const message = `The option "${name}" is given twice. Give it once.`;
      faults.push({ code: 'logpull_options.duplicate', message, path: [name] });
    } else {
      values.set(name, value);
    }
  }
  return values;
}

function notAPair(pair: string): Fault {
  const message = `"${pair}" is not an option. Write name=value pairs joined by "&", such as "timestamps=rfc3339".`;
  return { code: 'logpull_options.syntax', message, path: [] };
}

function unknownOption(name: string): Fault {
  const fix = didYouMean(name, optionNames, `It knows ${optionNames.join(', ')}.`);
  const message = `This version, as of ${listsAsOf}, knows no option "${name}". ${fix}`;
  return { code: 'logpull_options.unknown', message, path: [name], kind: 'unknown' };
}

function readFields(text: string | undefined, faults: Fault[]): readonly string[] {
  if (text === undefined || text === '') return [];
  const names = text.split(',');
  if (names.some((name) => name.trim() === '')) {
    const message = `"fields" has an empty name in "${text}". Write field names with single commas between them.`;
    faults.push({ code: 'logpull_options.empty_field', message, path: ['fields'] });
  }
  return names;
}

function readTimestamps(text: string | undefined, faults: Fault[]): TimestampFormat | undefined {
  const [byDefault] = timestampFormats;
  const format = text === undefined ? byDefault : timestampFormats.find((known) => known === text);
  if (format === undefined) {
    const meant = suggest(text ?? '', timestampFormats);
    const hint = meant === undefined ? '' : ` Did you mean "${meant}"?`;
    const message = `"timestamps" is "${text ?? ''}"; this version knows ${timestampFormats.join(', ')}, as of ${listsAsOf}.${hint}`;
    faults.push({
      code: 'logpull_options.timestamps',
      message,
      path: ['timestamps'],
      ...(text !== '' && { kind: 'unknown' }),
    });
  }
  return format;
}

function readSample(text: string | undefined, faults: Fault[]): number {
  if (text === undefined) return 1;
  const sample = /^(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?$/.test(text) ? Number(text) : NaN;
  if (!(sample >= 0 && sample <= 1)) {
    const message = `"sample" is "${text}"; it is a number from 0 to 1. Write 0.1 for every tenth line.`;
    faults.push({ code: 'logpull_options.sample', message, path: ['sample'] });
  }
  return sample;
}

function readCve(text: string | undefined, faults: Fault[]): boolean {
  if (text !== undefined && text !== 'true' && text !== 'false') {
    const message = `"CVE-2021-44228" is "${text}"; it is "true" or "false". Write one of the two, or omit it.`;
    faults.push({ code: 'logpull_options.cve', message, path: ['CVE-2021-44228'] });
  }
  return text === 'true';
}
