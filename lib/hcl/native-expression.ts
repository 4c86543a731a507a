import { hasTemplateSequence, splitTemplate, type TemplatePart } from './template';
import { own } from '../ground/record';

/**
 * Converts a value of Terraform's JSON syntax to an expression of its native syntax. In JSON a string is a
 * template verbatim; in native syntax it is quoted, and the text outside of `${…}` is escaped.
 */
export function toNativeExpression(value: unknown): string {
  if (typeof value === 'string') return quoteTemplate(value);
  if (Array.isArray(value)) return `[${value.map(toNativeExpression).join(', ')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value ?? null);
  const entries = Object.entries(value).filter(([, item]) => item !== undefined);
  return `{${entries.map(([key, item]) => `${keyExpression(key)} = ${toNativeExpression(item)}`).join(', ')}}`;
}

/** A key in parentheses may be any expression. */
function keyExpression(key: string): string {
  return hasTemplateSequence(key) ? `(${quoteTemplate(key)})` : quoteTemplate(key);
}

const escapes: Readonly<Record<string, string>> = {
  '"': '\\"',
  '\\': '\\\\',
  '\n': '\\n',
  '\r': '\\r',
  '\t': '\\t',
};

function quoteTemplate(template: string): string {
  const parts = splitTemplate(template);
  const isStripped = (part: TemplatePart | undefined, mark: RegExp) =>
    part !== undefined && part.kind !== 'text' && mark.test(part.text);
  const quoted = parts.map(({ kind, source }, at) => {
    if (kind !== 'text') return source;
    return quoteLiteral(source, {
      before: isStripped(parts[at - 1], /~$/),
      behind: isStripped(parts[at + 1], /^~/),
    });
  });
  return `"${quoted.join('')}"`;
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
  return line.replaceAll(/["\\\n\r\t]/g, (character) => own(escapes, character) ?? character);
}
