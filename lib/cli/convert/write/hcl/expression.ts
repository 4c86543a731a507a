import { escapeText, list, objectOf, verbatim, type Expression } from '../../../../hcl/print';
import { splitTemplate } from '../../../../hcl/template';
import { depthChange, tokenize, type Token } from '../../../../hcl/tokens';
import { isWrittenList, isWrittenObject, literalOf, type Written } from '../../../../hcl/template';

/** A value with its templates as an expression of HCL: `var.zone_id` for `${var.zone_id}`. */
export function hclOf(written: Written): Expression {
  if (typeof written === 'string') return verbatim(templateCode(written));
  if (isWrittenList(written)) return list(written.map(hclOf));
  if (!isWrittenObject(written)) return verbatim(String(written));
  return objectOf(
    Object.entries(written).map(([name, value]) => ({ name: keyCode(name), value: hclOf(value) })),
  );
}

/** A template as an expression: the one that it consists of, or a string in quotes. */
function templateCode(template: string): string {
  const parts = splitTemplate(template);
  const [only] = parts;
  if (only?.kind === 'expression' && parts.length === 1 && !/^~|~$/.test(only.text)) return codeOf(only.text);
  const texts = parts.map(({ kind, source }) => (kind === 'text' ? escapeText(source) : source));
  return `"${texts.join('')}"`;
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

function keyCode(name: string): string {
  if (/^[A-Za-z_][\w-]*$/.test(name)) return name;
  return literalOf(name) === undefined ? `(${templateCode(name)})` : templateCode(name);
}

/** Between the braces of a template an expression may have lines that it must not have outside of brackets. */
function codeOf(expression: string): string {
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
