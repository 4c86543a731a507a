import { timestampFormats, type TimestampFormat } from './logpull-options';

/** The formats of a delivered line: those of `logpull_options`, and two of `output_options` only. */
export type LineTimestampFormat = TimestampFormat | 'rfc3339ms' | 'rfc3339ns';

/** The first is the default of the service. */
export const lineTimestampFormats: readonly LineTimestampFormat[] = [
  ...timestampFormats,
  'rfc3339ms',
  'rfc3339ns',
];

const rfc3339 = /^(\d{4}-\d\d-\d\d)[Tt ]((?:[01]\d|2[0-3]):\d\d:\d\d)(?:\.(\d+))?([Zz]|[+-]\d\d:\d\d)$/;

/** The range of a Date, in nanoseconds either side of 1970. */
const farthest = 8_640_000_000_000_000_000_000n;

/** Whole numbers below it are seconds: as nanoseconds they would be in the first 100 seconds of 1970. */
const leastNanos = 100_000_000_000n;

/**
 * Nanoseconds since 1970, exactly: RFC 3339 text with up to nine digits of a second (more are cut off), or a whole
 * number as number, bigint or digits: of seconds with up to 11 digits, otherwise of nanoseconds. Both are what a job
 * delivers, and no log of the service is as old as to confuse them. `undefined` when the value is not a point in time.
 */
export function readTimestamp(value: unknown): bigint | undefined {
  const nanos = readNanos(value);
  return nanos !== undefined && nanos >= -farthest && nanos <= farthest ? nanos : undefined;
}

/** Days that each month has, at times that each day has: most times of logs, told without reading them. */
const plainTime =
  /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|1\d|2[0-8])T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d+)?Z$/;

export function isTimestamp(value: unknown): boolean {
  return (typeof value === 'string' && plainTime.test(value)) || readTimestamp(value) !== undefined;
}

function readNanos(value: unknown): bigint | undefined {
  if (typeof value === 'bigint') return ofWhole(value);
  if (typeof value === 'number') return Number.isInteger(value) ? ofWhole(BigInt(value)) : undefined;
  if (typeof value !== 'string') return undefined;
  if (/^-?\d+$/.test(value)) return ofWhole(BigInt(value));
  const [, date, time, fraction = '', zone = ''] = rfc3339.exec(value) ?? [];
  if (date === undefined || time === undefined) return undefined;
  const millis = Date.parse(`${date}T${time}${zone.toUpperCase()}`);
  return Number.isNaN(millis) || !isInCalendar(date)
    ? undefined
    : BigInt(millis) * 1_000_000n + BigInt(fraction.slice(0, 9).padEnd(9, '0'));
}

function ofWhole(time: bigint): bigint {
  return -leastNanos < time && time < leastNanos ? time * 1_000_000_000n : time;
}

/** A Date takes the 30th of February for the 2nd of March. */
function isInCalendar(date: string): boolean {
  return Number(date.slice(8)) <= 28 || new Date(`${date}T00:00:00Z`).toISOString().startsWith(date);
}

/** A point in time as JSON: digits for the unix formats, a string for the others. */
export function writeTimestamp(nanos: bigint, format: LineTimestampFormat): string {
  if (format === 'unixnano') return nanos.toString();
  const rest = nanos % 1_000_000_000n;
  const fraction = rest < 0n ? rest + 1_000_000_000n : rest;
  const seconds = (nanos - fraction) / 1_000_000_000n;
  if (format === 'unix') return seconds.toString();
  const date = new Date(Number(seconds) * 1000).toISOString().slice(0, -'.000Z'.length);
  switch (format) {
    case 'rfc3339':
      return `"${date}Z"`;
    case 'rfc3339ms':
      return `"${date}.${nineDigits(fraction).slice(0, 3)}Z"`;
    case 'rfc3339ns':
      return `"${date}.${nineDigits(fraction)}Z"`;
    default:
      return format satisfies never;
  }
}

function nineDigits(fraction: bigint): string {
  return fraction.toString().padStart(9, '0');
}

export function zeroTimestamp(format: LineTimestampFormat): string {
  return format === 'unixnano' || format === 'unix' ? '0' : '""';
}
