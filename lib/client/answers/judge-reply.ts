import { isObject, jsonOf, listOf } from '../../ground/json';
import { rayIdOf } from '../call-trace';
import { retryAfterMs } from '../envelope';
import { readRateLimit } from '../rate-limit';
import {
  anything,
  apiObject,
  boolean,
  items,
  lenient,
  list,
  map,
  number,
  part,
  text,
  type ApiObject,
  type Members,
} from '../object';
import { header, type Reply } from '../wire';
import { compareObject, typeOf, type Words } from './compare';
import type { RawDifference } from './difference';
import type { Operation } from './operations';

/** A reply, and how it differs from what this version expects. */
export interface JudgedReply {
  readonly differences: readonly RawDifference[];
  /** The whole body; undefined where it is no JSON. */
  readonly body: unknown;
  /** The objects of a list; `[]` for anything else. */
  readonly objects: readonly Readonly<Record<string, unknown>>[];
  readonly resultInfo: Readonly<Record<string, unknown>>;
}

/**
 * Compares a reply with what this version expects of an operation: headers, status, envelope and result.
 *
 * @param words - of members that only a caller knows, such as the names of datasets
 */
export function judgeReply(operation: Operation, reply: Reply, words: Words): JudgedReply {
  const body = jsonOf(reply.text);
  const headers = judgeHeaders(reply);
  if (!isObject(body)) {
    const found = body === undefined ? 'no JSON' : typeOf(body);
    const envelope: RawDifference = { kind: 'envelope', at: '', expected: 'object', found };
    const differences = [...headers, ...judgeStatus(operation, reply.status, []), envelope];
    return { differences, body, objects: [], resultInfo: {} };
  }
  const isSuccess = reply.status >= 200 && reply.status < 300 && body.success === true;
  const outside = [...headers, ...judgeStatus(operation, reply.status, listOf(body.errors))];
  const envelope = compareObject(body, envelopeOf(operation, isSuccess), '');
  const result = isSuccess ? judgeResult(operation, body.result, words) : [];
  const objects = Array.isArray(body.result) ? body.result.filter(isObject) : [];
  const resultInfo = isObject(body.result_info) ? body.result_info : {};
  const paging = operation.list === 'pages' ? judgePaging(operation, objects.length, resultInfo) : [];
  return {
    differences: [...outside, ...envelope.map(asEnvelope), ...result, ...paging],
    body,
    objects: isSuccess ? objects : [],
    resultInfo,
  };
}

/** A difference of the envelope's own members. */
function asEnvelope(difference: RawDifference): RawDifference {
  return difference.kind === 'type' ? { ...difference, kind: 'envelope' } : difference;
}

function judgeHeaders(reply: Reply): RawDifference[] {
  const differ = (at: string, expected: string, found: string): RawDifference => ({
    kind: 'header',
    at,
    expected,
    found,
  });
  const type = header(reply, 'content-type');
  const isJson = /^application\/json\b/i.test(type ?? '');
  const limits = ['ratelimit', 'ratelimit-remaining', 'x-ratelimit-remaining'];
  const hasLimit = limits.some((name) => header(reply, name) !== undefined);
  const isLimited = reply.status === 429;
  const retryAfter = header(reply, 'retry-after');
  return [
    ...(isJson
      ? []
      : [differ('content-type', 'application/json', type === undefined ? 'nothing' : 'another type')]),
    ...(readRateLimit(reply, new Date()) === undefined
      ? [differ('ratelimit', 'calls left, and seconds', hasLimit ? 'another form' : 'nothing')]
      : []),
    ...(isLimited && retryAfter === undefined ? [differ('retry-after', 'seconds', 'nothing')] : []),
    ...(retryAfter !== undefined && retryAfterMs(reply, Date.now()) === undefined
      ? [differ('retry-after', 'seconds', 'another form')]
      : []),
    ...judgeRay(reply).map((found) => differ('cf-ray', 'an id', found)),
  ];
}

