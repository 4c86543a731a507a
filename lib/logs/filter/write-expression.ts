import { typeOf, type Dataset } from '../catalogue';
import type { Place, Places } from './expression-places';
import { groupOf, isLeaf, type Condition, type Filter, type Group, type Leaf, type Scalar } from './filter';
import type { Operator } from './operators';
import { reservedWords } from './read-expression';

/** How an expression is written. */
export interface ExpressionOptions {
  /** Decides which values are in quotes. Without it, digits, `true` and `false` are not. */
  readonly dataset?: Dataset;
  /** Lines that would be longer, in UTF-16 code units, are broken before `and` and `or`. Default: one line. */
  readonly width?: number;
}

/**
 * Writes a filter as an expression that `parseExpression` reads, with only the necessary parentheses. Reading it gives
 * an equivalent filter (see `sameFilter`) for every filter that the service accepts: sets for `in` and `!in`, scalars
 * elsewhere, no empty group.
 *
 * @example
 * ```ts
 * const { filter } = parseFilter('{"where":{"and":[{"key":"ClientCountry","operator":"!in","value":["nl","de"]}]}}');
 * if (filter) formatExpression(filter); // 'not ClientCountry in {"nl" "de"}'
 * ```
 */
export function formatExpression(filter: Filter, options: ExpressionOptions = {}): string {
  return writeExpression(filter, options).text;
}

/** @internal the same, with the offsets of the conditions */
export function writeExpression(
  filter: Filter,
  options: ExpressionOptions = {},
): { readonly text: string; readonly places: Places } {
  const writer = new ExpressionWriter(options);
  writer.condition(filter.where, undefined, 0);
  return { text: writer.text, places: writer.places };
}

const infix: Readonly<Partial<Record<Operator, string>>> = {
  eq: '==',
  '!eq': '!=',
  lt: '<',
  leq: '<=',
  gt: '>',
  geq: '>=',
  contains: 'contains',
  '!contains': 'contains',
  in: 'in',
  '!in': 'in',
};

class ExpressionWriter {
  readonly places = new Map<Condition, Place>();
  private readonly flats = new Map<Condition, Flat>();
  private readonly lengths = new Map<Condition, number>();
  private readonly pieces: string[] = [];
  private at = 0;
  private lineStart = 0;

  constructor(private readonly options: ExpressionOptions) {}

  get text(): string {
    return this.pieces.join('');
  }

  condition(condition: Condition, around: 'and' | 'or' | undefined, indent: number): void {
    const { kind, children } = this.flat(condition);
    const [only, ...more] = children;
    if (only !== undefined && more.length === 0 && isLeaf(only)) {
      this.leaf(only);
    } else if (needsParentheses(kind, around) || children.length === 0) {
      const breaks = children.length > 0 && !this.fits(condition, 2);
      this.write('(');
      if (breaks) this.line(indent + 1);
      this.children(condition, breaks ? indent + 1 : indent, breaks ? indent + 1 : indent);
      if (breaks) this.line(indent);
      this.write(')');
    } else {
      // An "and" within an "or" has no parentheses, so its further lines are indented.
      this.children(condition, indent, around === 'or' ? indent + 1 : indent);
    }
  }

  private children(condition: Condition, indent: number, further: number): void {
    const { kind, children } = this.flat(condition);
    const breaks = !this.fits(condition, 0);
    for (const [index, child] of children.entries()) {
      if (index > 0) {
        if (breaks) this.line(further);
        this.write(breaks ? `${kind} ` : ` ${kind} `);
      }
      this.condition(child, kind, index === 0 ? indent : further);
    }
  }

  private leaf(leaf: Leaf): void {
    const start = this.at;
    const pieces = this.leafPieces(leaf);
    const items: number[] = [];
    const parts: { operator?: number; value?: number } = {};
    for (const { text, part } of pieces) {
      if (part === 'item') items.push(this.at);
      else if (part !== undefined) parts[part] = this.at;
      this.write(text);
    }
    this.places.set(leaf, { start, ...parts, ...(items.length > 0 && { items }) });
  }

