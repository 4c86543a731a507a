import { escapeTemplates, visible } from '../../../project/text';

/** An expression of HCL. */
export type Expression =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'list'; readonly items: readonly Expression[] }
  | {
      readonly kind: 'object';
      readonly members: readonly Attribute[];
      /** Whether each member has a line of its own also where all fit on one. */
      readonly isExpanded?: boolean;
    }
  /** `jsonencode({…})`. */
  | { readonly kind: 'json'; readonly value: Expression };

export interface Attribute {
  readonly name: string;
  readonly value: Expression;
  /** Above the attribute. */
  readonly comment?: string;
}

export interface Block {
  /** What is before the braces, such as `resource "edge_logpush_job" "errors"`. */
  readonly head: string;
  readonly body: readonly (Attribute | Block)[];
  readonly comment?: string;
}

/** A string in which Terraform finds no expressions. */
export function quoted(text: string): Expression {
  return verbatim(quoteText(text));
}

/** What is written as it is: a number, `true`, or a reference. */
export function verbatim(text: string): Expression {
  return { kind: 'text', text };
}

export function list(items: readonly Expression[]): Expression {
  return { kind: 'list', items };
}

export function objectOf(members: readonly Attribute[]): Expression {
  return { kind: 'object', members };
}

/** An object with a line for each member, also where all fit on one. */
export function expandedObject(members: readonly Attribute[]): Expression {
  return { kind: 'object', members, isExpanded: true };
}

export function jsonEncoded(value: Expression): Expression {
  return { kind: 'json', value };
}

/** Blocks as `terraform fmt` leaves them, with an empty line between them. */
export function printBlocks(blocks: readonly Block[]): string {
  return blocks.map((block) => printBlock(block, 0)).join('\n');
}

/** A text in quotes, with `$${` for `${`. What a reader cannot see is escaped. */
export function quoteText(text: string): string {
  const escaped = escapeTemplates(text.replace(/\p{Cs}/gu, '\ufffd')).replace(
    /["\\]|(?! )[\p{C}\p{Z}]/gu,
    (character) => escapes[character] ?? escapeOf(character),
  );
  return `"${escaped}"`;
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

function printBlock({ head, body, comment }: Block, indent: number): string {
  const pad = ' '.repeat(indent);
  const above = comment === undefined ? '' : `${pad}# ${visible(comment)}\n`;
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

/** The equals signs of neighboring lines are aligned. An attribute of several lines has neighbors on neither side. */
function printAttributes(attributes: readonly Attribute[], indent: number): string {
  const printed = attributes.map(({ name, value, comment }) => ({
    name,
    comment,
    text: print(value, indent, indent + name.length + 3),
  }));
  const lines: string[] = [];
  let at = 0;
  while (at < printed.length) {
    const run = runFrom(printed, at);
    const width = Math.max(...run.map(({ name }) => name.length));
    for (const { name, comment, text } of run) {
      if (comment !== undefined) lines.push(`${' '.repeat(indent)}# ${visible(comment)}`);
      lines.push(`${' '.repeat(indent)}${name.padEnd(width)} = ${text}`);
    }
    at += run.length;
  }
  return lines.map((line) => `${line}\n`).join('');
}

interface PrintedAttribute {
  readonly name: string;
  readonly text: string;
  readonly comment: string | undefined;
}

/** Attributes of one line each that follow each other without a comment between them; or one attribute of several lines. */
function runFrom(printed: readonly PrintedAttribute[], start: number): readonly PrintedAttribute[] {
  let end = start + 1;
  const isOneLine = (at: number) => printed[at]?.text.includes('\n') === false;
  while (isOneLine(end - 1) && isOneLine(end) && printed[end]?.comment === undefined) end += 1;
  return printed.slice(start, end);
}

const lineWidth = 110;

function print(expression: Expression, indent: number, column: number): string {
  const flat = flatOf(expression);
  if (flat !== undefined && column + flat.length <= lineWidth) return flat;
  const pad = ' '.repeat(indent);
  switch (expression.kind) {
    case 'text':
      return expression.text;
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

function flatOf(expression: Expression): string | undefined {
  switch (expression.kind) {
    case 'text':
      return expression.text;
    case 'list': {
      const items = expression.items.map(flatOf);
      return items.includes(undefined) ? undefined : `[${items.join(', ')}]`;
    }
    case 'object': {
      if (expression.isExpanded === true && expression.members.length > 0) return undefined;
      if (expression.members.some(({ comment }) => comment !== undefined)) return undefined;
      const members = expression.members.map(({ name, value }) => {
        const flat = flatOf(value);
        return flat === undefined ? undefined : `${name} = ${flat}`;
      });
      if (members.includes(undefined)) return undefined;
      return members.length === 0 ? '{}' : `{ ${members.join(', ')} }`;
    }
    default: {
      const flat = flatOf(expression.value);
      return flat === undefined ? undefined : `jsonencode(${flat})`;
    }
  }
}
