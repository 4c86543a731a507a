import { isIP } from 'node:net';
import {
  allTextsOf,
  anyText,
  fieldName,
  isDerived,
  rangeOf,
  shapeOf,
  textOf,
  unnamed,
  type SampleRequest,
  type Sampled,
} from './request-fields';

/** An atom of an expression whose value depends on one field. */
export interface Predicate {
  /** The field that its value depends on, or a function of it. */
  readonly subject: string;
  /** Values of the subject, one for each case that the predicate distinguishes. Undefined if they are not all. */
  readonly cases: readonly Sampled[] | undefined;
  readonly holds: (value: Sampled) => boolean;
  /** Its value for every request, if that is always the same. */
  readonly constant: boolean | undefined;
  /** Values to try, of the field or of those that it follows from. */
  readonly tries: readonly Tries[];
  readonly holdsFor: (sample: SampleRequest) => boolean;
}

interface Tries {
  readonly field: string;
  readonly values: readonly Sampled[];
}

/** Undefined for an atom that is not understood. */
export function readPredicate(words: readonly string[]): Predicate | undefined {
  return readCall(words) ?? readComparison(words);
}

/** `ssl`, `<term> <operator> <value>`. */
function readComparison(words: readonly string[]): Predicate | undefined {
  const term = readTerm(words);
  if (term === undefined) return undefined;
  const [first = '', ...more] = words.slice(term.length);
  if (first === '') return term.change === undefined ? flag(term.field, true) : undefined;
  const isStrict = first === 'strict';
  const [operator = '', ...value] = isStrict ? more : [first, ...more];
  if (isStrict && operator !== 'wildcard') return undefined;
  if (operator === 'in') return readMembership(term, value);
  const [literal = '', ...rest] = value;
  if (rest.length > 0) return undefined;
  if (operator === 'eq' && (literal === 'true' || literal === 'false') && term.change === undefined)
    return flag(term.field, literal === 'true');
  const text = readText(literal);
  if (text !== undefined) return ofText(term, isStrict ? 'strict wildcard' : operator, text);
  const span = readSpan(literal);
  return span === undefined ? undefined : compare(term, operator, span);
}

/** `starts_with(http.host, "a")`. */
function readCall(words: readonly string[]): Predicate | undefined {
  const [name = '', open, ...inner] = words;
  if (open !== '(' || inner.at(-1) !== ')' || (name !== 'starts_with' && name !== 'ends_with'))
    return undefined;
  const term = readTerm(inner);
  if (term === undefined) return undefined;
  const [comma, literal = '', ...rest] = inner.slice(term.length, -1);
  const text = readText(literal);
  return comma !== ',' || text === undefined || rest.length > 0 ? undefined : ofText(term, name, text);
}

/** A field, or `lower`, `upper` or `len` of it. */
interface Term {
  readonly field: string;
  readonly change: 'lower' | 'upper' | 'len' | undefined;
  readonly length: number;
}

function readTerm(words: readonly string[]): Term | undefined {
  const [first = '', open, inner = '', close] = words;
  if (open === '(') {
    const change = (['lower', 'upper', 'len'] as const).find((each) => each === first);
    return change !== undefined && close === ')' && isField(inner)
      ? { field: fieldName(inner), change, length: 4 }
      : undefined;
  }
  return open !== '[' && isField(first)
    ? { field: fieldName(first), change: undefined, length: 1 }
    : undefined;
}

function isField(word: string): boolean {
  return /^[a-z_]\w*(\.\w+)*$/i.test(word) && !['true', 'false', 'not', 'in', 'any', 'all'].includes(word);
}

function flag(field: string, is: boolean): Predicate {
  const holds = (value: Sampled) => (value === true) === is;
  return {
    subject: field,
    cases: [false, true],
    holds,
    constant: undefined,
    tries: [{ field, values: [false, true] }],
    holdsFor: (sample) => holds(sample.get(field) ?? false),
  };
}

