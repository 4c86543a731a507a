import { decodeOrKeep, decodeQuery } from '../ground/percent';
import { suggest } from './catalogue';
import { isWrong, type Fault } from './fault';
import { listsAsOf } from '../ground/lists-as-of';

/** The kinds of destination that log-delivery jobs support, as far as this version knows. Source: the public pages of destinations. */
export const destinationSchemes = [
  'r2',
  'gs',
  's3',
  'sumo',
  'https',
  'azure',
  'splunk',
  'datadog',
  'kinesis',
  'ibmcl',
  'bq',
] as const;

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
  /**
   * Whether a job needs an `ownership_challenge` for it. So it is for `gs`, `azure`, `sumo`, and for `s3` with neither
   * `endpoint` nor a key pair; the other kinds prove ownership with their credentials. Source: the public destination pages.
   */
  readonly needsChallenge: boolean;
}

/** Either the destination, with faults that only warn, or all of its faults. */
export type ParsedDestination =
  | { readonly destination: Destination; readonly faults: readonly Fault[] }
  | { readonly destination: undefined; readonly faults: readonly Fault[] };

/**
 * Names of parameters whose value is a credential, in lower case. One that ends in `_` stands for all that begin
 * with it: `header_` for `header_Authorization`.
 */
export const credentialParameters: readonly string[] = [
  'access-key-id',
  'secret-access-key',
  'session-token',
  'sig',
  'header_',
  'api-key',
  'api_key',
  'apikey',
  'token',
  'access_token',
  'password',
  'credentials',
  'ibm_api_key',
];

/** Headers that describe what is sent. Like all headers, they are no part of `destination_conf`, but they are no secrets. */
const publicHeaders = ['accept', 'content-encoding', 'content-type', 'user-agent'];

/** Whether the value of a parameter of `destination_credentials` is a secret. */
export function isSecretParameter(name: string): boolean {
  return !publicHeaders.some((header) => name.toLowerCase() === `header_${header}`);
}

/** One half of a pair is not enough: both or neither. */
const keyPair = ['access-key-id', 'secret-access-key'] as const;

/**
 * Parses and checks a `destination_conf`. Messages name parameters, never their values, which may be secret.
 *
 * Codes: `destination.syntax`, `destination.scheme`, `destination.no_path`, `destination.white_space`,
 * `destination.too_long`, `destination.parameter`, `destination.duplicate_parameter`, `destination.no_region` (an
 * `s3` without `endpoint`), `destination.half_key_pair`. The path is empty, or the name of the parameter.
 *
 * @example
 * ```ts
 * const { destination } = parseDestination('s3://my-logs/edge/{DATE}?region=eu-central-1');
 * destination?.bucketPath; // 'my-logs/edge/{DATE}'
 * destination?.needsChallenge; // true
 * ```
 */
export function parseDestination(conf: string): ParsedDestination {
  const { scheme, bucketPath, query } = split(conf);
  if (scheme === undefined) return { destination: undefined, faults: [noUrl(conf)] };
  const faults: Fault[] = [...checkWhole(conf, scheme, bucketPath)];
  const parameters = readParameters(query, faults);
  faults.push(...checkParameters(scheme, parameters));
  if (faults.some(isWrong)) return { destination: undefined, faults };
  const needsChallenge = isChallenged(scheme, parameters);
  return { destination: { scheme, bucketPath, parameters, needsChallenge }, faults };
}

/**
 * Whether a destination contains a secret, and must not appear in logs, plans and messages: a parameter of
 * `credentialParameters`, a user in front of the host, or any `sumo` address, whose path is itself the key. Also
 * answers for texts that `parseDestination` refuses.
 */
export function hasCredentials(conf: string): boolean {
  const { scheme, bucketPath, query } = split(conf);
  if (scheme === 'sumo' || /^[^/]*@/.test(bucketPath)) return true;
  return query.split('&').some((pair) => {
    const [written = ''] = pair.split('=');
    return isCredentialParameter(decodeQuery(written) ?? written);
  });
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
  const secret = pairs.filter((pair) => hasCredentials(`?${pair}`));
  const names = [...(bare === address ? [] : [user]), ...secret.map(nameOf)];
  if (secret.length === 0) return { conf: bare + conf.slice(mark), names };
  const kept = pairs.filter((pair) => !secret.includes(pair));
  return { conf: kept.length === 0 ? bare : `${bare}?${kept.join('&')}`, names };
}

