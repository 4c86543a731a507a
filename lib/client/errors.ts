/**
 * The errors that the client throws. Their messages are in failures.ts.
 *
 * Identify them with the functions at the end of this file, which check a brand and `code`: `instanceof` fails if two
 * copies of this package are installed.
 */

const brand: unique symbol = Symbol.for('cdktf-edge-platform/client/error');

/** The request that failed, without secrets, body and headers. */
export interface RequestLine {
  readonly method: string;
  /** The full URL. Empty for an {@link InvalidArgumentError} about the client's own options. */
  readonly url: string;
}

/** The details of every error of the client. */
export interface EdgeErrorDetails {
  readonly request: RequestLine;
  /** @default - false */
  readonly mayHaveBeenApplied?: boolean;
  readonly cause?: unknown;
}

/**
 * A failed call: the base class of all errors of the client.
 *
 * The message names the request, the failure and the fix. Texts of the reply are cut to 4,096 characters. Neither the message nor any property contains a credential,
 * an ownership challenge or the keys of a destination.
 *
 * @example
 * import { EdgeClient, isEdgeError } from 'cdktf-edge-platform/client';
 *
 * const client = new EdgeClient({
 *   baseUrl: process.env.EDGE_BASE_URL ?? 'http://127.0.0.1:8787/client/v4',
 *   credentials: { apiToken: process.env.EDGE_API_TOKEN ?? 'a-token' },
 * });
 * client.logpush.list('a-zone-id').then(console.log, (error) => {
 *   console.error(isEdgeError(error) ? `${error.code}: ${error.message}` : error);
 * });
 */
export class EdgeError extends Error {
  /** A stable code for programs, for example `EDGE_API`. Each class documents its code. */
  readonly code: string;
  readonly request: RequestLine;
  /**
   * Whether a write (any method except GET) may have been applied although the call failed: the reply was lost, came
   * too late, could not be read, was about another object, or was a server error (HTTP 5xx). If true, read the object
   * before you retry.
   */
  readonly mayHaveBeenApplied: boolean;

  constructor(code: string, message: string, details: EdgeErrorDetails) {
    super(message, details.cause === undefined ? undefined : { cause: details.cause });
    this.code = code;
    this.request = details.request;
    this.mayHaveBeenApplied = details.mayHaveBeenApplied ?? false;
  }

  // oxlint-disable-next-line typescript/class-literal-property-style -- a field would show in every printed error
  get [brand](): true {
    return true;
  }
}

/**
 * An entry of `errors` or `messages` in an envelope. Source: section 2.1 of the specification for its place, the
 * public schema (`ResponseInfo`) for its fields. Rulesets sometimes omit `code`.
 */
export interface ApiErrorEntry {
  readonly code?: number;
  readonly message: string;
  readonly documentation_url?: string;
  /** `pointer` is a JSON pointer into the request body, for example `/rules/0/expression`. */
  readonly source?: { readonly pointer?: string };
  /** The causes of an error of the gateway. */
  readonly error_chain?: readonly { readonly code?: number; readonly message: string }[];
}

/** The additional details of an {@link ApiError}. */
export interface ApiErrorDetails extends EdgeErrorDetails {
  readonly status: number;
  readonly errors: readonly ApiErrorEntry[];
  readonly messages: readonly ApiErrorEntry[];
  readonly rayId?: string;
}

/**
 * The API refused the call: `success` is false, or the status is not 2xx. Code `EDGE_API`, unless a subclass applies.
 * Source: section 7 of the specification.
 */
export class ApiError extends EdgeError {
  /** The HTTP status. It can be 200 if `success` is false. */
  readonly status: number;
  /** The error entries of the reply, in order. Empty if there are none. */
  readonly errors: readonly ApiErrorEntry[];
  readonly messages: readonly ApiErrorEntry[];
  /** The JSON pointer of the first entry that has one. */
  readonly pointer: string | undefined;
  /** The header `cf-ray`, which identifies the request to support. */
  readonly rayId: string | undefined;

