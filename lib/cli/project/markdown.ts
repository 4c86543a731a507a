import { visible } from '../../ground/visible';

/** Escapes the characters of a name that have a meaning in Markdown. */
export function escapeMarkdown(text: string): string {
  return visible(text).replace(/[\\*[\]<|]/g, String.raw`\$&`);
}

/** A code block with commands to copy. */
export function shellBlock(...lines: readonly string[]): string {
  return ['```sh', ...lines, '```'].join('\n');
}