/** The name of a user before the host in messages. */
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

/** Schemes whose path is a bucket and a folder. */
export const bucketSchemes: readonly string[] = ['r2', 'gs', 's3', 'azure'];

function split(conf: string): { scheme: string | undefined; bucketPath: string; query: string } {
  const scheme = /^([A-Za-z][A-Za-z0-9+.-]*):\/\//.exec(conf)?.[1];
  const rest = scheme === undefined ? conf : conf.slice(scheme.length + '://'.length);
  const mark = rest.indexOf('?');
  if (mark === -1) return { scheme, bucketPath: rest, query: '' };
  return { scheme, bucketPath: rest.slice(0, mark), query: rest.slice(mark + 1) };
}

/** It does not show the text, which may have a secret anywhere. */
function noUrl(conf: string): Fault {
  const fix = 'Write it like s3://<bucket_path>?region=<region>.';
  const code = 'destination.syntax';
  if (conf.trim() === '') return { code, message: `The destination is empty. ${fix}`, path: [] };
  if (split(conf.trim()).scheme === undefined)
    return { code, message: `The destination is not a URL. ${fix}`, path: [] };
  return { code, message: 'The destination begins with white space. Remove it.', path: [] };
}

function* checkWhole(conf: string, scheme: string, bucketPath: string): Generator<Fault, void, undefined> {
  if (!destinationSchemes.some((known) => known === scheme)) {
    const meant = suggest(scheme, destinationSchemes);
    const typo = meant === undefined ? '' : ` Did you mean "${meant}"?`;
    const message =
      `The destination begins with "${scheme}://". This version knows ${destinationSchemes.join(', ')}, as of ${listsAsOf}. The service ` +
      `may have added others since.${typo}`;
    yield { code: 'destination.scheme', message, path: [], kind: 'unknown' };
  }
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

function readParameters(query: string, faults: Fault[]): ReadonlyMap<string, string> {
  const parameters = new Map<string, string>();
  for (const [index, pair] of (query === '' ? [] : query.split('&')).entries()) {
    const [written = '', ...rest] = pair.split('=');
    const [name, value] = [decodeQuery(written), decodeQuery(rest.join('='))];
    if (name === undefined || name === '' || value === undefined || rest.length === 0) {
      const message = `Parameter ${index + 1} of the destination is not name=value with legal percent escapes. Join parameters with "&", and write a "%" in a value as %25.`;
      faults.push({ code: 'destination.parameter', message, path: [] });
    } else if (parameters.has(name)) {
      const message = `The destination has the parameter "${name}" twice. Give it once.`;
      faults.push({ code: 'destination.duplicate_parameter', message, path: [name] });
    } else {
      parameters.set(name, value);
    }
  }
  return parameters;
}

function* checkParameters(
  scheme: string,
  parameters: ReadonlyMap<string, string>,
): Generator<Fault, void, undefined> {
  if (scheme === 's3' && !given(parameters, 'endpoint') && !given(parameters, 'region')) {
    const misspelled = [...parameters.keys()].find((name) => suggest(name, ['region']) !== undefined);
    const message =
      misspelled === undefined
        ? 'The S3 destination has no "region". Add ?region=<region>, or endpoint=<host> for a bucket outside AWS.'
        : `The S3 destination has no "region", but "${misspelled}". Write it region=<region>.`;
    yield { code: 'destination.no_region', message, path: ['region'] };
  }
  const missing = keyPair.filter((name) => !given(parameters, name));
  const [half] = missing;
  if (missing.length === 1 && half !== undefined) {
    const message = `The destination has one half of a key pair, but no "${half}". Give both, or neither.`;
    yield { code: 'destination.half_key_pair', message, path: [half] };
  }
}

function isChallenged(scheme: string, parameters: ReadonlyMap<string, string>): boolean {
  if (scheme === 's3')
    return !given(parameters, 'endpoint') && !keyPair.every((name) => given(parameters, name));
  return scheme === 'gs' || scheme === 'azure' || scheme === 'sumo';
}

function given(parameters: ReadonlyMap<string, string>, name: string): boolean {
  return (parameters.get(name) ?? '') !== '';
}
