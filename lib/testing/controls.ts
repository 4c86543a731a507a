import type { CallRecord } from '../emulator';

/** A request to a zone, with its response, as traffic that log-delivery jobs deliver. */
export interface SampleRequest {
  /** Log fields of `http_requests` by name, such as `EdgeResponseStatus`. */
  readonly fields?: Readonly<Record<string, unknown>>;
  /** Headers by name; a list of values repeats the header. Cookies are in the header `Cookie`. */
  readonly requestHeaders?: Headers;
  readonly responseHeaders?: Headers;
  /** The managed rules that the request matches, see docs/emulator.md. */
  readonly waf?: object;
}

type Headers = Readonly<Record<string, string | readonly string[]>>;

/** A fault to inject; docs/emulator.md lists the kinds and what else each can have. */
export interface FaultInput {
  /** The calls that fail, by one or several methods; `path` is a path below `/client/v4`, with wildcards. */
  readonly match?: { readonly method?: string | readonly string[]; readonly path?: string };
  readonly kind: NonNullable<CallRecord['fault']>;
  /** @default 1 */
  readonly times?: number;
  /** Matching calls that succeed first. @default 0 */
  readonly skip?: number;
  readonly status?: number;
  readonly [key: string]: unknown;
}

/** Uses a control of a running emulator. Text is sent as it is, anything else as JSON. */
export async function useControl(
  url: string,
  method: string,
  path: string,
  body?: unknown,
): Promise<unknown> {
  const response = await fetch(url + path, {
    method,
    ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
  const answer: unknown = await response.json();
  if (!response.ok) throw new Error(`the emulator refuses ${method} ${path}: ${reasonIn(answer)}`);
  return answer;
}

export function linesOf(requests: readonly SampleRequest[]): string {
  const lines = requests.map(({ requestHeaders, responseHeaders, fields, waf }) =>
    JSON.stringify({
      request: { headers: pairsOf(requestHeaders) },
      response: { headers: pairsOf(responseHeaders) },
      fields,
      waf,
    }),
  );
  return lines.join('\n');
}

function pairsOf(headers: Headers = {}): [string, string][] {
  return Object.entries(headers).flatMap(([name, values]) =>
    [values].flat().map((value): [string, string] => [name, value]),
  );
}

function reasonIn(answer: unknown): string {
  const { errors = [] } = answer as { readonly errors?: readonly { readonly message: string }[] };
  return errors.map(({ message }) => message).join('; ');
}