function readMembership(term: Term, [open, ...items]: readonly string[]): Predicate | undefined {
  if (open !== '{' || items.at(-1) !== '}' || items.length < 2) return undefined;
  const list = items.slice(0, -1);
  const texts = list.flatMap((each) => readText(each) ?? []);
  if (texts.length === list.length) return ofTexts(term, texts, false);
  const spans = list.flatMap((each) => readSpan(each) ?? []);
  return spans.length === list.length ? within(term, spans, false) : undefined;
}

/** Numbers or addresses, the last one included. */
interface Span {
  readonly kind: 'number' | 'address';
  readonly from: bigint;
  readonly to: bigint;
}

function readSpan(word: string): Span | undefined {
  const number = /^(\d{1,15})(?:\.\.(\d{1,15}))?$/.exec(word);
  if (number !== null) {
    const [, from = '', to = from] = number;
    return { kind: 'number', from: BigInt(from), to: BigInt(to) };
  }
  const range = word.split('..');
  if (range.length === 2) {
    const [from, to] = range.map((each) => readAddress(each));
    return from === undefined || to === undefined ? undefined : { kind: 'address', from, to };
  }
  const [text = '', bits, ...more] = word.split('/');
  const address = readAddress(text);
  const size = isIP(text) === 4 ? 32 : 128;
  const length = bits === undefined ? size : /^\d{1,3}$/.test(bits) ? Number(bits) : Infinity;
  if (address === undefined || more.length > 0 || length > size) return undefined;
  const hosts = 1n << BigInt(size - length);
  const from = address - (address % hosts);
  return { kind: 'address', from, to: from + hosts - 1n };
}

/** Addresses of version 4 follow those of version 6. */
const firstOfVersion4 = 1n << 128n;
const lastAddress = firstOfVersion4 + (1n << 32n) - 1n;

function readAddress(text: string): bigint | undefined {
  if (isIP(text) === 4)
    return firstOfVersion4 + text.split('.').reduce((sum, part) => sum * 256n + BigInt(part), 0n);
  if (isIP(text) !== 6) return undefined;
  const plain = text.replace(/(\d+)\.(\d+)\.(\d+)\.(\d+)$/, (_, a: string, b: string, c: string, d: string) =>
    [Number(a) * 256 + Number(b), Number(c) * 256 + Number(d)].map((each) => each.toString(16)).join(':'),
  );
  const [head = '', tail] = plain.split('::');
  const groups = (part: string) => (part === '' ? [] : part.split(':'));
  const [first, last] = [groups(head), groups(tail ?? '')];
  const zeros = Array.from({ length: 8 - first.length - last.length }, () => '0');
  return [...first, ...(tail === undefined ? [] : zeros), ...last].reduce(
    (sum, group) => sum * 65_536n + BigInt(`0x${group}`),
    0n,
  );
}

function compare(term: Term, operator: string, span: Span): Predicate | undefined {
  const { kind, from, to } = span;
  const least = 0n;
  const greatest = kind === 'number' ? BigInt(Number.MAX_SAFE_INTEGER) : lastAddress;
  switch (operator) {
    case 'eq':
      return within(term, [span], false);
    case 'ne':
      return within(term, [span], true);
    case 'lt':
    case 'ge':
      return kind === 'number' ? within(term, [{ kind, from, to: greatest }], operator === 'lt') : undefined;
    case 'le':
    case 'gt':
      return kind === 'number' ? within(term, [{ kind, from: least, to }], operator === 'gt') : undefined;
    default:
      return undefined;
  }
}

