/**
 * The one family of errors the client throws. What each says is composed in failures.ts.
 *
 * Recognise them with the functions at the end, which look at a brand and at `code`: `instanceof` fails when
 * two copies of this package are installed.
 */

const brand: unique symbol = Symbol.for('cdktf-edge-platform/client/error');

/** The request an error is about: nothing but what may be shown. Bodies and headers are never kept. */
export interface RequestLine {
  readonly method: string;
  /** The whole address. Empty for an {@link InvalidArgumentError} about the client's own options. */
  readonly url: string;
}

/** What every error of the client carries. */
export interface EdgeErrorDetails {
  readonly request: RequestLine;
  /** @default - false */
  readonly mayHaveBeenApplied?: boolean;
  readonly cause?: unknown;
}

/**
 * Anything that went wrong with a call.
 *
 * The message names the request, what happened and what to do about it. Neither the message nor any property
 * holds a credential, an ownership challenge or the keys of a destination.
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
  static {
    this.prototype.name = 'EdgeError';
  }

  /** A stable word for machines, `EDGE_API` for instance. Each class documents its own. */
  readonly code: string;
  readonly request: RequestLine;
  /**
   * True when a write (any method but GET) may have taken effect although the call failed: its reply was lost,
   * came too late, could not be read, or was a failure of the server itself (HTTP 5xx). Look before sending again.
   */
  readonly mayHaveBeenApplied: boolean;

  constructor(code: string, message: string, details: EdgeErrorDetails) {
    super(message, details.cause === undefined ? undefined : { cause: details.cause });
    this.code = code;
    this.request = details.request;
    this.mayHaveBeenApplied = details.mayHaveBeenApplied ?? false;
  }

  // eslint-disable-next-line @typescript-eslint/class-literal-property-style -- a field would show in every printed error
  get [brand](): true {
    return true;
  }
}

/**
 * An entry of `errors` or `messages` in an envelope. Source: section 2.1 of the specification for its place, the
 * public schema (`ResponseInfo`) for its fields. Rulesets leave `code` out at times.
 */
export interface ApiErrorEntry {
  readonly code?: number;
  readonly message: string;
  readonly documentation_url?: string;
  /** `pointer` is a JSON pointer into the request's body, `/rules/0/expression` for instance. */
  readonly source?: { readonly pointer?: string };
  /** What lies beneath, for errors of the gateway. */
  readonly error_chain?: readonly { readonly code?: number; readonly message: string }[];
}

/** What an {@link ApiError} carries beyond the rest of the family. */
export interface ApiErrorDetails extends EdgeErrorDetails {
  readonly status: number;
  readonly errors: readonly ApiErrorEntry[];
  readonly messages: readonly ApiErrorEntry[];
  readonly rayId?: string;
}

/**
 * The service answered, and the answer is no: `success` is false, or the status is not 2xx. Code `EDGE_API`,
 * unless one of the subclasses fits. Source: section 7 of the specification.
 */
export class ApiError extends EdgeError {
  static {
    this.prototype.name = 'ApiError';
  }

  /** The HTTP status. 200 is possible: then `success` was false. */
  readonly status: number;
  /** The service's entries, in its order; empty when it gave none. */
  readonly errors: readonly ApiErrorEntry[];
  readonly messages: readonly ApiErrorEntry[];
  /** The first entry's pointer into the request's body, when there is one. */
  readonly pointer: string | undefined;
  /** What to quote to the service's support: the header `cf-ray`. */
  readonly rayId: string | undefined;

  constructor(message: string, details: ApiErrorDetails, code = 'EDGE_API') {
    super(code, message, details);
    this.status = details.status;
    this.errors = details.errors;
    this.messages = details.messages;
    this.pointer = details.errors.find((entry) => entry.source?.pointer !== undefined)?.source?.pointer;
    this.rayId = details.rayId;
  }

  /** Whether the service gave this number, in an entry or in the chain beneath one. */
  hasCode(code: number): boolean {
    return this.errors.some(
      (entry) => entry.code === code || entry.error_chain?.some((link) => link.code === code) === true,
    );
  }
}

/** The credentials were not accepted: HTTP 401, or the codes 10000, 10001, 6003. Code `EDGE_AUTHENTICATION`. */
export class AuthenticationError extends ApiError {
  static {
    this.prototype.name = 'AuthenticationError';
  }

  constructor(message: string, details: ApiErrorDetails) {
    super(message, details, 'EDGE_AUTHENTICATION');
  }
}

/** Known, but not allowed: HTTP 403. A quota or a plan can be the reason as well. Code `EDGE_PERMISSION`. */
export class PermissionError extends ApiError {
  static {
    this.prototype.name = 'PermissionError';
  }

  constructor(message: string, details: ApiErrorDetails) {
    super(message, details, 'EDGE_PERMISSION');
  }
}