  constructor(message: string, details: ApiErrorDetails, code = 'EDGE_API') {
    super(code, message, details);
    this.status = details.status;
    this.errors = details.errors;
    this.messages = details.messages;
    this.pointer = details.errors.find((entry) => entry.source?.pointer !== undefined)?.source?.pointer;
    this.rayId = details.rayId;
  }

  /** Whether an entry or its error chain has this code. */
  hasCode(code: number): boolean {
    return this.errors.some(
      (entry) => entry.code === code || entry.error_chain?.some((link) => link.code === code) === true,
    );
  }
}

/** The credentials were not accepted: HTTP 401, or the codes 10000, 10001, 6003. Code `EDGE_AUTHENTICATION`. */
export class AuthenticationError extends refusalOf('EDGE_AUTHENTICATION') {}

/** The credentials lack a permission: HTTP 403. A quota or the plan can be the reason too. Code `EDGE_PERMISSION`. */
export class PermissionError extends refusalOf('EDGE_PERMISSION') {}

/**
 * The object does not exist: HTTP 404. Code `EDGE_NOT_FOUND`.
 *
 * For notification policies and webhooks that are requested by ID, code 0 with `Policy not found` or `Webhook not found`
 * has the same meaning, with any status (public field reports).
 *
 * A 404 for an unknown path (codes 7000, 7003) is a plain {@link ApiError}: it means a malformed ID or a wrong base URL,
 * not that the object does not exist.
 */
export class NotFoundError extends refusalOf('EDGE_NOT_FOUND') {}

/** Another client is changing the same object: HTTP 409. Code `EDGE_CONFLICT`. */
export class ConflictError extends refusalOf('EDGE_CONFLICT') {}

/**
 * Too many requests: HTTP 429, with any body. Code `EDGE_RATE_LIMIT`. The public limit is 1200 requests in
 * five minutes per user, for all credentials together.
 *
 * Also a call that was not sent, because the service has announced to accept none for longer than the call may wait. Its status is 429
 * as well.
 */
export class RateLimitError extends ApiError {
  /** How long to wait, in milliseconds, at most a day; undefined if the reply does not say. */
  readonly retryAfterMs: number | undefined;

  constructor(message: string, details: ApiErrorDetails & { readonly retryAfterMs?: number }) {
    super(message, details, 'EDGE_RATE_LIMIT');
    this.retryAfterMs = details.retryAfterMs;
  }
}

/**
 * The connection failed: refused, unknown host, TLS error, socket reset. Code `EDGE_UNREACHABLE`.
 * `cause` has the system's error code and message. If a proxy opened no tunnel, it also has `proxyStage` (`proxy`, `refused` or
 * `endpoint`), and for a refusal the HTTP status of the proxy, `proxyStatus`.
 */
export class UnreachableError extends failureOf('EDGE_UNREACHABLE') {}

/** The reply was not complete within `timeoutMs`. Code `EDGE_TIMEOUT`. */
export class TimeoutError extends EdgeError {
  readonly timeoutMs: number;

  constructor(message: string, details: EdgeErrorDetails & { readonly timeoutMs: number }) {
    super('EDGE_TIMEOUT', message, details);
    this.timeoutMs = details.timeoutMs;
  }
}

/**
 * The reply is not JSON, not an envelope, or lacks a required field (a ruleset without an ID). Code
 * `EDGE_UNREADABLE_REPLY`. Usually the base URL is wrong, or a proxy replied.
 */
export class UnreadableReplyError extends EdgeError {
  readonly status: number;
  readonly contentType: string | undefined;
  /** The first 200 characters of the body, with secrets redacted. */
  readonly bodyStart: string;
  /** Whether the reply is empty, or ends before its JSON does. */
  readonly isCut: boolean;

  constructor(
    message: string,
    details: EdgeErrorDetails &
      Pick<UnreadableReplyError, 'status' | 'contentType' | 'bodyStart'> & { readonly isCut?: boolean },
  ) {
    super('EDGE_UNREADABLE_REPLY', message, details);
    this.status = details.status;
    this.contentType = details.contentType;
    this.bodyStart = details.bodyStart;
    this.isCut = details.isCut ?? false;
  }
}

