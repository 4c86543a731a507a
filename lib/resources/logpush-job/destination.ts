import { compareKeys } from '../../ground/compare';
import { decodeOrKeep, decodeQuery } from '../../ground/percent';
import { hasCredentials, parseDestination } from '../../logs';

/** Credential parameters of a destination by name, not percent-encoded. */
export type Credentials = Readonly<Record<string, string>>;

export function isCredential(parameter: string): boolean {
  return hasCredentials(`?${encodeURIComponent(parameter)}=`);
}

/** The destination to send: with the credentials appended, sorted by name. */
export function withCredentials(conf: string, credentials: Credentials | null): string {
  const pairs = Object.entries(credentials ?? {})
    .sort(compareKeys)
    .map((pair) => pair.map(encodeURIComponent).join('='));
  if (pairs.length === 0) return conf;
  const joint = !conf.includes('?') ? '?' : /[?&]$/.test(conf) ? '' : '&';
  return `${conf}${joint}${pairs.join('&')}`;
}

/**
 * The destination without its credentials, including a user before the host, and the names of what was removed. The
 * secret in the path of a `sumo` URL stays: it identifies the destination.
 */
export function withoutCredentials(conf: string): {
  readonly conf: string;
  readonly names: readonly string[];
} {
  if (!hasCredentials(conf)) return { conf, names: [] };
  const mark = conf.includes('?') ? conf.indexOf('?') : conf.length;
  const address = conf.slice(0, mark);
  const bare = address.replace(/^(\w[\w+.-]*:\/\/)[^/]*@/, '$1');
  const pairs = conf.slice(mark + 1).split('&');
  const secret = pairs.filter((pair) => hasCredentials(`?${pair}`));
  const names = [...(bare === address ? [] : [user]), ...secret.map(nameOf)];
  if (secret.length === 0) return { conf: bare + conf.slice(mark), names };
  const kept = pairs.filter((pair) => !secret.includes(pair));
  return { conf: kept.length === 0 ? bare : `${bare}?${kept.join('&')}`, names };
}

/** The name of a user before the host in messages. */
const user = 'user:password@';

/** Whether two destinations are equal, apart from the order and encoding of their parameters. */
export function sameDestination(a: string, b: string): boolean {
  return a === b || destinationKey(a) === destinationKey(b);
}

/** The same text for equal destinations. One that cannot be read equals itself alone. */
export function destinationKey(conf: string): string {
  const { destination } = parseDestination(conf);
  if (destination === undefined) return conf;
  const { scheme, bucketPath, parameters } = destination;
  return JSON.stringify([
    scheme,
    bucketPath,
    Object.entries(Object.fromEntries(parameters)).sort(compareKeys),
  ]);
}

export function needsChallenge(conf: string): boolean {
  return parseDestination(conf).destination?.needsChallenge === true;
}

/** `s3` of `s3://bucket`. */
export function schemeOf(conf: string): string {
  return conf.split('://', 1)[0] ?? '';
}

function nameOf(pair: string): string {
  const [written = ''] = pair.split('=', 1);
  return decodeQuery(written) ?? written;
}

/**
 * A destination in the form of a job: without its credentials, and these by name, not percent-encoded. A user before the host is basic
 * authentication, unless a header has other.
 */
export function splitDestination(text: string): { readonly conf: string; readonly credentials: Credentials } {
  const whole = text.trim();
  const { conf, names } = withoutCredentials(whole);
  const credentials = whole
    .slice(whole.indexOf('?') + 1)
    .split('&')
    .filter((pair) => names.includes(nameOf(pair)))
    .map(credentialOf);
  const owner = names.includes(user) ? /^[^:]*:\/\/([^/?]*)@/.exec(whole)?.[1] : undefined;
  const hasHeader = names.some((name) => name.toLowerCase() === basicHeader.toLowerCase());
  if (owner !== undefined && !hasHeader) credentials.push([basicHeader, basicAuthentication(owner)]);
  return { conf, credentials: Object.fromEntries(credentials) };
}

const basicHeader = 'header_Authorization';

function basicAuthentication(owner: string): string {
  const [name = '', ...password] = owner.split(':');
  const pair = [name, password.join(':')].map(decodeOrKeep).join(':');
  return `Basic ${Buffer.from(pair).toString('base64')}`;
}

function credentialOf(pair: string): [name: string, value: string] {
  const written = pair.slice(`${pair.split('=', 1)[0] ?? ''}=`.length);
  return [nameOf(pair), decodeQuery(written) ?? written];
}
