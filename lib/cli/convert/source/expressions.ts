import { isWrittenList, isWrittenObject, literalOf, type Written } from '../../project/template';
import { tokenize, type Token } from './tokens';

/** A part of a template: characters, with `$${` for a literal `${`; or what is between the braces of `${…}` or `%{…}`. */
export interface TemplatePart {
  readonly kind: 'text' | 'expression' | 'directive';
  readonly text: string;
}

/** A name with its attributes and indexes, such as `cloudflare_zone.main[0].id` or `var.zone_id`. */
export interface Traversal {
  /** `cloudflare_zone`, or `var`. */
  readonly root: string;
  readonly steps: readonly Step[];
}

/** Each as it is written: `.id`, `.*`, `[0]`, `["a"]`, `[each.key]`. */
export interface Step {
  readonly kind: 'attribute' | 'index' | 'splat';
  readonly text: string;
}

/** What stands for a traversal; undefined leaves it as it is. */
/** The steps as they are written. */
export function textOfSteps(steps: readonly Step[]): string {
  return steps.map(({ text }) => text).join('');
}

export type RewriteTraversal = (traversal: Traversal) => string | undefined;

/** The parts of a template, in their order. */
export function splitTemplate(template: string): readonly TemplatePart[] {
  const parts: TemplatePart[] = [];
  let at = 0;
  while (at < template.length) {
    const open = nextOpening(template, at);
    if (open > at) parts.push({ kind: 'text', text: template.slice(at, open) });
    if (open === template.length) break;
    const end = closingBrace(template, open + 2);
    const kind = template[open] === '$' ? 'expression' : 'directive';
    parts.push({ kind, text: template.slice(open + 2, end) });
    at = end + 1;
  }
  return parts;
}

/** Rewrites the traversals in all templates of a value, those in the names of objects too. */
export function rewriteWritten(written: Written, rewrite: RewriteTraversal): Written {
  if (typeof written === 'string') return rewriteTemplate(written, rewrite);
  if (isWrittenList(written)) return written.map((each) => rewriteWritten(each, rewrite));
  if (!isWrittenObject(written)) return written;
  return Object.fromEntries(
    Object.entries(written).map(([name, value]) => [
      rewriteTemplate(name, rewrite),
      rewriteWritten(value, rewrite),
    ]),
  );
}

export function rewriteTemplate(template: string, rewrite: RewriteTraversal): string {
  if (!/[$%]\{/.test(template)) return template;
  return splitTemplate(template)
    .map(({ kind, text }) => {
      if (kind === 'text') return text;
      return `${kind === 'expression' ? '$' : '%'}{${rewriteExpression(text, rewrite)}}`;
    })
    .join('');
}

/** Rewrites the traversals of an expression, those in its strings and indexes first. */
export function rewriteExpression(expression: string, rewrite: RewriteTraversal): string {
  const tokens = tokenize(expression);
  let result = '';
  let copied = 0;
  for (let at = 0; at < tokens.length; at += 1) {
    const token = tokens[at];
    if (token === undefined || !startsTraversal(tokens, at)) continue;
    const [steps, end] = readSteps(expression, tokens, at + 1, rewrite);
    const { start, text: root } = token;
    const text = rewrite({ root, steps }) ?? root + steps.map((step) => step.text).join('');
    result += expression.slice(copied, start) + text;
    copied = tokens[end - 1]?.end ?? start;
    at = end - 1;
  }
  return result + expression.slice(copied);
}

/** The value as an expression in HCL. */
export function toExpression(written: Written): string {
  if (typeof written === 'string') return templateExpression(written);
  if (isWrittenList(written)) return `[${written.map(toExpression).join(', ')}]`;
  if (!isWrittenObject(written)) return JSON.stringify(written);
  const entries = Object.entries(written).map(
    ([name, value]) =>
      `${literalOf(name) === undefined ? `(${toExpression(name)})` : toExpression(name)} = ${toExpression(value)}`,
  );
  return `{ ${entries.join(', ')} }`;
}

function templateExpression(template: string): string {
  const parts = splitTemplate(template);
  const [only] = parts;
  if (only?.kind === 'expression' && parts.length === 1) return `(${only.text})`;
  const texts = parts.map(({ kind, text }) => {
    if (kind === 'text') return JSON.stringify(text).slice(1, -1);
    return `${kind === 'expression' ? '$' : '%'}{${text}}`;
  });
  return `"${texts.join('')}"`;
}

function nextOpening(template: string, from: number): number {
  const opening = /\$\$\{|%%\{|[$%]\{/g;
  opening.lastIndex = from;
  for (let found = opening.exec(template); found !== null; found = opening.exec(template))
    if (found[0].length === 2) return found.index;
  return template.length;
}

/** The brace that closes an expression; the end of a text that never closes it. */
function closingBrace(template: string, from: number): number {
  let depth = 0;
  for (const { kind, text, start } of tokenize(template.slice(from))) {
    if (kind === 'open-template') depth += 1;
    if (kind === 'close-template') depth -= 1;
    if (kind === 'symbol' && text === '{') depth += 1;
    if (kind === 'symbol' && text === '}') depth -= 1;
    if (depth < 0) return from + start;
  }
  return template.length;
}

/** Whether a token is a name of its own: no attribute, no function, no name of an argument. */
function startsTraversal(tokens: readonly Token[], at: number): boolean {
  const [before, token, next] = [tokens[at - 1], tokens[at], tokens[at + 1]];
  if (token?.kind !== 'identifier') return false;
  const isAttribute = before?.text === '.' || (before?.text === ':' && tokens[at - 2]?.text === ':');
  if (['for', 'in', 'if'].includes(token.text)) return false;
  return !isAttribute && next?.text !== '(' && (next?.text === '.' || next?.text === '[');
}

function readSteps(
  expression: string,
  tokens: readonly Token[],
  from: number,
  rewrite: RewriteTraversal,
): readonly [steps: readonly Step[], end: number] {
  const steps: Step[] = [];
  let at = from;
  for (let token = tokens[at]; token !== undefined; token = tokens[at]) {
    const next = tokens[at + 1];
    if (token.text === '.' && next !== undefined && (next.kind === 'identifier' || next.kind === 'number')) {
      steps.push({ kind: next.kind === 'number' ? 'index' : 'attribute', text: `.${next.text}` });
      at += 2;
    } else if (token.text === '.' && next?.text === '*') {
      steps.push({ kind: 'splat', text: '.*' });
      at += 2;
    } else if (token.text === '[') {
      const end = closingBracket(tokens, at);
      const inner = expression.slice(token.end, tokens[end]?.start);
      const isSplat = inner.trim() === '*';
      steps.push({
        kind: isSplat ? 'splat' : 'index',
        text: isSplat ? '[*]' : `[${rewriteExpression(inner, rewrite)}]`,
      });
      at = end + 1;
    } else break;
  }
  return [steps, Math.min(at, tokens.length)];
}

function closingBracket(tokens: readonly Token[], from: number): number {
  let depth = 0;
  for (const [at, { kind, text }] of tokens.entries()) {
    if (at < from || kind !== 'symbol') continue;
    if (text === '[') depth += 1;
    if (text === ']') depth -= 1;
    if (depth === 0) return at;
  }
  return tokens.length;
}
