import { isDeeperThan, isObject, type JsonObject } from '../../../ground/json';
import { parseExactly, valueFault, type Dataset } from '../../../logs';
import { badControl } from '../../controls/control';
import { limits } from '../../../ground/limits';
import { fieldAt } from '../../http/errors';
import { object } from '../../schema/body';
import { keyRefusals, type BodyRefusals } from '../../schema/field';
import { anyObject, anything, valueWhere } from '../../schema/values';
import { isHeaders } from '../../../logs/preview/record';
import { shown } from '../../shape';
import type { FeedLine } from './feed';

/** An exchange, and the managed rules that its line lists. */
export interface TrafficLine extends FeedLine {
  readonly waf: unknown;
  /** Creates an error with the line number. */
  readonly refuse: Refuse;
}

/** Receives traffic besides the jobs. For an invalid line it throws without any effect. */
export type TrafficWatcher = (zoneId: string, lines: readonly TrafficLine[]) => void;

/** Reads NDJSON, one HTTP exchange per line. The first invalid line rejects all lines. */
export function parseTraffic(bytes: Uint8Array, dataset: Dataset): TrafficLine[] {
  return parseLines(bytes, (value, refuse, length) => {
    const { request, response, fields, waf } = members.read(value, '', lineRefusals(refuse));
    checkFields(fields, dataset, 'fields.', refuse);
    return { exchange: { request, response, fields }, length, waf, refuse };
  });
}

/** Reads NDJSON, one record of the dataset per line: its fields. The first invalid line rejects all lines. */
export function parseRecords(bytes: Uint8Array, dataset: Dataset): FeedLine[] {
  return parseLines(bytes, (fields, refuse, length) => {
    checkFields(fields, dataset, '', refuse);
    return { exchange: { fields }, length };
  });
}

type Refuse = (reason: string) => Error;

function parseLines<Line>(
  bytes: Uint8Array,
  read: (value: JsonObject, refuse: Refuse, length: number) => Line,
): Line[] {
  return decode(bytes)
    .split('\n')
    .flatMap((line, index) => {
      if (line.trim() === '') return [];
      const refuse: Refuse = (reason) => badControl(`line ${index + 1}: ${reason}`);
      return [read(parseLine(line, refuse), refuse, line.length)];
    });
}

function decode(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw badControl('the body is not UTF-8');
  }
}

function parseLine(line: string, refuse: Refuse): JsonObject {
  let value: unknown;
  try {
    // Times in nanoseconds are larger than a number can represent exactly.
    value = parseExactly(line);
  } catch {
    throw refuse('is not JSON');
  }
  if (!isObject(value)) throw refuse('must be a JSON object');
  if (isDeeperThan(value, limits.depth)) throw refuse(`is nested more than ${limits.depth} levels deep`);
  return value;
}

/** `prefix` leads to the fields, `fields.`. */
function checkFields(fields: JsonObject, dataset: Dataset, prefix: string, refuse: Refuse): void {
  for (const [name, field] of Object.entries(fields)) {
    const type = dataset.fields.get(name);
    if (type === undefined) throw refuse(`${prefix}${name}: is not a field of the dataset ${dataset.name}`);
    const fault = valueFault(field, type);
    if (fault !== undefined) throw refuse(`${prefix}${name}: ${shown(field).slice(0, 80)} must be ${fault}`);
  }
}

const headers = valueWhere(isHeaders, 'must be an array of [name, value]');
const message = object({ headers: headers.or([]), transformedHeaders: headers });
const empty = { headers: [] };
const members = object({
  request: message.or(empty),
  response: message.or(empty),
  fields: anyObject.or({}),
  waf: anything,
});

export function lineRefusals(refuse: Refuse): BodyRefusals {
  return keyRefusals((at, reason) => refuse(`${fieldAt(at)}: ${reason}`));
}
