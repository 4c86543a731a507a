import { visible } from '../../ground/visible';
import { escapeTemplates } from '../../hcl/template';

/**
 * A TypeScript string, in single quotes unless double ones need fewer escapes. What a reader cannot see is escaped: control and
 * format characters, and spaces other than the common one.
 */
export function quote(text: string): string {
  const mark = count(text, "'") > count(text, '"') ? '"' : "'";
  const inner = JSON.stringify(text)
    .slice(1, -1)
    .replaceAll(String.raw`\"`, '"');
  return mark + inner.replaceAll(mark, `\\${mark}`).replace(invisible, escapeOf) + mark;
}

/** A TypeScript string for a value that Terraform reads: Terraform takes `${` and `%{` for the beginning of an expression unless they are doubled. */
export function quoteForTerraform(text: string): string {
  return quote(escapeTemplates(text));
}

/** A comment of one line. An indent stays. */
export function commentLine(text: string): string {
  const [indent = ''] = /^ */.exec(text) ?? [];
  return `// ${indent}${visible(text)}`.trimEnd();
}

const invisible = /(?! )[\p{C}\p{Z}]/gu;

function escapeOf(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  return code > 0xffff ? `\\u{${code.toString(16)}}` : `\\u${code.toString(16).padStart(4, '0')}`;
}

function count(text: string, part: string): number {
  return text.split(part).length - 1;
}
