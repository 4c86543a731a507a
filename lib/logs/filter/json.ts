import { Unreadable } from './expression-lexer';
import { maxDepth } from './filter';
import type { JsonMember, JsonNode } from './json-tree';

export type JsonReading =
  | { readonly node: JsonNode; readonly problem: undefined }
  | { readonly node: undefined; readonly problem: { readonly message: string; readonly offset: number } };

const literals = [
  { text: 'true', kind: 'boolean', value: true },
  { text: 'false', kind: 'boolean', value: false },
  { text: 'null', kind: 'null' },
] as const;

/**
 * A strict JSON reader (RFC 8259) that records the offset of each value, so that faults have a position.
 * JSON.parse has no positions, silently keeps the last of two equal keys, and rounds integers beyond 2^53.
 */
export function readJson(text: string): JsonReading {
  try {
    return { node: new Reader(text).document(), problem: undefined };
  } catch (error) {
    if (error instanceof Unreadable)
      return { node: undefined, problem: { message: error.message, offset: error.offset } };
    throw error;
  }
}

class Reader {
  /** A string without escapes, which needs no look at every character. */
  private readonly simpleString = /"[^"\\\p{Cc}]*"/uy;
  private at = 0;
  private depth = 0;

  constructor(private readonly text: string) {}

  document(): JsonNode {
    this.space();
    const node = this.value();
    if (this.at < this.text.length) this.refuse('the end of the text');
    return node;
  }

  private value(): JsonNode {
    const offset = this.at;
    const next = this.text[offset];
    if (next === '{') return this.nested(() => this.object(offset));
    if (next === '[') return this.nested(() => this.array(offset));
    if (next === '"') return this.spaced({ kind: 'string', offset, value: this.string() });
    if (next !== undefined && /[-\d]/.test(next)) return this.spaced(this.number(offset));
    const literal = literals.find((known) => this.text.startsWith(known.text, offset));
    if (literal === undefined) return this.refuse('a value');
    this.at += literal.text.length;
    return this.spaced(literal.kind === 'null' ? { kind: 'null', offset } : { ...literal, offset });
  }

  private object(offset: number): JsonNode {
    const members: JsonMember[] = [];
    if (!this.take('}')) {
      do {
        const keyOffset = this.at;
        if (this.text[keyOffset] !== '"') this.refuse('a key in double quotes');
        const key = this.string();
        this.space();
        if (!this.take(':')) this.refuse('":"');
        members.push({ key, offset: keyOffset, value: this.value() });
      } while (this.take(','));
      if (!this.take('}')) this.refuse('"," or "}"');
    }
    return { kind: 'object', offset, members };
  }

  private array(offset: number): JsonNode {
    const items: JsonNode[] = [];
    if (!this.take(']')) {
      do items.push(this.value());
      while (this.take(','));
      if (!this.take(']')) this.refuse('"," or "]"');
    }
    return { kind: 'array', offset, items };
  }

  private string(): string {
    const start = this.at;
    this.simpleString.lastIndex = start;
    const simple = this.simpleString.exec(this.text)?.[0];
    if (simple !== undefined) {
      this.at = start + simple.length;
      return simple.slice(1, -1);
    }
    for (let at = start + 1; at < this.text.length; at++) {
      const character = this.text.charAt(at);
      if (character === '"') {
        this.at = at + 1;
        const value: unknown = JSON.parse(this.text.slice(start, at + 1));
        return typeof value === 'string' ? value : '';
      }
      if (character < ' ')
        throw new Unreadable('a string has a control character; write its escape, such as \\n', at);
      if (character === '\\') {
        if (!/^\\(?:["\\/bfnrt]|u[\da-fA-F]{4})/.test(this.text.slice(at, at + 6)))
          throw new Unreadable(`"${this.text.slice(at, at + 2)}" is not an escape of JSON`, at);
        at++;
      }
    }
    throw new Unreadable('the string that begins here is not closed', start);
  }

  private number(offset: number): JsonNode {
    const number = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
    number.lastIndex = offset;
    const text = number.exec(this.text)?.[0];
    if (text === undefined) throw new Unreadable('expected digits after "-"', offset);
    this.at = offset + text.length;
    if (/[\w.]/.test(this.text.charAt(this.at)))
      throw new Unreadable(
        'a number must not have leading zeros, and needs digits on both sides of its point',
        offset,
      );
    const value = Number(text);
    if (!Number.isFinite(value)) throw new Unreadable(`the number ${text} is too large`, offset);
    return { kind: 'number', offset, text, value: isRounded(text, value) ? BigInt(text) : value };
  }

  private nested(read: () => JsonNode): JsonNode {
    if (++this.depth > maxDepth)
      throw new Unreadable(`it is nested more than ${maxDepth} levels deep`, this.at);
    this.at++;
    this.space();
    const node = read();
    this.depth--;
    return node;
  }

  private spaced(node: JsonNode): JsonNode {
    this.space();
    return node;
  }

  private take(character: string): boolean {
    if (this.text[this.at] !== character) return false;
    this.at++;
    this.space();
    return true;
  }

  private space(): void {
    while (' \t\n\r'.includes(this.text[this.at] ?? '-')) this.at++;
  }

  private refuse(expected: string): never {
    const found = this.text.codePointAt(this.at);
    const what =
      found === undefined ? 'the text ends' : `found ${JSON.stringify(String.fromCodePoint(found))}`;
    throw new Unreadable(`expected ${expected}, but ${what}`, this.at);
  }
}

function isRounded(text: string, value: number): boolean {
  return /^-?\d+$/.test(text) && !Number.isSafeInteger(value);
}
