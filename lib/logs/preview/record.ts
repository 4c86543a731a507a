import { isDeeperThan, isObject } from '../../ground/json';
import { limits } from '../../ground/limits';
import { readJson } from '../filter/json';
import type { Dataset } from '../catalogue';
import { writeJson, type Exchange, type Message } from '../projection';
import { valueFault } from '../values';
import { parseExactly } from './json';
import { own } from '../../ground/record';

/** A line of a sample, read. */
export type SampleLine =
  | { readonly kind: 'record'; readonly exchange: Exchange }
  | { readonly kind: 'empty' }
  /** The reason continues "line 7". */
  | { readonly kind: 'bad'; readonly reason: string };

/**
 * Reads a line of a sample: a record, that is, field names with their values, as a job with all fields delivers it; or
 * an exchange, as the emulator accepts it: `{"request": …, "response": …, "fields": …}`.
 *
 * In a record, `RequestHeaders`, `ResponseHeaders` and `Cookies` become the headers and cookies of the exchange.
 * Integers beyond 2^53 are bigints.
 *
 * @example
 * ```ts
 * readSampleLine('{"RayID":"7d3f","EdgeStartTimestamp":1714564800123456789}');
 * // { kind: 'record', exchange: { fields: { RayID: '7d3f', EdgeStartTimestamp: 1714564800123456789n } } }
 * readSampleLine('oops'); // { kind: 'bad', reason: 'is not JSON: … (column 1)' }
 * ```
 */
export function readSampleLine(text: string): SampleLine {
  let value: unknown;
  try {
    value = parseExactly(text);
  } catch {
    return text.trim() === '' ? { kind: 'empty' } : bad(notJson(text));
  }
  if (!isObject(value)) return bad('is JSON, but not an object');
  if (isDeeperThan(value, limits.depth)) return bad(`is nested more than ${limits.depth} levels deep`);
  return isExchange(value) ? readExchange(value) : { kind: 'record', exchange: exchangeOf(value) };
}

/** Reads a line as {@link readSampleLine} does. It is bad too where a field of the dataset has a value of another type. */
export function readRecord(text: string, dataset: Dataset): SampleLine {
  const line = readSampleLine(text);
  const fault = line.kind === 'record' ? typeFaultOf(line.exchange, dataset) : undefined;
  return fault === undefined ? line : bad(fault);
}

function notJson(text: string): string {
  // The reader that finds the position is too slow for megabytes.
  const { problem } = text.length > 65_536 ? {} : readJson(text);
  return problem === undefined
    ? 'is not JSON'
    : `is not JSON: ${problem.message} (column ${problem.offset + 1})`;
}

type Fields = Readonly<Record<string, unknown>>;

/** The keys of an exchange; no dataset has a field of one of these names. */
const exchangeParts: readonly string[] = ['request', 'response', 'fields', 'waf'];

function isExchange(value: Fields): boolean {
  const keys = Object.keys(value);
  return keys.length > 0 && keys.every((key) => exchangeParts.includes(key));
}

/** The first known field whose value does not have its type, as the emulator refuses it; undefined when there is none. */
function typeFaultOf({ fields = {} }: Exchange, dataset: Dataset): string | undefined {
  // Two lists take half the time of `Object.entries`.
  const names = Object.keys(fields);
  const values = Object.values(fields);
  for (let at = 0; at < names.length; at += 1) {
    const [name = '', value] = [names[at], values[at]];
    const type = dataset.fields.get(name);
    const fault = type === undefined ? undefined : valueFault(value, type);
    if (fault !== undefined) return `has an invalid value: ${name} is ${shown(value)}, and must be ${fault}`;
  }
  return undefined;
}

function shown(value: unknown): string {
  const text = writeJson(value);
  return text.length > mostLetters ? `${text.slice(0, mostLetters)}…` : text;
}

const mostLetters = 60;

function readExchange({ request, response, fields = {} }: Fields): SampleLine {
  if (!isObject(fields)) return bad('has fields that are not an object');
  const sides = { request: readMessage(request), response: readMessage(response) };
  for (const [name, side] of Object.entries(sides))
    if (side === undefined)
      return bad(`has a ${name} that is not {"headers": [[name, value], …]} with strings for both`);
  return { kind: 'record', exchange: { ...sides, fields } };
}

function readMessage(value: unknown): Message | undefined {
  if (value === undefined) return {};
  if (!isObject(value)) return undefined;
  const { headers = [], transformedHeaders } = value;
  if (!isHeaders(headers)) return undefined;
  if (transformedHeaders === undefined) return { headers };
  return isHeaders(transformedHeaders) ? { headers, transformedHeaders } : undefined;
}

export function isHeaders(value: unknown): value is readonly (readonly [string, string])[] {
  return (
    Array.isArray(value) &&
    value.every(
      (pair: unknown) =>
        Array.isArray(pair) && pair.length === 2 && pair.every((part) => typeof part === 'string'),
    )
  );
}

/** The exchange of a record, which has headers and cookies under their configured names, and preserved duplicates in an array. */
function exchangeOf(fields: Fields): Exchange {
  const request = textsIn(fields, 'RequestHeaders');
  const response = textsIn(fields, 'ResponseHeaders');
  const cookies = textsIn(fields, 'Cookies').map(([name, value]) => ['cookie', `${name}=${value}`] as const);
  return {
    fields,
    ...(request.length + cookies.length > 0 && { request: { headers: [...request, ...cookies] } }),
    ...(response.length > 0 && { response: { headers: response } }),
  };
}

function textsIn(fields: Fields, name: string): (readonly [string, string])[] {
  const value = own(fields, name);
  if (!isObject(value)) return [];
  return Object.entries(value).flatMap(([key, texts]) =>
    (Array.isArray(texts) ? (texts as readonly unknown[]) : [texts]).flatMap((text) =>
      typeof text === 'string' ? [[key, text] as const] : [],
    ),
  );
}

function bad(reason: string): SampleLine {
  return { kind: 'bad', reason };
}
