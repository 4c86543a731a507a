import { decodeOrKeep, decodeQuery } from '../ground/percent';
import { suggest } from './catalogue';
import { keyPair, schemes, type DestinationScheme } from './destination-schemes';
import type { Fault } from './fault';
import { listsAsOf } from '../ground/lists-as-of';
import { own } from '../ground/record';
import { onceForEachText } from '../ground/remember';
import { quoted } from '../ground/visible';

/** The kinds of destination that log-delivery jobs support, as far as this version knows. */
export const destinationSchemes: readonly string[] = Object.keys(schemes);

/** Schemes whose path is a bucket and a folder. */
export const bucketSchemes: readonly string[] = destinationSchemes.filter(
  (name) => schemeNamed(name)?.isBucket === true,
);

/** The longest `destination_conf`, in characters. Source: the public schema of a job. */
const maxLength = 4096;

/** A `destination_conf`, taken apart (specification 2.6: `s3://<bucket_path>?region=<region>`). */
export interface Destination {
  /** One of `destinationSchemes`, or one that came after this version. */
  readonly scheme: string;
  /** Everything between `://` and `?`: bucket and folder, or host and path. `{DATE}` is kept. */
  readonly bucketPath: string;
  /** Name to value, both decoded. */
  readonly parameters: ReadonlyMap<string, string>;
  /** Whether a job needs an `ownership_challenge` for it. Other destinations prove ownership with their credentials. */
  readonly needsChallenge: boolean;
}

/** A destination and its faults. It is undefined where the text cannot be taken apart. */
export interface ParsedDestination {
  readonly destination: Destination | undefined;
  readonly faults: readonly Fault[];
}

/**
 * Names of parameters whose value is a credential, in lower case. One that ends in `_` stands for all that begin
 * with it: `header_` for `header_Authorization`.
 */
export const credentialParameters: readonly string[] = [
  ...new Set(
    Object.values<DestinationScheme>(schemes).flatMap(({ parameters }) =>
      Object.entries(parameters).flatMap(([name, { isCredential }]) => (isCredential === true ? [name] : [])),
    ),
  ),
];

/** Headers that describe what is sent. Like all headers, they are no part of `destination_conf`, but they are no secrets. */
const publicHeaders = ['accept', 'content-encoding', 'content-type', 'user-agent'];

/** Whether the value of a parameter of `destination_credentials` is a secret. */
export function isSecretParameter(name: string): boolean {
  return !publicHeaders.some((header) => name.toLowerCase() === `header_${header}`);
}

/**
 * Parses and checks a `destination_conf`, which may lack its credentials: {@link findMissingCredentials} checks these. Messages name
 * parameters, never their values, which may be secret. The path of a fault is empty, or the name of the parameter.
 *
 * @example
 * ```ts
 * const { destination } = parseDestination('s3://my-logs/edge/{DATE}?region=eu-central-1');
 * destination?.bucketPath; // 'my-logs/edge/{DATE}'
 * destination?.needsChallenge; // true
 * ```
 */
export function parseDestination(conf: string): ParsedDestination {
  const { destination, faults } = takeApart(conf);
  const { scheme } = destination ?? split(conf);
  const ofScheme = scheme === undefined ? [] : [...checkScheme(scheme)];
  return { destination, faults: [...ofScheme, ...faults, ...(destination ? checkForm(destination) : [])] };
}

/** The parts of a destination, which nothing judges: undefined where {@link parseDestination} cannot take it apart. */
export function readDestination(conf: string): Destination | undefined {
  return takeApart(conf).destination;
}

/** Each once: many jobs deliver to few destinations. */
const takeApart = onceForEachText((conf): ParsedDestination => {
  const { scheme, bucketPath, query } = split(conf);
  if (scheme === undefined) return { destination: undefined, faults: [noUrl(conf)] };
  const faults: Fault[] = [...checkText(conf, scheme, bucketPath)];
  const parameters = readParameters(query, faults);
  if (faults.length > 0) return { destination: undefined, faults };
  return {
    destination: { scheme, bucketPath, parameters, needsChallenge: isChallenged(scheme, parameters) },
    faults,
  };
});

