/** The kind of value that a scanned line has for a field. */
export const found = {
  nothing: 0,
  /** A string without escapes; the place is that of its text, without the quotes. */
  text: 1,
  /** A whole number of at most 15 digits, as JavaScript writes it; the place is that of its digits. */
  int: 2,
  true: 3,
  false: 4,
  null: 5,
  /** Any other JSON; the place is all of it. */
  json: 6,
} as const;

/** Bytes that must follow a block, for reads of four at a time. */
export const blockPadding = 8;

/** `scan` does not support JSON that is nested more deeply. */
export const deepestRecord = 100;

const quote = 0x22;
const backslash = 0x5c;
const comma = 0x2c;
const colon = 0x3a;
const lineFeed = 0x0a;
const openBrace = 0x7b;
const closeBrace = 0x7d;
const openBracket = 0x5b;
const closeBracket = 0x5d;

/** 1 for bytes that end a run of plain characters in a JSON string. */
const endsRun = Uint8Array.from({ length: 256 }, (_, byte) =>
  byte < 0x20 || byte === quote || byte === backslash ? 1 : 0,
);

/**
 * A key of a line as it is written, `RayID":` without the first quote, in words of four bytes. It is a class with only
 * small integers, since spread object literals halve the speed of comparisons with it.
 */
class Key {
  /** The key that last followed this one. */
  next: Key | undefined = undefined;
  readonly words: Int32Array;
  /** The number of whole words; the rest is compared with the mask. */
  readonly whole: number;
  readonly mask: number;
  readonly length: number;

  constructor(
    written: Buffer,
    /** The index of the field, or one of the two below. */
    readonly field: number,
  ) {
    this.length = written.length;
    this.whole = written.length >> 2;
    this.mask = masks[written.length & 3] ?? 0;
    const padded = Buffer.concat([written], (written.length + 3) & ~3);
    this.words = Int32Array.from({ length: padded.length >> 2 }, (_, index) => padded.readInt32LE(index * 4));
  }
}

const unasked = -1;
const other = -2;

const masks = [0, 0xff, 0xffff, 0xffffff];

/** Further keys are not cached; no dataset has as many. */
const mostKeys = 1024;

/**
 * Finds some members of a record in its bytes, without parsing the rest: lines of one job have the same keys in the same
 * order, so a key is first compared with the one that was in its place before. The whole line is checked against the
 * grammar of JSON, and unusual lines are left to a full parser.
 */
export class Scanner {
  /** One of `found` for each field, of the last line. */
  readonly kinds: Uint8Array;
  readonly starts: Int32Array;
  readonly ends: Int32Array;
  private readonly names: ReadonlyMap<string, number>;
  private readonly keys = new Map<string, Key>();
  private readonly first = new Key(Buffer.alloc(0), unasked);
  /** The argument of `take`, which the offsets refer to. */
  bytes: Buffer = Buffer.alloc(0);
  view: DataView = new DataView(new ArrayBuffer(0));
  /** The end of the key that `readKey` read. */
  private at = 0;

  /** A line with one of the `unusual` keys is unusual. */
  constructor(fields: readonly string[], unusual: readonly string[] = []) {
    this.names = new Map([
      ...unusual.map((name) => [name, other] as const),
      ...fields.map((name, index) => [name, index] as const),
    ]);
    this.kinds = new Uint8Array(fields.length);
    this.starts = new Int32Array(fields.length);
    this.ends = new Int32Array(fields.length);
  }

