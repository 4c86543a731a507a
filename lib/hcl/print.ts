import { depthChange, tokenize } from './tokens';
import { escapeTemplates } from './template';
import { visible } from '../ground/visible';
import { own } from '../ground/record';

export type Expression =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'list'; readonly items: readonly Expression[] }
  | {
      readonly kind: 'object';
      readonly members: readonly Attribute[];
      /** Whether each member has a line of its own, also where all fit on one. */
      readonly isExpanded?: boolean;
    }
  /** `jsonencode({…})`. */
  | { readonly kind: 'json'; readonly value: Expression };

export interface Attribute {
  readonly name: string;
  readonly value: Expression;
  /** The lines of a comment above the attribute. Each keeps its indent. */
  readonly comments?: readonly string[];
  /** Whether an empty line separates it from its neighbors. */
  readonly isSpaced?: boolean;
}

export interface Block {
  /** The text before the braces, such as `resource "edge_logpush_job" "errors"`. */
  readonly head: string;
  readonly body: readonly (Attribute | Block)[];
  /** The lines of a comment above the block. */
  readonly comments?: readonly string[];
}

/** A string in which Terraform finds no expressions. */
export function quoted(text: string): Expression {
  return verbatim(quoteText(text));
}

/** An expression that is written as it is: a number, `true`, or any other. Its further lines are indented anew. */
export function verbatim(text: string): Expression {
  return { kind: 'text', text };
}

/** Blocks as `terraform fmt` leaves them, with an empty line between them. */
export function printBlocks(blocks: readonly Block[]): string {
  return blocks.map((block) => printBlock(block, 0)).join('\n');
}

/** Prints an expression in one line, except for parts that are written as they are in several. */
export function printFlat(expression: Expression): string {
  switch (expression.kind) {
    case 'text':
      return expression.text;
    case 'list':
      return `[${expression.items.map(printFlat).join(', ')}]`;
    case 'object': {
      const members = expression.members.map(({ name, value }) => `${name} = ${printFlat(value)}`);
      return members.length === 0 ? '{}' : `{ ${members.join(', ')} }`;
    }
    default:
      return `jsonencode(${printFlat(expression.value)})`;
  }
}

/** A text in quotes, with `$${` for `${`. What a reader cannot see is escaped. */
export function quoteText(text: string): string {
  return `"${escapeText(escapeTemplates(text))}"`;
}

