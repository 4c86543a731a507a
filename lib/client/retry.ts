import { fieldsOf, isObject } from '../ground/json';
import { isApiError, isEdgeError, type EdgeError } from './errors';

/** Until the service has answered once, an address that nothing answers at is more likely wrong than out of order. */
export const attemptsBeforeFirstReply = 4;

/** How long a create that lost its reply has to show in lists, in milliseconds: it may still be under way. */
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
      return isBadGateway(error) || isCutJson(error);
    default:
      return isApiError(error) && isTransientStatus(error.status);
  }
}

/** Whether no connection came about: nothing listens there, no way leads there, or a proxy opened none. */
export function isUnconnected(error: EdgeError): boolean {
  if (isObject(error.cause) && 'proxyStage' in error.cause) return true;
  return /^(ECONNREFUSED|EHOSTUNREACH|ENETUNREACH|ETIMEDOUT|UND_ERR_CONNECT_TIMEOUT|EAI_AGAIN)$/.test(
    systemCode(error),
  );
}

/** A refusal of a proxy is judged as one of the API. */
function hasTransientCause(error: EdgeError): boolean {
  const { proxyStatus } = fieldsOf(error.cause);
  if (typeof proxyStatus === 'number') return proxyStatus === 429 || isTransientStatus(proxyStatus);
  const code = systemCode(error);
  return !isTlsCode(code) && !/^ENOTFOUND$|^HPE/.test(code);
}

/** Whether the code of a failed connection is one of TLS. */
export function isTlsCode(code: string): boolean {
  return /CERT|SIGNATURE|^ERR_TLS|^ERR_SSL|^EPROTO$/.test(code);
}

function isTransientStatus(status: number): boolean {
  return status === 408 || (status >= 500 && status !== 501);
}

function systemCode({ cause }: EdgeError): string {
  return isObject(cause) && typeof cause.code === 'string' ? cause.code : '';
}

/** The page of a gateway, HTTP 502 or 524 for instance. */
function isBadGateway(error: EdgeError): boolean {
  return 'status' in error && Number(error.status) >= 500;
}

/** A reply that claims to be JSON and is not, or is empty: it was cut on its way. */
function isCutJson(error: EdgeError): boolean {
  const { contentType, bodyStart } = error as {
    readonly contentType?: unknown;
    readonly bodyStart?: unknown;
  };
  return bodyStart === '' || (typeof contentType === 'string' && contentType.includes('json'));
}