/** The credentials that a scheme requires and that are not among all parameters of a destination. */
export function findMissingCredentials(
  scheme: string,
  parameters: Destination['parameters'],
): readonly Fault[] {
  return [...findMissing(scheme, parameters, (names) => names.some(isCredentialParameter))];
}

/**
 * Whether a destination contains a secret, and must not appear in logs, plans and messages: a parameter of
 * `credentialParameters`, a user in front of the host, or any `sumo` address, whose path is itself the key. Also
 * answers for texts that `parseDestination` refuses.
 */
export function hasCredentials(conf: string): boolean {
  const { scheme, bucketPath, query } = split(conf);
  if (schemeNamed(scheme)?.isSecret === true || /^[^/]*@/.test(bucketPath)) return true;
  return query.split('&').some(isCredentialPair);
}

function isCredentialPair(pair: string): boolean {
  return isCredentialParameter(nameOf(pair));
}

/** Whether a parameter is one of `credentialParameters`, in any case of letters. */
export function isCredentialParameter(name: string): boolean {
  const lower = name.toLowerCase();
  return credentialParameters.some((known) =>
    known.endsWith('_') ? lower.startsWith(known) : lower === known,
  );
}

/**
 * The destination for people to read: without its parameters but `region` and `endpoint`, and without a user or a path
 * that is itself a key.
 *
 * @example
 * ```ts
 * nameDestination('r2://my-logs/{DATE}?account-id=1&access-key-id=K&secret-access-key=S'); // 'r2://my-logs/{DATE}'
 * ```
 */
export function nameDestination(conf: string): string {
  const { scheme, bucketPath, query } = split(conf);
  if (scheme === undefined) return 'a destination that is not a URL';
  const host = bucketPath.replace(/^[^/]*@/, '');
  // The paths of endpoints, such as those of webhooks, may be keys.
  const place = bucketSchemes.includes(scheme) ? host : host.replace(/\/.*/s, '/…');
  const shown = query.split('&').filter((pair) => /^(?:region|endpoint)=[\w.:-]+$/.test(pair));
  return `${scheme}://${place}${shown.length === 0 ? '' : `?${shown.join('&')}`}`;
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
  const secret = pairs.filter(isCredentialPair);
  const names = [...(bare === address ? [] : [user]), ...secret.map(nameOf)];
  if (secret.length === 0) return { conf: bare + conf.slice(mark), names };
  const kept = pairs.filter((pair) => !secret.includes(pair));
  return { conf: kept.length === 0 ? bare : `${bare}?${kept.join('&')}`, names };
}

const user = 'user:password@';

/**
 * A destination in the form of a job: without its credentials, and these by name, not percent-encoded. A user before the host is basic
 * authentication, unless a header has other.
 */
