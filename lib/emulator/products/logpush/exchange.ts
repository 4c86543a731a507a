import { parseExactly, valueFault } from '../../../logs';
import type { Dataset, Exchange, Message } from '../../../logs';
import { badControl } from '../../controls/control';
import { deepestJson, isArray, isDeeperThan, isObject, isString, shown, unknownKey } from '../../shape';

/** An exchange, and what its line says of managed rules. */
export interface TrafficLine {
  readonly exchange: Exchange;
  readonly waf: unknown;
  /** Makes the error that names the line. */
  readonly refuse: (reason: string) => Error;
}

/** Whoever looks at traffic beside the jobs. It throws, and has done nothing, when a line cannot be read. */
export type TrafficWatcher = (zoneId: string, lines: readonly TrafficLine[]) => void;

/** Reads NDJSON, one HTTP exchange a line. The first bad line refuses all of them. */
export function parseTraffic(bytes: Uint8Array, dataset: Dataset): TrafficLine[] {
  return decode(bytes)
    .split('\n')
    .flatMap((line, index) => (line.trim() === '' ? [] : [parseLine(line, index + 1, dataset)]));
}

function decode(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw badControl('the body is not UTF-8');
  }
}

function parseLine(line: string, number: number, dataset: Dataset): TrafficLine {
  const refuse = (reason: string) => badControl(`line ${number}: ${reason}`);
  let value: unknown;
  try {
    // Times in nanoseconds are integers that a number cannot hold.
    value = parseExactly(line);
  } catch {
    throw refuse('is not JSON');
  }
  if (!isObject(value)) throw refuse('must be a JSON object');
  if (isDeeperThan(value, deepestJson)) throw refuse(`is nested more than ${deepestJson} levels deep`);
  const stranger = unknownKey(value, ['request', 'response', 'fields', 'waf']);
  if (stranger !== undefined)
    throw refuse(`${stranger}: is not known; known are request, response, fields, waf`);
  const { fields = {}, waf } = value;
  if (!isObject(fields)) throw refuse('fields: must be an object');
  for (const [name, field] of Object.entries(fields)) {
    const type = dataset.fields.get(name);
    if (type === undefined) throw refuse(`fields.${name}: is not a field of the dataset ${dataset.name}`);
    const fault = valueFault(field, type);
    if (fault !== undefined) throw refuse(`fields.${name}: ${shown(field).slice(0, 80)} must be ${fault}`);
  }
  const exchange = {
    request: readMessage(value.request, 'request', refuse),
    response: readMessage(value.response, 'response', refuse),
    fields,
  };
  return { exchange, waf, refuse };
}

function readMessage(value: unknown, name: string, refuse: (reason: string) => Error): Message {
  if (value === undefined) return {};
  if (!isObject(value)) throw refuse(`${name}: must be an object`);
  const stranger = unknownKey(value, ['headers', 'transformedHeaders']);
  if (stranger !== undefined)
    throw refuse(`${name}.${stranger}: is not known; known are headers, transformedHeaders`);
  const { headers = [], transformedHeaders } = value;
  if (!isHeaders(headers)) throw refuse(`${name}.headers: must be an array of [name, value]`);
  if (transformedHeaders === undefined) return { headers };
  if (!isHeaders(transformedHeaders))
    throw refuse(`${name}.transformedHeaders: must be an array of [name, value]`);
  return { headers, transformedHeaders };
}

function isHeaders(value: unknown): value is readonly (readonly [string, string])[] {
  return (
    isArray(value) &&
    value.every((pair) => isArray(pair) && pair.length === 2 && pair.every((part) => isString(part)))
  );
}
