import type { Fault } from './fault';

/** The headers and cookies that a zone adds to its log lines (specification 2.4). */
export interface CustomFields {
  /** Names of request headers, in lower case, that are logged as the client sent them. */
  readonly requestHeaders: readonly string[];
  /** Names of response headers, in lower case. With the current limits, transform rules may have changed what is logged. */
  readonly responseHeaders: readonly string[];
  /** Names of cookies, in the case of the request. */
  readonly cookies: readonly string[];
  /** Names of request headers, in lower case, that are logged as transform rules left them. Needs the current limits. */
  readonly transformedRequestHeaders?: readonly string[];
  /** Names of response headers, in lower case, that are logged as the origin sent them. Needs the current limits. */
  readonly rawResponseHeaders?: readonly string[];
  /**
   * Names in `responseHeaders` or `rawResponseHeaders` of which every instance is logged, as an array. Needs the current
   * limits.
   */
  readonly preserveDuplicates?: readonly string[];
  /** @default 'specification' */
  readonly limits?: CustomFieldLimitSet;
}

/**
 * `specification`: three kinds of fields, and {@link customFieldLimits}. `current`: five kinds of fields and
 * `preserveDuplicates`, and {@link currentCustomFieldLimits}, as the public documentation of the service has it now.
 */
export const customFieldLimitSets = ['specification', 'current'] as const;

export type CustomFieldLimitSet = (typeof customFieldLimitSets)[number];

/** Names per zone, over the three arrays together; bytes of all their values in one delivered line (specification 8). */
export const customFieldLimits = { names: 40, valueBytes: 8192 } as const;

/** Names per zone and kind. Values are not cut (public documentation of custom fields). */
export const currentCustomFieldLimits = { namesPerKind: 100 } as const;

/** The fields of the dataset `http_requests` that carry custom fields (specification 4.2). */
export const customFieldLogFields = ['Cookies', 'RequestHeaders', 'ResponseHeaders'] as const;

export type CustomFieldLogField = (typeof customFieldLogFields)[number];

/** The kinds of custom fields: `key` is that of `CustomFields`, `array` that of a rule in the API. */
export const customFieldKinds = [
  { key: 'requestHeaders', array: 'request_fields', noun: 'request header', logField: 'RequestHeaders' },
  {
    key: 'transformedRequestHeaders',
    array: 'transformed_request_fields',
    noun: 'transformed request header',
    logField: 'RequestHeaders',
    needsCurrent: true,
  },
  { key: 'responseHeaders', array: 'response_fields', noun: 'response header', logField: 'ResponseHeaders' },
  {
    key: 'rawResponseHeaders',
    array: 'raw_response_fields',
    noun: 'raw response header',
    logField: 'ResponseHeaders',
    needsCurrent: true,
  },
  { key: 'cookies', array: 'cookie_fields', noun: 'cookie', logField: 'Cookies' },
] as const satisfies readonly CustomFieldKind[];

export interface CustomFieldKind {
  readonly key: Exclude<keyof CustomFields, 'preserveDuplicates' | 'limits'>;
  readonly array: string;
  readonly noun: string;
  /** The log field that carries the values. */
  readonly logField: CustomFieldLogField;
  /** Whether the specification lacks the kind. */
  readonly needsCurrent?: boolean;
}

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
 * Checks the custom fields of a zone (specification 2.4, 8; public documentation of custom fields for the current limits).
 * Paths are like `['requestHeaders', 3]`, or empty for faults of the whole.
 *
 * Codes: those of `checkCustomFieldNames` and `checkCustomFieldLimits`.
 *
 * @example
 * ```ts
 * checkCustomFields({ requestHeaders: ['X-Trace'], responseHeaders: [], cookies: ['Session'] })[0]?.message;
 * // 'The request header "X-Trace" has capital letters; header names are logged in lower case. Write "x-trace".'
 * ```
 */
export function checkCustomFields(fields: CustomFields): Fault[] {
  return [...checkCustomFieldLimits(fields), ...checkCustomFieldNames(fields)];
}

/**
 * Checks what holds with all limits.
 *
 * Codes: `custom_fields.none`, `custom_fields.empty_name`, `custom_fields.not_a_token`, `custom_fields.not_lower_case`,
 * `custom_fields.duplicate`, `custom_fields.raw_and_transformed`, `custom_fields.not_listed`.
 */
export function checkCustomFieldNames(fields: CustomFields): Fault[] {
  return [
    ...checkAny(fields),
    ...customFieldKinds.flatMap(({ key, noun }) => checkNames(fields[key] ?? [], noun, key)),
    ...checkNames(fields.preserveDuplicates ?? [], 'response header', 'preserveDuplicates'),
    ...checkBoth(
      fields.requestHeaders,
      fields.transformedRequestHeaders,
      'request',
      'transformedRequestHeaders',
    ),
    ...checkBoth(fields.responseHeaders, fields.rawResponseHeaders, 'response', 'rawResponseHeaders'),
    ...checkPreserved(fields),
  ];
}

