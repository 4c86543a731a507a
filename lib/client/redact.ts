import { decodeOrKeep } from '../ground/percent';

/** Blanks secrets in texts that come from the network: a service, or a proxy, may echo what it was sent. */

const blank = '[redacted]';

/** The maximum length of a text from the network in an error, in characters. */
export const longestText = 4096;

/** The part of a text that is searched for secrets: more than is shown, because a blank is shorter than what it replaces. */
const longestSearch = 16 * longestText;

const cutMark = '… [cut]';

/**
 * A function that blanks secrets as {@link redactor} does, and cuts the text to {@link longestText} characters: blanked
 * first, because half a secret would not be recognized.
 */
export function truncatingRedactor(secrets: readonly string[]): (text: string) => string {
  const redact = redactor(secrets);
  const longestSecret = Math.max(0, ...knownSpellings(secrets).map((secret) => secret.length));
  return (text) => {
    if (text.length <= longestSearch) return cutText(redact(text));
    const searched = redact(text.slice(0, longestSearch));
    return `${searched.slice(0, Math.max(0, searched.length - longestSecret)).slice(0, longestText)}${cutMark}`;
  };
}

/** The first {@link longestText} characters of a text, with a mark where something is missing. */
export function cutText(text: string): string {
  return text.length <= longestText + cutMark.length ? text : `${text.slice(0, longestText)}${cutMark}`;
}

/**
 * A function that blanks these secrets wherever they occur, plain, percent-encoded or escaped as JSON, and whatever
 * looks like one: replies hold the destinations of other jobs too. Control characters become spaces, so that a
 * reply cannot write to a terminal. Its time grows with the length of the text, not with the square.
 */
export function redactor(secrets: readonly string[]): (text: string) => string {
  const known = knownSpellings(secrets);
  return (text) => {
    let clean = text;
    for (const secret of known) clean = clean.replaceAll(secret, blank);
    for (const [pattern, replacement] of patterns) clean = clean.replace(pattern, replacement);
    return clean.replace(controlCharacters, ' ');
  };
}

/**
 * The secrets in a destination: the values of parameters that carry credentials, the password of its host, and
 * the collector code that Sumo Logic has for a last path segment. Bucket, path and region stay readable.
 */
export function destinationSecrets(destinationConf: string): string[] {
  const [address = '', query = ''] = destinationConf.split(/\?(.*)/s);
  const values = query
    .split('&')
    .filter((pair) => credentialName.test(pair.slice(0, Math.max(pair.indexOf('='), 0))))
    .map((pair) => pair.slice(pair.indexOf('=') + 1));
  const [, password] = /^\w+:\/\/([^/@]*)@/.exec(address)?.[1]?.split(/:(.*)/s) ?? [];
  const collector = /^sumo:\/\/.*\/([^/]+)\/?$/.exec(address)?.[1];
  return [...values, password ?? '', collector ?? ''].flatMap((value) => [value, decodeOrKeep(value)]);
}

/**
 * The secrets in the URL of a webhook. Chat services have tokens in the path, other services in parameters, so everything
 * after the host counts as secret, as a whole and in its parts. Parts below eight characters stay readable unless
 * their name tells: they are words like `hooks`, and blanking them would blank the service's own words.
 */
export function webhookSecrets(url: string): string[] {
  const tail = url.replace(/^\w+:\/\/(?:[^/?#]*@)?[^/?#]*/, '');
  const userInfo = /^\w+:\/\/([^/?#]*)@/.exec(url)?.[1] ?? '';
  const parts = `${userInfo}/${tail}`.split(/[/?#&=:;@]/).filter((part) => part.length >= 8);
  return [
    ...destinationSecrets(url),
    ...[tail, userInfo, ...parts].flatMap((value) => [value, decodeOrKeep(value)]),
  ];
}

/** The names of parameters with credentials: access-key-id, secret-access-key, session-token, header_Authorization, header_DD-API-KEY, sig of a SAS address. */
const credentialName = /key|secret|token|passw|auth|credential|signature|^sig$|^header_/i;

const patterns: readonly [RegExp, string][] = [
  // Each pattern reads a text once: what a lookahead finds is not tried again, and no two matches begin in the same run.
  // A field of JSON, also one that is cut off.
  [/("(?:destination_conf|ownership_challenge|url)"\s*:\s*")(?:[^"\\]|\\.)*/gi, `$1${blank}`],
  [
    /("(?=[^"]*?(?:secret|token|password|api_?key|authorization|x-auth-))[^"]*"\s*:\s*")(?:[^"\\]|\\.)*/gi,
    `$1${blank}`,
  ],
  // A parameter of a URL. Go writes & as \u0026 in JSON, HTML as &amp;.
  [
    /((?:[?&;]|\\u0026)(?:(?=[\w.-]*?(?:key|secret|token|passw|auth|credential|signature))[\w.-]*|sig|header_[\w.-]+)=)[^&\s"'<>\\]*/gi,
    `$1${blank}`,
  ],
  // A header.
  [/\b(bearer|basic)\s+[\w.~+/=-]{4,}/gi, `$1 ${blank}`],
  [/\b(x-auth-(?:email|key|user-service-key)\s*[:=]\s*)[^\s"',;<>]+/gi, `$1${blank}`],
  // The user part of a URL, and Sumo Logic's code.
  [/(\w:\/\/)(?=[^\s/@"'<>]+?:[^\s/@"'<>])[^\s/@"'<>]+@/g, `$1${blank}@`],
  [/(sumo:\/\/[^\s"'<>?]*\/)[^\s"'<>?/]+/gi, `$1${blank}`],
];

// oxlint-disable-next-line no-control-regex -- control characters are what it looks for
const controlCharacters = /[\u0000-\u001f\u007f-\u009f]+/g;

/** The secrets in every spelling, longest first. Below four characters a blanked text would be all blanks, and nothing so short guards anything. */
function knownSpellings(secrets: readonly string[]): string[] {
  const spellings = secrets.flatMap((secret) => [
    secret,
    percentEncoded(secret),
    JSON.stringify(secret).slice(1, -1),
  ]);
  return [...new Set(spellings)].filter((secret) => secret.length >= 4).sort((a, b) => b.length - a.length);
}

function percentEncoded(text: string): string {
  try {
    return encodeURIComponent(text);
  } catch {
    return text;
  }
}
