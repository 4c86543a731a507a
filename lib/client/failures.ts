/** The texts of the errors: what happened, the request, the value, the fix. Secrets in network texts are redacted here. */
import { isObject } from '../ground/json';
import {
  ApiError,
  type ApiErrorDetails,
  AuthenticationError,
  CancelledError,
  ConflictError,
  IncompleteListError,
  InvalidArgumentError,
  isEdgeError,
  isNotFound,
  isRateLimited,
  NotFoundError,
  PermissionError,
  RateLimitError,
  ReplyLimitError,
  type RequestLine,
  TimeoutError,
  UnexpectedObjectError,
  UnreachableError,
  UnreadableReplyError,
} from './errors';
import { ownerInPath, permissionOf } from './permissions';
import type { Contradiction } from './reader';
import { cutText } from './redact';
import type { Proxy } from './proxy';
import type { ServiceWaitError } from './request-budget';
import { isTlsCode } from './retry';
import { isTimeLimit } from './time-limit';
import { TunnelError, proxyVariable, describeTunnelError } from './tunnel';

export interface RequestDetails {
  readonly method: string;
  readonly origin: string;
  readonly proxy?: Proxy | undefined;
  readonly path: string;
  /** Whether it changes something, so that a lost reply leaves a doubt. */
  readonly writes: boolean;
  /** The words that, with code 0, say that the object is not there, whatever the status. */
  readonly notFoundText?: string;
  /** Blanks secrets in a text that came from the network, and cuts it to 4,096 characters. */
  readonly clean: (text: string) => string;
}

export function invalidOption(name: string, fault: string, fix: string): InvalidArgumentError {
  return new InvalidArgumentError(`The client's option ${name} ${fault}. ${fix}`, {
    request: { method: '', url: '' },
  });
}

export function invalidSegment(method: string, url: string, segment: string): InvalidArgumentError {
  return new InvalidArgumentError(
    `${method} was not sent: ${JSON.stringify(segment)} cannot be part of a path, and the request would reach ` +
      'another object than the one meant. Check the id.',
    { request: { method, url } },
  );
}

export function invalidPaging(
  method: string,
  url: string,
  name: string,
  value: string,
  least: number,
): InvalidArgumentError {
  return new InvalidArgumentError(
    `${method} was not sent: ${name} is ${value}, and the service might take another page than the one meant. ` +
      `Give a whole number from ${least}.`,
    { request: { method, url } },
  );
}

type Refusal = Omit<ApiErrorDetails, 'request' | 'cause' | 'mayHaveBeenApplied'> & {
  readonly retryAfterMs?: number;
};

export function refused(request: RequestDetails, answer: Refusal): ApiError {
  const mayHaveBeenApplied = request.writes && answer.status >= 500;
  const said = cutText(answer.errors.map(entryProse).join('; ')) || 'without saying why';
  const ray = answer.rayId === undefined ? '' : ` (ray ${answer.rayId})`;
  const [Refused, fix] = kindOf(request, answer);
  const message = `${line(request)} was refused with HTTP ${answer.status}${ray}: ${asSentence(said)} ${fix}${doubt(mayHaveBeenApplied)}`;
  return new Refused(message, { ...answer, request: requestLine(request), mayHaveBeenApplied });
}

/** The class of a refusal, which follows from the status first, then from the code, and the fix. */
function kindOf(
  request: RequestDetails,
  { status, errors, retryAfterMs }: Refusal,
): [new (message: string, details: ApiErrorDetails) => ApiError, fix: string] {
  const codes = new Set(
    errors.flatMap(({ code, error_chain: chain = [] }) => [code, ...chain.map((link) => link.code)]),
  );
  const hasCode = (...known: number[]) => known.some((code) => codes.has(code));
  const permission = permissionOf(request.method, request.path);
  if (status === 429) {
    const wait =
      retryAfterMs === undefined
        ? 'a few minutes'
        : `${Math.ceil(retryAfterMs / 1000)} seconds (Retry-After)`;
    const fix = `Wait ${wait} before the next call, and run fewer calls at once: all credentials of a user share one limit.`;
    return [RateLimitError, fix];
  }
  if (status === 409) return [ConflictError, 'Another client is changing the same object: try again later.'];
  if (hasCode(7000, 7003)) return [ApiError, fixOfPath(request)];
  if (status === 404 || saysNotFound(errors, request.notFoundText))
    return [NotFoundError, 'Check the ids in the path: the object may have been deleted.'];
  if (status === 401 || (status < 500 && hasCode(10000, 10001, 6003))) {
    const needed =
      permission === undefined ? '' : ` A token needs the permission ${permission} for this call.`;
    const fix =
      'Check EDGE_API_TOKEN, or EDGE_API_EMAIL with EDGE_API_KEY: that they are whole, not expired, and may ' +
      `act on this zone or account.${needed}`;
    return [AuthenticationError, fix];
  }
  if (status === 403) {
    const fix = `Give the token of EDGE_API_TOKEN the permission ${permission ?? 'for this call'}, or check whether the plan or a quota forbids it.`;
    return [PermissionError, fix];
  }
  if (status >= 500) return [ApiError, 'The service failed: try again later.'];
  return [ApiError, 'Correct the value and try again.'];
}

