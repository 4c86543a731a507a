import { STATUS_CODES } from 'node:http';
import { recordOf, type Call, type CallLog, type CallBody } from '../../controls/calls';
import type { Faults, FaultState } from '../../faults/faults';
import { refuse } from '../../http/errors';
import type { RequestLimit } from '../../http/request-limit';
import { pageOf, type View } from '../view';
import { maskQuery, maskBody, type MaskedText, maskMessage } from './mask-secrets';
import { fieldsOf, jsonOf, objectsOf } from '../../../ground/json';

interface RequestParts {
  readonly calls: CallLog;
  readonly faults: Faults;
  readonly limit: RequestLimit;
}

/** The calls of the API, the request limit and the faults. */
export function requestsViews(parts: RequestParts): readonly View[] {
  return [
    { path: '/requests', read: ({ query }) => readCalls(parts, query) },
    { path: '/requests/:id', read: ({ param }) => readCall(parts, Number(param('id'))) },
  ];
}

export function readCalls({ calls, faults, limit }: RequestParts, query: URLSearchParams) {
  const all = calls.list();
  const paged = pageOf(selectCalls(all, query), query, textOf);
  return {
    calls: { ...paged, items: paged.items.map(rowOf) },
    /** 0 without a call. */
    newestId: all.at(-1)?.id ?? 0,
    budget: limit.read(),
    faults: faults.list().map(faultRowOf),
  };
}

export function readCall({ calls }: RequestParts, id: number) {
  const call = calls.find(id);
  if (call === undefined) throw refuse(404, 1000, 'the list of requests does not have this one any more');
  return {
    ...rowOf(call),
    /** Errors in the reply. */
    errors: readErrors(calls.failureOf(call)),
    body: readSentBody(call, calls.bodyOf(call)),
  };
}

/** The newest call first. */
function selectCalls(calls: readonly Call[], query: URLSearchParams): readonly Call[] {
  const until = Number(query.get('until') ?? Infinity);
  const show = query.get('show');
  const newest = calls.toReversed().filter(({ id }) => id <= until);
  if (show === 'failed') return newest.filter(isFailed);
  return show === 'writes' ? newest.filter(({ method }) => method !== 'GET') : newest;
}

function textOf(call: Call): string {
  const { method, path, query } = call;
  return `${method} ${path}${query === '' ? '' : `?${query}`} ${outcomeOf(call)}`;
}

export function rowOf(call: Call) {
  return {
    ...recordOf(call),
    /** The query with placeholders instead of secrets. */
    query: maskQuery(call.query),
    /** The status with its reason phrase, `No reply` or `In flight`. */
    outcome: outcomeOf(call),
    isFailed: isFailed(call),
  };
}

function outcomeOf({ status, durationMs }: Call): string {
  if (status === null) return durationMs === null ? 'In flight' : 'No reply';
  return `${status} ${STATUS_CODES[status] ?? ''}`.trim();
}

/** Whether the client got an error, nothing, or a reply that it cannot read. */
function isFailed({ status, durationMs, fault }: Call): boolean {
  if (status === null) return durationMs !== null;
  return status >= 400 || fault === 'cut_body' || fault === 'not_json';
}

/** Without what an injected reply contains. */
export function faultRowOf(fault: FaultState) {
  const { id, kind, match, skip, times, probability, after, status, ms, hits } = fault;
  return {
    id,
    kind,
    /** Empty for all methods. */
    methods: match.method === undefined ? [] : [match.method].flat(),
    path: match.path ?? null,
    skip,
    /** Null for as many as match. */
    times: times === Number.MAX_SAFE_INTEGER ? null : times,
    probability: probability ?? null,
    after: after === true,
    status: status ?? null,
    ms: ms ?? null,
    hits,
  };
}

export type RequestBody =
  | { readonly kind: 'none' }
  | ({ readonly kind: 'text'; readonly contentType: string | null } & MaskedText)
  | { readonly kind: 'withheld'; readonly reason: string };

/** The body of a call without secrets, or why it cannot be shown. */
function readSentBody({ hasBody, durationMs }: Call, kept: CallBody | undefined): RequestBody {
  if (!hasBody) return { kind: 'none' };
  if (kept === undefined)
    return withheld(
      durationMs === null
        ? 'The body has not arrived yet.'
        : 'The body is not kept any more, or the call ended before it arrived. The bodies of the newest 200 calls are kept.',
    );
  const { bytes, contentType } = kept;
  if (bytes === undefined) return withheld('The body has more than 64 KB and was not kept.');
  const sent = decode(bytes);
  if (sent === undefined) return withheld('The body is not text in UTF-8.');
  const masked = maskBody(sent);
  if (masked === undefined) return withheld('The body is not JSON and may contain a secret.');
  return { kind: 'text', contentType: contentType ?? null, ...masked };
}

function withheld(reason: string): RequestBody {
  return { kind: 'withheld', reason };
}

function decode(bytes: Uint8Array): string | undefined {
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
    // A command cannot have it.
    return text.includes('\0') ? undefined : text;
  } catch {
    return undefined;
  }
}

/** The errors in the envelope of a reply, as `message (code)`; none for a reply that has no envelope. */
function readErrors(reply: string | undefined): readonly string[] {
  const { errors } = fieldsOf(jsonOf(reply ?? ''));
  return objectsOf(errors).flatMap(({ code, message, error_chain: chain }) => {
    if (typeof message !== 'string') return [];
    const text = typeof code === 'number' ? `${message} (${code})` : message;
    const causes = objectsOf(chain).map((cause) => String(cause.message));
    return [maskMessage([text, ...causes].join(': '))];
  });
}
