import { isWrittenList, isWrittenObject, splitTemplate, type Written } from './template';
import { closingAt, tokenize, type Token } from './tokens';

/** A name with its attributes and indexes, such as `cloudflare_zone.main[0].id` or `var.zone_id`. */
export interface Traversal {
  /** The first name: `cloudflare_zone`, or `var`. */
  readonly root: string;
  readonly steps: readonly Step[];
}

/** An attribute or index as it is written: `.id`, `.*`, `[0]`, `["a"]`, `[each.key]`. */
export interface Step {
  readonly kind: 'attribute' | 'index' | 'splat';
  readonly text: string;
}

/** Returns the replacement of a traversal; undefined leaves it as it is. */
export type RewriteTraversal = (traversal: Traversal) => string | undefined;

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

/** Whether a value has a traversal of a kind. */
export function someTraversal(written: Written, isMeant: (traversal: Traversal) => boolean): boolean {
  let isFound = false;
  rewriteWritten(written, (traversal) => {
    isFound ||= isMeant(traversal);
    return undefined;
  });
  return isFound;
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
    const text = rewrite({ root, steps }) ?? root + textOfSteps(steps);
    result += expression.slice(copied, start) + text;
    copied = tokens[end - 1]?.end ?? start;
    at = end - 1;
  }
  return result + expression.slice(copied);
}

export function textOfSteps(steps: readonly Step[]): string {
  return steps.map(({ text }) => text).join('');
}

/** Whether a token begins a traversal: it is no attribute, no function and no name of an argument. */
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
      const end = closingAt(tokens, at);
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
