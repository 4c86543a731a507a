import { withoutByteOrderMark } from '../ground/json';
import { limits } from '../ground/limits';

export interface SourceRange {
  readonly start: number;
  /** The offset behind the last character. */
  readonly end: number;
}

export type TokenKind =
  | 'identifier'
  | 'number'
  /** An operator or a bracket. */
  | 'symbol'
  | 'newline'
  | 'comment'
  /** The quotes of a string, and the markers of a heredoc. */
  | 'open-text'
  | 'close-text'
  /** Characters of a string or a heredoc, with their escapes. */
  | 'literal'
  /** `${` or `%{`, and its `}`, each with `~` where there is one. */
  | 'open-template'
  | 'close-template';

export interface Token extends SourceRange {
  readonly kind: TokenKind;
  readonly text: string;
  /** The number of brackets, strings and templates that are open around it. A token that opens or closes one is not inside of it. */
  readonly depth: number;
}

/**
 * The tokens of a text in HCL, as HashiCorp's scanner has them. Spaces have none. A line comment ends before its newline. Characters
 * that HCL does not have become symbols, so that a mistake in one place hides no block.
 *
 * Every parser of HCL, that of Terraform included, goes one call deeper for each bracket that is open, and for each operator that waits
 * for what is behind it.
 *
 * @param range - the part of the text, whose tokens have their places in the whole
 * @throws an Error for a text that is nested too deep
 */
export function tokenize(
  text: string,
  { start, end }: SourceRange = { start: 0, end: text.length },
): Token[] {
  const part = text.slice(start, end);
  const tokens: Token[] = [];
  const refuse = (rule: string, { end: at }: Token) => {
    const line = part.slice(0, at - start).split('\n').length;
    throw new Error(`line ${line}: ${rule}. Split it, with locals for its parts.`);
  };
  let chain = 0;
  for (const found of scan(part)) {
    const token = { ...found, start: found.start + start, end: found.end + start };
    tokens.push(token);
    if (token.depth >= limits.depth && depthChange(token) > 0)
      refuse(`more than ${limits.depth} levels of brackets, strings and templates`, token);
    if (['!', '-', '?'].includes(token.text)) chain += 1;
    else if (token.kind === 'newline' || token.text === ',') chain = 0;
    if (chain > limits.chain) refuse(`more than ${limits.chain} operators in a row`, token);
  }
  return tokens;
}

/** The tokens of a text in HCL, one at a time, for a reader that needs only the first ones. */
export function scan(text: string): Iterable<Token> {
  return new Scanner(text).scan();
}

/** The position of the token that closes a bracket, string or template; the number of tokens where none does. */
export function closingAt(tokens: readonly Token[], opening: number): number {
  const { depth = 0 } = tokens[opening] ?? {};
  let at = opening + 1;
  while (at < tokens.length && (tokens[at]?.depth ?? 0) > depth) at += 1;
  return at;
}

/** The change of the number of open brackets, strings and templates by a token. */
export function depthChange({ kind, text }: Pick<Token, 'kind' | 'text'>): number {
  if (kind === 'open-text' || kind === 'open-template') return 1;
  if (kind === 'close-text' || kind === 'close-template') return -1;
  if (kind !== 'symbol') return 0;
  return Number(/^[([{]$/.test(text)) - Number(/^[)\]}]$/.test(text));
}

/** An open string, heredoc or template; the scanner is in the innermost. */
type Mode =
  | { readonly kind: 'template'; depth: number }
  | { readonly kind: 'string' }
  | { readonly kind: 'heredoc'; readonly marker: string };

