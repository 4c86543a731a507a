import type { FastifyReply } from 'fastify';
import { isObject, jsonOf, type JsonObject } from '../../ground/json';
import { own, setOwn } from '../../ground/record';
import { matchesPath } from '../faults/path-pattern';
import type { AnswerQuirk } from '../fixture/fixture';
import { isArray } from '../shape';
import { fail } from './reply';

/** Changes a reply that is about to be sent; returns its body. `path` is the path below /client/v4. */
export function applyAnswerQuirks(
  quirks: readonly AnswerQuirk[],
  method: string,
  path: string,
  reply: FastifyReply,
  body: unknown,
): unknown {
  return quirks
    .filter((quirk) => matchesPath(quirk.path, path) && (quirk.method ?? method) === method)
    .reduce<unknown>((sent, quirk) => applyOne(quirk, reply, sent), body);
}

function applyOne(quirk: AnswerQuirk, reply: FastifyReply, body: unknown): unknown {
  const { status, code, headers = {} } = quirk;
  for (const [name, value] of Object.entries(headers)) {
    if (value === null) reply.removeHeader(name);
    else reply.header(name, value);
  }
  if (status !== undefined) {
    reply.code(status);
    return JSON.stringify(fail([{ code: code ?? 1000, message: 'Refused by a quirk of the fixture' }]));
  }
  if (typeof body !== 'string') return body;
  const envelope = jsonOf(body);
  if (!isObject(envelope)) return body;
  return JSON.stringify(changed(withCode(envelope, code), quirk));
}

/** The code belongs to a refusal. */
function withCode(envelope: JsonObject, code: number | undefined): JsonObject {
  if (code === undefined || !isArray(envelope.errors)) return envelope;
  return {
    ...envelope,
    errors: envelope.errors.map((entry) => (isObject(entry) ? { ...entry, code } : entry)),
  };
}

function changed(envelope: JsonObject, quirk: AnswerQuirk): unknown {
  if (quirk.add === undefined && quirk.omit === undefined && quirk.value === undefined) return envelope;
  const { at = isArray(envelope.result) ? '/result/*' : '/result' } = quirk;
  // A refusal has no result.
  if (envelope.success !== true && at.startsWith('/result')) return envelope;
  const segments = at
    .split('/')
    .slice(1)
    .map((segment) => segment.replaceAll('~1', '/').replaceAll('~0', '~'));
  return changeAt(envelope, segments, quirk);
}

function changeAt(value: unknown, [segment, ...rest]: readonly string[], quirk: AnswerQuirk): unknown {
  if (segment === undefined) return changeHere(value, quirk);
  const isMatch = (name: string) => segment === '*' || name === segment;
  if (isArray(value))
    return value.map((item, index) => (isMatch(String(index)) ? changeAt(item, rest, quirk) : item));
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [
      name,
      isMatch(name) ? changeAt(member, rest, quirk) : member,
    ]),
  );
}

function changeHere(value: unknown, { add = {}, omit = [], value: other }: AnswerQuirk): unknown {
  if (other !== undefined) return other;
  if (!isObject(value)) return value;
  const kept: Record<string, unknown> = Object.fromEntries(
    Object.entries(value).filter(([name]) => !omit.includes(name)),
  );
  for (const name of Object.keys(add)) setOwn(kept, name, own(add, name));
  return kept;
}
