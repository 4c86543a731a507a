import { decodePercent } from '../ground/percent';

/** An HTTP proxy that calls go through, as its URL names it. */
export interface Proxy {
  readonly protocol: 'http:' | 'https:';
  /** An IPv6 address has no brackets. */
  readonly hostname: string;
  readonly port: number;
  /** Host and port, for messages. */
  readonly address: string;
  /** The header `Proxy-Authorization`; undefined without credentials. */
  readonly authorization: string | undefined;
  /** The user and the password in all spellings, to redact in errors: the page of a proxy may name them. */
  readonly secrets: readonly string[];
}

export const proxyUrlRule =
  'Use http://<host>:<port> or https://<host>:<port>. Percent-encode special characters of a user and a password.';

/** The proxy of a URL. Undefined for a text that is not the URL of an HTTP proxy. */
export function parseProxyUrl(text: string): Proxy | undefined {
  if (!URL.canParse(text)) return undefined;
  const { protocol, hostname, port, pathname, search, hash, username, password } = new URL(text);
  if (protocol !== 'http:' && protocol !== 'https:') return undefined;
  // Parts after the host come from a file for browsers, or from a password with a character that ends the host.
  if (pathname !== '/' || search !== '' || hash !== '') return undefined;
  const [user, key] = [decodePercent(username), decodePercent(password)];
  if (user === undefined || key === undefined) return undefined;
  const number = port === '' ? defaultPorts[protocol] : Number(port);
  const pair = Buffer.from(`${user}:${key}`).toString('base64');
  const hasCredentials = user !== '' || key !== '';
  return {
    protocol,
    hostname: hostname.replace(/^\[(.*)\]$/, '$1'),
    port: number,
    address: `${hostname}:${number}`,
    authorization: hasCredentials ? `Basic ${pair}` : undefined,
    secrets: hasCredentials ? [user, key, username, password, pair].filter((each) => each !== '') : [],
  };
}

const defaultPorts = { 'http:': 80, 'https:': 443 } as const;

/** A proxy URL for messages, also an invalid one: without what may be a user or a password. */
export function redactProxyUrl(text: string): string {
  const scheme = /^[a-z][a-z\d+.-]*:\/\//i.exec(text)?.[0] ?? '';
  const rest = text.slice(scheme.length);
  const host = rest.slice(rest.lastIndexOf('@') + 1);
  const isHost = /^(?:\[[\da-f:.]*\]|[\w.-]*)(?::\d*)?(?:\/.*)?$/i.test(host);
  return `${scheme}${host === rest ? '' : '[redacted]@'}${isHost ? host : '[redacted]'}`;
}
