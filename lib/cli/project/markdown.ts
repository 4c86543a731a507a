import { visible } from '../../ground/visible';

/** Names may have any characters, and some mean something in Markdown. */
export function escapeMarkdown(text: string): string {
  return visible(text).replace(/[\\*[\]<|]/g, String.raw`\$&`);
}

/** Commands to copy. */
export function shellBlock(...lines: readonly string[]): string {
  return ['```sh', ...lines, '```'].join('\n');
}
