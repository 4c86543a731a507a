import { formatNumber } from '../../ground/words';
import { formatTable, hangText, joinParagraphs, proseWidth, wrapText, wrapTexts } from '../layout';
import { isEmpty, type Block, type Cell, type Item, type Table } from './blocks';

export interface TextLayout {
  /** Columns of the terminal; undefined where there is none. */
  readonly width?: number | undefined;
  /** Whether to show everything of what may be cut. */
  readonly all?: boolean | undefined;
}

/** A report as text, of 80 columns where there is no terminal. Prose has at most 100, since longer lines are hard to read. */
export function renderText(blocks: readonly Block[], layout: TextLayout = {}): string {
  return joinParagraphs(paragraphsOf(blocks, layout));
}

type Lines = readonly string[];

function paragraphsOf(blocks: readonly Block[], layout: TextLayout): readonly Lines[] {
  return blocks.filter((block) => !isEmpty(block)).flatMap((block) => paragraphsOfBlock(block, layout));
}

function paragraphsOfBlock(block: Block, layout: TextLayout): readonly Lines[] {
  const width = proseWidth(layout.width);
  switch (block.kind) {
    case 'verdict':
    case 'prose':
      return [wrapTexts(block.texts, width)];
    case 'facts':
      return [
        formatTable(
          block.facts.map((fact) => fact.map(textOf)),
          { width: layout.width },
        ),
      ];
    case 'table':
      return tableLines(block, layout);
    case 'list':
      return listLines(block, layout);
    case 'code':
      return [codeLines(block, width)];
    case 'section':
      return paragraphsOf(block.blocks, layout);
    default:
      return block satisfies never;
  }
}

function tableLines(block: Table, layout: TextLayout): readonly Lines[] {
  const { title = '', headings, rows, none = '', unbroken = [], isForGrep = false } = block;
  if (rows.length === 0) return [wrapText(none, proseWidth(layout.width))];
  const most = mostOf(block, layout);
  const shown = rows.slice(0, most).map((row) => row.map(textOf));
  const hasNumbers = (at: number) =>
    rows.some((row) => typeof row[at] === 'number') &&
    rows.every((row) => typeof row[at] === 'number' || row[at] === '');
  const width = layout.width ?? (isForGrep ? undefined : 80);
  const rightAligned = headings.flatMap((_, at) =>
    hasNumbers(at) || block.rightAligned?.includes(at) === true ? [at] : [],
  );
  const lines = formatTable([headings.map((each) => each.toUpperCase()), ...shown], {
    ...{ width, unbroken, rightAligned },
  });
  const more = rows.length - shown.length;
  return [
    title === '' ? lines : [...wrapText(title, proseWidth(layout.width)), ...lines],
    more === 0 ? [] : [restOf(more, block)],
  ];
}

/** Items with something below them have blank lines between them. */
function listLines(block: Extract<Block, { kind: 'list' }>, layout: TextLayout): readonly Lines[] {
  const { title = '', note = '', items, isOrdered = false } = block;
  const width = proseWidth(layout.width);
  const most = mostOf(block, layout);
  const tail = isOrdered && items.length > most ? Math.floor(most / 2) : 0;
  const marked = items.map((item, at) => itemLines(item, isOrdered ? `${at + 1}. ` : '- ', layout));
  const more = items.length - most;
  const shown = [
    ...marked.slice(0, most - tail),
    ...(more > 0 ? [[`${isOrdered ? '   ' : '- '}… ${restOf(more, block)}`]] : []),
    ...(tail === 0 ? [] : marked.slice(-tail)),
  ];
  const isLoose = items.some(({ below = [] }) => below.length > 0);
  const before = title === '' ? [] : wrapText(title, width);
  const after = note === '' ? [] : wrapText(note, width);
  return isLoose ? [before, ...shown, after] : [[...before, ...shown.flat(), ...after]];
}

function itemLines({ label, text, below = [] }: Item, mark: string, layout: TextLayout): Lines {
  const width = proseWidth(layout.width);
  const indent = ' '.repeat(mark.length);
  const narrower = { ...layout, width: Math.max(1, (layout.width ?? 80) - mark.length) };
  return [
    ...hangText(mark, label === undefined ? text : `${label}: ${text}`, width),
    ...paragraphsOf(below, narrower)
      .flat()
      .map((line) => indent + line),
  ];
}

function codeLines({ title, code }: Extract<Block, { kind: 'code' }>, width: number): Lines {
  const indent = title === undefined ? '' : '  ';
  const text = typeof code === 'string' ? code : code(width - indent.length);
  const lines = text
    .trimEnd()
    .split('\n')
    .map((line) => indent + line);
  return title === undefined ? lines : [...wrapText(title, width), ...lines];
}

function mostOf({ most = Infinity }: { readonly most?: number }, { all = false }: TextLayout): number {
  return all ? Infinity : most;
}

function restOf(more: number, { see = '--json' }: { readonly see?: string }): string {
  return `${formatNumber(more)} more: see ${see}.`;
}

/** "and 1 more" would be no shorter than the name. */
function textOf(cell: Cell): string {
  if (typeof cell === 'number') return formatNumber(cell);
  if (typeof cell === 'string') return cell === '' ? '-' : cell;
  if (cell.length <= 3) return textOf(cell.join(', '));
  return `${cell.slice(0, 2).join(', ')}, and ${cell.length - 2} more`;
}
