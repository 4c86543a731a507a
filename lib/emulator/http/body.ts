import { isDeeperThan, isObject } from '../../ground/json';
import { generalRefusals } from './errors';
import { limits } from '../../ground/limits';
import { isArray } from '../shape';

/** The body of a call: JSON in UTF-8 with its content type, and the type that the path takes. */
export function readBody(
  contentType: string | undefined,
  bytes: Uint8Array,
  takes: 'object' | 'array',
): unknown {
  if (!isJsonType(contentType)) throw generalRefusals.badContentType();
  const value = parseJson(bytes);
  if (takes === 'object' && !isObject(value)) throw generalRefusals.notAnObject();
  if (takes === 'array' && !isArray(value)) throw generalRefusals.notAnArray();
  if (isDeeperThan(value, limits.depth)) throw generalRefusals.tooDeep(limits.depth);
  return value;
}

export function parseJson(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes)) as unknown;
  } catch {
    throw generalRefusals.malformedJson();
  }
}

function isJsonType(contentType: string | undefined): boolean {
  const [type, ...parameters] = (contentType ?? '').split(';').map((part) => part.trim().toLowerCase());
  const charsets = parameters.filter((part) => part.startsWith('charset='));
  return type === 'application/json' && charsets.every((part) => utf8.includes(part));
}

const utf8: readonly string[] = ['charset=utf-8', 'charset=utf8', 'charset="utf-8"'];
