import { escapeMarkdown } from '../project/markdown';
import { isEmpty, type Block, type Cell, type Item } from './blocks';

/** A report as Markdown, below a title of its own. */
export function renderMarkdown(blocks: readonly Block[]): string {
  return blocks
    .filter((block) => !isEmpty(block))
    .map(renderBlock)
    .join('\n\n');
}

function renderBlock(block: Block): string {
  switch (block.kind) {
    case 'verdict':
      return block.texts.map((text) => `> ${escapeMarkdown(text)}`).join('\n>\n');
    case 'prose':
      return block.texts.map(escapeMarkdown).join('\n\n');
    case 'facts':
      return block.facts.map(([name, value]) => `- ${name}: ${textOf(value)}`).join('\n');
    case 'table': {
      const { title, headings, rows, none = '' } = block;
      if (rows.length === 0) return none;
      const lines = [headings, headings.map(() => '---'), ...rows.map((row) => row.map(textOf))];
      return titled(title, lines.map((line) => `| ${line.join(' | ')} |`).join('\n'));
    }
    case 'list': {
      const { title, items, isOrdered = false, note } = block;
      const lines = items.map((item, at) => renderItem(item, isOrdered ? `${at + 1}. ` : '- ')).join('\n');
      return titled(title, note === undefined ? lines : `${lines}\n\n${escapeMarkdown(note)}`);
    }
    case 'code': {
      const code = typeof block.code === 'string' ? block.code : block.code(100);
      return titled(block.title, `\`\`\`sh\n${code.trimEnd()}\n\`\`\``);
    }
    case 'section':
      return `## ${escapeMarkdown(block.title)}\n\n${renderMarkdown(block.blocks)}`;
    default:
      return block satisfies never;
  }
}

function titled(title: string | undefined, text: string): string {
  return title === undefined ? text : `${escapeMarkdown(title)}\n\n${text}`;
}

function renderItem({ label, text, below = [] }: Item, mark: string): string {
  const line = `${mark}${escapeMarkdown(label === undefined ? text : `${label}: ${text}`)}`;
  if (below.length === 0) return line;
  const inner = renderMarkdown(below).split('\n');
  return [line, '', ...inner.map((each) => (each === '' ? '' : ' '.repeat(mark.length) + each))].join('\n');
}

function textOf(cell: Cell): string {
  return escapeMarkdown(typeof cell === 'object' ? cell.join(', ') : String(cell));
}