export function splitDestination(text: string): {
  readonly conf: string;
  readonly credentials: Readonly<Record<string, string>>;
} {
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

function nameOf(pair: string): string {
  const [written = ''] = pair.split('=', 1);
  return decodeQuery(written) ?? written;
}

function split(conf: string): { scheme: string | undefined; bucketPath: string; query: string } {
  const scheme = /^([A-Za-z][A-Za-z0-9+.-]*):\/\//.exec(conf)?.[1];
  const rest = scheme === undefined ? conf : conf.slice(scheme.length + '://'.length);
  const mark = rest.indexOf('?');
  if (mark === -1) return { scheme, bucketPath: rest, query: '' };
  return { scheme, bucketPath: rest.slice(0, mark), query: rest.slice(mark + 1) };
}

/** The fault of a text that is no URL. It does not show the text, which may have a secret anywhere. */
function noUrl(conf: string): Fault {
  const fix = 'Write it like s3://<bucket_path>?region=<region>.';
  const code = 'destination.syntax';
  if (conf.trim() === '') return { code, message: `The destination is empty. ${fix}`, path: [] };
  if (split(conf.trim()).scheme === undefined)
    return { code, message: `The destination is not a URL. ${fix}`, path: [] };
  return { code, message: 'The destination begins with white space. Remove it.', path: [] };
}

function* checkScheme(scheme: string): Generator<Fault, void, undefined> {
  const code = 'destination.scheme';
  if (scheme === 'http') {
    const message =
      'The destination begins with "http://". The service delivers over HTTPS only. Write https://.';
    yield { code, message, path: [] };
  } else if (schemeNamed(scheme) === undefined) {
    const meant = suggest(scheme, destinationSchemes);
    const typo = meant === undefined ? '' : ` Did you mean "${meant}"?`;
    const message =
      `The destination begins with "${scheme}://". This version knows ${destinationSchemes.join(', ')}, as of ${listsAsOf}. The service ` +
      `may have added others since.${typo}`;
    yield { code, message, path: [], kind: 'unknown' };
  }
}

function* checkText(conf: string, scheme: string, bucketPath: string): Generator<Fault, void, undefined> {
  if (bucketPath.replaceAll('/', '') === '') {
    const message = `The destination names nothing between "${scheme}://" and its parameters. Put the bucket or the host there.`;
    yield { code: 'destination.no_path', message, path: [] };
  }
  if (/\s/.test(conf)) {
    const message = 'The destination contains white space. Write a space inside a value as %20.';
    yield { code: 'destination.white_space', message, path: [] };
  }
  if (conf.length > maxLength) {
    const message = `The destination is ${conf.length} characters long; ${maxLength} are allowed. Shorten its path or its parameters.`;
    yield { code: 'destination.too_long', message, path: [] };
  }
}

function* checkForm({ scheme, bucketPath, parameters }: Destination): Generator<Fault, void, undefined> {
  const known = schemeNamed(scheme);
  if (known === undefined) return;
  if (!known.address.test(bucketPath)) {
    const plain = known.isBucket === true ? ', with plain names: neither "." nor ".."' : '';
    const message = `The destination is ${nameDestination(`${scheme}://${bucketPath}`)}. Write it like ${known.form}${plain}.`;
    yield { code: 'destination.address', message, path: [] };
  }
  yield* checkPlaceholders(known, bucketPath);
  yield* findMissing(scheme, parameters, (names) => !names.some(isCredentialParameter));
  const half = keyPair.filter((name) => !given(parameters, name));
  if (half.length === 1) yield missingParameter(scheme, half, parameters);
  for (const [name, value] of parameters) {
    const parameter = parameterNamed(known, name);
    if (parameter?.values?.test(value) === false) {
      const message = `The parameter ${quoted(name)} of the destination has a value that the service does not accept. Write ${name}=${parameter.example ?? ''}.`;
      yield { code: 'destination.parameter_value', message, path: [name] };
    }
    if (parameter === undefined && known.isOpen !== true) yield unknownParameter(scheme, name);
  }
}

/** Only buckets have a placeholder, and only one: elsewhere, and in another spelling, it would be a name with braces. */
function* checkPlaceholders(known: DestinationScheme, bucketPath: string): Generator<Fault, void, undefined> {
  const isBucket = known.isBucket === true;
  const rest = isBucket ? bucketPath.replace(/(?<![${])\{DATE\}(?!\})/g, '') : bucketPath;
  const found = isBucket ? /\$?\{+[^{}/]*\}*|\}/.exec(rest) : /\$?\{+DATE\}+/i.exec(rest);
  if (found === null) return;
  const what = `The path of the destination has "${found[0]}".`;
  const message = isBucket
    ? `${what} The service replaces {DATE} alone, by YYYYMMDD, and only in this spelling. Write {DATE}, or a name without braces.`
    : `${what} The service replaces {DATE} in the paths of ${bucketSchemes.join(', ')} alone. Remove it.`;
  yield { code: 'destination.placeholder', message, path: [] };
}

