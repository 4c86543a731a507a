/**
 * The value that an expression of the rules language has for every request, such as `true`, `(true)`, `not false` or
 * `ip.src eq 192.0.2.1 or true`; undefined if it depends on the request, or if that cannot be determined.
 */
export function constantOf(expression: string): boolean | undefined {
  const reader = new Reader(tokensOf(expression));
  const value = reader.disjunction();
  return reader.isWellFormed ? value : undefined;
}

/** One notation for expressions that differ only in white space, outer parentheses, or the form of a constant. */
export function normalizeExpression(expression: string): string {
  const constant = constantOf(expression);
  if (constant !== undefined) return String(constant);
  const tokens = tokensOf(expression);
  while (isWrapped(tokens)) {
    tokens.pop();
    tokens.shift();
  }
  return tokens.join(' ');
}

/** Strings with their escapes, raw strings, operators of two signs, brackets, and words. */
const token = /r(#*)".*?"\1|"(?:\\.|[^"\\])*"|&&|\|\||\^\^|[(){}[\]!,]|[^\s(){}[\]!,"&|^]+|\S/gsu;

function tokensOf(expression: string): string[] {
  return expression.match(token) ?? [];
}

function isWrapped(tokens: readonly string[]): boolean {
  if (tokens[0] !== '(') return false;
  let depth = 0;
  return tokens.every((each, at) => {
    depth += depthChange(each);
    return depth > 0 || at === tokens.length - 1;
  });
}

function depthChange(text: string): number {
  if (/^[({[]$/.test(text)) return 1;
  return /^[)}\]]$/.test(text) ? -1 : 0;
}

const operators: ReadonlyMap<string, string> = new Map([
  ['||', 'or'],
  ['^^', 'xor'],
  ['&&', 'and'],
  ['!', 'not'],
]);

type Value = boolean | undefined;

/** Reads with the precedence of the rules language: not, and, xor, or. */
class Reader {
  private at = 0;
  private isClosed = true;

  constructor(private readonly tokens: readonly string[]) {}

  /** Once read: an open string or bracket, or an operator of one sign, would make the value a guess. */
  get isWellFormed(): boolean {
    const isEveryTokenWhole = this.tokens.every((each) => !/^["&|^]$/.test(each));
    return this.at === this.tokens.length && this.isClosed && isEveryTokenWhole;
  }

  disjunction(): Value {
    return this.operands('or', () => this.exclusion(), either);
  }

  private exclusion(): Value {
    return this.operands('xor', () => this.conjunction(), different);
  }

  private conjunction(): Value {
    return this.operands('and', () => this.negation(), both);
  }

  private operands(operator: string, read: () => Value, join: (a: Value, b: Value) => Value): Value {
    let value = read();
    while (this.take(operator)) value = join(value, read());
    return value;
  }

  private negation(): Value {
    if (!this.take('not')) return this.primary();
    const value = this.negation();
    return value === undefined ? undefined : !value;
  }

  private primary(): Value {
    if (!this.take('(')) return this.comparison();
    const value = this.disjunction();
    this.isClosed &&= this.take(')');
    return value;
  }

  /** Up to the next operator outside of brackets. */
  private comparison(): Value {
    const start = this.at;
    let depth = 0;
    for (; this.at < this.tokens.length; this.at += 1) {
      const each = this.tokens[this.at] ?? '';
      if (depth === 0 && (each === ')' || isBinary(each))) break;
      depth += depthChange(each);
    }
    const words = this.tokens.slice(start, this.at);
    return words.length === 1 && (words[0] === 'true' || words[0] === 'false')
      ? words[0] === 'true'
      : undefined;
  }

  private take(name: string): boolean {
    const each = this.tokens[this.at];
    if (each === undefined || nameOf(each) !== name) return false;
    this.at += 1;
    return true;
  }
}

function nameOf(text: string): string {
  return operators.get(text) ?? text;
}

function isBinary(text: string): boolean {
  return ['or', 'xor', 'and'].includes(nameOf(text));
}

function either(a: Value, b: Value): Value {
  if (a === true || b === true) return true;
  return a === false && b === false ? false : undefined;
}

function both(a: Value, b: Value): Value {
  if (a === false || b === false) return false;
  return a === true && b === true ? true : undefined;
}

function different(a: Value, b: Value): Value {
  return a === undefined || b === undefined ? undefined : a !== b;
}
