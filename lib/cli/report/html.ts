import { createHash } from 'node:crypto';
import { h, type ComponentChild } from 'preact';
import { renderToString } from 'preact-render-to-string';
import { packageVersion } from '../../client/package-version';
import { visible } from '../../ground/visible';
import { formatNumber } from '../../ground/words';
import { isEmpty, type Block, type Cell, type Item, type Table } from './blocks';
import { styles } from './styles';

export interface Page {
  readonly title: string;
  /** The command that writes the page, such as `edge-platform waf report`. */
  readonly command: string;
  /** How it is printed: a page with wide tables lies on its side. */
  readonly orientation: 'portrait' | 'landscape';
  readonly blocks: readonly Block[];
}

export interface PageSource {
  readonly baseUrl: string;
  /** ISO 8601, UTC. */
  readonly readAt: string;
}

/** One HTML document that needs nothing else: no script, no request, and a policy that forbids both. */
export function renderHtml(
  { title, command, orientation, blocks }: Page,
  { baseUrl, readAt }: PageSource,
): string {
  const time = h('time', { dateTime: readAt }, `${readAt.slice(0, 19).replace('T', ' ')} UTC`);
  const page = h(
    'html',
    { lang: 'en' },
    h('head', null, [
      h('meta', { charset: 'utf-8' }),
      h('meta', { 'http-equiv': 'Content-Security-Policy', content: policy }),
      h('meta', { name: 'viewport', content: 'width=device-width, initial-scale=1' }),
      h('meta', { name: 'color-scheme', content: 'light dark' }),
      h('meta', { name: 'referrer', content: 'no-referrer' }),
      h('title', null, visible(title)),
      // Text in this element is not decoded, so it must not be escaped.
      h('style', { dangerouslySetInnerHTML: { __html: styles } }),
    ]),
    h('body', { class: orientation }, [
      h('main', null, h('h1', null, textOf(title)), render(blocks)),
      h('footer', null, [
        ...['Written by ', h('code', null, command), `, version ${packageVersion()}, from what `],
        ...[textOf(baseUrl), ' returned at ', time, '.'],
      ]),
    ]),
  );
  return `<!doctype html>\n${renderToString(page)}\n`;
}

const hash = createHash('sha256').update(styles).digest('base64');
const policy = `default-src 'none'; style-src 'sha256-${hash}'; base-uri 'none'; form-action 'none'`;

type Children = readonly ComponentChild[];

/** Text from the API or a file. Its direction does not reach the text around it, and nothing in it is invisible. */
function textOf(text: string): ComponentChild {
  return h('bdi', null, visible(text));
}

function paragraphs(...texts: readonly string[]): Children {
  return texts.map((text) => h('p', null, textOf(text)));
}

function render(blocks: readonly Block[]): Children {
  return blocks.filter((block) => !isEmpty(block)).flatMap(renderBlock);
}

function renderBlock(block: Block): Children {
  switch (block.kind) {
    case 'verdict':
      return [h('div', { class: `notice ${block.tone}` }, paragraphs(...block.texts))];
    case 'prose':
      return paragraphs(...block.texts);
    case 'facts': {
      const areNumbers = block.facts.every(([, value]) => typeof value === 'number');
      const pairs = block.facts.map(([name, value]) =>
        h('div', null, h('dt', null, name), h('dd', null, cellOf(value))),
      );
      return [h('dl', { class: areNumbers ? 'facts figures' : 'facts' }, pairs)];
    }
    case 'table':
      return [renderTable(block)];
    case 'list': {
      const { title, items, isOrdered = false, note } = block;
      const head = title === undefined ? [] : [h('h3', null, visible(title.replace(/:$/, '')))];
      const list = h(isOrdered ? 'ol' : 'ul', null, items.map(renderItem));
      return [...head, list, ...(note === undefined ? [] : paragraphs(note))];
    }
    case 'code': {
      const { title, code } = block;
      const text = typeof code === 'string' ? code : code(100);
      const head = title === undefined ? [] : paragraphs(title);
      // The writer of the code has escaped what a reader cannot see.
      return [...head, h('pre', null, h('code', null, text.trimEnd()))];
    }
    case 'section': {
      const id = block.title.toLowerCase().replace(/[^a-z]+/g, '-');
      const heading = h('h2', { id }, visible(block.title));
      return [h('section', { 'aria-labelledby': id }, [heading, ...render(block.blocks)])];
    }
    default:
      return block satisfies never;
  }
}

function renderItem({ label, tone = 'plain', text, below = [] }: Item): ComponentChild {
  const badge = label === undefined ? [] : [h('span', { class: `badge ${tone}` }, label), ' '];
  return h('li', null, [...badge, textOf(text), ...render(below)]);
}

/** A table whose headings repeat on each printed page, and whose rows become lists on a narrow screen. */
function renderTable({
  title,
  headings,
  rows,
  none = '',
  unbroken = [],
  isFoldable = false,
}: Table): ComponentChild {
  if (rows.length === 0) return h('p', null, none);
  const cell = (content: Cell, at: number) =>
    h(
      at === 0 ? 'th' : 'td',
      { 'data-label': headings[at], ...(at === 0 && { scope: 'row' }) },
      unbroken.includes(at) ? h('code', null, cellOf(content)) : cellOf(content),
    );
  const table = h('table', null, [
    title === undefined || isFoldable ? null : h('caption', null, title),
    h(
      'thead',
      null,
      h(
        'tr',
        null,
        headings.map((heading) => h('th', { scope: 'col' }, heading)),
      ),
    ),
    h(
      'tbody',
      null,
      rows.map((row) => h('tr', null, row.map(cell))),
    ),
  ]);
  // It is open, because a closed one would not be printed everywhere.
  return isFoldable ? h('details', { open: true }, h('summary', null, title), table) : table;
}

const mostNames = 20;

function cellOf(cell: Cell): ComponentChild {
  if (typeof cell === 'number') return formatNumber(cell);
  if (typeof cell === 'string') return cell === '' ? '-' : textOf(cell);
  if (cell.length === 0) return '-';
  const names = cell.slice(0, mostNames).map((name) => h('li', null, textOf(name)));
  const more = cell.length - mostNames;
  return h(
    'ul',
    { class: 'names' },
    more > 0 ? [...names, h('li', null, `and ${formatNumber(more)} more`)] : names,
  );
}
