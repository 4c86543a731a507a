import { splitTemplate } from '../../../hcl/template';
import { isWrittenList, isWrittenObject, literalOf, type Written } from '../../../hcl/template';

/** A value as an expression of HCL: `var.x` for the template `${var.x}`, `"a"` for the text `a`. */
export function hcl(written: Written): string {
  if (typeof written === 'string') return expressionIn(written);
  if (isWrittenList(written)) return `[${written.map(hcl).join(', ')}]`;
  if (isWrittenObject(written)) {
    const members = Object.entries(written).map(([name, value]) => `${hclKey(name)} = ${hcl(value)}`);
    return members.length === 0 ? '{}' : `{ ${members.join(', ')} }`;
  }
  return String(written);
}

/** In brackets where an operator beside it could bind tighter. */
function expressionIn(template: string): string {
  const [only, ...more] = splitTemplate(template);
  if (only?.kind !== 'expression' || more.length > 0) return quoted(template);
  const { text } = only;
  return isBound(text) ? text : `(${text})`;
}

/** Whether it is a reference, a call or something else without an operator at its outermost level. */
function isBound(text: string): boolean {
  const inner = /\([^()[\]{}]*\)|\[[^()[\]{}]*\]|\{[^()[\]{}]*\}/g;
  let rest = text.replace(/"(?:[^"\\]|\\.)*(?:"|$)/g, '');
  for (let shorter = rest.replace(inner, ''); shorter !== rest; shorter = rest.replace(inner, ''))
    rest = shorter;
  return /^[\w.*-]*$/.test(rest);
}

function hclKey(name: string): string {
  return literalOf(name) === undefined ? `(${hcl(name)})` : quoted(name);
}

/** The template between quotes. */
function quoted(template: string): string {
  const inner = splitTemplate(template).map(({ kind, source }) =>
    kind === 'text' ? escaped(source) : source,
  );
  return `"${inner.join('')}"`;
}

/** HCL has no `\b` and `\f`. */
function escaped(text: string): string {
  return JSON.stringify(text)
    .slice(1, -1)
    .replaceAll(String.raw`\b`, String.raw`\u0008`)
    .replaceAll(String.raw`\f`, String.raw`\u000c`);
}

/** The template that is one expression. */
export function template(expression: string): string {
  return `\${${expression}}`;
}

/** Whether a value depends on the key of its instance. */
export function usesKey(written: Written | undefined): boolean {
  return written !== undefined && /(?<![\w.])(?:each\.(?:key|value)|count\.index)\b/.test(codeIn(written));
}

/** The code of all templates in a value. */
export function codeIn(written: Written): string {
  if (typeof written === 'string')
    return splitTemplate(written)
      .flatMap(({ kind, text }) => (kind === 'text' ? [] : [text]))
      .join('\n');
  if (isWrittenList(written)) return written.map(codeIn).join('\n');
  return isWrittenObject(written)
    ? Object.entries(written)
        .map(([name, value]) => `${codeIn(name)}\n${codeIn(value)}`)
        .join('\n')
    : '';
}

/** The expression of one element, for a `for` over the elements: see {@link forOver}. */
export function inLoop(expression: string): string {
  return expression
    .replace(/(?<![\w.])each\.(key|value)\b/g, 'each_$1')
    .replace(/(?<![\w.])count\.index\b/g, 'count_index');
}

/** The beginning of a `for` over the instances of a resource, such as `for each_key, each_value in var.zones`. */
export function forOver({
  forEach,
  count,
}: {
  readonly forEach?: Written;
  readonly count?: Written;
}): string {
  return forEach === undefined
    ? `for count_index in range(${hcl(count ?? 1)})`
    : `for each_key, each_value in ${hcl(forEach)}`;
}