/** The service identifies each reply. */
function judgeRay(reply: Reply): string[] {
  if (header(reply, 'cf-ray') === undefined) return ['nothing'];
  return rayIdOf(reply) === undefined ? ['another form'] : [];
}

/** Codes that say that there is nothing under a path. */
const noPathCodes = new Set([7000, 7003, 10405]);

function judgeStatus(
  { refusals = [] }: Operation,
  status: number,
  errors: readonly unknown[],
): RawDifference[] {
  const codes = errors.map((entry) => (isObject(entry) ? codeOf(entry.code) : undefined));
  if (status === 200) return [];
  if (refusals.some(([of, code]) => of === status && codes.includes(code))) return [];
  const isNoPath = status === 405 || (status === 404 && codes.some((code) => noPathCodes.has(code ?? 0)));
  const expected = ['200', ...refusals.map(([of, code]) => `${of} with ${code}`)].join(' or ');
  return [
    { kind: isNoPath ? 'unknown_path' : 'status', at: 'status', expected, found: String(status) },
    ...codes.map((code): RawDifference => ({
      kind: 'code',
      at: '/errors/*/code',
      expected: refusals.length === 0 ? 'no error' : expected,
      found: code === undefined ? 'nothing' : String(code),
    })),
  ];
}

function codeOf(code: unknown): number | undefined {
  const number = typeof code === 'string' && /^\d{1,9}$/.test(code) ? Number(code) : code;
  return typeof number === 'number' && Number.isSafeInteger(number) ? number : undefined;
}

const pageInfo = apiObject('paging', {
  page: number(),
  per_page: number(),
  count: number(),
  total_count: number(),
  total_pages: number(),
});

const cursor = () => text().orNull().optional();

const cursorInfo = apiObject('paging', {
  count: number(),
  per_page: number(),
  cursor: cursor(),
  cursors: part(apiObject('cursors', { before: cursor(), after: cursor() })).optional(),
});

const errors = apiObject('an error', {
  code: lenient(['number', 'text'], (value) => value),
  message: text(),
  documentation_url: text().optional(),
  source: part(apiObject('a source', { pointer: text().optional() })).optional(),
  error_chain: items(
    apiObject('an error', { code: number().optional(), message: text().optional() }),
  ).optional(),
});

/** The members of an envelope; those of its result are compared apart. */
function envelopeOf({ list: paged }: Operation, isSuccess: boolean): ApiObject<Members> {
  const info = paged === 'pages' ? pageInfo : paged === 'cursor' ? cursorInfo : undefined;
  return apiObject('an envelope', {
    result: isSuccess && paged !== undefined ? list().orNull() : anything,
    success: boolean(false),
    errors: items(errors).orNull(),
    messages: list(),
    ...(isSuccess && info !== undefined && { result_info: map().having(info) }),
  });
}

function judgeResult({ list: paged, object }: Operation, result: unknown, words: Words): RawDifference[] {
  if (paged === undefined) return compareObject(result, object, '/result', words);
  return listOf(result).flatMap((item) => compareObject(item, object, '/result/*', words));
}

function judgePaging(
  { perPage = 0 }: Operation,
  sent: number,
  { per_page: size, count, page }: Readonly<Record<string, unknown>>,
): RawDifference[] {
  const differ = (at: string, expected: string, found: string): RawDifference => ({
    kind: 'paging',
    at,
    expected,
    found,
  });
  return [
    ...(typeof size === 'number' && size !== perPage
      ? [differ('/result_info/per_page', 'the requested number', 'another number')]
      : []),
    ...(typeof count === 'number' && count !== sent
      ? [differ('/result_info/count', 'the number of objects', 'another number')]
      : []),
    ...(typeof page === 'number' && page < 1
      ? [differ('/result_info/page', 'the requested page', 'another number')]
      : []),
    ...(sent > perPage ? [differ('/result', `at most ${perPage} objects`, 'more')] : []),
  ];
}
