import type { Dataset, FieldType } from './catalogue';
import { customFieldLogFields, type CustomFields } from './custom-fields';
import { customValueReader, type CustomValue, type CustomValues, type Message } from './custom-values';
import { readTimestamp, writeTimestamp, zeroTimestamp, type LineTimestampFormat } from './timestamp';
import { own } from '../ground/record';

export type { LineTimestampFormat, Message };

/** The source of a log line: a request with its response, and the values of the other log fields. */
export interface Exchange {
  readonly request?: Message;
  readonly response?: Message;
  /**
   * Log field name to value. A timestamp is RFC 3339 text with up to nine digits of a second, or a time since 1970 as a
   * number, a bigint or digits: in seconds with up to 11 digits, otherwise in nanoseconds. All but numbers beyond 2^53
   * are exact.
   */
  readonly fields?: Readonly<Record<string, unknown>>;
}

/** The listed fields, each once, and how their values come out of an exchange. */
export interface Projection {
  readonly fields: readonly string[];
  /**
   * The values as JSON, one for each field; undefined for a field that neither the exchange nor the dataset knows.
   * Throws a TypeError when a value of a timestamp field is not a point in time.
   */
  readonly project: (exchange: Exchange) => readonly (string | undefined)[];
}

/** Everything that does not depend on the exchange is computed once; the rest runs for every line. */
export function projectionOf(
  job: { readonly fields: readonly string[]; readonly timestamps: LineTimestampFormat },
  customFields: CustomFields | undefined,
  dataset: Dataset,
): Projection {
  const listed = new Set(job.fields);
  const fields = [...listed];
  const ofCustom =
    dataset.name === 'http_requests' ? customFieldLogFields.filter((each) => listed.has(each)) : [];
  const writers = fields.map((name): FieldWriter => {
    const custom = ofCustom.find((each) => each === name);
    if (custom !== undefined) return (_fields, values) => writeCustom(values?.[custom]);
    return fieldWriter(name, job.timestamps, dataset.fields.get(name));
  });
  const readCustom = ofCustom.length === 0 ? undefined : customValueReader(customFields ?? none, listed);
  return {
    fields,
    project: ({ request = {}, response = {}, fields: values = {} }) => {
      const custom = readCustom?.(request, response);
      return writers.map((write) => write(values, custom));
    },
  };
}

const none: CustomFields = { requestHeaders: [], responseHeaders: [], cookies: [] };

type FieldWriter = (
  fields: Readonly<Record<string, unknown>>,
  custom: CustomValues | undefined,
) => string | undefined;

/** Not Object.fromEntries: a cookie may be named __proto__, and digits would be sorted to the front. */
function writeCustom(values: ReadonlyMap<string, CustomValue> = new Map()): string {
  return `{${[...values].map(([name, value]) => `${JSON.stringify(name)}:${JSON.stringify(value)}`).join(',')}}`;
}

function fieldWriter(name: string, format: LineTimestampFormat, type: FieldType | undefined): FieldWriter {
  const absent = type === undefined ? undefined : zero(type, format);
  const write = valueWriter(name, format, type);
  return (fields) => {
    const value = own(fields, name);
    return value === undefined || value === null ? absent : write(value);
  };
}

function valueWriter(
  name: string,
  format: LineTimestampFormat,
  type: FieldType | undefined,
): (value: unknown) => string {
  switch (type) {
    case 'timestamp':
      return (value) => {
        const nanos = readTimestamp(value);
        if (nanos !== undefined) return writeTimestamp(nanos, format);
        throw new TypeError(
          `${name} is ${writeJson(value)}, which is not a point in time. Use RFC 3339 text such as 2024-05-01T12:00:00.5Z, or whole seconds or nanoseconds since 1970.`,
        );
      };
    case 'int':
      return writeInt;
    case 'array[int]':
      return (value) => (Array.isArray(value) ? `[${value.map(writeInt).join(',')}]` : writeJson(value));
    default:
      return writeJson;
  }
}

/** An int beyond 2^53 may come as its digits: it is delivered as a number all the same. */
function writeInt(value: unknown): string {
  return typeof value === 'string' && /^-?\d+$/.test(value) ? BigInt(value).toString() : writeJson(value);
}

function zero(type: FieldType, format: LineTimestampFormat): string {
  switch (type) {
    case 'string':
      return '""';
    case 'int':
    case 'float':
      return '0';
    case 'bool':
      return 'false';
    case 'timestamp':
      return zeroTimestamp(format);
    case 'object':
      return '{}';
    case 'array[string]':
    case 'array[int]':
    case 'array[object]':
      return '[]';
    default:
      return type satisfies never;
  }
}

/** Writes JSON as JSON.stringify does, and bigints, which represent ints beyond 2^53. */
export function writeJson(value: unknown): string {
  if (typeof value === 'string') return JSON.stringify(value);
  if (typeof value === 'bigint') return value.toString();
  if (value === undefined || typeof value === 'function' || typeof value === 'symbol') return 'null';
  if (Array.isArray(value)) return `[${value.map(writeJson).join(',')}]`;
  if (typeof value !== 'object' || value === null || 'toJSON' in value) return JSON.stringify(value);
  const members = Object.entries(value).filter(([, member]) => member !== undefined);
  return `{${members.map(([key, member]) => `${JSON.stringify(key)}:${writeJson(member)}`).join(',')}}`;
}
