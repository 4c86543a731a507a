import { textOf } from '../ground/json';
import type { Fault } from './fault';

/** A template in pieces: constant text, and fields by name. */
export type TemplatePiece = string | { readonly field: string };

/** Either the pieces, or all faults of the template. */
export type ParsedTemplate =
  | { readonly pieces: readonly TemplatePiece[]; readonly faults: readonly [] }
  | { readonly pieces: undefined; readonly faults: readonly Fault[] };

/**
 * Reads a `record_template`, a reduced Go text/template (public page "Log Output Options"). It consists of text,
 * of `{{ .Field }}`, of constants such as `{{ "{{" }}` or the same in backquotes, and of comments, which are dropped. A
 * `-` inside the braces trims the white space next to them.
 *
 * Code, with `record_template` as path: `output_options.template`.
 *
 * @example
 * ```ts
 * parseTemplate('"ray":{{.RayID}}').pieces; // ['"ray":', { field: 'RayID' }]
 * ```
 */
export function parseTemplate(template: string): ParsedTemplate {
  const pieces: TemplatePiece[] = [];
  const faults: Fault[] = [];
  let place = 0;
  let isTrimmed = false;
  const addText = (text: string, trimsEnd: boolean) => {
    const begun = isTrimmed ? text.trimStart() : text;
    const whole = trimsEnd ? begun.trimEnd() : begun;
    if (whole !== '') pieces.push(whole);
  };
  for (let open = template.indexOf('{{'); open !== -1; open = template.indexOf('{{', place)) {
    action.lastIndex = open;
    const [whole = '', before, field, quoted, raw, after] = action.exec(template) ?? [];
    if (whole === '') {
      faults.push(notAnAction(template.slice(open)));
      place = open + 2;
      // Each looks for its end in all that follows.
      if (faults.length === mostFaults) break;
      continue;
    }
    addText(template.slice(place, open), before !== undefined);
    const constant = raw ?? (quoted === undefined ? '' : unquote(quoted));
    if (constant === undefined) faults.push(notAnAction(whole));
    else if (field !== undefined) pieces.push({ field });
    else if (constant !== '') pieces.push(constant);
    place = open + whole.length;
    isTrimmed = after !== undefined;
  }
  addText(template.slice(place), false);
  return faults.length === 0 ? { pieces, faults: [] } : { pieces: undefined, faults };
}

const mostFaults = 20;

/** Go requires white space next to the `-`. */
const action = /\{\{(-\s)?\s*(?:\.(\w+)|"((?:[^"\\\n]|\\.)*)"|`([^`]*)`|\/\*[\s\S]*?\*\/)(?:\s*|(\s+-))\}\}/y;

/** The escapes of Go that are those of JSON too. */
function unquote(inner: string): string | undefined {
  try {
    const text: unknown = JSON.parse(`"${inner.replaceAll('\t', '\\t')}"`);
    return textOf(text);
  } catch {
    return undefined;
  }
}

function notAnAction(text: string): Fault {
  const end = text.indexOf('}}');
  const shown = end === -1 ? text : text.slice(0, end + 2);
  const message =
    `record_template has ${shown.slice(0, 80)}, which is not supported: a template has {{ .Field }}, ` +
    '{{ "constant text" }} and {{/* comments */}}, but no functions, conditions or loops. Write {{ "{{" }} for two braces.';
  return { code: 'output_options.template', message, path: ['record_template'] };
}