/** The time in which a call may wait and be repeated: that of retries, or what is left of the time of its operation. */
export interface TimeForCall {
  readonly ms: number;
  readonly isOfOperation: boolean;
}

export function withNoRetryReason(error: unknown, time: TimeForCall): unknown {
  if (isRateLimited(error)) error.message += ` It is not repeated: ${limitProse(time)}.`;
  return error;
}

/** The error of a call that was not sent, since the service accepts none for a while. */
export function notAccepted(
  request: RequestDetails,
  wait: ServiceWaitError,
  time: TimeForCall,
): RateLimitError {
  const { reason, waitMs } = wait;
  const seconds = Math.ceil(waitMs / 1000);
  const announced =
    reason === 'retry_after'
      ? `the service answered an earlier call with HTTP 429 and accepts none for another ${seconds} s`
      : `the headers of the service (ratelimit) leave no request for another ${seconds} s`;
  const fix =
    'Try again after that time, and run fewer programs at once: all credentials of a user share one limit.';
  return new RateLimitError(`${line(request)} was not sent: ${announced}, and ${limitProse(time)}. ${fix}`, {
    request: requestLine(request),
    status: 429,
    errors: [],
    messages: [],
    retryAfterMs: waitMs,
    cause: wait,
  });
}

function limitProse({ ms, isOfOperation }: TimeForCall): string {
  const seconds = `${Math.max(0, Math.round(ms / 1000))} s`;
  return isOfOperation
    ? `the operation has ${seconds} left (timeouts)`
    : `the time for retries is ${seconds} (retry_timeout_seconds, EDGE_RETRY_TIMEOUT_SECONDS)`;
}

/** A message of the service, with a period unless it ends with one or with a question mark. */
function asSentence(text: string): string {
  return /[.?!]$/.test(text) ? text : `${text}.`;
}

/** The fix where the service knows nothing under a path: usually it has no such zone or account. */
function fixOfPath({ origin, path }: RequestDetails): string {
  const [base = ''] = /^.*?\/client\/v4(?=\/)/.exec(path) ?? [];
  const service = `that ${origin}${base} is the API that you mean (EDGE_BASE_URL or base_url)`;
  const owner = ownerInPath(path);
  if (owner === undefined) return `Check the ids in the path, and ${service}.`;
  const of = owner.kind === 'zone' ? "the zone's account" : 'this account';
  return (
    `Check that ${cutText(owner.id)} is the id of the ${owner.kind} and not its name, that the credentials are of ${of}, ` +
    `and ${service}.`
  );
}

export function unreachable(request: RequestDetails, error: unknown, wasSent: boolean): UnreachableError {
  const tunnel = error instanceof TunnelError ? error : undefined;
  const fault = systemFault(tunnel === undefined ? error : tunnel.cause);
  const cause = systemCause(fault, request.clean, tunnel);
  const mayHaveBeenApplied = request.writes && wasSent;
  const words = cause.message === '' ? '' : ` (${cause.message})`;
  const { happened, fix } =
    tunnel !== undefined && request.proxy !== undefined
      ? describeTunnelError({ ...request, proxy: request.proxy }, tunnel, fault.code, tlsFix)
      : {
          happened: wasSent
            ? `got no whole reply: the connection to ${request.origin}${throughProxy(request)} broke`
            : `was not sent: ${request.origin} cannot be reached`,
          fix: unreachableFix(fault.code, wasSent),
        };
  return new UnreachableError(`${line(request)} ${happened}${words}. ${fix}${doubt(mayHaveBeenApplied)}`, {
    request: requestLine(request),
    mayHaveBeenApplied,
    cause,
  });
}

