import { Depth, limits } from '../ground/limits';

/** An expression of the rules language, as far as its logic goes. */
export type Expression =
  | { readonly kind: 'constant'; readonly value: boolean }
  /** A comparison, a boolean field, or a call. */
  | { readonly kind: 'atom'; readonly words: readonly string[] }
  | { readonly kind: 'not'; readonly inner: Expression }
  | { readonly kind: 'or' | 'xor' | 'and'; readonly parts: readonly Expression[] };

export type Truth = boolean | undefined;

/**
 * Undefined for an open string or bracket, or an operator of one sign: everything about such a text would be a guess. So would be one
 * about an expression that is longer or deeper than {@link limits}, which the service would not have taken.
 */
export function parseExpression(expression: string): Expression | undefined {
  const tokens = tokensOf(expression);
  if (tokens === undefined) return undefined;
  const reader = new Reader(tokens);
  try {
    const found = reader.disjunction();
    return reader.isWellFormed ? found : undefined;
  } catch (error) {
    if (error instanceof TooDeep) return undefined;
    throw error;
  }
}

class TooDeep extends Error {}

/** @param valueOf - the value of an atom */
export function evaluate(expression: Expression, valueOf: (words: readonly string[]) => Truth): Truth {
  const value = (part: Expression) => evaluate(part, valueOf);
  switch (expression.kind) {
    case 'constant':
      return expression.value;
    case 'atom':
      return valueOf(expression.words);
    case 'not': {
      const inner = value(expression.inner);
      return inner === undefined ? undefined : !inner;
    }
    case 'or':
      return join(expression.parts, value, true);
    case 'and':
      return join(expression.parts, value, false);
    case 'xor': {
      const values = expression.parts.map(value);
      return values.includes(undefined) ? undefined : values.filter((each) => each === true).length % 2 === 1;
    }
    default:
      return expression satisfies never;
  }
}

/** One part with the decisive value decides. */
function join(parts: readonly Expression[], value: (part: Expression) => Truth, decisive: boolean): Truth {
  let isKnown = true;
  for (const part of parts) {
    const found = value(part);
    if (found === decisive) return decisive;
    isKnown &&= found !== undefined;
  }
  return isKnown ? !decisive : undefined;
}

export function atomsOf(expression: Expression): readonly (readonly string[])[] {
  switch (expression.kind) {
    case 'constant':
      return [];
    case 'atom':
      return [expression.words];
    case 'not':
      return atomsOf(expression.inner);
    default:
      return expression.parts.flatMap(atomsOf);
  }
}

export function wordsOf(expression: string): string[] {
  const tokens = tokensOf(expression);
  if (tokens === undefined) return [expression];
  const pairs = outerPairs(tokens);
  return tokens.slice(pairs, tokens.length - pairs);
}

/** Strings with their escapes, operators of two signs, brackets and other signs, and words. */
const token = /"(?:\\.|[^"\\])*"|&&|\|\||\^\^|[!=<>]=|[(){}[\]!,<>~=]|[^\s(){}[\]!,"&|^<>~=]+|\S/suy;
const rawStart = /r(#*)"/y;
const space = /\s*/y;

/** Undefined for a text that is too long, or has a string that does not end. */
function tokensOf(expression: string): string[] | undefined {
  if (expression.length > limits.expression) return undefined;
  const tokens: string[] = [];
  for (let at = endOf(space, expression, 0); at < expression.length; at = endOf(space, expression, at)) {
    const end = endOfRaw(expression, at) ?? endOf(token, expression, at);
    const found = expression.slice(at, end);
    if (end === 0 || found === '"') return undefined;
    tokens.push(names.get(found) ?? found);
    at = end;
  }
  return tokens;
}

/** Behind a raw string: 0 if it does not end, and undefined if there is none. */
function endOfRaw(expression: string, at: number): number | undefined {
  const start = endOf(rawStart, expression, at);
  if (start === at) return undefined;
  const mark = `"${expression.slice(at + 1, start - 1)}`;
  const end = expression.indexOf(mark, start);
  return end === -1 ? 0 : end + mark.length;
}

function endOf(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at;
  return at + (pattern.exec(text)?.[0].length ?? 0);
}

const names: ReadonlyMap<string, string> = new Map([
  ['||', 'or'],
  ['^^', 'xor'],
  ['&&', 'and'],
  ['!', 'not'],
  ['==', 'eq'],
  ['!=', 'ne'],
  ['<', 'lt'],
  ['<=', 'le'],
  ['>', 'gt'],
  ['>=', 'ge'],
  ['~', 'matches'],
]);

function outerPairs(tokens: readonly string[]): number {
  const first = tokens.findIndex((each) => each !== '(');
  const last = tokens.findLastIndex((each) => each !== ')');
  let pairs = Math.min(first, tokens.length - 1 - last);
  let depth = 0;
  for (const [at, each] of tokens.entries()) {
    depth += depthChange(each);
    // A parenthesis that is closed here is not around what follows.
    if (at >= first && at <= last) pairs = Math.min(pairs, depth);
  }
  return depth === 0 ? Math.max(pairs, 0) : 0;
}

function depthChange(text: string): number {
  if (/^[({[]$/.test(text)) return 1;
  return /^[)}\]]$/.test(text) ? -1 : 0;
}

/** Reads with the precedence of the rules language: not, and, xor, or. */
class Reader {
  private at = 0;
  private isClosed = true;
  private readonly depth = new Depth(limits.depth, () => {
    throw new TooDeep();
  });

  constructor(private readonly tokens: readonly string[]) {}

  get isWellFormed(): boolean {
    const isEveryTokenWhole = this.tokens.every((each) => !/^["&|^=]$/.test(each));
    return this.at === this.tokens.length && this.isClosed && isEveryTokenWhole;
  }

  disjunction(): Expression {
    return this.parts('or', () => this.parts('xor', () => this.parts('and', () => this.negation())));
  }

  private parts(kind: 'or' | 'xor' | 'and', read: () => Expression): Expression {
    const first = read();
    const parts = [first];
    while (this.take(kind)) parts.push(read());
    return parts.length === 1 ? first : { kind, parts };
  }

  private negation(): Expression {
    return this.take('not')
      ? { kind: 'not', inner: this.depth.within(() => this.negation()) }
      : this.primary();
  }

  private primary(): Expression {
    if (!this.take('(')) return this.comparison();
    const found = this.depth.within(() => this.disjunction());
    this.isClosed &&= this.take(')');
    return found;
  }

  /** Up to the next operator outside of brackets. */
  private comparison(): Expression {
    const start = this.at;
    let depth = 0;
    for (; this.at < this.tokens.length; this.at += 1) {
      const each = this.tokens[this.at] ?? '';
      if (depth === 0 && (each === ')' || ['or', 'xor', 'and'].includes(each))) break;
      depth += depthChange(each);
    }
    const words = this.tokens.slice(start, this.at);
    const [only] = words;
    return words.length === 1 && (only === 'true' || only === 'false')
      ? { kind: 'constant', value: only === 'true' }
      : { kind: 'atom', words };
  }

  private take(name: string): boolean {
    if (this.tokens[this.at] !== name) return false;
    this.at += 1;
    return true;
  }
}
