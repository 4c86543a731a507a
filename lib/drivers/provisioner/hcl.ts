import { isWrittenExpression } from '../../resources/expressions';

/**
 * Converts a value of Terraform's JSON syntax to an expression of its native syntax. In JSON a string is a
 * template verbatim; in native syntax it is quoted, and the text outside of `${…}` is escaped.
 */
export function toExpression(value: unknown): string {
  if (typeof value === 'string') return quoteTemplate(value);
  if (Array.isArray(value)) return `[${value.map(toExpression).join(', ')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value ?? null);
  const entries = Object.entries(value).filter(([, item]) => item !== undefined);
  return `{${entries.map(([key, item]) => `${keyExpression(key)} = ${toExpression(item)}`).join(', ')}}`;
}

/** A key in parentheses may be any expression. */
function keyExpression(key: string): string {
  return isWrittenExpression(key) ? `(${quoteTemplate(key)})` : quoteTemplate(key);
}

const escapes: Readonly<Record<string, string>> = {
  '"': '\\"',
  '\\': '\\\\',
  '\n': '\\n',
  '\r': '\\r',
  '\t': '\\t',
};

function quoteTemplate(text: string): string {
  let quoted = '"';
  let strips = false;
  for (let at = 0; at < text.length;) {
    const literal = endOfLiteral(text, at);
    const end = beginsInterpolation(text, literal) ? endOfInterpolation(text, literal + 2) : literal;
    const stripped = { before: strips, behind: text.charAt(literal + 2) === '~' };
    quoted += quoteLiteral(text.slice(at, literal), stripped) + text.slice(literal, end);
    strips = text.slice(literal, end).endsWith('~}');
    at = end;
  }
  return `${quoted}"`;
}

/**
 * In JSON a strip mark (`~`) removes the white space of its line, the newline included; in a quoted string it removes all
 * adjacent white space. An empty interpolation protects the other lines.
 */
function quoteLiteral(text: string, stripped: { before: boolean; behind: boolean }): string {
  const lines = text.split(/(?<=\n)/);
  const cuts = new Set([...(stripped.before ? [1] : []), ...(stripped.behind ? [lines.length - 1] : [])]);
  return lines.map((line, at) => (at > 0 && cuts.has(at) ? '${""}' : '') + escapeLine(line)).join('');
}

function escapeLine(line: string): string {
  return line.replaceAll(/["\\\n\r\t]/g, (character) => escapes[character] ?? character);
}

function beginsInterpolation(text: string, at: number): boolean {
  return text.startsWith('${', at) || text.startsWith('%{', at);
}

/** Where the literal text ends: at the next interpolation, or at the end. */
function endOfLiteral(text: string, from: number): number {
  let at = from;
  while (at < text.length && !beginsInterpolation(text, at)) at += isEscapedMark(text, at) ? 3 : 1;
  return at;
}

/** `$${` and `%%{` stand for `${` and `%{`. */
function isEscapedMark(text: string, at: number): boolean {
  return text.startsWith('$${', at) || text.startsWith('%%{', at);
}

/** Where the expression that begins at `from` ends, including its brace. */
function endOfInterpolation(text: string, from: number): number {
  let depth = 1;
  for (let at = from; at < text.length;) {
    const character = text.charAt(at);
    at += 1;
    if (character === '{') depth += 1;
    if (character === '}') depth -= 1;
    if (depth === 0) return at;
    if (character === '"') at = endOfQuoted(text, at);
  }
  return text.length;
}

function endOfQuoted(text: string, from: number): number {
  for (let at = from; at < text.length;) {
    if (text.charAt(at) === '\\') at += 2;
    else if (isEscapedMark(text, at)) at += 3;
    else if (beginsInterpolation(text, at)) at = endOfInterpolation(text, at + 2);
    else if (text.charAt(at) === '"') return at + 1;
    else at += 1;
  }
  return text.length;
}
