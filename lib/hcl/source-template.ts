import { own } from '../ground/record';
import { closingAt, type Token } from './tokens';

/** Characters of a string or a heredoc, or a sequence in braces. */
type Part =
  | { readonly kind: 'literal'; text: string }
  | { readonly kind: 'sequence'; readonly sign: string; readonly code: string };

/**
 * A string in quotes or a heredoc as a template of JSON syntax: without escapes, strip marks, and the indent that `<<-` takes away.
 *
 * @param tokens - from what opens it to what closes it
 */
export function templateOf(code: string, tokens: readonly Token[]): string {
  const [open] = tokens;
  const parts = partsOf(code, tokens);
  if (open?.text.startsWith('<<-')) removeIndent(parts);
  return parts.map((part) => (part.kind === 'literal' ? part.text : `${part.sign}{${part.code}}`)).join('');
}

/** The parts of a template. A strip mark (`~`) takes away the white space of the literal beside it, which in a heredoc is a part of a line. */
function partsOf(code: string, tokens: readonly Token[]): readonly Part[] {
  const parts: Part[] = [];
  const isQuoted = tokens[0]?.text === '"';
  let isStripped = false;
  for (let at = 1; at < tokens.length - 1; at += 1) {
    const token = tokens[at];
    if (token?.kind === 'literal') {
      const text = isQuoted ? unescape(token.text) : token.text;
      parts.push({ kind: 'literal', text: isStripped ? text.trimStart() : text });
      isStripped = false;
    } else if (token !== undefined) {
      const before = parts.at(-1);
      if (token.text.endsWith('~') && before?.kind === 'literal') before.text = before.text.trimEnd();
      const from = at;
      at = closingAt(tokens, at);
      const close = tokens[at];
      parts.push({
        kind: 'sequence',
        sign: token.text.slice(0, 1),
        code: sequenceCode(code, tokens.slice(from + 1, at)),
      });
      isStripped = close?.text.startsWith('~') === true;
    }
  }
  return parts;
}

/** The code between braces, without a comment at its end. What closes a heredoc stands on a line of its own. */
function sequenceCode(code: string, tokens: readonly Token[]): string {
  const own = tokens.filter(({ kind }) => kind !== 'newline' && kind !== 'comment');
  const [first, last] = [own[0], own.at(-1)];
  if (first === undefined || last === undefined) return '';
  const isHeredoc = last.kind === 'close-text' && last.text !== '"';
  return `${code.slice(first.start, last.end)}${isHeredoc ? '\n' : ''}`;
}

/** Removes the indent that all lines that are not empty have in common. */
function removeIndent(parts: readonly Part[]): void {
  const firsts = parts.filter((_, at) => {
    const before = parts[at - 1];
    return at === 0 || (before?.kind === 'literal' && before.text.endsWith('\n'));
  });
  const indented = firsts.filter((part) => part.kind !== 'literal' || !/^\s*\n$/.test(part.text));
  const indents = indented.map((part) =>
    part.kind === 'literal' ? part.text.length - part.text.trimStart().length : 0,
  );
  const indent = Math.min(...indents);
  for (const part of indented) if (part.kind === 'literal') part.text = part.text.slice(indent);
}

const escapes: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t' };

/** The characters of a literal between quotes, without escapes. */
function unescape(literal: string): string {
  return literal.replace(
    /\\(?:u([\da-fA-F]{4})|U([\da-fA-F]{8})|([\s\S]))/g,
    (_, short: string | undefined, long: string | undefined, character = '') => {
      const code = short ?? long;
      if (code !== undefined) return String.fromCodePoint(Number.parseInt(code, 16));
      return own(escapes, character as string) ?? (character as string);
    },
  );
}
