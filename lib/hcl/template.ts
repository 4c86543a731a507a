import { isObject, type JsonObject } from '../ground/json';
import { scan } from './tokens';
import { mapRecord } from '../ground/record';

/**
 * A value as Terraform's JSON syntax has it. Each text is a template: `${var.zone_id}` is an expression, and `$${` stands for a literal `${`.
 */
export type Written = null | boolean | number | string | readonly Written[] | WrittenObject;

export interface WrittenObject {
  readonly [name: string]: Written;
}

export interface TemplatePart {
  readonly kind: 'text' | 'expression' | 'directive';
  /** The characters, with `$${` for a literal `${`; or the code between the braces of `${…}` or `%{…}`. */
  readonly text: string;
  /** The part with its braces, as it stands in the template. */
  readonly source: string;
}

export function isWrittenObject(value: Written | undefined): value is WrittenObject {
  return typeof value === 'object' && value !== null && !isWrittenList(value);
}

export function isWrittenList(value: Written | undefined): value is readonly Written[] {
  return Array.isArray(value);
}

/** A value, or objects and lists of such values, whose texts became something else. */
export type Mapped<To> =
  | null
  | boolean
  | number
  | To
  | readonly Mapped<To>[]
  | { readonly [name: string]: Mapped<To> };

/** The value with its texts changed, at every depth. */
export function mapTexts<To>(written: Written, change: (text: string) => To): Mapped<To> {
  if (typeof written === 'string') return change(written);
  if (isWrittenList(written)) return written.map((each) => mapTexts(each, change));
  if (!isWrittenObject(written)) return written;
  return mapRecord(written, (value) => mapTexts(value, change));
}

/** The bodies of the blocks in a body: a list in HCL, also an object in JSON. */
export function bodiesOf(value: Written | undefined): readonly WrittenObject[];
export function bodiesOf(value: unknown): readonly JsonObject[];
export function bodiesOf(value: unknown): readonly JsonObject[] {
  return [value].flat().filter(isObject);
}

/** Whether a value is null, or a list without items. */
export function isEmptyWritten(value: Written): boolean {
  return value === null || (isWrittenList(value) && value.length === 0);
}

/** Whether Terraform evaluates anything in a text: `${…}` or `%{…}`. Of three signs, the last two are the escape. */
export function hasTemplateSequence(text: string): boolean {
  return /(?<!\$)\$\{|(?<!%)%\{/.test(text);
}

/** The text that a template stands for; undefined where it contains an expression. */
export function literalOf(template: string): string | undefined {
  if (hasTemplateSequence(template)) return undefined;
  return template.replace(/([$%])\1\{/g, '$1{');
}

/** The expression that is the whole template: `var.zone_id` of `${var.zone_id}`. */
export function expressionOf(template: string): string | undefined {
  if (!template.startsWith('${') || !template.endsWith('}')) return undefined;
  const [only, ...more] = splitTemplate(template);
  return only?.kind === 'expression' && more.length === 0 ? only.text : undefined;
}

/** The code of an expression, which JSON syntax may have as a template or as its bare text; '' for another value. */
export function bareText(written: unknown): string {
  return typeof written === 'string' ? (expressionOf(written) ?? written) : '';
}

/** Escapes the beginnings of expressions: Terraform reads `$${` as `${`. */
export function escapeTemplates(text: string): string {
  return text.replace(/[$%](?=\{)/g, '$&$&');
}

export function splitTemplate(template: string): readonly TemplatePart[] {
  const parts: TemplatePart[] = [];
  let at = 0;
  while (at < template.length) {
    const open = nextOpening(template, at);
    const characters = template.slice(at, open);
    if (characters !== '') parts.push({ kind: 'text', text: characters, source: characters });
    if (open === template.length) break;
    const end = closingBrace(template, open + 2);
    const kind = template[open] === '$' ? 'expression' : 'directive';
    at = end + 1;
    parts.push({ kind, text: template.slice(open + 2, end), source: template.slice(open, at) });
  }
  return parts;
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
  for (const { kind, text, start } of scan(template.slice(from))) {
    if (kind === 'open-template') depth += 1;
    if (kind === 'close-template') depth -= 1;
    if (kind === 'symbol' && text === '{') depth += 1;
    if (kind === 'symbol' && text === '}') depth -= 1;
    if (depth < 0) return from + start;
  }
  return template.length;
}
