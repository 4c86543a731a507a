import { jsonOf } from '../../../ground/json';
import { decodeOrKeep } from '../../../ground/percent';
import { isCredentialParameter } from '../../../logs';

/** A text with placeholders like `<secret>` instead of secrets. */
export interface MaskedText {
  readonly text: string;
  /** The names of the members and parameters whose values were replaced. */
  readonly replaced: readonly string[];
}

/**
 * The body of a call as sent, byte by byte, except for the values of secrets. Undefined for a text that is not JSON and may
 * have a secret: where it begins and ends is unknown then.
 */
export function maskBody(text: string): MaskedText | undefined {
  const replaced = new Set<string>();
  if (jsonOf(text) === undefined) return mayHaveSecret(text) ? undefined : { text, replaced: [] };
  return { text: maskJson(text, replaced), replaced: [...replaced] };
}

export function maskQuery(query: string): string {
  return maskParameters(query, wholeParameter, new Set());
}

/** A text for people: credentials in URLs are placeholders. */
export function maskMessage(text: string): string {
  return maskText(text, new Set(), false);
}

function isSecretName(name: string): boolean {
  return isCredentialParameter(name) || secretWord.test(name.toLowerCase());
}

const secretWord =
  /secret|token|passw|credential|signature|ownership_challenge|authorization|(api|access|private|auth|integration|service|routing)[-_]?key/;

/** The names and brackets of JSON decide what a value is; everything else stays as it is. */
function maskJson(json: string, replaced: Set<string>): string {
  let name = '';
  /** The name of the secret that the value is a part of. */
  let secret: string | undefined;
  const outer: { readonly name: string; readonly secret: string | undefined }[] = [];
  return json.replace(jsonToken, (token, text: string | undefined, colon: string | undefined) => {
    if (token === '{' || token === '[') {
      outer.push({ name, secret });
      secret ??= isSecretName(name) ? name : undefined;
      return token;
    }
    if (token === '}' || token === ']') {
      ({ name, secret } = outer.pop() ?? { name: '', secret: undefined });
      return token;
    }
    if (colon !== undefined && text !== undefined) {
      name = String(JSON.parse(text));
      return token;
    }
    const hidden = secret ?? (isSecretName(name) ? name : undefined);
    if (hidden !== undefined && !harmless.has(token)) {
      replaced.add(hidden);
      return JSON.stringify(placeholder(hidden));
    }
    if (text === undefined) return token;
    const value = String(JSON.parse(text));
    const masked = maskText(value, replaced, name === 'destination_conf');
    return masked === value ? token : JSON.stringify(masked);
  });
}

const jsonToken = /("(?:[^"\\]|\\.)*")(\s*:)?|[[\]{}]|[^\s[\]{}:,"]+/g;
const harmless = new Set(['""', 'null', 'true', 'false']);

/** A text with URLs: their credentials are users, parameters, and the whole address of a Sumo collector. */
function maskText(
  text: string,
  replaced: Set<string>,
  isUrl = /^\s*[a-z][a-z\d+.-]*:\/\//i.test(text),
): string {
  const withoutAddress = text.replace(/(sumo:\/\/)[^\s"']+/gi, (_, scheme: string) => {
    replaced.add('address');
    return scheme + placeholder('address');
  });
  const withoutUser = withoutAddress.replace(/(:\/\/)[^/?#\s"']+@/g, (_, mark: string) => {
    replaced.add('user');
    return `${mark}${placeholder('user')}@`;
  });
  return maskParameters(withoutUser, isUrl ? wholeParameter : parameterInText, replaced);
}

function maskParameters(text: string, pattern: RegExp, replaced: Set<string>): string {
  return text.replace(pattern, (all, before: string, written: string, value: string) => {
    const name = decodeOrKeep(written);
    // The value may be a URL of its own.
    const isHarmless = value === '' || (!isSecretName(name) && !hasSecret(decodeOrKeep(value)));
    if (isHarmless) return all;
    replaced.add(name);
    return `${before}${written}=${placeholder(name)}`;
  });
}

const wholeParameter = /(^|[?&])([^=&?]+)=([^&]*)/g;
const parameterInText = /([?&])([^=&?\s]+)=([^&\s"']*)/g;

function placeholder(name: string): string {
  return `<${name}>`;
}

function hasSecret(text: string): boolean {
  return maskText(text, new Set(), true) !== text;
}

function mayHaveSecret(text: string): boolean {
  // Escapes can spell any word.
  return /[\\%]/.test(text) || secretWord.test(text.toLowerCase()) || hasSecret(text);
}
