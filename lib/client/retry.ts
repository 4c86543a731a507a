import { fieldsOf, isObject } from '../ground/json';
import { isApiError, isEdgeError, type EdgeError, type UnreadableReplyError } from './errors';

/** Attempts of a call until the service has answered once: an address that nothing answers at is more likely wrong than out of order. */
export const attemptsBeforeFirstReply = 4;

/** The time that a create whose reply was lost has to show in lists, in milliseconds: it may still be under way. */
export const settlingMs = 5000;

/** The longest pause between two attempts, in milliseconds, unless the service asks for another. */
export const longestBackoffMs = 8000;

/** Full jitter below a cap of 0.5, 1, 2, 4, then 8 seconds: clients that fail together do not come back together. */
export function backoffMs(attempt: number, random: () => number): number {
  return random() * Math.min(longestBackoffMs, 500 * 2 ** attempt);
}

/**
 * Whether the same request may succeed later. An answer that is a decision (any other 4xx) never does, nor does what
 * follows from a wrong address: an unknown name, a certificate, a login page.
 */
export function isTransient(error: unknown): error is EdgeError {
  if (!isEdgeError(error)) return false;
  switch (error.code) {
    case 'EDGE_RATE_LIMIT':
    case 'EDGE_CONFLICT':
    case 'EDGE_TIMEOUT':
      return true;
    case 'EDGE_UNREACHABLE':
      return hasTransientCause(error);
    case 'EDGE_UNREADABLE_REPLY':
      return isTransientReply(error);
    default:
      return isApiError(error) && isTransientStatus(error.status);
  }
}

/** Why an attempt failed, in a few words that have no secret: `HTTP 502`, `ECONNRESET`. */
export function causeOf(error: unknown): string {
  if (!isEdgeError(error)) return 'a fault';
  if (error.code === 'EDGE_TIMEOUT') return 'no answer in time';
  const { status } = fieldsOf(error);
  return typeof status === 'number' ? `HTTP ${status}` : systemCode(error) || 'no connection';
}

/** Whether the cause of a failed connection may pass. A refusal of a proxy is judged as one of the API. */
function hasTransientCause(error: EdgeError): boolean {
  const { proxyStatus } = fieldsOf(error.cause);
  if (typeof proxyStatus === 'number') return proxyStatus === 429 || isTransientStatus(proxyStatus);
  const code = systemCode(error);
  return !isTlsCode(code) && !/^ENOTFOUND$|^HPE/.test(code);
}

export function isTlsCode(code: string): boolean {
  return /CERT|SIGNATURE|^ERR_TLS|^ERR_SSL|^EPROTO$/.test(code);
}

function isTransientStatus(status: number): boolean {
  return status === 408 || (status >= 500 && status !== 501);
}

function systemCode({ cause }: EdgeError): string {
  return isObject(cause) && typeof cause.code === 'string' ? cause.code : '';
}

/** The page of a gateway, HTTP 502 or 524 for instance, or a success that was cut on its way. Any other status is a decision. */
function isTransientReply(error: EdgeError): boolean {
  const { status, isCut } = error as Partial<UnreadableReplyError>;
  if (status === undefined) return false;
  return isTransientStatus(status) || (isCut === true && status >= 200 && status < 300);
}
