import { isDeeperThan, isObject, listOf } from '../ground/json';
import { limits } from '../ground/limits';
import type { ApiErrorEntry } from './errors';
import { rayIdOf } from './call-trace';
import { overLimit, refused, type RequestDetails, unreadable } from './failures';
import { longestWaitMs } from './request-budget';
import { header, type Reply } from './wire';

/** The content of a successful reply. Both are undefined for a reply without a body (HTTP 204). */
export interface EnvelopeContent {
  readonly result: unknown;
  readonly resultInfo: unknown;
}

/**
 * Opens the envelope of section 2.1 of the specification, or throws what the reply means. `errors` and `messages`
 * may be absent or null; some replies of the public service lack them.
 */
export function openEnvelope(request: RequestDetails, reply: Reply, nowMs: number): EnvelopeContent {
  if (reply.status === 204) return { result: undefined, resultInfo: undefined };
  const body = readBody(request, reply.text);
  const isEnvelope = isObject(body) && (typeof body.success === 'boolean' || listOf(body.errors).length > 0);
  if (isEnvelope && body.success === true && reply.status >= 200 && reply.status < 300)
    return { result: body.result, resultInfo: body.result_info };
  // A limit is often put before the service, by something that does not know the envelope.
  if (!isEnvelope && reply.status !== 429) {
    const what = body === undefined ? 'not JSON' : "JSON, but not the API's envelope";
    const contentType = header(reply, 'content-type');
    const isCut = body === undefined && (reply.text === '' || contentType?.includes('json') === true);
    throw unreadable(request, { ...reply, contentType, isCut }, what);
  }
  throw refused(request, {
    status: reply.status,
    errors: isEnvelope ? entries(body.errors, request.clean) : [],
    messages: isEnvelope ? entries(body.messages, request.clean) : [],
    rayId: rayIdOf(reply),
    retryAfterMs: retryAfterMs(reply, nowMs),
  });
}

/** The JSON of a body; undefined for a text that is none. The deepest answers of the service have about ten levels. */
function readBody(request: RequestDetails, text: string): unknown {
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    return undefined;
  }
  if (isDeeperThan(body, limits.depth)) throw overLimit(request, `JSON of more than ${limits.depth} levels`);
  return body;
}

/** The most entries, and links of a chain, that an error keeps. */
const mostEntries = 20;

function entries(value: unknown, clean: (text: string) => string): ApiErrorEntry[] {
  return listOf(value)
    .slice(0, mostEntries)
    .map((item) => entry(item, clean));
}

function entry(item: unknown, clean: (text: string) => string): ApiErrorEntry {
  if (!isObject(item)) return { message: clean(typeof item === 'string' ? item : JSON.stringify(item)) };
  const source = item.source;
  const pointer = isObject(source) ? text(source.pointer, clean) : undefined;
  const url = text(item.documentation_url, clean);
  const chain = listOf(item.error_chain);
  return {
    ...codeAndMessage(item, clean),
    ...(url !== undefined && { documentation_url: url }),
    ...(pointer !== undefined && { source: { pointer } }),
    ...(chain.length > 0 && {
      error_chain: chain
        .slice(0, mostEntries)
        .filter(isObject)
        .map((link) => codeAndMessage(link, clean)),
    }),
  };
}

function codeAndMessage(
  item: Record<string, unknown>,
  clean: (text: string) => string,
): { code?: number; message: string } {
  const code = typeof item.code === 'string' && item.code !== '' ? Number(item.code) : item.code;
  return {
    ...(typeof code === 'number' && Number.isFinite(code) && { code }),
    message: text(item.message, clean) ?? '',
  };
}

function text(value: unknown, clean: (text: string) => string): string | undefined {
  return typeof value === 'string' && value !== '' ? clean(value) : undefined;
}

/** The wait of `retry-after`, which holds seconds or a date, in milliseconds. At most {@link longestWaitMs}; undefined for anything else, a negative number for instance. */
export function retryAfterMs(reply: Reply, nowMs: number): number | undefined {
  const value = header(reply, 'retry-after')?.trim() ?? '';
  if (/^\d+(\.\d+)?$/.test(value)) return Math.min(Math.round(Number(value) * 1000), longestWaitMs);
  // `Date.parse` takes `-5` and `60, 60` for years.
  const dateMs = /^(?:[A-Za-z]{3,9},? |\d{4}-\d\d-\d\d)/.test(value) ? Date.parse(value) : NaN;
  return Number.isNaN(dateMs) ? undefined : Math.min(Math.max(0, dateMs - nowMs), longestWaitMs);
}