export function timedOut(request: RequestDetails, timeoutMs: number): TimeoutError {
  return new TimeoutError(
    `${line(request)} got no whole reply within ${timeoutMs} ms. Check that ${request.origin} is the API and is ` +
      `well${throughProxy(request)}, or raise timeoutMs.${doubt(request.writes)}`,
    { request: requestLine(request), mayHaveBeenApplied: request.writes, timeoutMs },
  );
}

export function cancelled(request: RequestDetails, reason: unknown, wasSent: boolean): CancelledError {
  const mayHaveBeenApplied = request.writes && wasSent;
  const what = isTimeLimit(reason) ? 'did not get its turn in time' : 'was cancelled before it was sent';
  return new CancelledError(
    `${line(request)} ${wasSent ? 'was cancelled before its reply was there' : what}.${doubt(mayHaveBeenApplied)}`,
    { request: requestLine(request), mayHaveBeenApplied, cause: reason },
  );
}

export function withLastFailure(stopped: CancelledError, latest: unknown): CancelledError {
  if (isEdgeError(latest)) stopped.message += ` Its last attempt failed: ${latest.message}`;
  return stopped;
}

export function closed(request: RequestDetails): CancelledError {
  return new CancelledError(`${line(request)} was not sent: the client is closed. Make a new EdgeClient.`, {
    request: requestLine(request),
  });
}

export function withMayHaveBeenApplied(error: unknown): unknown {
  if (!isEdgeError(error) || error.mayHaveBeenApplied || isNotFound(error)) return error;
  error.message += doubt(true);
  return Object.assign(error, { mayHaveBeenApplied: true });
}

/** The error of an unreadable reply. @param what - completes "the reply is …", `not JSON` for instance. */
export function unreadable(
  request: RequestDetails,
  reply: {
    readonly status: number;
    readonly contentType?: string;
    readonly text: string;
    readonly isCut?: boolean;
  },
  what: string,
  fix = unreadableFix(request, reply.status),
): UnreadableReplyError {
  const bodyStart = request.clean(reply.text).slice(0, 200);
  const contentType = reply.contentType === undefined ? undefined : request.clean(reply.contentType);
  const shown = bodyStart === '' ? 'The body is empty.' : `The body begins: ${bodyStart}`;
  return new UnreadableReplyError(
    `${line(request)} was answered with HTTP ${reply.status} (${contentType ?? 'no content-type'}), and the reply is ` +
      `${what}. ${fix}${doubt(request.writes)} ${shown}`,
    {
      request: requestLine(request),
      mayHaveBeenApplied: request.writes,
      status: reply.status,
      contentType,
      bodyStart,
      isCut: reply.isCut ?? false,
    },
  );
}

export function unexpectedObject(
  request: RequestDetails,
  { field, expected, received }: Contradiction,
): UnexpectedObjectError {
  const [expectedText, shown] = [request.clean(expected), request.clean(received).slice(0, 100)];
  return new UnexpectedObjectError(
    `${line(request)} was answered with another object: its ${field} is ${shown}, not ${expectedText}. Try again. If that ` +
      `does not help, check the caches and proxies between this machine and ${request.origin}.${doubt(request.writes)}`,
    {
      request: requestLine(request),
      mayHaveBeenApplied: request.writes,
      field,
      expected: expectedText,
      received: shown,
    },
  );
}

/** The error of a reply beyond a limit. @param what - completes "the reply is …", `a list of more than 10,000 pages` for instance. */
export function overLimit(request: RequestDetails, what: string): ReplyLimitError {
  return new ReplyLimitError(
    `${line(request)} was not read to its end: the reply is ${what}. Check EDGE_BASE_URL or base_url: what answers at ` +
      `${request.origin} may not be the API.${doubt(request.writes)}`,
    { request: requestLine(request), mayHaveBeenApplied: request.writes },
  );
}

/** The error of an incomplete list. @param what - completes "the list is incomplete:", `its total_count was 60 and is now 59` for instance. */
export function incomplete(request: RequestDetails, what: string): IncompleteListError {
  return new IncompleteListError(
    `${line(request)} was answered with a part of a list that is incomplete, also when it was read again: ${what}. What is not ` +
      'on it may exist all the same, so nothing was concluded from it. Try again when no other client changes these objects. If ' +
      `that does not help, check the caches and proxies between this machine and ${request.origin}.`,
    { request: requestLine(request) },
  );
}

