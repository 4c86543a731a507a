import type { Dataset, FieldType } from './catalogue';
import { customFieldLogFields, type CustomFields } from './custom-fields';
import { customValues, type HeaderList } from './custom-values';
import { readTimestamp, writeTimestamp, zeroTimestamp, type LineTimestampFormat } from './timestamp';

export type { LineTimestampFormat };

/** One side of an exchange. Header names in any case, repeated headers as repeated pairs. */
export interface Message {
  /** As the client or the origin sent them. */
  readonly headers?: HeaderList;
  /** As transform rules left them; never logged (specification 8). */
  readonly transformedHeaders?: HeaderList;
}

/** What a log line is made from: a request with its response, and the values of the other log fields. */
export interface Exchange {
  readonly request?: Message;
  readonly response?: Message;
  /**
   * Log field name to value. A timestamp is RFC 3339 text with up to nine digits of a second, or nanoseconds since
   * 1970 as a number, a bigint or digits; all but numbers beyond 2^53 are exact.
   */
  readonly fields?: Readonly<Record<string, unknown>>;
}

/**
 * Writes one delivered line: a JSON object of the listed fields in their order, without a line break.
 *
 * `Cookies`, `RequestHeaders` and `ResponseHeaders` of `http_requests` are objects of the configured names that the
 * exchange has (specification 4.2, 8): original headers only, the first instance of each, at most 8192 bytes of
 * values over the listed ones of the three, cut in the order request headers, cookies, response headers. What is past
 * the cut is an empty string. A listed field that the exchange lacks is the zero value of its type; one that neither
 * the exchange nor the dataset knows is left out.
 *
 * @param job the fields in order, and how timestamps are written
 * @param customFields what the zone has configured; without it the three objects are empty
 * @throws TypeError when a value of a timestamp field is no point in time
 *
 * @example
 * ```ts
 * const dataset = findDataset('http_requests');
 * const exchange = {
 *   request: { headers: [['X-Trace', 'abc']] },
 *   fields: { RayID: '7d3f', EdgeStartTimestamp: '2024-05-01T12:00:00.123456789Z' },
 * } as const;
 * const job = { fields: ['RayID', 'EdgeStartTimestamp', 'RequestHeaders'], timestamps: 'unixnano' } as const;
 * const customFields = { requestHeaders: ['x-trace'], responseHeaders: [], cookies: [] };
 * if (dataset) projectLine(exchange, job, customFields, dataset);
 * // '{"RayID":"7d3f","EdgeStartTimestamp":1714564800123456789,"RequestHeaders":{"x-trace":"abc"}}'
 * ```
 */
export function projectLine(
  exchange: Exchange,
  job: { readonly fields: readonly string[]; readonly timestamps: LineTimestampFormat },
  customFields: CustomFields | undefined,
  dataset: Dataset,
): string {
  const listed = new Set(job.fields);
  const custom = customOf(exchange, customFields, dataset, listed);
  const members = [...listed].flatMap((name) => {
    const value =
      custom.get(name) ?? writeField(name, exchange.fields ?? {}, job.timestamps, dataset.fields.get(name));
    return value === undefined ? [] : [`${JSON.stringify(name)}:${value}`];
  });
  return `{${members.join(',')}}`;
}

/** The JSON text of the three custom field objects; none for datasets that do not carry them. */
function customOf(
  exchange: Exchange,
  customFields: CustomFields | undefined,
  dataset: Dataset,
  listed: ReadonlySet<string>,
): ReadonlyMap<string, string> {
  if (dataset.name !== 'http_requests') return new Map();
  const none = { requestHeaders: [], responseHeaders: [], cookies: [] };
  const { request = {}, response = {} } = exchange;
  const values = customValues(request.headers ?? [], response.headers ?? [], customFields ?? none, listed);
  return new Map(
    customFieldLogFields.map((field) => {
      // Not Object.fromEntries: a cookie may be called __proto__, and digits would come first.
      const members = [...values[field]].map(
        ([name, value]) => `${JSON.stringify(name)}:${JSON.stringify(value)}`,
      );
      return [field, `{${members.join(',')}}`];
    }),
  );
}

function writeField(
  name: string,
  fields: Readonly<Record<string, unknown>>,
  format: LineTimestampFormat,
  type: FieldType | undefined,
): string | undefined {
  const value = Object.hasOwn(fields, name) ? fields[name] : undefined;
  if (value === undefined || value === null) return type === undefined ? undefined : zero(type, format);
  if (type !== 'timestamp') return writeJson(value);
  const nanos = readTimestamp(value);
  if (nanos === undefined) {
    throw new TypeError(
      `${name} is ${writeJson(value)}, which is no point in time. Give RFC 3339 text such as 2024-05-01T12:00:00.5Z, or whole nanoseconds since 1970.`,
    );
  }
  return writeTimestamp(nanos, format);
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

/** JSON.stringify refuses bigints, which are how an int beyond 2^53 comes in. */
function writeJson(value: unknown): string {
  if (typeof value === 'bigint') return value.toString();
  if (value === undefined || typeof value === 'function' || typeof value === 'symbol') return 'null';
  if (Array.isArray(value)) return `[${value.map(writeJson).join(',')}]`;
  if (typeof value !== 'object' || value === null || 'toJSON' in value) return JSON.stringify(value);
  const members = Object.entries(value).filter(([, member]) => member !== undefined);
  return `{${members.map(([key, member]) => `${JSON.stringify(key)}:${writeJson(member)}`).join(',')}}`;
}
