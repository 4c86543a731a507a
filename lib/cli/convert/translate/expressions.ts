import {
  isWrittenList,
  isWrittenObject,
  literalOf,
  splitTemplate,
  type Written,
} from '../../../hcl/template';
import { rewriteExpression, someTraversal, textOfSteps } from '../../../hcl/expressions';
import type { Repetition } from '../model';
import { toCode } from '../../../hcl/to-expression';

/** A value as a part of an expression of HCL: `var.x` for the template `${var.x}`, `"a"` for the text `a`. */
export function hcl(written: Written): string {
  return toCode(written, { isPart: true });
}

export function template(expression: string): string {
  return `\${${expression}}`;
}

/** Whether a value is a text without expressions. */
export function isText(written: Written): written is string {
  return typeof written === 'string' && literalOf(written) !== undefined;
}

/** Whether a value depends on the key of its instance. */
export function usesKey(written: Written | undefined): boolean {
  return someTraversal(written ?? null, ({ root }) => root === 'each' || root === 'count');
}

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
  return rewriteExpression(expression, ({ root, steps: [first, ...steps] }) =>
    root === 'each' || root === 'count'
      ? `${root}_${first?.text.slice(1) ?? ''}${textOfSteps(steps)}`
      : undefined,
  );
}

/** The beginning of a `for` over the instances of a resource, such as `for each_key, each_value in var.zones`. */
export function forOver({ forEach, count }: Repetition): string {
  return forEach === undefined
    ? `for count_index in range(${toCode(count ?? 1)})`
    : `for each_key, each_value in ${hcl(forEach)}`;
}
