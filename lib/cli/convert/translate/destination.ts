import { decodeQuery } from '../../../ground/percent';
import { bucketSchemes, isCredentialParameter, isSecretParameter, splitDestination } from '../../../logs';
import { readExpression } from '../../../hcl/read-expression';
import {
  escapeTemplates,
  literalOf,
  splitTemplate,
  type Written,
  type WrittenObject,
} from '../../../hcl/template';
import { tokenize } from '../../../hcl/tokens';
import { toCode } from '../../../hcl/to-expression';
import { getOrAdd } from '../../../ground/remember';
import type { NewVariable, OldResource } from '../model';
import type { Draft, FindingOnBlock } from './draft';
import { template } from './expressions';
import type { Locals } from './locals';

export interface Destination {
  readonly config: WrittenObject;
  readonly findings: readonly FindingOnBlock[];
}

/** Splits a destination from its credentials, in the code or by a function. A secret in the code becomes a variable without a value. */
export function destinationOf(
  draft: Draft,
  resource: OldResource,
  written: Written | undefined,
  locals: Locals,
): Destination {
  if (typeof written !== 'string') return { config: { destination_conf: written ?? null }, findings: [] };
  const secrets = new Secrets(draft, resource);
  const text = written.trim();
  const config = splitInCode(text, secrets) ?? splitAtPlan(text, secrets, locals);
  return { config, findings: secrets.report() };
}

/** Splits a destination in the code; undefined where an expression may have a credential, or have it percent-encoded. */
function splitInCode(written: string, secrets: Secrets): WrittenObject | undefined {
  const { text, restore } = withoutCode(written);
  if (literalOf(written) === undefined && !showsCredentials(text, restore)) return undefined;
  const { conf, credentials } = splitDestination(text);
  if (/^sumo:/i.test(conf)) return { destination_conf: secrets.address(conf) };
  secrets.hasUser = /^[^/?]*:\/\/[^/?]*@/.test(text);
  const values = Object.entries(credentials).map(([name, value]) => [
    name,
    marks.test(value)
      ? restore(escapeTemplates(value), (code) => encoded(code) ?? code)
      : isSecretParameter(name)
        ? template(secrets.expressionFor(name, value))
        : escapeTemplates(value),
  ]);
  return {
    destination_conf: restore(escapeTemplates(conf)),
    destination_credentials: values.length === 0 ? null : (Object.fromEntries(values) as WrittenObject),
  };
}

/** Splits a destination by a function in the plan. Secrets in texts of the code, such as those of a conditional, become variables. */
function splitAtPlan(written: string, secrets: Secrets, locals: Locals): WrittenObject {
  const splitOf = (text: string) => `provider::edge::destination(${toCode(text)})`;
  const masked = splitOf(withoutSecrets(written, () => '***'));
  const whole = splitOf(
    withoutSecrets(written, (name, value) => template(`urlencode(${secrets.expressionFor(name, value)})`)),
  );
  const shared = masked === whole ? locals.referenceTo('destination', whole) : undefined;
  return {
    destination_conf: template(`${shared ?? masked}.conf`),
    destination_credentials: template(`${shared ?? whole}.credentials`),
  };
}

/**
 * Whether the text alone shows what is a credential: expressions are in the name of a bucket, or values of parameters. The one of a
 * credential stands at its end, and is not percent-encoded.
 */
function showsCredentials(text: string, restore: Restore): boolean {
  const [, scheme = '', path = '', query] = /^(\w[\w+.-]*):\/\/([^?]*)(?:\?(.*))?$/s.exec(text) ?? [];
  const isBucket = bucketSchemes.includes(scheme) && (query !== undefined || scheme === 'gs');
  if (scheme === '' || (marks.test(path) && !isBucket)) return false;
  return (query ?? '').split('&').every((pair) => {
    const [name = '', ...rest] = pair.split('=');
    const value = rest.join('=');
    if (marks.test(name)) return false;
    if (!marks.test(value) || !isCredentialParameter(decodeQuery(name) ?? name)) return true;
    const [, before, mark = ''] = /^([^\ue000-\uf8ff]*)([\ue000-\uf8ff])$/.exec(value) ?? [];
    if (before === undefined) return false;
    // A whole header is percent-encoded where it has a space. A key has none, nor has what is behind one, such as a token.
    return (
      encoded(restore(mark)) !== undefined ||
      /key|token/i.test(name) ||
      decodeQuery(before)?.includes(' ') === true
    );
  });
}

/** The argument of `urlencode`, if its call is the whole template. */
function encoded(written: string): string | undefined {
  const [part, ...more] = splitTemplate(written);
  if (part?.kind !== 'expression' || more.length > 0) return undefined;
  const read = readExpression(part.text);
  const [given] = read.kind === 'call' && read.name === 'urlencode' ? read.given : [];
  if (given === undefined) return undefined;
  const inside = readExpression(given);
  return inside.kind === 'text' ? inside.template : template(given);
}

const firstMark = 0xe000;
const marks = /[\ue000-\uf8ff]/;

/** Puts the expressions back into a text, changed. */
type Restore = (text: string, change?: (code: string) => string) => string;

