import { invalidOption } from './failures';

/**
 * Who is calling: an API token, or the older pair of e-mail and key. Both are accepted on every operation; a token
 * can be limited to what is needed. Source: section 5 of the specification.
 */
export type Credentials = { readonly apiToken: string } | { readonly email: string; readonly apiKey: string };

/** How to reach the service, and as whom. */
export interface ClientOptions {
  /** The address of the API, up to and including the version segment: it ends in `/client/v4`. */
  readonly baseUrl: string;
  readonly credentials: Credentials;
  /**
   * How long one request may take, in milliseconds, from its first byte sent to the last byte of the reply. Waiting
   * for a free connection is not counted; connecting has the same limit, ten seconds at most.
   *
   * @default - 30_000
   */
  readonly timeoutMs?: number;
  /**
   * How many connections may be open at once; further calls wait for a free one.
   *
   * @default - 10
   */
  readonly connections?: number;
  /** @default - `cdktf-edge-platform` */
  readonly userAgent?: string;
  /**
   * Cancels every call of the client, those under way and those to come.
   *
   * @default - nothing cancels the client but closing it
   */
  readonly signal?: AbortSignal;
}

/** The options, checked and filled. */
export interface Settings {
  readonly origin: string;
  /** Without a slash at its end. */
  readonly basePath: string;
  readonly headers: Readonly<Record<string, string>>;
  /** What must never be seen in an error, should the service echo it. */
  readonly secrets: readonly string[];
  readonly timeoutMs: number;
  readonly connections: number;
  readonly signal: AbortSignal | undefined;
}

export function settingsOf(options: ClientOptions): Settings {
  const { origin, basePath } = checkedBaseUrl(options.baseUrl);
  const { headers, secrets } = checkedCredentials(options.credentials);
  return {
    origin,
    basePath,
    headers: { ...headers, 'user-agent': checkedUserAgent(options.userAgent ?? 'cdktf-edge-platform') },
    secrets,
    timeoutMs: checkedCount('timeoutMs', options.timeoutMs ?? 30_000, longestTimerMs),
    connections: checkedCount('connections', options.connections ?? 10, 1000),
    signal: options.signal,
  };
}

/** A longer timer fires at once. */
const longestTimerMs = 2 ** 31 - 1;

function checkedBaseUrl(baseUrl: string): { origin: string; basePath: string } {
  const advice = 'Set EDGE_BASE_URL or base_url to the address of the API, https://<host>/client/v4.';
  if (!URL.canParse(baseUrl)) {
    throw invalidOption('baseUrl', 'is not an absolute URL', advice);
  }
  const url = new URL(baseUrl);
  if (url.username !== '' || url.password !== '') {
    throw invalidOption('baseUrl', 'holds a user name or password, which would end up in logs', advice);
  }
  if (url.protocol !== 'https:' && url.protocol !== 'http:') {
    throw invalidOption(
      'baseUrl',
      `has the scheme '${url.protocol}', only https: and http: are possible`,
      advice,
    );
  }
  if (url.search !== '' || url.hash !== '') {
    throw invalidOption('baseUrl', 'has a query or a fragment', advice);
  }
  const basePath = url.pathname.replace(/\/+$/, '');
  if (!basePath.endsWith('/client/v4')) {
    throw invalidOption('baseUrl', `'${url.href}' does not end in /client/v4`, advice);
  }
  return { origin: url.origin, basePath };
}

function checkedCredentials(credentials: Credentials): {
  headers: Record<string, string>;
  secrets: string[];
} {
  if ('apiToken' in credentials) {
    const apiToken = checkedSecret('apiToken', credentials.apiToken, 'EDGE_API_TOKEN');
    return { headers: { authorization: `Bearer ${apiToken}` }, secrets: [apiToken] };
  }
  const email = checkedSecret('email', credentials.email, 'EDGE_API_EMAIL');
  const apiKey = checkedSecret('apiKey', credentials.apiKey, 'EDGE_API_KEY');
  return { headers: { 'x-auth-email': email, 'x-auth-key': apiKey }, secrets: [email, apiKey] };
}

/** A stray line break from a file is the usual mistake; a header cannot hold it, and the value must not be shown. */
function checkedSecret(name: string, value: unknown, variable: string): string {
  if (typeof value !== 'string' || value === '') {
    throw invalidOption(
      `credentials.${name}`,
      'is empty',
      `Set ${variable}, or api_token, or email with api_key.`,
    );
  }
  if (!/^[\x21-\x7e]+$/.test(value)) {
    throw invalidOption(
      `credentials.${name}`,
      'holds a space, a line break or a character outside ASCII',
      `Check what ${variable} was filled from.`,
    );
  }
  return value;
}

function checkedUserAgent(userAgent: string): string {
  if (!/^[\x20-\x7e]+$/.test(userAgent)) {
    throw invalidOption(
      'userAgent',
      'is empty or holds a character a header cannot hold',
      'Use plain ASCII.',
    );
  }
  return userAgent;
}

function checkedCount(name: string, value: number, most: number): number {
  if (!Number.isInteger(value) || value < 1 || value > most) {
    throw invalidOption(name, `is ${value}`, `It is a whole number from 1 to ${most}.`);
  }
  return value;
}