  private leafPieces(leaf: Leaf): Piece[] {
    const { key, operator, value } = leaf;
    const field = writeField(key);
    const spelled = infix[operator];
    if (spelled === undefined) {
      const name = operator.endsWith('tartsWith') ? 'starts_with' : 'ends_with';
      return [
        { text: operator.startsWith('!') ? 'not ' : '' },
        { text: name, part: 'operator' },
        { text: `(${field}, ` },
        ...this.valuePieces(leaf, value),
        { text: ')' },
      ];
    }
    return [
      { text: operator === '!in' || operator === '!contains' ? 'not ' : '' },
      { text: `${field} ` },
      { text: spelled, part: 'operator' },
      { text: ' ' },
      ...this.valuePieces(leaf, value),
    ];
  }

  private valuePieces(leaf: Leaf, value: Leaf['value']): Piece[] {
    if (typeof value !== 'object') return [{ text: this.scalar(leaf, value), part: 'value' }];
    const items = value.flatMap((item, index): Piece[] => [
      { text: index === 0 ? '' : ' ' },
      { text: typeof item === 'string' ? JSON.stringify(item) : String(item), part: 'item' },
    ]);
    return [{ text: '{', part: 'value' }, ...items, { text: '}' }];
  }

  private scalar({ key, operator }: Leaf, value: Scalar): string {
    const text = String(value);
    const { dataset } = this.options;
    const type = dataset && typeOf(key, dataset);
    const isText = infix[operator] === undefined || type === 'string' || type === 'array[string]';
    return isText || !/^(?:true|false|0|[1-9]\d{0,19})$/.test(text) ? JSON.stringify(text) : text;
  }

  private fits(condition: Condition, around: number): boolean {
    const { width } = this.options;
    return width === undefined || this.at - this.lineStart + this.length(condition) + around <= width;
  }

  private length(condition: Condition): number {
    const known = this.lengths.get(condition);
    if (known !== undefined) return known;
    let length = 0;
    if (isLeaf(condition)) {
      length = this.leafPieces(condition).reduce((sum, { text }) => sum + text.length, 0);
    } else {
      const { kind, children } = this.flat(condition);
      for (const child of children) {
        const isWrapped = !isLeaf(child) && needsParentheses(this.flat(child).kind, kind);
        length += this.length(child) + (isWrapped ? 2 : 0);
      }
      length += (children.length - 1) * (kind.length + 2);
    }
    this.lengths.set(condition, length);
    return length;
  }

  /** Merges nested groups of one kind, and unwraps groups of one condition: the form in which the text is read back. */
  private flat(condition: Condition): Flat {
    const known = this.flats.get(condition);
    if (known !== undefined) return known;
    const flat = isLeaf(condition) ? { kind: 'and' as const, children: [condition] } : this.merged(condition);
    this.flats.set(condition, flat);
    return flat;
  }

  private merged(condition: Group): Flat {
    const { kind, children } = groupOf(condition);
    const [only, ...more] = children;
    if (only !== undefined && more.length === 0) return this.flat(only);
    const flat = children.flatMap((child) => {
      const inner = this.flat(child);
      return inner.kind === kind || inner.children.length === 1 ? inner.children : [child];
    });
    return { kind, children: flat };
  }

  private line(indent: number): void {
    this.write('\n');
    this.lineStart = this.at;
    this.write('  '.repeat(indent));
  }

  private write(text: string): void {
    this.pieces.push(text);
    this.at += text.length;
  }
}

interface Flat {
  readonly kind: 'and' | 'or';
  readonly children: readonly Condition[];
}

interface Piece {
  readonly text: string;
  readonly part?: 'operator' | 'value' | 'item';
}

/** `and` binds more tightly, and nested groups of one kind are merged. */
function needsParentheses(kind: 'and' | 'or', around: 'and' | 'or' | undefined): boolean {
  return kind === 'or' && around === 'and';
}

function writeField(key: string): string {
  return /^[A-Za-z_][\w.]*$/.test(key) && !reservedWords.has(key) ? key : JSON.stringify(key);
}