/** The template with a character of no meaning in URLs for each expression; what is more than an expression makes the text no URL. */
function withoutCode(written: string): { readonly text: string; readonly restore: Restore } {
  const codes: string[] = [];
  const parts = splitTemplate(written);
  const isPlain = parts.every(
    ({ kind, text }) => kind === 'text' || (kind === 'expression' && !/^~|~$/.test(text)),
  );
  const text = parts.map((part) =>
    part.kind === 'text'
      ? (literalOf(part.text) ?? '')
      : String.fromCodePoint(firstMark + codes.push(part.source) - 1),
  );
  return {
    text: isPlain ? text.join('') : '',
    restore: (each, change = (code) => code) =>
      each.replace(/[\ue000-\uf8ff]/g, (mark) =>
        change(codes[(mark.codePointAt(0) ?? 0) - firstMark] ?? mark),
      ),
  };
}

type Replace = (name: string, value: string) => string;

/** Replaces the values of credentials that are texts of the code, in the texts of expressions too. */
function withoutSecrets(written: string, replace: Replace): string {
  const parts = splitTemplate(written);
  return parts
    .map(({ kind, text, source }, at) => {
      if (kind === 'text') return inText(text, at < parts.length - 1, replace);
      return source.slice(0, 2) + inCode(text, replace) + source.slice(2 + text.length);
    })
    .join('');
}

function inCode(code: string, replace: Replace): string {
  const tokens = tokenize(code);
  let [result, copied] = ['', 0];
  for (const [at, { kind, text, start, end }] of tokens.entries()) {
    if (kind !== 'literal') continue;
    result += code.slice(copied, start) + inText(text, tokens[at + 1]?.kind === 'open-template', replace);
    copied = end;
  }
  return result + code.slice(copied);
}

/** Replaces credentials in a text. Values that go on in an expression behind it, or have a verb of `format`, stay. */
function inText(text: string, isContinued: boolean, replace: Replace): string {
  return text.replace(
    /(^|[?&])([^?&=\s]+)=([^&\s\\]+)/g,
    (pair: string, sign: string, name: string, value: string, at: number) => {
      const isWhole = at + pair.length < text.length || !isContinued;
      const isSecret =
        isCredentialParameter(name) && isSecretParameter(name) && !/%(?![\da-f]{2})/i.test(value);
      return isWhole && isSecret ? `${sign}${name}=${replace(name, value)}` : pair;
    },
  );
}

export class Secrets {
  /** The names of variables, by parameter and value. */
  readonly #known = new Map<string, string>();
  /** Whether the address has a user before the host. */
  public hasUser = false;
  #isStored = false;
  #isChallenge = false;

  public constructor(
    private readonly draft: Draft,
    private readonly resource: OldResource,
  ) {}

  /** The expression for the value of a parameter: a variable for a secret. */
  public expressionFor(parameter: string, value: string): string {
    const what = `The parameter ${parameter} of the destination, not percent-encoded,`;
    return this.#variable(`${parameter} ${value}`, parameter, what, { ephemeral: true });
  }

  /** The expression for a whole destination. It is no write-only attribute, so no variable keeps it out of the state. */
  public address(value: string): string {
    this.#isStored = true;
    return template(this.#variable(value, 'destination', 'The address of the destination'));
  }

  /** The expression for the token of an ownership challenge. An existing one is used up; a new one is needed only where a destination changes. */
  public challenge(written: Written): Written {
    const token = typeof written === 'string' ? literalOf(written) : undefined;
    if (token === undefined || token === '') return written;
    this.#isChallenge = true;
    const more = { ephemeral: true, default: '' } as const;
    return template(
      this.#variable(token, 'ownership_challenge', 'The ownership challenge for the destination', more),
    );
  }

  public report(): FindingOnBlock[] {
    if (this.#known.size === 0) return [];
    const names = [...this.#known.values()].join(', ');
    const user = this.hasUser
      ? ' The user before the host is header_Authorization now: "Basic " and user:password in base64.'
      : '';
    const address = this.#isStored
      ? ' The address of a sumo destination is a secret, and the state and saved plans have it, as before.'
      : '';
    const text = this.#isChallenge
      ? `ownership_challenge is the variable ${names} now. Set TF_VAR_${names} for the deploy that creates the job, or changes its destination.`
      : `Values in destination_conf are variables now (${names}): set each with TF_VAR_<name>. The history of the code has those that are secrets, so replace them at the destination.${user}${address}`;
    return [{ code: 'convert.secret', severity: 'todo', text }];
  }

  #variable(
    id: string,
    suffix: string,
    what: string,
    more: Pick<NewVariable, 'ephemeral' | 'default'> = {},
  ): string {
    const { name: job, module } = this.resource;
    const name = getOrAdd(this.#known, id, () => {
      const added = this.draft.variableName(`${job}_${suffix}`);
      const description = `${what} of the log job ${job}`;
      this.draft.addVariable({ module, name: added, type: 'string', description, sensitive: true, ...more });
      return added;
    });
    return `var.${name}`;
  }
}
