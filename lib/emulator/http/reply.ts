import { inspect } from 'node:util';
import type { FastifyReply } from 'fastify';
import { codeOf } from '../../ground/words';
import { StateFileError } from '../state/journal';
import { ApiRefusal, generalRefusals, refuse, type ErrorEntry } from './errors';
import { applyQuirks, type Quirks } from './quirks';
import type { Answer } from './route';

export const json = 'application/json; charset=utf-8';

export function sendAnswer(reply: FastifyReply, given: Answer, quirks: Quirks): FastifyReply {
  const { kind, isSet, messages = [], result_info } = given;
  if (kind === 'nothing') return reply.code(204).send();
  const result = applyQuirks(given.result ?? null, quirks, { isResource: kind === 'resource', isSet });
  const envelope = { result, success: true, errors: [], messages, result_info };
  const ordered = quirks.shuffleKeys ? Object.fromEntries(Object.entries(envelope).reverse()) : envelope;
  return reply.type(json).send(JSON.stringify(ordered));
}

export function sendFailure(reply: FastifyReply, error: unknown): FastifyReply {
  const refusal = asRefusal(error);
  return reply
    .code(refusal.status)
    .headers(refusal.headers)
    .type(json)
    .send(JSON.stringify(fail(refusal.errors)));
}

function asRefusal(error: unknown): ApiRefusal {
  if (error instanceof ApiRefusal) return error;
  const code = codeOf(error);
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE') return generalRefusals.tooLarge();
  if (code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE') return generalRefusals.badContentType();
  if (code === 'FST_ERR_CTP_INVALID_CONTENT_LENGTH') return generalRefusals.malformedJson();
  if (code === 'FST_ERR_BAD_URL' || code === 'FST_ERR_MAX_PARAM_LENGTH')
    return generalRefusals.badIdentifier('the requested path');
  if (error instanceof StateFileError) return refuse(500, 1000, error.message);
  process.stderr.write(`edge-platform emulator: ${inspect(error)}\n`);
  return generalRefusals.internal();
}

/** The envelope of a refusal. */
export function fail(errors: readonly ErrorEntry[]): object {
  return { result: null, success: false, errors: errors.map(({ at: _at, ...entry }) => entry), messages: [] };
}
