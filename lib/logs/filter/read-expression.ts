import { suggest } from '../catalogue';
import type { Fault } from '../fault';
import { Lexer, Unreadable, type Token } from './expression-lexer';
import type { Place, Places } from './expression-places';
import {
  maxDepth,
  group,
  groupOf,
  isLeaf,
  type Condition,
  type Filter,
  type Leaf,
  type Scalar,
} from './filter';
import { positionsIn } from './json-tree';
import { oppositeOf } from './negate';
import type { Operator } from './operators';
import type { ParsedFilter } from './parse';

/** The spellings of the operators; the first of each is the one that is written. */
const comparisons: ReadonlyMap<string, Operator> = new Map([
  ['==', 'eq'],
  ['eq', 'eq'],
  ['!=', '!eq'],
  ['ne', '!eq'],
  ['<', 'lt'],
  ['lt', 'lt'],
  ['<=', 'leq'],
  ['le', 'leq'],
  ['>', 'gt'],
  ['gt', 'gt'],
  ['>=', 'geq'],
  ['ge', 'geq'],
  ['contains', 'contains'],
  ['in', 'in'],
  ['starts_with', 'startsWith'],
  ['ends_with', 'endsWith'],
]);
/** The operators that `not` may precede: `F not in {...}`. */
const negatable: readonly string[] = ['in', 'contains', 'starts_with', 'ends_with'];
const functions: readonly string[] = ['starts_with', 'ends_with'];
/** Operator names of the JSON form, for which another word would be nearer. */
const spelledInJson: ReadonlyMap<string, string> = new Map([
  ['geq', 'ge'],
  ['leq', 'le'],
  ['neq', 'ne'],
]);
const expectedOperator = 'an operator (==, !=, <, <=, >, >=, contains, starts_with, ends_with, in, not in)';
const expectedValue = 'a text in double quotes, a number, true or false';
/** The length of an excerpt in a message. */
const longestShown = 40;

/** @internal words that are a field name only in quotes */
export const reservedWords: ReadonlySet<string> = new Set([
  ...[...comparisons.keys()].filter((key) => /^\w/.test(key)),
  ...['and', 'or', 'not', 'xor', 'true', 'false'],
]);

/**
 * Reads an expression in the style of the service's rules language.
 *
 * ```
 * expression  = conjunction { ("or" | "||") conjunction }
 * conjunction = condition { ("and" | "&&") condition }
 * condition   = ("not" | "!") condition | "(" expression ")" | comparison
 * comparison  = field ("==" | "eq" | "!=" | "ne" | "<" | "lt" | "<=" | "le" | ">" | "gt" | ">=" | "ge") value
 *             | field ["not"] ("contains" | "starts_with" | "ends_with") value
 *             | ("starts_with" | "ends_with") "(" field "," value ")"
 *             | field ["not"] "in" "{" value { value } "}"
 * field       = a name such as ClientCountry, or a text in double quotes
 * value       = a text in double quotes with the escapes of JSON, a number, true or false
 * ```
 *
 * `not` moves inwards as in `negate`. A scalar value becomes a string, as the service requires, however it is written; in
 * a set `200` is a number and `"200"` a string. `checkExpressionText` checks the expression against a dataset.
 *
 * Code: `filter.expression`, with the position. Only the first fault is reported.
 *
 * @example
 * ```ts
 * parseExpression('EdgeResponseStatus >= 500 and ClientCountry in {"nl" "de"}').filter;
 * // { where: { and: [{ key: 'EdgeResponseStatus', operator: 'geq', value: '500' }, ...] } }
 * parseExpression('EdgeResponseStatus => 500').faults[0]?.message;
 * // 'The expression cannot be read: found "=>"; write ">=" (line 1, column 20).'
 * ```
 */
export function parseExpression(text: string): ParsedFilter {
  return readExpression(text).parsed;
}

/** @internal the same, with the offsets of the conditions */
export function readExpression(text: string): { readonly parsed: ParsedFilter; readonly places: Places } {
  const reader = new ExpressionReader(text);
  try {
    return { parsed: { filter: reader.document(), faults: [] }, places: reader.places };
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error;
    const position = positionsIn(text)(error.offset);
    const message = `The expression cannot be read: ${error.message} (line ${position.line}, column ${position.column}).`;
    const fault: Fault = { code: 'filter.expression', message, path: [], position };
    return { parsed: { filter: undefined, faults: [fault] }, places: new Map() };
  }
}

class ExpressionReader {
  readonly places = new Map<Condition, Place>();
  private readonly lexer: Lexer;
  private token: Token;
  private depth = 0;

  constructor(text: string) {
    this.lexer = new Lexer(text);
    this.token = { kind: 'end', offset: 0, text: '', value: '' };
  }

  document(): Filter {
    this.advance();
    if (this.isEnd())
      throw new Unreadable('it is empty; omit the filter to deliver every line', this.token.offset);
    const where = this.disjunction(false);
    if (!this.isEnd()) this.refuse('"and", "or" or the end', this.joinMeant());
    return { where: isLeaf(where) ? group('and', [where]) : where };
  }

  /** Under a `not` the reader builds the negation directly, so that it reads the text only once. */
  private disjunction(isNegated: boolean): Condition {
    return this.joined(isNegated ? 'and' : 'or', ['or', '||'], () =>
      this.joined(isNegated ? 'or' : 'and', ['and', '&&'], () => this.condition(isNegated)),
    );
  }

  private joined(kind: 'and' | 'or', words: readonly string[], read: () => Condition): Condition {
    const first = read();
    if (!this.isOneOf(words)) return first;
    const children = [first];
    while (this.isOneOf(words)) {
      this.advance();
      children.push(read());
    }
    const flat = children.flatMap((child) => {
      const inner = groupOf(child);
      return inner?.kind === kind ? inner.children : [child];
    });
    return group(kind, flat);
  }

