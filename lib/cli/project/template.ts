import { isWrittenExpression } from '../../resources/written-expression';
import { isListValue, isObjectValue, isUnknown, unknown, type ObjectValue, type Value } from '../../schema';
import { escapeTemplates } from './text';

/**
 * A value as Terraform's JSON syntax has it, and as `@cdktf/hcl2json` gives it for HCL. Each text is a template: `${var.zone_id}` is an
 * expression, and `$${` stands for a literal `${`.
 */
export type Written = null | boolean | number | string | readonly Written[] | WrittenObject;

export interface WrittenObject {
  readonly [name: string]: Written;
}

export function isWrittenObject(value: Written | undefined): value is WrittenObject {
  return typeof value === 'object' && value !== null && !isWrittenList(value);
}

export function isWrittenList(value: Written | undefined): value is readonly Written[] {
  return Array.isArray(value);
}

/** Null, or a list without items. */
export function isEmptyWritten(value: Written): boolean {
  return value === null || (isWrittenList(value) && value.length === 0);
}

/** The text that a template stands for; undefined where it contains an expression. */
export function literalOf(template: string): string | undefined {
  if (isWrittenExpression(template)) return undefined;
  return template.replace(/([$%])\1\{/g, '$1{');
}

/** The expression that is the whole template: `var.zone_id` of `${var.zone_id}`. */
export function expressionOf(template: string): string | undefined {
  const [, expression] = /^\$\{(.*)\}$/s.exec(template) ?? [];
  return expression !== undefined && isOneExpression(expression) ? expression : undefined;
}

/** The value as far as it is known without Terraform: a template with an expression is unknown. */
export function knownValue(written: Written): Value {
  if (typeof written === 'string') return literalOf(written) ?? unknown;
  if (isWrittenList(written)) return written.map(knownValue);
  return isWrittenObject(written) ? knownValues(written) : written;
}

export function knownValues(written: WrittenObject): ObjectValue {
  return Object.fromEntries(Object.entries(written).map(([name, value]) => [name, knownValue(value)]));
}

/** A value without unknown parts, with each text as the template that stands for it. */
export function writtenValue(value: Value): Written {
  if (isUnknown(value)) throw new Error('An unknown value has no template.');
  if (typeof value === 'string') return escapeTemplates(value);
  if (isListValue(value)) return value.map(writtenValue);
  return isObjectValue(value) ? writtenValues(value) : value;
}

export function writtenValues(values: ObjectValue): WrittenObject {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, writtenValue(value)]));
}

/** Whether braces are balanced, so that the first one is not closed before the end: `${a}-${b}` is no single expression. */
function isOneExpression(text: string): boolean {
  let depth = 0;
  // Braces in strings within the expression are balanced too, unless somebody escapes one: then it is a template, which says the same.
  for (const character of text) {
    if (character === '{') depth += 1;
    if (character === '}') depth -= 1;
    if (depth < 0) return false;
  }
  return depth === 0;
}