/**
 * There is no such object: HTTP 404. Code `EDGE_NOT_FOUND`.
 *
 * Notification policies and webhooks say it with code 0 and the words `Policy not found` or `Webhook not found`
 * (public field reports); when one was asked for by its id, that counts whatever the status.
 *
 * A 404 that says the path leads nowhere (codes 7000, 7003) is a plain {@link ApiError}: it speaks of a malformed
 * id or a wrong base URL, and says nothing about whether the object still exists.
 */
export class NotFoundError extends ApiError {
  static {
    this.prototype.name = 'NotFoundError';
  }

  constructor(message: string, details: ApiErrorDetails) {
    super(message, details, 'EDGE_NOT_FOUND');
  }
}

/** Somebody else is changing the same object: HTTP 409. Code `EDGE_CONFLICT`. */
export class ConflictError extends ApiError {
  static {
    this.prototype.name = 'ConflictError';
  }

  constructor(message: string, details: ApiErrorDetails) {
    super(message, details, 'EDGE_CONFLICT');
  }
}

/**
 * Too many requests: HTTP 429, whatever its body. Code `EDGE_RATE_LIMIT`. The public limit is 1200 requests in
 * five minutes for a user, all credentials together.
 */
export class RateLimitError extends ApiError {
  static {
    this.prototype.name = 'RateLimitError';
  }

  /** How long the service asks to wait, in milliseconds; undefined when it does not say. */
  readonly retryAfterMs: number | undefined;

  constructor(message: string, details: ApiErrorDetails & { readonly retryAfterMs?: number }) {
    super(message, details, 'EDGE_RATE_LIMIT');
    this.retryAfterMs = details.retryAfterMs;
  }
}

/**
 * No connection, or one that broke: refused, unknown name, TLS, a socket reset. Code `EDGE_UNREACHABLE`.
 * `cause` has the system's code and words.
 */
export class UnreachableError extends EdgeError {
  static {
    this.prototype.name = 'UnreachableError';
  }

  constructor(message: string, details: EdgeErrorDetails) {
    super('EDGE_UNREACHABLE', message, details);
  }
}

/** The reply was not complete within `timeoutMs`. Code `EDGE_TIMEOUT`. */
export class TimeoutError extends EdgeError {
  static {
    this.prototype.name = 'TimeoutError';
  }

  readonly timeoutMs: number;

  constructor(message: string, details: EdgeErrorDetails & { readonly timeoutMs: number }) {
    super('EDGE_TIMEOUT', message, details);
    this.timeoutMs = details.timeoutMs;
  }
}

/** What an {@link UnreadableReplyError} keeps of the reply. */
export interface UnreadableReplyDetails extends EdgeErrorDetails {
  readonly status: number;
  readonly contentType?: string;
  readonly bodyStart: string;
}

/**
 * A reply that is not JSON, is no envelope, or lacks what cannot be missing (a ruleset without an id). Code
 * `EDGE_UNREADABLE_REPLY`. Usually the base URL is not the API, or a proxy answered in its place.
 */
export class UnreadableReplyError extends EdgeError {
  static {
    this.prototype.name = 'UnreadableReplyError';
  }

  readonly status: number;
  readonly contentType: string | undefined;
  /** The first 200 characters of the body, secrets blanked. */
  readonly bodyStart: string;

  constructor(message: string, details: UnreadableReplyDetails) {
    super('EDGE_UNREADABLE_REPLY', message, details);
    this.status = details.status;
    this.contentType = details.contentType;
    this.bodyStart = details.bodyStart;
  }
}

/** A signal was aborted, or the client was closed. Code `EDGE_CANCELLED`; `cause` is the signal's reason. */
export class CancelledError extends EdgeError {
  static {
    this.prototype.name = 'CancelledError';
  }

  constructor(message: string, details: EdgeErrorDetails) {
    super('EDGE_CANCELLED', message, details);
  }
}

/** The caller's mistake, found before anything was sent: an option, or an id no path can hold. Code `EDGE_ARGUMENT`. */
export class InvalidArgumentError extends EdgeError {
  static {
    this.prototype.name = 'InvalidArgumentError';
  }

  constructor(message: string, details: EdgeErrorDetails) {
    super('EDGE_ARGUMENT', message, details);
  }
}

/** Whether this is an error of the client, of whichever copy of the package. */
export function isEdgeError(e: unknown): e is EdgeError {
  return typeof e === 'object' && e !== null && brand in e;
}

/** Whether the service itself refused: an {@link ApiError} or one of its subclasses. */
export function isApiError(e: unknown): e is ApiError {
  return isEdgeError(e) && 'status' in e && 'errors' in e;
}

/** Whether the object is gone or never was: a {@link NotFoundError}. */
export function isNotFound(e: unknown): e is NotFoundError {
  return isEdgeError(e) && e.code === 'EDGE_NOT_FOUND';
}

/** Whether a write may have taken effect although this error was thrown. False for anything but an {@link EdgeError}. */
export function mayHaveBeenApplied(e: unknown): boolean {
  return isEdgeError(e) && e.mayHaveBeenApplied;
}