  /** `bytes` end with a line feed and `blockPadding` bytes behind it. */
  take(bytes: Buffer): void {
    this.bytes = bytes;
    this.view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  /**
   * Reads the line at `start`: a JSON object in valid UTF-8, which is not checked here. The last of equal keys counts.
   * Returns the offset after its line feed, or -1 for any other line, valid or not.
   */
  scan(start: number): number {
    const { bytes, view, kinds, starts, ends } = this;
    kinds.fill(found.nothing);
    let at = start;
    if (bytes[at] !== openBrace) return -1;
    at = this.space(at + 1);
    if (bytes[at] === closeBrace) return this.lineEnd(at + 1);
    let before = this.first;
    for (;;) {
      if (bytes[at] !== quote) {
        at = this.space(at);
        if (bytes[at] !== quote) return -1;
      }
      at += 1;

      let key = before.next;
      if (key !== undefined) {
        const { words, whole, mask } = key;
        let place = at;
        let word = 0;
        while (word < whole && view.getInt32(place, true) === words[word]) {
          word += 1;
          place += 4;
        }
        if (word < whole || (mask !== 0 && (view.getInt32(place, true) & mask) !== words[word]))
          key = undefined;
      }
      let field: number;
      if (key === undefined) {
        key = this.readKey(at, before);
        if (key === undefined) return -1;
        field = key.field;
        at = this.at;
      } else {
        field = key.field;
        at += key.length;
      }
      before = key;

      let byte = bytes[at] ?? 0;
      if (byte <= 0x20) {
        at = this.space(at);
        byte = bytes[at] ?? 0;
      }
      const valueStart = at;
      let kind: number = found.json;
      if (byte === quote) {
        at += 1;
        // A word at a time: a byte below 0x20, a quote or a backslash sets a high bit.
        for (;;) {
          const word = view.getInt32(at, true);
          const quotes = word ^ 0x22222222;
          const slashes = word ^ 0x5c5c5c5c;
          if (
            ((((quotes - 0x01010101) & ~quotes) |
              ((slashes - 0x01010101) & ~slashes) |
              ((word - 0x20202020) & ~word)) &
              0x80808080) !==
            0
          )
            break;
          at += 4;
        }
        while (endsRun[bytes[at] ?? 0] === 0) at += 1;
        byte = bytes[at] ?? 0;
        if (byte === quote) {
          kind = found.text;
        } else {
          at = this.stringEnd(at);
          if (at === -1) return -1;
        }
        at += 1;
      } else if (byte >= 0x31 && byte <= 0x39) {
        at += 1;
        while ((byte = bytes[at] ?? 0) >= 0x30 && byte <= 0x39) at += 1;
        if (byte === 0x2e || (byte | 0x20) === 0x65) {
          at = this.numberEnd(valueStart);
          if (at === -1) return -1;
        } else if (at - valueStart <= 15) {
          kind = found.int;
        }
      } else if (byte === 0x30 && (bytes[at + 1] === comma || bytes[at + 1] === closeBrace)) {
        at += 1;
        kind = found.int;
      } else {
        at = this.valueEnd(at, 1);
        if (at === -1) return -1;
        if (byte === 0x74) kind = found.true;
        else if (byte === 0x66) kind = found.false;
        else if (byte === 0x6e) kind = found.null;
      }

      if (field !== unasked) {
        if (field === other) return -1;
        kinds[field] = kind;
        const inset = kind === found.text ? 1 : 0;
        starts[field] = valueStart + inset;
        ends[field] = at - inset;
      }

      byte = bytes[at] ?? 0;
      if (byte === comma) {
        at += 1;
        continue;
      }
      if (byte === closeBrace) return this.lineEnd(at + 1);
      at = this.space(at);
      if (bytes[at] === closeBrace) return this.lineEnd(at + 1);
      if (bytes[at] !== comma) return -1;
      at += 1;
    }
  }

  private lineEnd(start: number): number {
    if (this.bytes[start] === lineFeed) return start + 1;
    const at = this.space(start);
    return this.bytes[at] === lineFeed ? at + 1 : -1;
  }

  /** White space of JSON; a line feed ends the line. */
  private space(start: number): number {
    const { bytes } = this;
    let at = start;
    while (bytes[at] === 0x20 || bytes[at] === 0x09 || bytes[at] === 0x0d) at += 1;
    return at;
  }

  /** Reads an unexpected key up to its value; undefined when it is unusual. */
  private readKey(start: number, before: Key): Key | undefined {
    const { bytes } = this;
    let end = start;
    while (endsRun[bytes[end] ?? 0] === 0) end += 1;
    if (bytes[end] !== quote) return undefined;
    const isClose = bytes[end + 1] === colon;
    const mark = isClose ? end + 1 : this.space(end + 1);
    if (bytes[mark] !== colon) return undefined;
    this.at = mark + 1;
    const text = bytes.toString('utf8', start, end);
    const known = this.keys.get(text);
    if (known !== undefined) {
      if (isClose) before.next = known;
      return known;
    }
    const key = new Key(bytes.subarray(start, end + 2), this.names.get(text) ?? unasked);
    if (!isClose || this.keys.size >= mostKeys) return key;
    this.keys.set(text, key);
    before.next = key;
    return key;
  }

  /** The end of a value of any kind, or -1. */
  private valueEnd(start: number, depth: number): number {
    const { bytes, view } = this;
    switch (bytes[start]) {
      case quote:
        return past(this.stringEnd(start + 1));
      case 0x74:
        return view.getInt32(start, true) === 0x65757274 ? start + 4 : -1;
      case 0x66:
        return view.getInt32(start + 1, true) === 0x65736c61 ? start + 5 : -1;
      case 0x6e:
        return view.getInt32(start, true) === 0x6c6c756e ? start + 4 : -1;
      case openBracket:
        return this.arrayEnd(start + 1, depth + 1);
      case openBrace:
        return this.objectEnd(start + 1, depth + 1);
      default:
        return this.numberEnd(start);
    }
  }

  private arrayEnd(start: number, depth: number): number {
    const { bytes } = this;
    if (depth > deepestRecord) return -1;
    let at = this.space(start);
    if (bytes[at] === closeBracket) return at + 1;
    for (;;) {
      at = this.valueEnd(at, depth);
      if (at === -1) return -1;
      at = this.space(at);
      if (bytes[at] === closeBracket) return at + 1;
      if (bytes[at] !== comma) return -1;
      at = this.space(at + 1);
    }
  }

  private objectEnd(start: number, depth: number): number {
    const { bytes } = this;
    if (depth > deepestRecord) return -1;
    let at = this.space(start);
    if (bytes[at] === closeBrace) return at + 1;
    for (;;) {
      if (bytes[at] !== quote) return -1;
      at = this.stringEnd(at + 1);
      if (at === -1) return -1;
      at = this.space(at + 1);
      if (bytes[at] !== colon) return -1;
      at = this.valueEnd(this.space(at + 1), depth);
      if (at === -1) return -1;
      at = this.space(at);
      if (bytes[at] === closeBrace) return at + 1;
      if (bytes[at] !== comma) return -1;
      at = this.space(at + 1);
    }
  }

  /** The offset of the quote that ends a string, from any offset in it except the middle of an escape. */
  private stringEnd(start: number): number {
    const { bytes } = this;
    let at = start;
    for (;;) {
      while (endsRun[bytes[at] ?? 0] === 0) at += 1;
      if (bytes[at] === quote) return at;
      if (bytes[at] !== backslash) return -1;
      at += 2;
      switch (bytes[at - 1]) {
        case quote:
        case backslash:
        case 0x2f:
        case 0x62:
        case 0x66:
        case 0x6e:
        case 0x72:
        case 0x74:
          break;
        case 0x75:
          for (let digit = 0; digit < 4; digit += 1) if (!isHex(bytes[at + digit] ?? 0)) return -1;
          at += 4;
          break;
        default:
          return -1;
      }
    }
  }

  private numberEnd(start: number): number {
    const { bytes } = this;
    let at = bytes[start] === 0x2d ? start + 1 : start;
    const whole = this.digitsEnd(at);
    if (whole === at || (bytes[at] === 0x30 && whole > at + 1)) return -1;
    at = whole;
    if (bytes[at] === 0x2e) {
      const fraction = this.digitsEnd(at + 1);
      if (fraction === at + 1) return -1;
      at = fraction;
    }
    if (((bytes[at] ?? 0) | 0x20) === 0x65) {
      const sign = bytes[at + 1] === 0x2b || bytes[at + 1] === 0x2d ? 2 : 1;
      const exponent = this.digitsEnd(at + sign);
      if (exponent === at + sign) return -1;
      at = exponent;
    }
    return at;
  }

  private digitsEnd(start: number): number {
    const { bytes } = this;
    let at = start;
    for (let byte = bytes[at] ?? 0; byte >= 0x30 && byte <= 0x39; byte = bytes[at] ?? 0) at += 1;
    return at;
  }
}

function past(place: number): number {
  return place === -1 ? -1 : place + 1;
}

function isHex(byte: number): boolean {
  const letter = byte | 0x20;
  return (byte >= 0x30 && byte <= 0x39) || (letter >= 0x61 && letter <= 0x66);
}
