/** A word, a text in quotes, a number, a symbol, or the end. */
export interface Token {
  readonly kind: 'word' | 'string' | 'number' | 'symbol' | 'end';
  readonly offset: number;
  readonly text: string;
  /** The content of a string in quotes; for other tokens the text. */
  readonly value: string;
}

/** Why a text cannot be read, and where. */
export class Unreadable extends Error {
  constructor(
    message: string,
    readonly offset: number,
  ) {
    super(message);
  }
}

const space = /[ \t\r\n]*/y;
const word = /[A-Za-z_][\w.]*/y;
const number = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const symbol = /&&|\|\||==|!=|<=|>=|[<>(){}!,]/y;
/** Characters of a string that need no further check. */
// oxlint-disable-next-line no-control-regex -- control characters end it
const plain = /[^"\\\u0000-\u001f]*/y;
const escape = /\\(?:["\\/bfnrt]|u[\da-fA-F]{4})/y;

export class Lexer {
  private at = 0;

  constructor(private readonly text: string) {}

  next(): Token {
    this.take(space);
    const offset = this.at;
    const first = this.text.charAt(offset);
    if (first === '') return { kind: 'end', offset, text: '', value: '' };
    if (first === '"') return this.string(offset);
    if (/[-\d]/.test(first)) return this.number(offset);
    for (const [kind, pattern] of [
      ['word', word],
      ['symbol', symbol],
    ] as const) {
      const text = this.take(pattern);
      if (text !== '') return { kind, offset, text, value: text };
    }
    throw new Unreadable(hintFor(this.text.slice(offset, offset + 2)), offset);
  }

  private number(offset: number): Token {
    const text = this.take(number);
    if (text === '' || /[\w.]/.test(this.text.charAt(this.at))) {
      const hint = this.text.startsWith('..', this.at)
        ? 'there are no ranges; write F >= 200 and F <= 299'
        : 'a number has plain digits without leading zeros; write text in double quotes';
      throw new Unreadable(
        `${JSON.stringify(this.text.slice(offset, offset + 20))} is not a number: ${hint}`,
        offset,
      );
    }
    if (!Number.isFinite(Number(text)))
      throw new Unreadable('the number that begins here is too large', offset);
    return { kind: 'number', offset, text, value: text };
  }

  private string(offset: number): Token {
    this.at++;
    for (;;) {
      this.take(plain);
      const next = this.text.charAt(this.at);
      if (next === '"') break;
      if (next === '')
        throw new Unreadable('the string that begins here is not closed; end it with a double quote', offset);
      if (next !== '\\')
        throw new Unreadable(
          'a string has a control character; write its escape, such as \\n or \\u0007',
          this.at,
        );
      const start = this.at;
      if (this.take(escape) === '') {
        const wrong = JSON.stringify(this.text.slice(start, start + 2));
        throw new Unreadable(
          `${wrong} is not an escape; the escapes are those of JSON, and a backslash is \\\\`,
          start,
        );
      }
    }
    this.at++;
    const text = this.text.slice(offset, this.at);
    const value: unknown = JSON.parse(text);
    return { kind: 'string', offset, text, value: typeof value === 'string' ? value : '' };
  }

  private take(pattern: RegExp): string {
    pattern.lastIndex = this.at;
    const found = pattern.exec(this.text)?.[0] ?? '';
    this.at += found.length;
    return found;
  }
}

function hintFor(found: string): string {
  const [first = ''] = found;
  const shown = JSON.stringify(first);
  if (first === "'") return 'single quotes are not supported; write text in double quotes';
  if (found === '=<' || found === '=>') return `found "${found}"; write "${found === '=<' ? '<=' : '>='}"`;
  if (first === '=') return 'found "="; equality is written "=="';
  if (first === '&' || first === '|') return `found ${shown}; write "${first === '&' ? 'and' : 'or'}"`;
  if (first === '[') return 'found "["; write a set in braces: {"nl" "de"}';
  if (first === '~') return 'found "~"; the service has no patterns; use contains, starts_with or ends_with';
  return `found ${shown}, which is not part of an expression`;
}
