import { tokenize } from './tokens';
import {
  isWrittenList,
  isWrittenObject,
  literalOf,
  splitTemplate,
  type TemplatePart,
  type Written,
} from './template';
import { escapeText, printFlat, verbatim, type Expression } from './print';

interface Options {
  /** Whether an object has a line for each member, also where all fit on one. */
  readonly isExpanded?: boolean;
  /** Whether the value is a part of another expression: in brackets where an operator beside it could bind tighter, with names in quotes. */
  readonly isPart?: boolean;
}

/** A value with its templates as an expression of HCL: `var.zone_id` for `${var.zone_id}`. Members that are undefined are left out. */
export function toExpression(
  written: Written,
  { isExpanded = false, isPart = false }: Options = {},
): Expression {
  if (typeof written === 'string') return verbatim(templateCode(written, isPart));
  if (isWrittenList(written))
    return { kind: 'list', items: written.map((each) => toExpression(each, { isPart })) };
  if (!isWrittenObject(written)) return verbatim(String(written));
  const members: readonly (readonly [string, Written | undefined])[] = Object.entries(written);
  return {
    kind: 'object',
    members: members.flatMap(([name, value]) =>
      value === undefined ? [] : [{ name: keyCode(name, isPart), value: toExpression(value, { isPart }) }],
    ),
    isExpanded,
  };
}

/** The code of a value as an expression of HCL, in one line except for expressions of several lines. */
export function toCode(written: Written, options: Pick<Options, 'isPart'> = {}): string {
  return printFlat(toExpression(written, options));
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
function templateCode(template: string, isPart: boolean): string {
  const parts = splitTemplate(template);
  const [only] = parts;
  if (only?.kind === 'expression' && parts.length === 1 && !isStripped(only, /^~|~$/))
    return expressionCode(only.text, isPart);
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
 * The code of a literal in quotes. In JSON and in a heredoc a strip mark (`~`) removes the white space of its line, the newline included; in a quoted string it removes
 * all adjacent white space. An empty interpolation protects the other lines.
 */
function literalCode(text: string, stripped: { before: boolean; behind: boolean }): string {
  const lines = text.split(/(?<=\n)/);
  const cuts = new Set([...(stripped.before ? [1] : []), ...(stripped.behind ? [lines.length - 1] : [])]);
  return lines.map((line, at) => (at > 0 && cuts.has(at) ? '${""}' : '') + escapeText(line)).join('');
}

/** The code of the name of an object's member. The parser takes some names for the start of another expression. */
function keyCode(name: string, isPart: boolean): string {
  if (!isPart && /^[A-Za-z_][\w-]*$/.test(name) && !/^(?:for|null|true|false)$/.test(name)) return name;
  const code = templateCode(name, isPart);
  return literalOf(name) === undefined ? `(${code})` : code;
}

/** The code of an expression in a template. Its lines may need brackets, which they do not need between braces. */
function expressionCode(expression: string, isPart: boolean): string {
  const code = expression.trim();
  const tokens = tokenize(code);
  const last = tokens.at(-1);
  const endsLine = last?.kind === 'comment' || (last?.kind === 'close-text' && last.text !== '"');
  const hasLines = tokens.some(({ kind, depth }) => kind === 'newline' && depth === 0);
  if (endsLine) return `(\n${code}\n)`;
  if (isPart) return isBound(expression) ? expression : `(${expression})`;
  return hasLines ? `(${code})` : code;
}

/** Whether an expression has no operator at its outermost level, such as a reference or a call. */
function isBound(expression: string): boolean {
  const inner = /\([^()[\]{}]*\)|\[[^()[\]{}]*\]|\{[^()[\]{}]*\}/g;
  let rest = expression.replace(/"(?:[^"\\]|\\.)*(?:"|$)/g, '');
  for (let shorter = rest.replace(inner, ''); shorter !== rest; shorter = rest.replace(inner, ''))
    rest = shorter;
  return /^[\w.*-]*$/.test(rest);
}
