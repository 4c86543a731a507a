/** The color of an answer or a label; the words say the same. */
export type Tone = 'good' | 'warning' | 'bad' | 'plain';

/** Text, a number, or names. A renderer may show some of the names, and how many more there are. */
export type Cell = string | number | readonly string[];

/** Items that a renderer for readers may cut: text shows `most`, and says that `see` shows the rest. */
interface Cut {
  readonly most?: number;
  readonly see?: string;
}

export interface Table extends Cut {
  readonly kind: 'table';
  readonly title?: string;
  readonly headings: readonly string[];
  /** The first cell of a row is its heading. */
  readonly rows: readonly (readonly Cell[])[];
  /** Stands for a table without rows. */
  readonly none?: string;
  /** Columns that never wrap, counted from 0: names that a reader copies. */
  readonly unbroken?: readonly number[];
  /** Columns of text that are aligned to the right, as numbers are. */
  readonly rightAligned?: readonly number[];
  /** Whether a row of text is one line where there is no terminal. */
  readonly isForGrep?: boolean;
  /** Whether a reader of a page can fold it. */
  readonly isFoldable?: boolean;
}

export interface Item {
  readonly text: string;
  /** The kind of the item, in a word or two. */
  readonly label?: string;
  readonly tone?: Tone;
  readonly below?: readonly Block[];
}

interface List extends Cut {
  readonly kind: 'list';
  readonly title?: string;
  readonly items: readonly Item[];
  /** Whether the items have numbers. Of many, text shows the first and the last ones. */
  readonly isOrdered?: boolean;
  /** About all items, behind them. */
  readonly note?: string;
}

/** A part of a report. What has no content is not printed. */
export type Block =
  /** The answer, which a reader must not miss. */
  | { readonly kind: 'verdict'; readonly tone: Tone; readonly texts: readonly string[] }
  /** Texts, each of which begins a line. */
  | { readonly kind: 'prose'; readonly texts: readonly string[] }
  | { readonly kind: 'facts'; readonly facts: readonly (readonly [name: string, value: string | number])[] }
  | Table
  | List
  /** Lines to copy, or laid out already for a width. */
  | { readonly kind: 'code'; readonly title?: string; readonly code: string | ((width: number) => string) }
  /** A part of a page. Text shows no headings, since its blocks have titles. */
  | { readonly kind: 'section'; readonly title: string; readonly blocks: readonly Block[] };

export function verdict(tone: Tone, ...texts: readonly string[]): Block {
  return { kind: 'verdict', tone, texts: texts.filter((text) => text !== '') };
}

export function prose(...texts: readonly string[]): Block {
  return { kind: 'prose', texts: texts.filter((text) => text !== '') };
}

/** A name with its value; undefined where there is nothing to say. */
export type Fact = readonly [name: string, value: string | number | undefined];

export function facts(...found: readonly Fact[]): Block {
  return {
    kind: 'facts',
    facts: found.flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  };
}

/** The cell of a row by the heading of its column. */
export type Columns<Row> = Readonly<Record<string, (row: Row) => Cell>>;

export function table<Row>(
  columns: Columns<Row>,
  rows: readonly Row[],
  options: Omit<Table, 'kind' | 'headings' | 'rows'> = {},
): Table {
  const cellsOf = Object.values(columns);
  const cells = rows.map((row) => cellsOf.map((read) => read(row)));
  return { kind: 'table', headings: Object.keys(columns), rows: cells, ...options };
}

export function list(items: readonly (string | Item)[], options: Omit<List, 'kind' | 'items'> = {}): Block {
  return {
    kind: 'list',
    items: items.map((item) => (typeof item === 'string' ? { text: item } : item)),
    ...options,
  };
}

export function code(text: string | ((width: number) => string), title?: string): Block {
  return { kind: 'code', code: text, ...(title !== undefined && { title }) };
}

export function section(title: string, ...blocks: readonly Block[]): Block {
  return { kind: 'section', title, blocks };
}

export function isEmpty(block: Block): boolean {
  switch (block.kind) {
    case 'verdict':
    case 'prose':
      return block.texts.length === 0;
    case 'facts':
      return block.facts.length === 0;
    case 'table':
      return block.rows.length === 0 && block.none === undefined;
    case 'list':
      return block.items.length === 0;
    case 'code':
      return block.code === '';
    case 'section':
      return block.blocks.every(isEmpty);
    default:
      return block satisfies never;
  }
}