function within({ field, change }: Term, spans: readonly Span[], isNot: boolean): Predicate | undefined {
  const [{ kind } = { kind: 'number' as const }] = spans;
  if (change === 'lower' || change === 'upper' || spans.some((each) => each.kind !== kind)) return undefined;
  if (change === 'len' && kind === 'address') return undefined;
  const isIn = (value: bigint) => spans.some(({ from, to }) => from <= value && value <= to) !== isNot;
  const holds = (value: Sampled) => isIn(BigInt(value));
  const isLength = change === 'len';
  const [least, greatest] = isLength ? [shapeOf(field) === undefined ? 0 : 1, 2 ** 31] : rangeOf(field);
  const limits: readonly [bigint, bigint] =
    kind === 'address' ? [0n, lastAddress] : [BigInt(least), BigInt(greatest)];
  // A value for each part between two limits.
  const starts = kind === 'address' ? [firstOfVersion4] : [];
  const cases = [limits[0], ...starts, ...spans.flatMap(({ from, to }) => [from, to + 1n])].filter(
    (each) => limits[0] <= each && each <= limits[1],
  );
  return {
    subject: isLength ? `len(${field})` : field,
    cases,
    holds,
    constant: undefined,
    tries: isLength ? [] : [{ field, values: cases }],
    holdsFor: (sample) =>
      isLength ? holds(textOf(field, sample).length) : isIn(BigInt(sample.get(field) ?? limits[0])),
  };
}

function ofText(term: Term, operator: string, text: string): Predicate | undefined {
  if (operator === 'eq' || operator === 'ne') return ofTexts(term, [text], operator === 'ne');
  const test = testOf(operator, text);
  const { field, change } = term;
  if (test === undefined || change === 'len') return undefined;
  const shape = shapeOf(field) ?? anyText;
  const scheme =
    field === 'http.request.full_uri' && change === undefined ? schemeOf(operator, text, test) : undefined;
  if (scheme !== undefined) return flag('ssl', scheme === 'https');
  const holds = (value: Sampled) => test.matches(changed(String(value), change));
  return {
    subject: '',
    cases: undefined,
    holds,
    // What any text can stand for, only a star can match.
    constant:
      change === undefined && test.matchesShape(shape, shapeOf(field) !== undefined) ? true : undefined,
    tries: triesOf(field, [text.replaceAll('*', '7')]),
    holdsFor: (sample) => holds(textOf(field, sample)),
  };
}

/** The scheme whose requests, and no others, match the beginning of an URI. */
function schemeOf(operator: string, text: string, test: TextTest): 'http' | 'https' | undefined {
  if (operator === 'matches' || operator === 'contains') return undefined;
  return (['http', 'https'] as const).find(
    (each) =>
      text.toLowerCase().startsWith(`${each}://`) &&
      test.matchesShape(`${each}://${anyText}/${anyText}`, true),
  );
}

/** The values of an URI are those of host and path. */
function triesOf(field: string, texts: readonly string[]): Tries[] {
  const values = (of: string, found: readonly string[]) => [
    { field: of, values: [unnamed(of), ...found.map((each) => fit(of, each))] },
  ];
  if (!isDerived(field)) return values(field, texts);
  const parts = texts.map((each) => /^(?:\w*:\/\/([^/]*))?([^?]*)/u.exec(each));
  return [
    ...values(
      'http.host',
      parts.flatMap((each) => each?.[1] ?? []),
    ),
    ...values(
      'http.request.uri.path',
      parts.flatMap((each) => each?.[2] ?? []),
    ),
  ];
}

/** A text that the field can have. */
function fit(field: string, text: string): string {
  const [prefix = ''] = (shapeOf(field) ?? '').split(anyText);
  return text.startsWith(prefix) ? text : `${prefix}${text}`;
}

function ofTexts({ field, change }: Term, texts: readonly string[], isNot: boolean): Predicate | undefined {
  if (change === 'len') return undefined;
  const holds = (value: Sampled) => texts.includes(String(value)) !== isNot;
  const [prefix = ''] = (shapeOf(field) ?? '').split(anyText);
  // Prefixes are not changed by `lower` only where they have no letters.
  const isPossible = (text: string) =>
    shapeOf(field) === undefined || (text !== '' && (change !== undefined || text.startsWith(prefix)));
  const all = allTextsOf(field)?.map((each) => changed(each, change));
  return {
    subject: change === undefined ? field : `${change}(${field})`,
    cases: all ?? [other, ...texts.filter(isPossible)],
    holds,
    constant: undefined,
    tries: all === undefined ? triesOf(field, texts) : [{ field, values: all }],
    holdsFor: (sample) => holds(changed(textOf(field, sample), change)),
  };
}