/** The characters of a template, escaped as they stand between quotes. */
export function escapeText(template: string): string {
  return template
    .replace(/\p{Cs}/gu, '\ufffd')
    .replace(/["\\]|(?! )[\p{C}\p{Z}]/gu, (character) => own(escapes, character) ?? escapeOf(character));
}

const escapes: Readonly<Record<string, string>> = {
  '"': String.raw`\"`,
  '\\': String.raw`\\`,
  '\n': String.raw`\n`,
  '\r': String.raw`\r`,
  '\t': String.raw`\t`,
};

function escapeOf(character: string): string {
  const code = (character.codePointAt(0) ?? 0).toString(16);
  return code.length > 4 ? `\\U${code.padStart(8, '0')}` : `\\u${code.padStart(4, '0')}`;
}

/** Prints comments, a line for each, which keeps its own indent. */
function printComments(comments: readonly string[] = [], indent: number): string[] {
  return comments.map((comment) => {
    const [own = ''] = /^ */.exec(comment) ?? [];
    // A heading or a ruler has no space behind its first mark.
    const mark = comment.startsWith('#') ? '#' : '# ';
    return `${' '.repeat(indent)}${mark}${own}${visible(comment)}`.trimEnd();
  });
}

function printBlock({ head, body, comments }: Block, indent: number): string {
  const pad = ' '.repeat(indent);
  const above = printComments(comments, indent)
    .map((line) => `${line}\n`)
    .join('');
  if (body.length === 0) return `${above}${pad}${head} {}\n`;
  return `${above}${pad}${head} {\n${printBody(body, indent + 2)}${pad}}\n`;
}

function printBody(body: Block['body'], indent: number): string {
  const attributes = body.filter((each) => 'name' in each);
  const blocks = body.filter((each) => 'head' in each);
  return [printAttributes(attributes, indent), ...blocks.map((block) => printBlock(block, indent))]
    .filter((part) => part !== '')
    .join('\n');
}

/** Prints attributes. The equals signs of neighboring lines are aligned. An attribute of several lines has neighbors on neither side. */
function printAttributes(attributes: readonly Attribute[], indent: number): string {
  const printed = attributes.map(({ name, value, comments, isSpaced = false }) => ({
    name,
    comments: printComments(comments, indent),
    isSpaced,
    text: print(value, indent, indent + name.length + 3),
  }));
  const lines: string[] = [];
  let at = 0;
  while (at < printed.length) {
    const run = runFrom(printed, at);
    const width = Math.max(...run.map(({ name }) => name.length));
    if (at > 0 && (run[0]?.isSpaced === true || printed[at - 1]?.isSpaced === true)) lines.push('');
    for (const { name, comments, text } of run)
      lines.push(...comments, `${' '.repeat(indent)}${name.padEnd(width)} = ${text}`);
    at += run.length;
  }
  return lines.map((line) => `${line}\n`).join('');
}

interface PrintedAttribute {
  readonly name: string;
  readonly text: string;
  readonly comments: readonly string[];
  readonly isSpaced: boolean;
}

/** A run of attributes of one line each that follow each other without a comment between them; or one attribute of several lines. */
function runFrom(printed: readonly PrintedAttribute[], start: number): readonly PrintedAttribute[] {
  let end = start + 1;
  const isJoined = (at: number) => {
    const { text = '\n', isSpaced = true } = printed[at] ?? {};
    return !text.includes('\n') && !isSpaced;
  };
  while (isJoined(end - 1) && isJoined(end) && printed[end]?.comments.length === 0) end += 1;
  return printed.slice(start, end);
}

const lineWidth = 110;

function print(expression: Expression, indent: number, column: number): string {
  const flat = isFlat(expression) ? printFlat(expression) : undefined;
  if (flat !== undefined && column + flat.length <= lineWidth) return flat;
  const pad = ' '.repeat(indent);
  switch (expression.kind) {
    case 'text':
      return indentLines(expression.text, indent);
    case 'list': {
      const items = expression.items.map((item) => `${pad}  ${print(item, indent + 2, indent + 2)},\n`);
      return items.length === 0 ? '[]' : `[\n${items.join('')}${pad}]`;
    }
    case 'object':
      return expression.members.length === 0
        ? '{}'
        : `{\n${printAttributes(expression.members, indent + 2)}${pad}}`;
    default:
      return `jsonencode(${print(expression.value, indent, column + 11)})`;
  }
}

/** Whether an expression may be on one line. */
function isFlat(expression: Expression): boolean {
  switch (expression.kind) {
    case 'text':
      return !expression.text.includes('\n');
    case 'list':
      return expression.items.every(isFlat);
    case 'object':
      return (
        (expression.isExpanded !== true || expression.members.length === 0) &&
        expression.members.every(({ value, comments = [] }) => comments.length === 0 && isFlat(value))
      );
    default:
      return isFlat(expression.value);
  }
}

/** The lines of an expression behind its first one, as `terraform fmt` indents them: one step for each line with open brackets. */
function indentLines(text: string, indent: number): string {
  const lines: { readonly start: number; readonly change: number }[] = [];
  let [start, change] = [0, 0];
  for (const token of tokenize(text)) {
    change += depthChange(token);
    if (token.kind !== 'newline') continue;
    lines.push({ start, change });
    [start, change] = [token.end, 0];
  }
  lines.push({ start, change });
  const open: number[] = [];
  return lines
    .map((line, at) => {
      const content = text.slice(line.start, lines[at + 1]?.start);
      closeBrackets(open, -line.change);
      const depth = open.length;
      if (line.change > 0) open.push(line.change);
      if (at === 0 || content.trim() === '') return content.replace(/^[ \t]+(?=\r?\n$)/, '');
      return ' '.repeat(indent + 2 * depth) + content.replace(/^[ \t]+/, '');
    })
    .join('');
}

/** Closes brackets. `open` has the number of open brackets on each of the lines that indent. */
function closeBrackets(open: number[], count: number): void {
  let left = count;
  while (left > 0 && open.length > 0) {
    const last = open.pop() ?? 0;
    if (last > left) open.push(last - left);
    left -= last;
  }
}
