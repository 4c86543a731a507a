import { systemClock, type Clock } from './clock';
import type { Observer } from './waits';
import { packageVersion } from './package-version';
import { defaultRequestsPer5Minutes, defaultRetryTimeoutMs, defaultTimeoutMs } from './defaults';
import { invalidOption } from './failures';
import { parseProxyUrl, proxyUrlRule, redactProxyUrl, type Proxy } from './proxy';

/**
 * An API token, or an email address with an API key. Every operation accepts both. Prefer a token: you can limit its
 * permissions. Source: section 5 of the specification.
 */
export type Credentials = { readonly apiToken: string } | { readonly email: string; readonly apiKey: string };

/** The options of an {@link EdgeClient}. */
export interface ClientOptions {
  /** The URL of the API. It ends in `/client/v4`. */
  readonly baseUrl: string;
  readonly credentials: Credentials;
  /**
   * The timeout of a request in milliseconds, from the first byte sent to the last byte received. It does not include
   * waiting for a free connection. Connecting has the same timeout, at most ten seconds.
   *
   * @default - 30_000
   */
  readonly timeoutMs?: number;
  /**
   * The maximum number of open connections. Further calls wait for a free one.
   *
   * @default - 10
   */
  readonly connections?: number;
  /**
   * How many requests the client sends in any 5 minutes; further calls wait. The service's own limit is 1,200 for all
   * credentials of a user together; lower it where other programs need their share. What the service's headers say is
   * left lowers it as well.
   *
   * @default - 1200
   */
  readonly requestsPer5Minutes?: number;
  /**
   * How long a call is repeated after a failure that may pass (HTTP 408, 409, 429 and 5xx, a broken connection, a reply
   * that is cut), in milliseconds from its first failure. A create is repeated only when the service has not carried
   * it out; whether it has after a lost reply is for `wasApplied` of the call to say. 0 never repeats.
   *
   * @default - 600_000, 10 minutes
   */
  readonly retryTimeoutMs?: number;
  /**
   * The URL of an HTTP proxy, `http://proxy.example.com:3128` for instance, or `https:` for TLS with the proxy. It may have a
   * user and a password. Calls reach the API through a tunnel (`CONNECT`), so that the proxy sees the host alone where the
   * base URL is `https:`. `timeoutMs` limits the whole connection, at most ten seconds.
   *
   * The client does not read `HTTPS_PROXY`; the provider and the commands do.
   *
   * @default - none; the client connects directly
   */
  readonly proxyUrl?: string;
  /** @default - the name and version of this package, and the version of Node.js: `cdktf-edge-platform/1.2.3 (client; node/24.1.0)` */
  readonly userAgent?: string;
  /**
   * Called with every attempt of a call when it has ended, and with every wait when it begins. It must not throw.
   *
   * @default - none; without it events are not even made
   */
  readonly observer?: Observer;
  /**
   * Cancels all calls of the client, current and future.
   *
   * @default - none; closing the client cancels later calls
   */
  readonly signal?: AbortSignal;
  /**
   * The clock for the request limit and for retries. Pass one that you move to test long waits without waiting.
   *
   * @default - the clock of the machine
   */
  readonly clock?: Clock;
}

export type Settings = ReturnType<typeof settingsOf>;

export function settingsOf(options: ClientOptions) {
  const { origin, basePath } = checkedBaseUrl(options.baseUrl);
  const { headers, secrets } = checkedCredentials(options.credentials);
  const userAgent = checkedUserAgent(options.userAgent ?? userAgentOf(['client']));
  const proxy = checkedProxyUrl(options.proxyUrl);
  return {
    origin,
    /** The path of the base URL, without a slash at its end. */
    basePath,
    headers: { ...headers, 'user-agent': userAgent },
    userAgent,
    observer: options.observer,
    proxy,
    /** The secrets to redact in errors, because the API may echo them. */
    secrets: [...secrets, ...(proxy?.secrets ?? [])],
    timeoutMs: countOf(options, 'timeoutMs'),
    connections: countOf(options, 'connections'),
    requestsPer5Minutes: countOf(options, 'requestsPer5Minutes'),
    retryTimeoutMs: countOf(options, 'retryTimeoutMs'),
    signal: options.signal,
    clock: options.clock ?? systemClock,
  };
}

