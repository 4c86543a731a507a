import { templateOf } from './source-template';
import { closingAt, depthChange, tokenize, type Token } from './tokens';

/** The outermost form of an expression. Its parts are code, which can be read in turn. */
export type ReadExpression =
  /** A string in quotes, as the template that it is. */
  | { readonly kind: 'text'; readonly template: string }
  | {
      readonly kind: 'conditional';
      readonly condition: string;
      readonly ifTrue: string;
      readonly ifFalse: string;
    }
  | { readonly kind: 'call'; readonly name: string; readonly given: readonly string[] }
  | { readonly kind: 'list'; readonly items: readonly string[] }
  | {
      /** The kind of object. In a computed one, names are templates. */
      readonly kind: 'object' | 'computed-object';
      readonly members: readonly (readonly [name: string, value: string])[];
    }
  /** Any other form: a name, an operator, a `for` or a heredoc. */
  | { readonly kind: 'other' };

const other: ReadExpression = { kind: 'other' };

/** @throws an Error for code that is nested too deep */
export function readExpression(code: string): ReadExpression {
  return new Reader(code).read();
}

class Reader {
  /** The tokens, without comments, and without newlines outside of brackets. */
  readonly #tokens: readonly Token[];

  public constructor(readonly code: string) {
    this.#tokens = tokenize(code).filter(
      ({ kind, depth }) => kind !== 'comment' && (kind !== 'newline' || depth > 0),
    );
  }

  public read(): ReadExpression {
    const tokens = this.#tokens;
    const question = this.#find(0, tokens.length, '?');
    if (question !== undefined) return this.#conditional(question);
    const [first, second] = tokens;
    if (first === undefined) return other;
    const isCall = first.kind === 'identifier' && second?.text === '(';
    const end = this.#groupEnd(isCall ? 1 : 0);
    if (end < tokens.length) return other;
    if (isCall) return this.#call(first.text, end);
    if (first.kind === 'open-text') return this.#text(first, end);
    const inside = this.#slice(1, end - 1);
    if (first.text === '(') return readExpression(inside);
    const inner = tokens.slice(1).find(({ kind }) => kind !== 'newline');
    if (['for', 'in'].includes(inner?.text ?? '')) return other;
    if (first.text === '[') return { kind: 'list', items: this.#items(1, end - 1) };
    return first.text === '{' ? this.#object(end) : other;
  }

  #conditional(question: number): ReadExpression {
    const tokens = this.#tokens;
    let open = 0;
    for (const at of this.#outermost(question + 1, tokens.length)) {
      const { kind, text } = tokens[at] ?? {};
      if (kind !== 'symbol') continue;
      if (text === '?') open += 1;
      if (text !== ':') continue;
      if (open === 0)
        return {
          kind: 'conditional',
          condition: this.#slice(0, question),
          ifTrue: this.#slice(question + 1, at),
          ifFalse: this.#slice(at + 1, tokens.length),
        };
      open -= 1;
    }
    return other;
  }

  #call(name: string, end: number): ReadExpression {
    const isExpanded = this.#tokens[end - 2]?.text === '...';
    return isExpanded ? other : { kind: 'call', name, given: this.#items(2, end - 1) };
  }

  #text(first: Token, end: number): ReadExpression {
    if (first.text !== '"') return other;
    return { kind: 'text', template: templateOf(this.code, this.#tokens.slice(0, end)) };
  }

  #object(end: number): ReadExpression {
    const members: (readonly [string, string])[] = [];
    for (const [from, to] of this.#ranges(1, end - 1, (token) => token.kind === 'newline')) {
      const sign = this.#find(from, to, '=') ?? this.#find(from, to, ':');
      if (sign === undefined) return other;
      members.push([keyIn(this.#slice(from, sign)), this.#slice(sign + 1, to)]);
    }
    const isComputed = members.some(([name]) => /[$%]\{/.test(name));
    return { kind: isComputed ? 'computed-object' : 'object', members };
  }

  #items(from: number, to: number): string[] {
    return this.#ranges(from, to, () => false).map(([start, end]) => this.#slice(start, end));
  }

  /** The ranges between borders such as commas, without empty ones. */
  #ranges(from: number, to: number, isBorder: (token: Token) => boolean): (readonly [number, number])[] {
    const borders = this.#outermost(from, to).filter((at) => {
      const token = this.#tokens[at];
      return token !== undefined && ((token.kind === 'symbol' && token.text === ',') || isBorder(token));
    });
    return [...borders, to].flatMap((end, at) => {
      const start = at === 0 ? from : (borders[at - 1] ?? from) + 1;
      return this.#slice(start, end) === '' ? [] : [[start, end] as const];
    });
  }

  #find(from: number, to: number, symbol: string): number | undefined {
    return this.#outermost(from, to).find((at) => {
      const { kind, text } = this.#tokens[at] ?? {};
      return kind === 'symbol' && text === symbol;
    });
  }

  /** The positions of tokens that are in no brackets within a range. */
  #outermost(from: number, to: number): number[] {
    const [first, ...tokens] = this.#tokens.slice(from, to);
    if (first === undefined) return [];
    return [first, ...tokens].flatMap(({ depth }, at) => (depth === first.depth ? [from + at] : []));
  }

  /** The position behind the bracket that closes the one at a position; behind the token itself if it opens none. */
  #groupEnd(from: number): number {
    const opening = this.#tokens[from];
    const isOpen = opening !== undefined && depthChange(opening) > 0;
    return isOpen ? Math.min(closingAt(this.#tokens, from), this.#tokens.length - 1) + 1 : from + 1;
  }

  /** The code of a range, without the newlines at its ends, and so without the comments between them. */
  #slice(from: number, to: number): string {
    const tokens = this.#tokens.slice(from, to).filter(({ kind }) => kind !== 'newline');
    const [first, last] = [tokens[0], tokens.at(-1)];
    return first === undefined || last === undefined ? '' : this.code.slice(first.start, last.end);
  }
}

/** The name of a member as a template: an expression, which may also be a name, is in brackets. */
function keyIn(code: string): string {
  if (code.startsWith('(')) return `\${${code}}`;
  const read = readExpression(code);
  return read.kind === 'text' ? read.template : code;
}
