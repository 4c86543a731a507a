import { decodeOrKeep } from '../../../ground/percent';
import { hasCredentials } from '../../../logs';
import { withoutCredentials } from '../../../resources/logpush-job/destination';
import { escapeTemplates, literalOf, splitTemplate, type Written } from '../../../hcl/template';
import { template } from './expressions';

/** A destination in the form of the contract: the credentials apart. */
export interface SplitDestination {
  readonly conf: Written;
  /** By parameter. Undefined for a literal, which becomes a variable. */
  readonly credentials: Readonly<Record<string, string | undefined>>;
  /** A user and password before the host, which the contract refuses. */
  readonly hasUser: boolean;
  /** The whole address, where all of it is a secret. */
  readonly secret: string | undefined;
}

/**
 * Splits a destination at the `&` of its parameters, whether it has expressions or not.
 */
export function splitDestination(written: string): SplitDestination {
  const { text, restore } = withoutCode(written);
  const plain = { credentials: {}, hasUser: false, secret: undefined };
  const literal = literalOf(written);
  if (text.startsWith('sumo://') && literal !== undefined) return { ...plain, conf: null, secret: literal };
  if (!hasCredentials(text) || text.startsWith('sumo://')) return { ...plain, conf: written };
  const { conf, names } = withoutCredentials(text);
  const pairs = text.slice(text.indexOf('?') + 1).split('&');
  const credentials = pairs.flatMap((pair): [string, string | undefined][] => {
    const [name = '', ...rest] = pair.split('=');
    const parameter = decodeOrKeep(name);
    return names.includes(parameter) ? [[parameter, valueOf(restore(rest.join('=')))]] : [];
  });
  return {
    ...plain,
    conf: restore(conf),
    credentials: Object.fromEntries(credentials),
    hasUser: /^\w[\w+.-]*:\/\/[^/?]*@/.test(text),
  };
}

/** A credential with expressions, not percent-encoded; undefined for a literal. */
function valueOf(written: string): string | undefined {
  if (literalOf(written) !== undefined) return undefined;
  const parts = splitTemplate(written).map(({ kind, text, source }) => {
    if (kind === 'text') return escapeTemplates(decodeOrKeep(literalOf(text) ?? text));
    const [, plain] = /^\s*urlencode\((.*)\)\s*$/s.exec(kind === 'expression' ? text : '') ?? [];
    return plain === undefined ? source : template(plain);
  });
  return parts.join('');
}

/** The template with a character of no meaning in URLs for each piece of code. */
function withoutCode(written: string): { readonly text: string; readonly restore: (text: string) => string } {
  const codes: string[] = [];
  const text = splitTemplate(written)
    .map((part) =>
      part.kind === 'text' ? part.text : String.fromCodePoint(0xe000 + codes.push(part.source) - 1),
    )
    .join('');
  return {
    text,
    restore: (each) =>
      each.replace(/[\ue000-\uf8ff]/g, (mark) => codes[(mark.codePointAt(0) ?? 0) - 0xe000] ?? mark),
  };
}
