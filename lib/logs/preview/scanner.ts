import type { Dataset, FieldType } from '../catalogue';
import { valueFault } from '../values';
import { parseExactly } from './json';
import { scannerModule } from './scanner-module';

/** The kind of value that a scanned line has for a field; assembly/scanner.ts has the same list. */
export const found = {
  nothing: 0,
  /** A string without escapes. */
  text: 1,
  /** A string whose only escapes are `\"`, `\\`, `\b`, `\f`, `\n`, `\r` and `\t`, as JSON.stringify writes them. */
  escaped: 2,
  /** Any other string. */
  string: 3,
  true: 4,
  false: 5,
  null: 6,
  /** A whole number of at most 15 digits, without a sign. */
  int: 7,
  /** A whole number of 16 to 19 digits, without a sign. */
  digits: 8,
  /** Any other integer but -0. */
  whole: 9,
  /** A number with a fraction, as JSON.stringify writes it. */
  decimal: 10,
  /** Any other number. */
  number: 11,
  /** `[]` */
  emptyArray: 12,
  /** Strings without escapes, without white space between them. */
  texts: 13,
  /** Like `int`, without white space between them. */
  ints: 14,
  array: 15,
  /** `{}` */
  emptyObject: 16,
  object: 17,
} as const;

/** The kinds that are always valid for a type (`valueFault`), null aside. */
const validKinds: Readonly<Record<FieldType, readonly number[]>> = {
  string: [found.text, found.escaped, found.string],
  int: [found.int, found.digits, found.whole],
  float: [found.int, found.digits, found.whole, found.decimal],
  bool: [found.true, found.false],
  timestamp: [found.int, found.digits],
  object: [found.object, found.emptyObject],
  'array[string]': [found.emptyArray, found.texts],
  'array[int]': [found.emptyArray, found.ints],
  'array[object]': [found.emptyArray],
};

/** A bit of the valid kinds: the module checks text that is a point in time. */
const times = 1 << 31;

/** The module reads 64 bytes at a time. */
const padding = 64;
const mostChecks = 64;
const keySpace = 1 << 17;
const pageSize = 1 << 16;

interface Exports {
  readonly memory: { readonly buffer: ArrayBuffer; grow(pages: number): number };
  heapBase(): number;
  layout(
    count: number,
    kinds: number,
    starts: number,
    ends: number,
    checks: number,
    keys: number,
    keysEnd: number,
  ): void;
  addKey(name: number, length: number, field: number, allowed: number): void;
  scan(start: number): number;
  unescape(start: number, end: number, to: number, quotes: number): number;
  normalize(start: number, end: number, to: number): number;
}

/** The types of Node.js lack these values. */
declare const WebAssembly: {
  readonly Module: new (bytes: Uint8Array) => object;
  readonly Instance: new (module: object) => { readonly exports: unknown };
};

let compiled: object | undefined;

/**
 * Finds the members of a record in its bytes without parsing them, and checks the line against the grammar of JSON and
 * its values against the types of the dataset. Unusual lines are left to a full parser. The work is done in
 * assembly/scanner.ts. All offsets are those of `bytes`, which are valid until the next call of `take`.
 */
export class Scanner {
  bytes: Buffer = Buffer.alloc(0);
  view: DataView = new DataView(new ArrayBuffer(0));
  /** One of `found` for each field, of the last line. */
  kinds: Uint8Array = new Uint8Array();
  /** Strings include their quotes. */
  starts: Int32Array = new Int32Array();
  ends: Int32Array = new Int32Array();
  /** The end of the lines. */
  end = 0;
  /** How many fields are to be checked, and which. */
  private checks: Int32Array = new Int32Array();
  private readonly types: readonly (FieldType | undefined)[];
  private readonly module: Exports;
  private readonly places: Readonly<
    Record<'kinds' | 'starts' | 'ends' | 'checks' | 'keys' | 'keysEnd' | 'block', number>
  >;
  /** Where the text of a string is. */
  text = 0;

  /** What the arrays are about: the fields of the dataset, and further ones. */
  readonly fields: readonly string[];