/**
 * Checks what depends on `limits`.
 *
 * Codes: `custom_fields.needs_current_limits`, `custom_fields.too_many`, `custom_fields.unsupported_header`,
 * `custom_fields.not_logged`.
 */
export function checkCustomFieldLimits(fields: CustomFields): Fault[] {
  return fields.limits === 'current' ? checkCurrent(fields) : checkSpecified(fields);
}

function checkSpecified(fields: CustomFields): Fault[] {
  const newer: readonly { key: keyof CustomFields; noun: string; needsCurrent?: boolean }[] = [
    ...customFieldKinds,
    { key: 'preserveDuplicates', noun: 'preserved duplicate of a response header', needsCurrent: true },
  ];
  const faults = [
    ...newer
      .filter(({ key, needsCurrent = false }) => needsCurrent && (fields[key]?.length ?? 0) > 0)
      .map(({ key, noun }) => needsCurrentLimits(key, noun)),
    ...checkRange(fields.requestHeaders),
  ];
  const { names: most } = customFieldLimits;
  const count = fields.requestHeaders.length + fields.responseHeaders.length + fields.cookies.length;
  if (count <= most) return faults;
  const message = `${count} custom fields are named; a zone has ${most} at most, headers and cookies together. Remove ${count - most}.`;
  return [{ code: 'custom_fields.too_many', message, path: [] }, ...faults];
}

function needsCurrentLimits(key: keyof CustomFields, noun: string): Fault {
  const message = `A ${noun} needs the current limits of the service: set \`customFieldLimits: CustomFieldLimits.CURRENT\` of EdgeProvider (\`custom_field_limits = "current"\` in HCL), or remove it.`;
  return { code: 'custom_fields.needs_current_limits', message, path: [key] };
}

/** Public facts, section 1.3. */
function checkRange(requestHeaders: readonly string[]): Fault[] {
  const range = requestHeaders.indexOf('range');
  if (range === -1) return [];
  const message =
    'The service accepts the request header "range" and does not log it: it will be missing in every line. Remove it.';
  return [
    { code: 'custom_fields.not_logged', message, path: ['requestHeaders', range], kind: 'without_effect' },
  ];
}

function checkCurrent(fields: CustomFields): Fault[] {
  const { namesPerKind: most } = currentCustomFieldLimits;
  return customFieldKinds.flatMap(({ key, noun, logField }) => {
    const names = fields[key] ?? [];
    const faults: Fault[] = [];
    if (names.length > most) {
      const message = `${names.length} ${noun}s are named; a zone has ${most} of a kind at most. Remove ${names.length - most}.`;
      faults.push({ code: 'custom_fields.too_many', message, path: [key] });
    }
    const range = logField === 'RequestHeaders' ? names.indexOf('range') : -1;
    if (range !== -1) {
      const message = 'The service does not support the request header "range" as a custom field. Remove it.';
      faults.push({ code: 'custom_fields.unsupported_header', message, path: [key, range] });
    }
    return faults;
  });
}

function checkAny(fields: CustomFields): Fault[] {
  if (customFieldKinds.some(({ key }) => (fields[key]?.length ?? 0) > 0)) return [];
  const message = 'No custom field is named. Name at least one request header, response header or cookie.';
  return [{ code: 'custom_fields.none', message, path: [] }];
}

function checkNames(names: readonly string[], noun: string, key: keyof CustomFields): Fault[] {
  return names.flatMap((name, index) =>
    checkName(name, names.indexOf(name) < index, noun, key !== 'cookies', [key, index]),
  );
}

function checkBoth(
  first: readonly string[],
  second: readonly string[] = [],
  side: string,
  key: keyof CustomFields,
): Fault[] {
  return second.flatMap((name, index) => {
    if (!first.includes(name)) return [];
    const message = `The ${side} header ${JSON.stringify(name)} is named as raw and as transformed; the service logs one of them. Name it once.`;
    return [{ code: 'custom_fields.raw_and_transformed', message, path: [key, index] }];
  });
}

function checkPreserved({
  preserveDuplicates = [],
  responseHeaders,
  rawResponseHeaders = [],
}: CustomFields): Fault[] {
  return preserveDuplicates.flatMap((name, index) => {
    if (responseHeaders.includes(name) || rawResponseHeaders.includes(name)) return [];
    const message = `Duplicates of ${JSON.stringify(name)} are to be preserved, but it is no response header of the custom fields. Name it there too, or remove it.`;
    return [{ code: 'custom_fields.not_listed', message, path: ['preserveDuplicates', index] }];
  });
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
    const message = `A ${noun} has an empty name. Name it or remove it.`;
    return [{ code: 'custom_fields.empty_name', message, path }];
  }
  if (isRepeated) {
    const message = `The ${noun} ${shown} is named twice. Name it once.`;
    return [{ code: 'custom_fields.duplicate', message, path }];
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