/**
 * The reply has another object than the one requested: its ID, phase or dataset is a different one. Code
 * `EDGE_UNEXPECTED_OBJECT`. Usually a cache or a proxy mixed up replies. Nothing of the object is returned.
 */
export class UnexpectedObjectError extends EdgeError {
  /** The field that differs, `id` for instance. */
  readonly field: string;
  /** The value of the field in the request. */
  readonly expected: string;
  /** The value of the field in the reply, at most 100 characters of it, with secrets redacted. */
  readonly received: string;

  constructor(
    message: string,
    details: EdgeErrorDetails & Pick<UnexpectedObjectError, 'field' | 'expected' | 'received'>,
  ) {
    super('EDGE_UNEXPECTED_OBJECT', message, details);
    this.field = details.field;
    this.expected = details.expected;
    this.received = details.received;
  }
}

/**
 * The reply exceeds a limit of the client: a body of more than 32 MB, JSON of more than 100 levels, or a list that does not
 * end. Code `EDGE_REPLY_LIMIT`. The rest of the reply is not read.
 */
export class ReplyLimitError extends failureOf('EDGE_REPLY_LIMIT') {}

/**
 * A list is incomplete by what it says of itself: it has other than `result_info.total_count` objects, or its pages contradict each
 * other, because other clients change it or because a part of a reply is missing. The client has read it five times. Code
 * `EDGE_INCOMPLETE_LIST`. Nothing of the list is returned: what is not on it may exist all the same.
 */
export class IncompleteListError extends failureOf('EDGE_INCOMPLETE_LIST') {}

/** A signal was aborted, or the client was closed. Code `EDGE_CANCELLED`; `cause` is the signal's reason. */
export class CancelledError extends failureOf('EDGE_CANCELLED') {}

/** An invalid option, or an ID that cannot be part of a path. Nothing was sent. Code `EDGE_ARGUMENT`. */
export class InvalidArgumentError extends failureOf('EDGE_ARGUMENT') {}

function failureOf(code: string): new (message: string, details: EdgeErrorDetails) => EdgeError {
  return class extends EdgeError {
    constructor(message: string, details: EdgeErrorDetails) {
      super(code, message, details);
    }
  };
}

function refusalOf(code: string): new (message: string, details: ApiErrorDetails) => ApiError {
  return class extends ApiError {
    constructor(message: string, details: ApiErrorDetails) {
      super(message, details, code);
    }
  };
}

// Programs that bundle this package rename classes.
const classes = {
  EdgeError,
  ApiError,
  AuthenticationError,
  PermissionError,
  NotFoundError,
  ConflictError,
  RateLimitError,
  UnreachableError,
  TimeoutError,
  UnreadableReplyError,
  UnexpectedObjectError,
  ReplyLimitError,
  IncompleteListError,
  CancelledError,
  InvalidArgumentError,
};
for (const [name, { prototype }] of Object.entries(classes)) prototype.name = name;

/** Whether this is an error of the client, from any copy of this package. */
export function isEdgeError(e: unknown): e is EdgeError {
  return typeof e === 'object' && e !== null && brand in e;
}

/** Whether the API refused the call: an {@link ApiError} or one of its subclasses. */
export function isApiError(e: unknown): e is ApiError {
  return isEdgeError(e) && 'status' in e && 'errors' in e;
}

/** Whether the object does not exist: a {@link NotFoundError}. */
export function isNotFound(e: unknown): e is NotFoundError {
  return isEdgeError(e) && e.code === 'EDGE_NOT_FOUND';
}

/** Whether the service asked for fewer calls: a {@link RateLimitError}. */
export function isRateLimited(e: unknown): e is RateLimitError {
  return isEdgeError(e) && e.code === 'EDGE_RATE_LIMIT';
}

/** Whether a write may have been applied despite this error. False for anything except an {@link EdgeError}. */
export function mayHaveBeenApplied(e: unknown): boolean {
  return isEdgeError(e) && e.mayHaveBeenApplied;
}