  /** @param unusual - a line with one of these keys is unusual */
  constructor(further: readonly string[], dataset: Dataset, unusual: readonly string[]) {
    compiled ??= new WebAssembly.Module(Buffer.from(scannerModule, 'base64'));
    this.module = new WebAssembly.Instance(compiled).exports as Exports;
    const names = [...new Set([...further, ...dataset.fields.keys()])];
    this.fields = names;
    this.types = names.map((name) => dataset.fields.get(name));
    let end = this.module.heapBase();
    const reserve = (size: number): number => {
      const start = aligned(end);
      end = start + size;
      return start;
    };
    const count = names.length;
    this.places = {
      kinds: reserve(count),
      starts: reserve(count * 4),
      ends: reserve(count * 4),
      checks: reserve(mostChecks * 4),
      keys: reserve(keySpace + names.join('').length * 3 + count * 64),
      keysEnd: end,
      block: aligned(end),
    };
    this.grow(this.places.block + pageSize);
    const { kinds, starts, ends, checks, keys, keysEnd, block } = this.places;
    this.module.layout(count, kinds, starts, ends, checks, keys, keysEnd);
    const add = (name: string, field: number, allowed: number) =>
      this.module.addKey(block, this.bytes.write(name, block), field, allowed);
    for (const name of unusual) if (!names.includes(name)) add(name, refused, 0);
    for (const [field, name] of names.entries()) add(name, field, allowedKinds(this.types[field]));
  }

  /** Takes lines, the last with a line feed too. Returns where they begin in `bytes`. */
  take(part: Uint8Array): number {
    const { block } = this.places;
    this.end = block + part.length;
    this.text = aligned(this.end + padding);
    this.grow(this.text + part.length + padding);
    this.bytes.set(part, block);
    this.bytes.fill(0, this.end, this.text);
    return block;
  }

  /**
   * Reads the line at `start`: a JSON object in valid UTF-8, which is not checked here. Returns the offset after its
   * line feed, or 0 for any other line, and for unusual ones.
   */
  scan(start: number): number {
    return this.module.scan(start);
  }

  /** Whether a value of the last line does not have the type of its field. */
  hasFault(): boolean {
    const count = this.checks[0] ?? 0;
    for (let at = 1; at <= count; at += 1) {
      const field = this.checks[at] ?? 0;
      const type = this.types[field];
      if (type !== undefined && valueFault(this.parse(field), type) !== undefined) return true;
    }
    return false;
  }

  /** The value of a field of the last line; undefined where it has none. */
  parse(field: number): unknown {
    if (this.kinds[field] === found.nothing) return undefined;
    return parseExactly(this.bytes.toString('utf8', this.starts[field], this.ends[field]));
  }

  /**
   * Writes the text of a string without its escapes to `bytes`, at `text`, where it stays until the next string. Returns
   * its end, or 0 for half of a surrogate pair, which UTF-8 cannot represent.
   *
   * @param quotes - how often each quote is written
   */
  unescape(field: number, quotes: 1 | 2): number {
    return this.module.unescape(
      (this.starts[field] ?? 0) + 1,
      (this.ends[field] ?? 0) - 1,
      this.text,
      quotes,
    );
  }

  /** Writes a string as JSON.stringify does, without its quotes, in the same place. Returns its end. */
  normalize(field: number): number {
    return this.module.normalize((this.starts[field] ?? 0) + 1, (this.ends[field] ?? 0) - 1, this.text);
  }

  private grow(size: number): void {
    const { memory } = this.module;
    const missing = size - memory.buffer.byteLength;
    if (missing > 0) memory.grow(Math.ceil(missing / pageSize));
    if (this.bytes.buffer === memory.buffer) return;
    const { kinds, starts, ends, checks } = this.places;
    this.bytes = Buffer.from(memory.buffer);
    this.view = new DataView(memory.buffer);
    this.kinds = new Uint8Array(memory.buffer, kinds, this.types.length);
    this.starts = new Int32Array(memory.buffer, starts, this.types.length);
    this.ends = new Int32Array(memory.buffer, ends, this.types.length);
    this.checks = new Int32Array(memory.buffer, checks, mostChecks);
  }
}

/** In the place of a field. */
const refused = -2;

function allowedKinds(type: FieldType | undefined): number {
  if (type === undefined) return -1;
  const kinds = validKinds[type].reduce((bits, kind) => bits | (1 << kind), 1 << found.null);
  return type === 'timestamp' ? kinds | times : kinds;
}

function aligned(place: number): number {
  return (place + 15) & ~15;
}