/** The fix for a reply that is the API's own and still lacks something. */
export const unexpectedShapeFix = 'The API may have changed, or a proxy rewrote the reply.';

function line(request: RequestDetails): string {
  return `${request.method} ${request.path}`;
}

/** The proxy of a request, as the end of "the connection to …". */
function throughProxy({ origin, proxy }: RequestDetails): string {
  return proxy === undefined ? '' : ` through the proxy ${proxy.address} (${proxyVariable(origin)})`;
}

function requestLine(request: RequestDetails): RequestLine {
  return { method: request.method, url: `${request.origin}${request.path}` };
}

function doubt(mayHaveBeenApplied: boolean): string {
  return mayHaveBeenApplied
    ? ' The write may have been applied: read the object before you send it again.'
    : '';
}

function saysNotFound(errors: ApiErrorDetails['errors'], text: string | undefined): boolean {
  if (text === undefined) return false;
  const expected = text.toLowerCase();
  return errors.some((entry) => entry.code === 0 && entry.message.toLowerCase().includes(expected));
}

function entryProse(entry: ApiErrorDetails['errors'][number]): string {
  const code = entry.code === undefined ? '' : `${entry.code} `;
  const pointer = entry.source?.pointer === undefined ? '' : ` (at ${entry.source.pointer})`;
  const chain = (entry.error_chain ?? []).map((link) =>
    `, because ${link.code ?? ''} ${link.message}`.replace('  ', ' '),
  );
  return `${code}${entry.message}${pointer}${chain.join('')}`.replace(/\.$/, '');
}

function unreadableFix(request: RequestDetails, status: number): string {
  if (status >= 500) return 'The service, or a gateway before it, failed: try again later.';
  return (
    `Check EDGE_BASE_URL or base_url: what answers at ${request.origin} probably is not the API, but the page of a ` +
    'proxy or a login.'
  );
}

interface SystemFault {
  readonly code: string;
  readonly message: string;
}

function systemFault(error: unknown): SystemFault {
  // By shape: an error of another realm, a worker's or a test runner's, is no instance of ours.
  if (!isObject(error)) return { code: '', message: '' };
  // A name with several addresses fails with one error for each, under a head without words.
  if (Array.isArray(error.errors) && error.errors.length > 0) {
    const faults = error.errors.map(systemFault);
    return {
      code: faults.find((fault) => fault.code !== '')?.code ?? '',
      message: [...new Set(faults.map((fault) => fault.message))].join(', '),
    };
  }
  const { code, message, name } = error;
  if (name === 'HTTPParserError') return { code: 'HPE', message: typeof message === 'string' ? message : '' };
  return {
    code: typeof code === 'string' ? code : '',
    message: typeof message === 'string' ? reasonOfTls(message) : '',
  };
}

/** The words of OpenSSL, without the numbers and the place in its sources. */
function reasonOfTls(message: string): string {
  const [, reason] = /error:[0-9A-F]+:[^:]*:[^:]*:([^:]+):/.exec(message) ?? [];
  return reason ?? message;
}

/** A copy with nothing but codes and words: the original may hold the socket, or the bytes of a reply. */
function systemCause(
  { code, message }: SystemFault,
  clean: (text: string) => string,
  tunnel: TunnelError | undefined,
): Error {
  return Object.assign(
    new Error(clean(message)),
    code !== '' && { code },
    tunnel !== undefined && { proxyStage: tunnel.stage },
    tunnel?.status !== undefined && { proxyStatus: tunnel.status },
  );
}

const tlsFix =
  'Check that EDGE_BASE_URL or base_url speaks TLS under this name (an emulator does not: its address begins with ' +
  'http://), and give Node the authority of your own proxy with NODE_EXTRA_CA_CERTS.';

function unreachableFix(code: string, wasSent: boolean): string {
  if (isTlsCode(code)) return tlsFix;
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN')
    return 'Check EDGE_BASE_URL or base_url for a misspelt host, and that this machine resolves names.';
  if (code === 'HPE') return 'Check EDGE_BASE_URL or base_url: what answers there does not speak HTTP.';
  if (wasSent)
    return 'Try again; if it stays so, check EDGE_BASE_URL or base_url and the proxies on the way.';
  return 'Check EDGE_BASE_URL or base_url, and that something listens there and no firewall is in between.';
}