/** `cdktf-edge-platform/<version> (<details>; node/<version>)` */
export function userAgentOf(details: readonly string[]): string {
  return `cdktf-edge-platform/${packageVersion()} (${[...details, `node/${process.versions.node}`].join('; ')})`;
}

/** The longest time of a timer, in milliseconds: a longer one fires at once. */
const longestTimerMs = 2 ** 31 - 1;

function checkedBaseUrl(baseUrl: string) {
  const advice = 'Set EDGE_BASE_URL or base_url to the address of the API, https://<host>/client/v4.';
  if (!URL.canParse(baseUrl)) throw invalidOption('baseUrl', 'is not an absolute URL', advice);
  const url = new URL(baseUrl);
  if (url.username !== '' || url.password !== '')
    throw invalidOption('baseUrl', 'holds a user name or password, which would end up in logs', advice);
  if (url.protocol !== 'https:' && url.protocol !== 'http:') {
    const message = `has the scheme '${url.protocol}', only https: and http: are possible`;
    throw invalidOption('baseUrl', message, advice);
  }
  if (url.search !== '' || url.hash !== '')
    throw invalidOption('baseUrl', 'has a query or a fragment', advice);
  const basePath = url.pathname.replace(/\/+$/, '');
  if (!basePath.endsWith('/client/v4'))
    throw invalidOption('baseUrl', `'${url.href}' does not end in /client/v4`, advice);
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

/** A credential in a form that the service can accept. Errors do not show the value. */
function checkedSecret(name: string, value: unknown, variable: string): string {
  if (typeof value !== 'string' || value === '') {
    const message = `Set ${variable}, or api_token, or email with api_key.`;
    throw invalidOption(`credentials.${name}`, 'is empty', message);
  }
  const found = faultOfCredential(value);
  if (found !== undefined) throw invalidOption(`credentials.${name}`, found.fault, found.fix);
  return value;
}

function checkedProxyUrl(proxyUrl: string | undefined): Proxy | undefined {
  if (proxyUrl === undefined) return undefined;
  const proxy = parseProxyUrl(proxyUrl);
  if (proxy === undefined)
    throw invalidOption('proxyUrl', `is ${JSON.stringify(redactProxyUrl(proxyUrl))}`, proxyUrlRule);
  return proxy;
}

function checkedUserAgent(userAgent: string): string {
  if (!/^[\x20-\x7e]+$/.test(userAgent)) {
    const message = 'is empty or holds a character a header cannot hold';
    throw invalidOption('userAgent', message, 'Use plain ASCII.');
  }
  return userAgent;
}

const counts = {
  timeoutMs: { least: 1, most: longestTimerMs, usual: defaultTimeoutMs },
  connections: { least: 1, most: 1000, usual: 10 },
  requestsPer5Minutes: { least: 1, most: 1_000_000, usual: defaultRequestsPer5Minutes },
  retryTimeoutMs: { least: 0, most: longestTimerMs, usual: defaultRetryTimeoutMs },
};

function countOf(options: ClientOptions, name: keyof typeof counts): number {
  const { least, most, usual } = counts[name];
  const value = options[name] ?? usual;
  if (!Number.isInteger(value) || value < least || value > most)
    throw invalidOption(name, `is ${value}`, `It is a whole number from ${least} to ${most}.`);
  return value;
}

/** The fault of a value that cannot be a token, key or e-mail address, and the fix, without the value. Undefined for any other. */
export function faultOfCredential(
  value: string,
): { readonly fault: string; readonly fix: string } | undefined {
  if (/^bearer\s/i.test(value))
    return { fault: 'begins with "Bearer ", which each call adds itself', fix: 'Leave that word out.' };
  if (/^(?:export )?[A-Z]+(?:_[A-Z]+)+=/.test(value))
    return { fault: 'begins with the name of a variable', fix: 'Leave out all up to the sign =.' };
  if (/^(["']).*\1$/.test(value)) return { fault: 'has quotes around it', fix: 'Leave them out.' };
  if (/^(?:<.*>|\$\w+|\$\{.*\})$/.test(value))
    return {
      fault: 'is a placeholder, such as <token> or $TOKEN',
      fix: 'Set the value itself, as the service shows it.',
    };
  if (/[^!-~]/.test(value))
    return {
      fault: 'has a blank, a line break or another character that no credential has',
      fix: 'Copy it again, as the service shows it.',
    };
  return undefined;
}