function readParameters(query: string, faults: Fault[]): ReadonlyMap<string, string> {
  const parameters = new Map<string, string>();
  for (const [index, pair] of (query === '' ? [] : query.split('&')).entries()) {
    const [written = '', ...rest] = pair.split('=');
    const [name, value] = [decodeQuery(written), decodeQuery(rest.join('='))];
    if (name === undefined || name === '' || value === undefined || rest.length === 0) {
      const message = `Parameter ${index + 1} of the destination is not name=value with legal percent escapes. Join parameters with "&", and write a "%" in a value as %25.`;
      faults.push({ code: 'destination.parameter', message, path: [] });
    } else if (parameters.has(name)) {
      const message = `The destination has the parameter ${quoted(name)} twice. Give it once.`;
      faults.push({ code: 'destination.duplicate_parameter', message, path: [name] });
    } else {
      parameters.set(name, value);
    }
  }
  return parameters;
}

/** A fault for each required parameter, of those asked for, that a destination does not have. */
function* findMissing(
  scheme: string,
  parameters: ReadonlyMap<string, string>,
  isMeant: (names: readonly string[]) => boolean,
): Generator<Fault, void, undefined> {
  const has = [...parameters.keys()]
    .filter((name) => given(parameters, name))
    .map((name) => name.toLowerCase());
  for (const names of schemeNamed(scheme)?.required ?? [])
    if (isMeant(names) && !names.some((name) => has.includes(name.toLowerCase())))
      yield missingParameter(scheme, names, parameters);
}

function missingParameter(
  scheme: string,
  names: readonly string[],
  parameters: ReadonlyMap<string, string>,
): Fault {
  const needed = names.map(quoted).join(' or ');
  const [path = ''] = names;
  const misspelled = [...parameters.keys()].find(
    (each) => parameterNamed(schemeNamed(scheme), each) === undefined && suggest(each, names) !== undefined,
  );
  const add = names.some(isCredentialParameter)
    ? 'Add it to its credentials.'
    : `Add ${names.map((name) => `${name}=…`).join(' or ')}.`;
  const [but, fix] =
    misspelled === undefined
      ? ['', add]
      : [`, but ${quoted(misspelled)}`, `Write it ${suggest(misspelled, names) ?? ''}=….`];
  const message = `The ${scheme} destination has no ${needed}${but}. ${fix}`;
  return { code: 'destination.missing_parameter', message, path: [path] };
}

function unknownParameter(scheme: string, name: string): Fault {
  const names = Object.keys(schemeNamed(scheme)?.parameters ?? {});
  const meant = suggest(name, names);
  const typo = meant === undefined ? '' : ` Did you mean "${meant}"?`;
  const list = names.length === 0 ? 'none' : names.map((each) => each.replace(/_$/, '_<name>')).join(', ');
  const message = `The parameter ${quoted(name)} of the destination is unknown. For ${scheme} this version knows ${list}, as of ${listsAsOf}.${typo}`;
  return { code: 'destination.unknown_parameter', message, path: [name], kind: 'unknown' };
}

function schemeNamed(name: string | undefined): DestinationScheme | undefined {
  return name === undefined ? undefined : own<DestinationScheme>(schemes, name);
}

/** Names of headers have no case. */
function parameterNamed(scheme: DestinationScheme | undefined, name: string) {
  const prefix = /^[^_]*_/.exec(name.toLowerCase())?.[0];
  const { parameters = {} } = scheme ?? {};
  return own(parameters, name) ?? (prefix === undefined ? undefined : own(parameters, prefix));
}

function isChallenged(scheme: string, parameters: ReadonlyMap<string, string>): boolean {
  const { challengedWithout } = schemeNamed(scheme) ?? {};
  return challengedWithout?.some((name) => given(parameters, name)) === false;
}

function given(parameters: ReadonlyMap<string, string>, name: string): boolean {
  return (parameters.get(name) ?? '') !== '';
}
