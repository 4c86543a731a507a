/**
 * An error response of the API. Products throw it and the envelope renders it. For a fixture it becomes an error of the
 * start, with the path of the invalid value.
 */
export class ApiRefusal extends Error {
  override readonly name = 'ApiRefusal';

  constructor(
    readonly status: number,
    readonly errors: readonly ErrorEntry[],
    readonly headers: Readonly<Record<string, string>> = {},
  ) {
    super(errors.map((entry) => entry.message).join('; '));
  }
}

export interface ErrorEntry {
  readonly code?: number;
  readonly message: string;
  readonly error_chain?: readonly { readonly code: number; readonly message: string }[];
  readonly source?: { readonly pointer: string };
  readonly at?: string | undefined;
}

/** @param at - JSON pointer into the body for the error of a fixture; never sent */
export function refuse(status: number, code: number, message: string, at?: string): ApiRefusal {
  return new ApiRefusal(status, [{ code, message, at }]);
}

/** The field that a JSON pointer leads to: `/origins/0/weight` is `origins[0].weight`. */
export function fieldAt(pointer: string): string {
  return pointer
    .slice(1)
    .split('/')
    .map((part, index) => (/^\d+$/.test(part) ? `[${part}]` : index === 0 ? part : `.${part}`))
    .join('');
}

export const generalRefusals = {
  noRoute: (path: string) =>
    refuse(404, 7003, `Could not route to ${path}, perhaps your object identifier is invalid?`),
  badIdentifier: (path: string) =>
    refuse(400, 7003, `Could not route to ${path}, perhaps your object identifier is invalid?`),
  methodNotAllowed: (method: string, allowed: readonly string[]) =>
    new ApiRefusal(405, [{ code: 10405, message: `Method not allowed: ${method}` }], {
      allow: allowed.join(', '),
    }),
  noCredentials: () => refuse(401, 10001, 'Unable to authenticate request'),
  wrongCredentials: () => refuse(403, 10000, 'Authentication error'),
  badHeader: (code: number, message: string) =>
    new ApiRefusal(400, [
      { code: 6003, message: 'Invalid request headers', error_chain: [{ code, message }] },
    ]),
  badAuthorization: () => generalRefusals.badHeader(6111, 'Invalid format for Authorization header'),
  badAuthKey: () => generalRefusals.badHeader(6103, 'Invalid format for X-Auth-Key header'),
  badContentType: () =>
    generalRefusals.badHeader(6105, 'Invalid Content-Type header, valid values are application/json'),
  malformedJson: () => refuse(400, 6007, 'Malformed JSON in request body'),
  notAnObject: () => refuse(400, 6007, 'Malformed JSON in request body: the body must be a JSON object'),
  notAnArray: () => refuse(400, 6007, 'Malformed JSON in request body: the body must be a JSON array'),
  tooDeep: (levels: number) =>
    refuse(400, 6007, `Malformed JSON in request body: it is nested more than ${levels} levels deep`),
  badQuery: (name: string, value: string, reason: string) =>
    refuse(400, 1001, `'${value}' is not a valid value for ${name} because ${reason}`),
  tooLarge: () => refuse(413, 6413, 'Request body is too large'),
  internal: () => refuse(500, 1000, 'Internal error of the emulator; see its stderr'),
} as const;
