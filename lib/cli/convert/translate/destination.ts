import { decodeOrKeep } from '../../../ground/percent';
import { hasCredentials, isCredentialParameter } from '../../../logs';
import { withoutCredentials } from '../../../resources/logpush-job/destination';
import { readExpression } from '../../../hcl/read-expression';
import { escapeTemplates, literalOf, splitTemplate } from '../../../hcl/template';
import { hcl, template } from './expressions';
import {
  codeOfChoice,
  followExpression,
  followTemplate,
  mapChoice,
  valuesOf,
  type Choice,
  type Scope,
} from './follow';

/** A destination in the form of the contract: the credentials apart. */
export interface SplitDestination {
  /** Null if it is the secret. */
  readonly conf: string | null;
  readonly credentials: Readonly<Record<string, Credential>>;
  /** A user and password before the host, which the contract refuses. */
  readonly hasUser: boolean;
  /** The whole address, where all of it is a secret. */
  readonly secret: string | undefined;
  /** Whether expressions are in places where they may bring parameters of their own, and so credentials. */
  readonly isOpen: boolean;
}

export interface Credential {
  /** Not percent-encoded. */
  readonly value: string;
  /** As the destination has it, of a credential without expressions: a secret in the code. */
  readonly secret?: string;
}

/** Splits all destinations that a template stands for. One without credentials stays as it is written. */
export function splitDestinations(written: string, scope: Scope): Choice<SplitDestination> {
  const followed = followTemplate(written, scope, isFollowedIn(written));
  const split = mapChoice(followed, (each) => splitDestination(each, scope));
  const isPlain = valuesOf(split).every((each) => !each.isOpen && !hasSecrets(each));
  return isPlain ? { kind: 'value', value: { ...plain, conf: written, isOpen: false } } : split;
}

export function hasSecrets({ credentials, hasUser, secret }: SplitDestination): boolean {
  return Object.keys(credentials).length > 0 || hasUser || secret !== undefined;
}

const plain = { credentials: {}, hasUser: false, secret: undefined };

/** Splits a destination at the `&` of its parameters, whether it has expressions or not. */
export function splitDestination(written: string, scope: Scope): SplitDestination {
  const { text, restore } = withoutCode(written);
  const literal = literalOf(written);
  const isOpen = isOpenText(text);
  if (text.startsWith('sumo://'))
    return { ...plain, conf: literal === undefined ? written : null, secret: literal, isOpen };
  if (!hasCredentials(text)) return { ...plain, conf: written, isOpen };
  const { conf, names } = withoutCredentials(text);
  const pairs = text.slice(text.indexOf('?') + 1).split('&');
  const credentials = pairs.flatMap((pair): [string, Credential][] => {
    const [name = '', ...rest] = pair.split('=');
    const parameter = decodeOrKeep(name);
    return names.includes(parameter) ? [[parameter, credentialOf(restore(rest.join('=')), scope)]] : [];
  });
  return {
    ...plain,
    conf: restore(conf),
    credentials: Object.fromEntries(credentials),
    isOpen: isOpen || credentials.some(([, { value }]) => hasEncodedCode(value)),
    hasUser: /^\w[\w+.-]*:\/\/[^/?]*@/.test(text),
  };
}

/** Whether an expression has texts that are percent-encoded, so that its value may be: `replace(var.token, " ", "%20")`. */
function hasEncodedCode(value: string): boolean {
  return splitTemplate(value).some(({ kind, text }) => kind !== 'text' && /%[\da-f]{2}/i.test(text));
}

function credentialOf(written: string, scope: Scope): Credential {
  const literal = literalOf(written);
  return {
    value: decodedTemplate(written, scope),
    ...(literal !== undefined && { secret: literal }),
  };
}

/** The template with its texts decoded, and without `urlencode`. */
function decodedTemplate(written: string, scope: Scope): string {
  const parts = splitTemplate(written).map(({ kind, text, source }) => {
    if (kind === 'text') return escapeTemplates(decodeOrKeep(literalOf(text) ?? text));
    return kind === 'expression' ? decodedExpression(text, scope) : source;
  });
  return parts.join('');
}

/** The user's own expression, if no text of it is encoded. */
function decodedExpression(code: string, scope: Scope): string {
  const read = readExpression(code);
  const [plainCode] = read.kind === 'call' && read.name === 'urlencode' ? read.given : [];
  if (plainCode !== undefined) {
    const inside = readExpression(plainCode);
    return inside.kind === 'text' ? inside.template : template(plainCode);
  }
  const made = followExpression(code, scope);
  if (made.kind === 'value' && made.value === template(code)) return made.value;
  const decoded = mapChoice(made, (each) => decodedTemplate(each, scope));
  const values = valuesOf(made);
  if (valuesOf(decoded).every((each, at) => each === values[at])) return template(code);
  return templateOf(decoded);
}

export function templateOf(choice: Choice<string>): string {
  const [first = '', ...more] = valuesOf(choice);
  if (more.every((each) => each === first)) return first;
  return template(codeOfChoice(mapChoice(choice, hcl)));
}

/** Which expressions of a destination are replaced by what they stand for; the others stay as the user wrote them. */
function isFollowedIn(written: string): (made: Choice<string>, at: number) => boolean {
  const parts = splitTemplate(written);
  return (made, at) => {
    const before = parts.slice(0, at).map(({ kind, text }) => (kind === 'text' ? text : mark));
    const [, name = '', sign] = /[?&]([^?&=]*)(=)?[^?&]*$/.exec(before.join('')) ?? [];
    const isInName = sign === undefined && before.some((text) => text.includes('?'));
    const texts = valuesOf(made);
    const hasSecret =
      made.kind === 'choice' &&
      isCredentialParameter(decodeOrKeep(name)) &&
      texts.some((text) => literalOf(text) !== undefined);
    return (
      parts.length === 1 ||
      isInName ||
      hasSecret ||
      texts.some((text) => /:\/\/|[?&=@]/.test(withoutCode(text).text))
    );
  };
}

const firstMark = 0xe000;
const mark = String.fromCodePoint(firstMark);

/** Whether an expression stands for the beginning of the address, or in the name of a parameter. */
function isOpenText(text: string): boolean {
  const at = text.indexOf('?');
  const names =
    at === -1
      ? []
      : text
          .slice(at + 1)
          .split('&')
          .map((pair) => pair.split('=', 1)[0] ?? '');
  return !/^[^?]*:\/\//.test(text) ? marks.test(text) : names.some((name) => marks.test(name));
}

const marks = /[\ue000-\uf8ff]/;

/** The template with a character of no meaning in URLs for each piece of code. */
function withoutCode(written: string): { readonly text: string; readonly restore: (text: string) => string } {
  const codes: string[] = [];
  const text = splitTemplate(written)
    .map((part) =>
      part.kind === 'text' ? part.text : String.fromCodePoint(firstMark + codes.push(part.source) - 1),
    )
    .join('');
  return {
    text,
    restore: (each) =>
      each.replace(/[\ue000-\uf8ff]/g, (each) => codes[(each.codePointAt(0) ?? 0) - firstMark] ?? each),
  };
}