const patterns = {
  space: /[ \t]+/y,
  newline: /\r?\n/y,
  comment: /(?:#|\/\/)[^\n]*?(?=\r?\n|$(?![\s\S]))|\/\*[\s\S]*?(?:\*\/|$(?![\s\S]))/y,
  heredoc: /<<-?([\p{ID_Start}_][\p{ID_Continue}-]*)\r?\n/uy,
  identifier: /[\p{ID_Start}_][\p{ID_Continue}-]*/uy,
  number: /\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/y,
  symbol: /==|!=|<=|>=|=>|&&|\|\||\.\.\.|[\s\S]/uy,
  openTemplate: /[$%]\{~?/y,
  closeTemplate: /~?\}/y,
  stringLiteral: /(?:(?:\$\$|%%)\{|[$%](?!\{)|\\[^\r\n]|[^"\\$%]+)+/y,
  heredocLiteral: /(?:(?:\$\$|%%)\{|[$%](?!\{)|[^$%\n])*(?:\n|(?=[$%]\{)|$(?![\s\S]))/y,
};

class Scanner {
  #at: number;
  #depth = 0;
  readonly #tokens: Token[] = [];
  readonly #modes: Mode[] = [];

  public constructor(private readonly text: string) {
    this.#at = text.length - withoutByteOrderMark(text).length;
  }

  public *scan(): Generator<Token> {
    for (let count = 0; this.#at < this.text.length; count = this.#tokens.length) {
      this.#next();
      yield* this.#tokens.slice(count);
    }
  }

  #next(): void {
    const mode = this.#modes.at(-1);
    if (mode?.kind === 'string') this.#inString();
    else if (mode?.kind === 'heredoc') this.#inHeredoc(mode.marker);
    else this.#inCode(mode);
  }

  #inCode(template: (Mode & { readonly kind: 'template' }) | undefined): void {
    if (this.#skip(patterns.space)) return;
    if (this.#take('newline', patterns.newline) || this.#take('comment', patterns.comment)) return;
    const heredoc = matchAt(patterns.heredoc, this.text, this.#at);
    if (heredoc !== undefined) {
      this.#add('open-text', heredoc[0]);
      this.#modes.push({ kind: 'heredoc', marker: heredoc[1] ?? '' });
      return;
    }
    if (this.#take('identifier', patterns.identifier) || this.#take('number', patterns.number)) return;
    if (this.text[this.#at] === '"') {
      this.#add('open-text', '"');
      this.#modes.push({ kind: 'string' });
      return;
    }
    if (template?.depth === 0 && this.#take('close-template', patterns.closeTemplate)) {
      this.#modes.pop();
      return;
    }
    this.#take('symbol', patterns.symbol);
    const symbol = this.#tokens.at(-1)?.text;
    if (template !== undefined && symbol === '{') template.depth += 1;
    if (template !== undefined && symbol === '}') template.depth -= 1;
  }

  #inString(): void {
    if (this.#take('literal', patterns.stringLiteral) || this.#opensTemplate()) return;
    // A quote, or a backslash at the end of the text.
    this.#add('close-text', this.text[this.#at] ?? '');
    this.#modes.pop();
  }

  /** Scans a heredoc, which its marker ends on a line of its own, with spaces around it. */
  #inHeredoc(marker: string): void {
    if (this.text[this.#at - 1] === '\n' && this.#endsHeredoc(marker)) return;
    if (this.#opensTemplate()) return;
    this.#take('literal', patterns.heredocLiteral);
  }

  #endsHeredoc(marker: string): boolean {
    const lineEnd = this.text.indexOf('\n', this.#at);
    const line = this.text.slice(this.#at, lineEnd < 0 ? undefined : lineEnd);
    if (line.trim() !== marker) return false;
    this.#add('close-text', line.replace(/\r$/, ''));
    this.#modes.pop();
    return true;
  }

  #opensTemplate(): boolean {
    const isOpen = this.#take('open-template', patterns.openTemplate);
    if (isOpen) this.#modes.push({ kind: 'template', depth: 0 });
    return isOpen;
  }

  #skip(pattern: RegExp): boolean {
    const found = matchAt(pattern, this.text, this.#at);
    this.#at += found?.[0].length ?? 0;
    return found !== undefined;
  }

  #take(kind: TokenKind, pattern: RegExp): boolean {
    const found = matchAt(pattern, this.text, this.#at);
    if (found !== undefined) this.#add(kind, found[0]);
    return found !== undefined;
  }

  #add(kind: TokenKind, text: string): void {
    const after = this.#depth + depthChange({ kind, text });
    const depth = Math.min(this.#depth, after);
    this.#depth = after;
    this.#tokens.push({ kind, text, depth, start: this.#at, end: this.#at + text.length });
    this.#at += text.length;
  }
}

function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | undefined {
  pattern.lastIndex = at;
  return pattern.exec(text) ?? undefined;
}
