import { readJson } from '../filter/json';
import type { JsonNode } from '../filter/json-tree';

/**
 * Like JSON.parse, but with integers beyond 2^53 as bigints: timestamps in nanoseconds are such integers.
 *
 * @throws SyntaxError when it is not JSON
 */
export function parseExactly(text: string): unknown {
  const value: unknown = JSON.parse(text);
  if (!/\d{16}/.test(text)) return value;
  // JSON has control characters only as escapes, so a string with one was marked here.
  if (/\\u00/i.test(text)) return valueOf(text);
  return JSON.parse(text.replace(tokens, markInteger), (_key, member: unknown) =>
    typeof member === 'string' && member.startsWith(mark) ? BigInt(member.slice(1)) : member,
  );
}

/** Strings too, so that digits inside them are not taken for numbers. */
const tokens = /"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;
const mark = '\u0001';

function markInteger(token: string): string {
  const isBig = /^-?\d{16,}$/.test(token) && !Number.isSafeInteger(Number(token));
  return isBig ? `"\\u0001${token}"` : token;
}

/** Slower, for texts that have escaped control characters. */
function valueOf(text: string): unknown {
  const { node } = readJson(text);
  return node === undefined ? JSON.parse(text) : plain(node);
}

function plain(node: JsonNode): unknown {
  switch (node.kind) {
    case 'object':
      return Object.fromEntries(node.members.map(({ key, value }) => [key, plain(value)]));
    case 'array':
      return node.items.map(plain);
    case 'null':
      return null;
    case 'string':
    case 'number':
    case 'boolean':
      return node.value;
    default:
      return node satisfies never;
  }
}