/** A text that no expression has. */
const other = anyText;

function changed(text: string, change: Term['change']): string {
  return change === 'lower' ? text.toLowerCase() : change === 'upper' ? text.toUpperCase() : text;
}

interface TextTest {
  readonly matches: (text: string) => boolean;
  readonly matchesShape: (shape: string, isNeverEmpty: boolean) => boolean;
}

function testOf(operator: string, text: string): TextTest | undefined {
  const same = (matches: (value: string) => boolean): TextTest => ({ matches, matchesShape: matches });
  switch (operator) {
    case 'contains':
      return same((value) => value.includes(text));
    case 'starts_with':
      return same((value) => value.startsWith(text));
    case 'ends_with':
      return same((value) => value.endsWith(text));
    case 'wildcard':
    case 'strict wildcard': {
      const pattern = wildcardOf(text, operator === 'wildcard' ? 'isu' : 'su');
      return same((value) => pattern.test(value));
    }
    case 'matches':
      return regexOf(text);
    default:
      return undefined;
  }
}

/** A backslash goes before a star or a backslash that means itself. */
function wildcardOf(text: string, flags: string): RegExp {
  const parts = text.match(/\\.|[^\\]|\\$/gsu) ?? [];
  // One star for several in a row, which would take long.
  const pattern = parts
    .map((part) => (part === '*' ? '.*' : escaped(part.replace(/^\\(.)$/su, '$1'))))
    .join('')
    .replace(/(?:\.\*){2,}/g, '.*');
  return new RegExp(`^${pattern}$`, flags);
}

function escaped(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/-]/gu, '\\$&');
}

/** Undefined for an expression that is not understood, or could take long. */
function regexOf(text: string): TextTest | undefined {
  const body = text.replace(/^\(\?i\)/, '');
  if (text.length > 200 || /[+*}]\)?[+*{]|\\[1-9]|\(\?/.test(body)) return undefined;
  try {
    const pattern = new RegExp(body, body === text ? 'su' : 'isu');
    return {
      matches: (value) => pattern.test(value),
      matchesShape: (shape, isFull) => matchesAll(body, shape, isFull),
    };
  } catch {
    return undefined;
  }
}

/** Only for expressions of literals and `.*`, which are wildcards. */
function matchesAll(body: string, shape: string, isNeverEmpty: boolean): boolean {
  const simple = body.replace(/\((\.[*+])\)/g, '$1');
  if (isNeverEmpty && /^\^?\.\+?\$?$/.test(simple)) return true;
  const isStart = simple.startsWith('^');
  const isEnd = /(?<!\\)\$$/.test(simple);
  const inner = simple.slice(isStart ? 1 : 0, isEnd ? -1 : undefined);
  if (!/^(?:\.\*|\\[/.-]|[\w/:@%=,; -])*$/.test(inner)) return false;
  const pattern = inner.replaceAll('\\', '').replaceAll('.*', '*');
  return wildcardOf(`${isStart ? '' : '*'}${pattern}${isEnd ? '' : '*'}`, 'su').test(shape);
}

/** A string with its escapes, or a raw string. */
function readText(word: string): string | undefined {
  const raw = /^r(#*)"(.*)"\1$/su.exec(word);
  if (raw !== null) return raw[2];
  const quoted = /^"(.*)"$/su.exec(word)?.[1];
  return quoted?.replace(/\\(?:x([0-9a-f]{2})|(.))/gisu, (_, hex: string | undefined, sign = '') =>
    hex === undefined ? String(sign) : String.fromCharCode(parseInt(hex, 16)),
  );
}
