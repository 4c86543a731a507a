import type { Fault } from './fault';

/** The headers and cookies that a zone adds to its log lines (specification 2.4). */
export interface CustomFields {
  /** Names of request headers, in lower case. */
  readonly requestHeaders: readonly string[];
  /** Names of response headers, in lower case. */
  readonly responseHeaders: readonly string[];
  /** Names of cookies, in the case of the request. */
  readonly cookies: readonly string[];
}

/** Names per zone, over the three arrays together; bytes of all their values in one delivered line (specification 8). */
export const customFieldLimits = { names: 40, valueBytes: 8192 } as const;

/** The fields of the dataset `http_requests` that carry custom fields (specification 4.2). */
export const customFieldLogFields = ['Cookies', 'RequestHeaders', 'ResponseHeaders'] as const;

const kinds = [
  { key: 'requestHeaders', noun: 'request header', isHeader: true },
  { key: 'responseHeaders', noun: 'response header', isHeader: true },
  { key: 'cookies', noun: 'cookie', isHeader: false },
] as const;

/** A token of RFC 9110. */
const headerName = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/;

/** RFC 6265 requires a token too, but browsers and servers accept more, such as `cart[id]`. */
const cookieName = /^[\x21-\x7e]+$/;

/** Whether it is a valid header name, in any case. */
export function isHeaderName(name: string): boolean {
  return headerName.test(name);
}

/** Whether it is a valid cookie name: it must fit into a list of `name=value` pairs between semicolons. */
export function isCookieName(name: string): boolean {
  return cookieName.test(name) && !/[=;,"\\]/.test(name);
}

/**
 * Checks the custom fields of a zone (specification 2.4, 8). Paths are like `['requestHeaders', 3]`, or empty for faults
 * of the whole.
 *
 * Codes: `custom_fields.none`, `custom_fields.too_many`, `custom_fields.empty_name`, `custom_fields.not_a_token`,
 * `custom_fields.not_lower_case`, `custom_fields.duplicate`.
 *
 * @example
 * ```ts
 * checkCustomFields({ requestHeaders: ['X-Trace'], responseHeaders: [], cookies: ['Session'] })[0]?.message;
 * // 'The request header "X-Trace" has capital letters; header names are logged in lower case. Write "x-trace".'
 * ```
 */
export function checkCustomFields(fields: CustomFields): Fault[] {
  return [
    ...checkCount(fields.requestHeaders.length + fields.responseHeaders.length + fields.cookies.length),
    ...kinds.flatMap(({ key, noun, isHeader }) =>
      fields[key].flatMap((name, index) =>
        checkName(name, fields[key].indexOf(name) < index, noun, isHeader, [key, index]),
      ),
    ),
  ];
}

function checkCount(count: number): Fault[] {
  if (count === 0) {
    const message = 'No custom field is named. Name at least one request header, response header or cookie.';
    return [{ code: 'custom_fields.none', message, path: [] }];
  }
  if (count <= customFieldLimits.names) return [];
  const message = `${count} custom fields are named; a zone has ${customFieldLimits.names} at most, headers and cookies together. Remove ${count - customFieldLimits.names}.`;
  return [{ code: 'custom_fields.too_many', message, path: [] }];
}

function checkName(
  name: string,
  isRepeated: boolean,
  noun: string,
  isHeader: boolean,
  path: Fault['path'],
): Fault[] {
  const shown = JSON.stringify(name);
  if (name === '') {
    return [
      {
        code: 'custom_fields.empty_name',
        message: `A ${noun} has an empty name. Name it or remove it.`,
        path,
      },
    ];
  }
  if (isRepeated) {
    return [
      {
        code: 'custom_fields.duplicate',
        message: `The ${noun} ${shown} is named twice. Name it once.`,
        path,
      },
    ];
  }
  if (!(isHeader ? isHeaderName(name) : isCookieName(name))) {
    const allowed = isHeader
      ? "letters, digits and !#$%&'*+-.^_`|~ are"
      : 'visible ASCII characters but = ; , " and \\ are';
    const message = `The ${noun} ${shown} is not a legal name: ${allowed}. Remove the other characters.`;
    return [{ code: 'custom_fields.not_a_token', message, path }];
  }
  if (isHeader && name !== name.toLowerCase()) {
    const message = `The ${noun} ${shown} has capital letters; header names are logged in lower case. Write "${name.toLowerCase()}".`;
    return [{ code: 'custom_fields.not_lower_case', message, path }];
  }
  return [];
}
