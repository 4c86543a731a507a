import { depthChange, tokenize, type Token } from './tokens';
import {
  isWrittenList,
  isWrittenObject,
  literalOf,
  splitTemplate,
  type TemplatePart,
  type Written,
} from './template';
import { escapeText, expandedObject, list, objectOf, printFlat, verbatim, type Expression } from './print';

/**
 * A value with its templates as an expression of HCL: `var.zone_id` for `${var.zone_id}`. Members that are undefined are left out.
 *
 * @param options.isExpanded - whether an object has a line for each member, also where all fit on one
 */
export function toExpression(written: Written, { isExpanded = false } = {}): Expression {
  if (typeof written === 'string') return verbatim(templateCode(written));
  if (isWrittenList(written)) return list(written.map((each) => toExpression(each)));
  if (!isWrittenObject(written)) return verbatim(String(written));
  const members: readonly (readonly [string, Written | undefined])[] = Object.entries(written);
  const attributes = members.flatMap(([name, value]) =>
    value === undefined ? [] : [{ name: keyCode(name), value: toExpression(value) }],
  );
  return isExpanded ? expandedObject(attributes) : objectOf(attributes);
}

/** The same in one line, but for expressions of several lines. For a part of another expression. */
export function toCode(written: Written): string {
  return printFlat(toExpression(written));
}

/** A template of several lines as a heredoc, if it has no character that only quotes can have; undefined for another one. */
export function heredocOf(template: string): Expression | undefined {
  const parts = splitTemplate(template);
  const texts = parts.map(({ kind, source }) => (kind === 'text' ? source : ''));
  const isPlain = texts.every(
    (text) => escapeText(text) === text.replace(/["\\]/g, '\\$&').replaceAll('\n', '\\n'),
  );
  const isOne = parts.some(
    ({ kind, text }) => kind === 'directive' || /^~|~$/.test(text) || text.includes('<<'),
  );
  if (!isPlain || isOne || !/\n[\s\S]*\n$/.test(template)) return undefined;
  const marker = ['EOT', 'END', 'TEXT'].find(
    (each) => !template.split('\n').some((line) => line.trim() === each),
  );
  return marker === undefined ? undefined : verbatim(`<<${marker}\n${template}${marker}`);
}

/** A template as an expression: the one that it consists of, or a string in quotes. */
function templateCode(template: string): string {
  const parts = splitTemplate(template);
  const [only] = parts;
  if (only?.kind === 'expression' && parts.length === 1 && !isStripped(only, /^~|~$/))
    return expressionCode(only.text);
  const texts = parts.map(({ kind, source }, at) =>
    kind === 'text'
      ? literalCode(source, {
          before: isStripped(parts[at - 1], /~$/),
          behind: isStripped(parts[at + 1], /^~/),
        })
      : source,
  );
  return `"${texts.join('')}"`;
}

function isStripped(part: TemplatePart | undefined, mark: RegExp): boolean {
  return part !== undefined && part.kind !== 'text' && mark.test(part.text);
}

/**
 * In JSON and in a heredoc a strip mark (`~`) removes the white space of its line, the newline included; in a quoted string it removes
 * all adjacent white space. An empty interpolation protects the other lines.
 */
function literalCode(text: string, stripped: { before: boolean; behind: boolean }): string {
  const lines = text.split(/(?<=\n)/);
  const cuts = new Set([...(stripped.before ? [1] : []), ...(stripped.behind ? [lines.length - 1] : [])]);
  return lines.map((line, at) => (at > 0 && cuts.has(at) ? '${""}' : '') + escapeText(line)).join('');
}

/** Of a member of an object. The parser takes some names for the start of another expression. */
function keyCode(name: string): string {
  if (/^[A-Za-z_][\w-]*$/.test(name) && !/^(?:for|null|true|false)$/.test(name)) return name;
  return literalOf(name) === undefined ? `(${templateCode(name)})` : templateCode(name);
}

/** Between the braces of a template an expression may have lines that it must not have outside of brackets. */
function expressionCode(expression: string): string {
  const code = expression.trim();
  const tokens = tokenize(code);
  const last = tokens.at(-1);
  const endsLine = last?.kind === 'comment' || (last?.kind === 'close-text' && last.text !== '"');
  const hasLines = tokens.some((token, at) => token.kind === 'newline' && depthAt(tokens, at) === 0);
  if (!endsLine && !hasLines) return code;
  return endsLine ? `(\n${code}\n)` : `(${code})`;
}

function depthAt(tokens: readonly Token[], end: number): number {
  return tokens.slice(0, end).reduce((depth, token) => depth + depthChange(token), 0);
}
