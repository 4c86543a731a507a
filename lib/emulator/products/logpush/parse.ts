import { isObject, type JsonObject } from '../../../ground/json';
import { isInteger, isString } from '../../shape';
import { logpushRefusals as refusals } from './errors';
import { jobDefaults } from './model';
import type { JobPatch } from './model';
import { readOutputOptions } from './output-options';
import { own } from '../../../ground/record';

/** Reads and validates the keys of a body, each by itself. */
export function parseJob(body: JsonObject): JobPatch {
  for (const key of Object.keys(body)) {
    if (readOnlyKeys.includes(key)) throw refusals.readOnly(key);
    if (!Object.hasOwn(readers, key)) throw refusals.unknownField(key);
  }
  return {
    ...read(body, 'dataset'),
    ...read(body, 'enabled'),
    ...read(body, 'name'),
    ...read(body, 'destination_conf'),
    ...read(body, 'ownership_challenge'),
    ...read(body, 'logpull_options'),
    ...read(body, 'output_options'),
    ...read(body, 'filter'),
    ...read(body, 'filter_attack_traffic'),
    ...read(body, 'frequency'),
    ...read(body, 'kind'),
    ...read(body, 'max_upload_bytes'),
    ...read(body, 'max_upload_interval_seconds'),
    ...read(body, 'max_upload_records'),
  };
}

/** A body of the ownership and validation calls: exactly these keys, all of them strings. */
export function parseTexts<Key extends string>(
  body: JsonObject,
  required: readonly Key[],
  optional: readonly string[] = [],
): Readonly<Record<Key, string>> & JsonObject {
  for (const [key, value] of Object.entries(body)) {
    if (!required.some((name) => name === key) && !optional.includes(key)) throw refusals.unknownField(key);
    if (!isString(value)) throw refusals.wrongType(key, 'a string');
  }
  const texts = { ...body };
  if (!hasTexts(texts, required))
    throw refusals.missing(required.find((key) => own(texts, key) === undefined) ?? 'destination_conf');
  return texts;
}

function hasTexts<Key extends string>(
  body: JsonObject,
  keys: readonly Key[],
): body is Readonly<Record<Key, string>> & JsonObject {
  return keys.every((key) => isString(own(body, key)));
}

const readOnlyKeys = ['id', 'last_complete', 'last_error', 'error_message'];

/** null resets a key to its default. */
const readers = {
  dataset: (value: unknown) => {
    const dataset = text('dataset', value, 256, /^[a-zA-Z0-9_-]*$/);
    return dataset === '' ? jobDefaults.dataset : dataset;
  },
  enabled: (value: unknown) => flag('enabled', value),
  name: (value: unknown) => (value === null ? null : text('name', value, 512, /^[a-zA-Z0-9\-.]*$/)),
  destination_conf: (value: unknown) => {
    const conf = text('destination_conf', value, 4096);
    if (conf === '') throw refusals.badField('destination_conf', 'it must not be empty');
    return conf;
  },
  ownership_challenge: (value: unknown) =>
    value === null ? '' : text('ownership_challenge', value, 4096, /^[a-zA-Z0-9/+.\-_]*$/),
  logpull_options: (value: unknown) =>
    value === null || value === '' ? null : text('logpull_options', value, 4096),
  output_options: (value: unknown) => {
    if (value === null) return null;
    if (!isObject(value)) throw refusals.wrongType('output_options', 'an object');
    return readOutputOptions(value);
  },
  filter: (value: unknown) => {
    if (value === null || value === '') return null;
    if (!isString(value)) throw refusals.wrongType('filter', 'a string that holds JSON');
    return value;
  },
  filter_attack_traffic: (value: unknown) => flag('filter_attack_traffic', value),
  frequency: (value: unknown): 'high' | 'low' => {
    if (value === null || value === 'high') return 'high';
    if (value === 'low') return 'low';
    throw refusals.badField('frequency', 'it must be high or low');
  },
  kind: (value: unknown): '' | 'edge' => {
    if (value === null || value === '') return '';
    if (value === 'edge') return 'edge';
    throw refusals.badField('kind', 'it must be empty or edge');
  },
  max_upload_bytes: (value: unknown) => limit('max_upload_bytes', value, 5_000_000, 1_000_000_000),
  max_upload_interval_seconds: (value: unknown) => limit('max_upload_interval_seconds', value, 30, 300),
  max_upload_records: (value: unknown) => limit('max_upload_records', value, 1_000, 1_000_000),
};

type Readers = typeof readers;

function read<Key extends keyof Readers>(
  body: JsonObject,
  key: Key,
): Partial<Record<Key, ReturnType<Readers[Key]>>> {
  const entry: Partial<Record<Key, ReturnType<Readers[Key]>>> = {};
  const reader: (value: unknown) => unknown = readers[key];
  // The compiler does not relate the reader of a key to its result once the key is a type parameter.
  if (body[key] !== undefined) entry[key] = reader(body[key]) as ReturnType<Readers[Key]>;
  return entry;
}

function text(field: string, value: unknown, most: number, pattern?: RegExp): string {
  if (!isString(value)) throw refusals.wrongType(field, 'a string');
  if (value.length > most) throw refusals.badField(field, `it is longer than ${most} characters`);
  if (pattern?.test(value) === false) throw refusals.badField(field, `it does not match ${pattern.source}`);
  return value;
}

function flag(field: string, value: unknown): boolean {
  if (value === null) return false;
  if (typeof value !== 'boolean') throw refusals.wrongType(field, 'a boolean');
  return value;
}

function limit(field: string, value: unknown, least: number, most: number): number {
  if (value === null || value === 0) return 0;
  if (!isInteger(value)) throw refusals.wrongType(field, 'an integer');
  if (value < least || value > most)
    throw refusals.badField(field, `it must be 0 or from ${least} to ${most}`);
  return value;
}