  private condition(isNegated: boolean): Condition {
    let negated = isNegated;
    while (this.isOneOf(['not', '!'])) {
      this.advance();
      negated = !negated;
    }
    if (!this.isSymbol('(')) return this.comparison(negated);
    if (++this.depth > maxDepth)
      throw new Unreadable(`it is nested more than ${maxDepth} levels deep`, this.token.offset);
    this.advance();
    const inside = this.disjunction(negated);
    if (!this.isSymbol(')')) this.refuse('"and", "or" or ")"', this.joinMeant());
    this.advance();
    this.depth--;
    return inside;
  }

  private comparison(isNegated: boolean): Leaf {
    const start = this.token.offset;
    const called = this.token;
    if (called.kind === 'word' && functions.includes(called.value)) {
      this.advance();
      this.expect('(', `"(": ${called.value}(field, "text")`);
      const key = this.field();
      this.expect(',', `",": ${called.value}(${key}, "text")`);
      const { offset: value } = this.token;
      const leaf = this.leaf(key, called.value, isNegated, this.scalar(expectedValue).text);
      this.expect(')', '")"');
      this.places.set(leaf, { start, operator: start, value });
      return leaf;
    }
    const key = this.field();
    const { offset: operator } = this.token;
    let negated = isNegated;
    if (this.isOneOf(['not'])) {
      this.advance();
      if (this.token.kind !== 'word' || !negatable.includes(this.token.value))
        this.refuse('"in", "contains", "starts_with" or "ends_with"');
      negated = !negated;
    }
    const spelled = this.operator();
    const { offset: value } = this.token;
    if (spelled !== 'in') {
      const leaf = this.leaf(key, spelled, negated, this.scalar(expectedValue).text);
      this.places.set(leaf, { start, operator, value });
      return leaf;
    }
    const { items, offsets } = this.set();
    const leaf = this.leaf(key, spelled, negated, items);
    this.places.set(leaf, { start, operator, value, items: offsets });
    return leaf;
  }

  private field(): string {
    const { kind, value } = this.token;
    if (kind !== 'string' && (kind !== 'word' || reservedWords.has(value)))
      this.refuse('a log field', value === '{' ? '; read a filter in JSON with LogFilter.fromJson' : '');
    this.advance();
    return value;
  }

  private operator(): string {
    const { value, kind } = this.token;
    if (kind === 'string' || !comparisons.has(value)) {
      if (value === '(' && kind === 'symbol')
        this.refuse(expectedOperator, '; the only functions are starts_with and ends_with');
      const meant =
        kind === 'word' ? (spelledInJson.get(value) ?? suggest(value, [...comparisons.keys()])) : undefined;
      this.refuse(expectedOperator, meant === undefined ? '' : `; did you mean "${meant}"?`);
    }
    this.advance();
    return value;
  }

  private set(): { readonly items: readonly Scalar[]; readonly offsets: readonly number[] } {
    this.expect('{', '"{": a set is written {"nl" "de"}');
    const [items, offsets]: [Scalar[], number[]] = [[], []];
    do {
      offsets.push(this.token.offset);
      items.push(this.scalar(items.length === 0 ? expectedValue : `${expectedValue}, or "}"`).value);
    } while (!this.isSymbol('}'));
    this.advance();
    return { items, offsets };
  }

  private scalar(expected: string): { readonly text: string; readonly value: Scalar } {
    const { kind, value: text } = this.token;
    if (kind === 'word' && text !== 'true' && text !== 'false')
      this.refuse(expected, reservedWords.has(text) ? '' : `; write ${shown(JSON.stringify(text))}`);
    if (kind === 'symbol' || kind === 'end')
      this.refuse(expected, text === ',' ? '; separate values with spaces: {"nl" "de"}' : '');
    this.advance();
    if (kind === 'string') return { text, value: text };
    if (kind === 'word') return { text, value: text === 'true' };
    const value = Number(text);
    // As in JSON: an integer that a number would round becomes a bigint.
    return { text, value: /^-?\d+$/.test(text) && !Number.isSafeInteger(value) ? BigInt(text) : value };
  }

  private leaf(key: string, spelled: string, isNegated: boolean, value: Leaf['value']): Leaf {
    const operator = comparisons.get(spelled) ?? 'eq';
    return { key, operator: isNegated ? oppositeOf(operator) : operator, value };
  }

  private joinMeant(): string {
    const { kind, value } = this.token;
    const meant = kind === 'word' ? suggest(value, ['and', 'or']) : undefined;
    return meant === undefined ? '' : `; did you mean "${meant}"?`;
  }

  private isEnd(): boolean {
    return this.token.kind === 'end';
  }

  private isSymbol(text: string): boolean {
    return this.token.kind === 'symbol' && this.token.text === text;
  }

  private isOneOf(texts: readonly string[]): boolean {
    return this.token.kind !== 'string' && texts.includes(this.token.text);
  }

  private expect(symbol: string, expected: string): void {
    if (!this.isSymbol(symbol)) this.refuse(expected);
    this.advance();
  }

  private advance(): void {
    this.token = this.lexer.next();
  }

  private refuse(expected: string, hint = ''): never {
    const { kind, text, offset } = this.token;
    const found =
      kind === 'end' ? 'the text ends' : `found ${kind === 'string' ? shown(text) : shown(`"${text}"`)}`;
    const known = text === 'xor' ? '; "a xor b" is written (a and not b) or (not a and b)' : hint;
    throw new Unreadable(`expected ${expected}, but ${found}${known}`, offset);
  }
}

function shown(text: string): string {
  return text.length <= longestShown ? text : `${text.slice(0, longestShown)}…`;
}
