import { compareKeys } from '../../ground/compare';
import { findMissingCredentials, hasCredentials, readDestination, type Fault } from '../../logs';

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

/** Whether two destinations are equal, apart from the order and encoding of their parameters. */
export function isSameDestination(a: string, b: string): boolean {
  return a === b || destinationKey(a) === destinationKey(b);
}

/** The key of a destination, which equal ones share. A destination that cannot be read equals itself alone. */
export function destinationKey(conf: string): string {
  const destination = readDestination(conf);
  if (destination === undefined) return conf;
  const { scheme, bucketPath, parameters } = destination;
  return JSON.stringify([
    scheme,
    bucketPath,
    Object.entries(Object.fromEntries(parameters)).sort(compareKeys),
  ]);
}

export function needsChallenge(conf: string): boolean {
  return readDestination(conf)?.needsChallenge === true;
}

/** The credentials that a destination still lacks with those of these names. */
export function missingCredentials(conf: string, names: readonly string[]): readonly Fault[] {
  const destination = readDestination(conf);
  if (destination === undefined) return [];
  const { scheme, parameters } = destination;
  const given = new Map([...parameters, ...names.map((name) => [name, '…'] as const)]);
  return findMissingCredentials(scheme, given);
}

export function schemeOf(conf: string): string {
  return conf.split('://', 1)[0] ?? '';
}
