import { closingAt, tokenize, type SourceRange, type Token } from './tokens';

/** A block, from its type to behind its closing brace. */
export interface SourceBlock extends SourceRange {
  readonly type: string;
  readonly labels: readonly string[];
  /** The start of the comment lines directly above it; its own start without any. */
  readonly commentsStart: number;
  /** The range between its braces. */
  readonly body: SourceRange;
}

/** An attribute, from its name to behind its value. */
export interface SourceAttribute extends SourceRange {
  readonly name: string;
  readonly commentsStart: number;
  /** The value, without comments behind it. The end of a heredoc is behind its marker. */
  readonly value: SourceRange;
}

export interface SourceBody {
  readonly attributes: readonly SourceAttribute[];
  readonly blocks: readonly SourceBlock[];
}

/**
 * The top-level blocks of a file in HCL. Offsets are those of the text, with its byte order mark if it has one.
 *
 * @throws an Error with the line where the text is not HCL
 */
export function findBlocks(text: string): readonly SourceBlock[] {
  return readBody(text, { start: 0, end: text.length }).blocks;
}

/**
 * The attributes and blocks between the braces of a block of a text.
 *
 * @param text - the text in which the block was found
 */
export function findBody(text: string, block: SourceBlock): SourceBody {
  return readBody(text, block.body);
}

export function readBody(text: string, range: SourceRange): SourceBody {
  return new BodyParser(text, tokenize(text, range)).parse();
}

class BodyParser {
  #at = 0;

  public constructor(
    private readonly text: string,
    private readonly tokens: readonly Token[],
  ) {}

  public parse(): SourceBody {
    const attributes: SourceAttribute[] = [];
    const blocks: SourceBlock[] = [];
    for (let head = this.#nextHead(); head !== undefined; head = this.#nextHead()) {
      if (head.kind !== 'identifier') throw this.#failure();
      const commentsStart = this.#commentsStart(this.#at);
      this.#at += 1;
      if (this.#peek()?.text === '=') attributes.push(this.#attribute(head, commentsStart));
      else blocks.push(this.#block(head, commentsStart));
    }
    return { attributes, blocks };
  }

  /** Reads an attribute. Its value has the tokens up to the end of the line, or of the bracket that is open there. */
  #attribute(head: Token, commentsStart: number): SourceAttribute {
    const from = this.#at + 1;
    const isEnd = ({ kind, depth }: Token) => kind === 'newline' && depth === 0;
    for (this.#at = from; this.#peek() !== undefined; this.#at += 1) if (isEnd(this.#peek() ?? head)) break;
    const value = this.tokens.slice(from, this.#at).filter(({ kind }) => kind !== 'comment');
    const [first, last] = [value[0], value.at(-1)];
    if (first === undefined || last === undefined) throw this.#failure();
    const { start, text: name } = head;
    return { name, commentsStart, start, end: last.end, value: { start: first.start, end: last.end } };
  }

  #block(head: Token, commentsStart: number): SourceBlock {
    const labels: string[] = [];
    for (let token = this.#peek(); token !== undefined && token.text !== '{'; token = this.#peek())
      labels.push(this.#label(token));
    const [open, closing] = [this.#peek(), closingAt(this.tokens, this.#at)];
    this.#at = closing + 1;
    const close = this.tokens[closing];
    if (open === undefined) throw this.#failure();
    if (close === undefined) throw this.#failure(open, '`{` is not closed.');
    return {
      type: head.text,
      labels,
      commentsStart,
      start: head.start,
      end: close.end,
      body: { start: open.end, end: close.start },
    };
  }

  #label(token: Token): string {
    this.#at += 1;
    if (token.kind === 'identifier') return token.text;
    if (token.kind !== 'open-text') throw this.#failure();
    const literal = this.#peek();
    this.#at += literal?.kind === 'literal' ? 2 : 1;
    return literal?.kind === 'literal' ? literal.text.replace(/\\(.)/g, '$1') : '';
  }

  #nextHead(): Token | undefined {
    while (this.#peek()?.kind === 'newline' || this.#peek()?.kind === 'comment') this.#at += 1;
    return this.#peek();
  }

  #peek(): Token | undefined {
    return this.tokens[this.#at];
  }

  /** The start of the comments of a member: those on lines of their own directly above it, without an empty line between. */
  #commentsStart(at: number): number {
    let start = this.tokens[at]?.start ?? 0;
    for (let index = at - 1; index > 0; index -= 2) {
      const [comment, newline] = [this.tokens[index - 1], this.tokens[index]];
      if (newline?.kind !== 'newline' || comment?.kind !== 'comment') break;
      if (!this.#startsLine(index - 1)) break;
      start = comment.start;
    }
    return start;
  }

  #startsLine(at: number): boolean {
    const before = this.tokens[at - 1];
    if (before !== undefined) return before.kind === 'newline';
    // The first token of a body may be behind the brace of its block.
    const lineStart = this.text.lastIndexOf('\n', (this.tokens[at]?.start ?? 0) - 1) + 1;
    return /^[\ufeff \t]*$/.test(this.text.slice(lineStart, this.tokens[at]?.start));
  }

  #failure(token = this.#peek() ?? this.tokens.at(-1), rule = 'neither an attribute nor a block.'): Error {
    const line = this.text.slice(0, token?.start ?? 0).split('\n').length;
    return new Error(`line ${line}: ${rule}`);
  }
}
