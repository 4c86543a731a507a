/**
 * Finds the members of a log line in its bytes, without parsing the rest. It is AssemblyScript, since WebAssembly has
 * instructions for 16 bytes at a time; `npm run assembly` compiles it into lib/logs/preview/scanner-module.ts, and
 * lib/logs/preview/scanner.ts is the class around it. All arguments and results are addresses in the memory.
 *
 * The whole line is checked against the grammar of JSON. Unusual lines are left to a full parser.
 */

/** The kinds of values, as lib/logs/preview/scanner.ts has them. */
const NOTHING: i32 = 0;
const TEXT: i32 = 1;
const ESCAPED: i32 = 2;
const STRING: i32 = 3;
const TRUE: i32 = 4;
const FALSE: i32 = 5;
const NULL: i32 = 6;
const INT: i32 = 7;
const DIGITS: i32 = 8;
const WHOLE: i32 = 9;
const DECIMAL: i32 = 10;
const NUMBER: i32 = 11;
const EMPTY_ARRAY: i32 = 12;
const TEXTS: i32 = 13;
const INTS: i32 = 14;
const ARRAY: i32 = 15;
const EMPTY_OBJECT: i32 = 16;
const OBJECT: i32 = 17;

/** In the place of a field of a key. */
const UNASKED: i32 = -1;
const REFUSED: i32 = -2;

/** In the kinds that a key allows: text that is a point in time needs no further check. */
const TIMES: i32 = 1 << 31;

const QUOTE: u8 = 0x22;
const BACKSLASH: u8 = 0x5c;
const LETTER_U: u8 = 0x75;
const COMMA: u8 = 0x2c;
const COLON: u8 = 0x3a;
const LINE_FEED: u8 = 0x0a;
const OPEN_BRACE: u8 = 0x7b;
const CLOSE_BRACE: u8 = 0x7d;
const OPEN_BRACKET: u8 = 0x5b;
const CLOSE_BRACKET: u8 = 0x5d;

/** Deeper JSON is unusual. */
const DEEPEST: i32 = 100;

/** As many fields to check make a line unusual. */
const MOST_CHECKS: i32 = 64;

/**
 * A key as it is written, `RayID":` without the first quote, is a record of
 *
 * - 0: the key that last followed this one, or 0: lines of one job have the same keys in the same order
 * - 4: its length
 * - 8: the index of its field, UNASKED or REFUSED
 * - 12: the kinds of values that need no further check, as bits
 * - 16: the next key with the same hash, or 0
 * - 32: its bytes, padded to 16
 */
const KEY_BYTES: i32 = 32;
/** Longer keys, and keys beyond the space for them, are compared each time anew. */
const LONGEST_KEY: i32 = 128;
const BUCKETS: i32 = 1024;

/** For each byte, what it is as a hex digit, and which character it is behind a backslash. */
const HEX: usize = memory.data(256, 16);
const UNESCAPED: usize = memory.data(256, 16);
/** 17 masks for the comparison of the last 0 to 16 bytes of a key. */
const MASKS: usize = memory.data(17 * 16, 16);
const HASHES: usize = memory.data(BUCKETS * 4, 16);
/** What is before the first key of a line, and after a key that has no record. */
const START: usize = memory.data(32, 16);
const STRAY: usize = memory.data(32, 16);

let fieldCount: i32 = 0;
let kinds: usize = 0;
let starts: usize = 0;
let ends: usize = 0;
let checks: usize = 0;
let nextKey: usize = 0;
let keysEnd: usize = 0;

/** The end of the key that `findKey` found. */
let keyEnd: usize = 0;
/** The kind of the value that was read last. */
let kind: i32 = NOTHING;

/** The first address that the host may use. */
export function heapBase(): usize {
  return __heap_base;
}

/**
 * Where the host wants the kind (a byte), the start and the end (4 bytes) of each field, the fields that it must check, and the
 * keys. The fields to check are 4 bytes each, behind their count.
 */
export function layout(
  count: i32,
  kindsAt: usize,
  startsAt: usize,
  endsAt: usize,
  checksAt: usize,
  keysAt: usize,
  keysUntil: usize,
): void {
  fieldCount = count;
  kinds = kindsAt;
  starts = startsAt;
  ends = endsAt;
  checks = checksAt;
  nextKey = (keysAt + 15) & ~15;
  keysEnd = keysUntil;
  memory.fill(HEX, 0xff, 256);
  for (let digit = 0; digit < 10; digit += 1) store<u8>(HEX + 0x30 + digit, <u8>digit);
  for (let letter = 0; letter < 6; letter += 1) {
    store<u8>(HEX + 0x41 + letter, <u8>(10 + letter));
    store<u8>(HEX + 0x61 + letter, <u8>(10 + letter));
  }
  for (let byte = 0; byte < 256; byte += 1) store<u8>(UNESCAPED + byte, <u8>byte);
  store<u8>(UNESCAPED + 0x62, 0x08);
  store<u8>(UNESCAPED + 0x66, 0x0c);
  store<u8>(UNESCAPED + 0x6e, 0x0a);
  store<u8>(UNESCAPED + 0x72, 0x0d);
  store<u8>(UNESCAPED + 0x74, 0x09);
  for (let length = 0; length <= 16; length += 1) memory.fill(MASKS + length * 16, 0xff, length);
}

/** Registers a key whose name is at `name`. */
export function addKey(name: usize, length: i32, field: i32, allowed: i32): void {
  createKey(name, length, field, allowed);
}

/**
 * Reads the line at `start`, in valid UTF-8, which is not checked here, with a line feed at its end and 64 bytes behind
 * it. Returns the address after its line feed, or 0 for a line that is not a JSON object, has a field twice, or is
 * unusual.
 */
export function scan(start: usize): usize {
  memory.fill(kinds, 0, fieldCount);
  store<i32>(checks, 0);
  let at = start;
  if (load<u8>(at) != OPEN_BRACE) return 0;
  at = space(at + 1);
  if (load<u8>(at) == CLOSE_BRACE) return lineEnd(at + 1);
  let before = START;
  while (true) {
    if (load<u8>(at) != QUOTE) {
      at = space(at);
      if (load<u8>(at) != QUOTE) return 0;
    }
    at += 1;

    let key: usize = load<u32>(before);
    if (key != 0 && isKeyAt(key, at)) {
      at += load<u32>(key, 4);
    } else {
      key = findKey(at, before);
      if (key == 0) return 0;
      at = keyEnd;
    }
    before = key;

    let byte = load<u8>(at);
    if (byte <= 0x20) {
      at = space(at);
      byte = load<u8>(at);
    }
    const valueStart = at;
    let found: i32;
    if (byte == QUOTE) {
      at = runEnd(at + 1);
      if (load<u8>(at) == QUOTE) {
        found = TEXT;
      } else {
        at = escapedEnd(at);
        if (at == 0) return 0;
        found = kind;
      }
      at += 1;
    } else {
      // Small numbers are the most common of the other values.
      found = INT;
      if (<u8>(byte - 0x31) <= 8) at = digitsEnd(at + 1);
      byte = load<u8>(at);
      if (at == valueStart || at - valueStart > 15 || byte == 0x2e || (byte | 0x20) == 0x65) {
        at = valueEnd(valueStart, 1);
        if (at == 0) return 0;
        found = kind;
      }
    }

    const field = load<i32>(key, 8);
    if (field != UNASKED) {
      if (field == REFUSED || load<u8>(kinds + field) != 0) return 0;
      store<u8>(kinds + field, <u8>found);
      store<u32>(starts + field * 4, <u32>valueStart);
      store<u32>(ends + field * 4, <u32>at);
      const allowed = load<i32>(key, 12);
      if (((allowed >>> found) & 1) == 0 && !(found == TEXT && allowed < 0 && isTime(valueStart + 1, at - 1))) {
        const count = load<i32>(checks) + 1;
        if (count == MOST_CHECKS) return 0;
        store<i32>(checks, count);
        store<i32>(checks + count * 4, field);
      }
    }

    byte = load<u8>(at);
    if (byte == COMMA) {
      at += 1;
      continue;
    }
    if (byte == CLOSE_BRACE) return lineEnd(at + 1);
    at = space(at);
    if (load<u8>(at) == CLOSE_BRACE) return lineEnd(at + 1);
    if (load<u8>(at) != COMMA) return 0;
    at += 1;
  }
}

/**
 * Writes the text of a string without its escapes, as UTF-8. Returns its end, or 0 for half of a surrogate pair, which
 * UTF-8 cannot represent.
 *
 * @param start - behind the quote that begins the string
 * @param end - the quote that ends it
 * @param to - room for the length of the string, and 16 bytes more
 * @param quotes - how often a quote is written: csv doubles them
 */
export function unescape(start: usize, end: usize, to: usize, quotes: i32): usize {
  let at = start;
  let out = to;
  while (true) {
    const run = copyRun(at, end, out);
    out += run - at;
    if (run == end) return out;
    const letter = load<u8>(run, 1);
    at = run + 2;
    let code = <u32>load<u8>(UNESCAPED + letter);
    if (letter == LETTER_U) {
      code = codeAt(at);
      if (isSurrogate(code)) return 0;
      at += code < 0x10000 ? 4 : 10;
    }
    store<u8>(out, <u8>code);
    out = code < 0x80 ? out + 1 : writeCharacter(code, out);
    if (code == QUOTE && quotes == 2) {
      store<u8>(out, QUOTE);
      out += 1;
    }
  }
}

/** Writes a string, without its quotes, with only the escapes that JSON.stringify writes. Returns its end. */
export function normalize(start: usize, end: usize, to: usize): usize {
  let at = start;
  let out = to;
  while (true) {
    const run = copyRun(at, end, out);
    out += run - at;
    if (run == end) return out;
    const letter = load<u8>(run, 1);
    at = run + 2;
    if (letter == 0x2f) {
      store<u8>(out, letter);
      out += 1;
    } else if (letter != LETTER_U) {
      store<u16>(out, load<u16>(run));
      out += 2;
    } else {
      const code = codeAt(at);
      at += code < 0x10000 ? 4 : 10;
      const short = code < 0x80 ? shortEscapeOf(code) : 0;
      if (short != 0) {
        store<u16>(out, (<u16>short << 8) | BACKSLASH);
        out += 2;
      } else if (code < 0x20 || isSurrogate(code)) {
        store<u16>(out, 0x755c);
        for (let digit = 0; digit < 4; digit += 1) {
          const value = <u8>((code >> (12 - digit * 4)) & 15);
          store<u8>(out + 2 + digit, value < 10 ? 0x30 + value : 0x57 + value);
        }
        out += 6;
      } else {
        store<u8>(out, <u8>code);
        out = code < 0x80 ? out + 1 : writeCharacter(code, out);
      }
    }
  }
}

/** Copies what is before a backslash or the end, and up to 16 bytes more. Returns where that is. */
// @ts-ignore: decorator
@inline
function copyRun(start: usize, end: usize, to: usize): usize {
  let at = start;
  let out = to;
  do {
    const bytes = v128.load(at);
    v128.store(out, bytes);
    const mask = i8x16.bitmask(v128.eq<u8>(bytes, i8x16.splat(BACKSLASH)));
    if (mask != 0) return min(at + ctz(mask), end);
    at += 16;
    out += 16;
  } while (at < end);
  return end;
}

/** The character of four hex digits, or of two escapes that are a surrogate pair. */
function codeAt(start: usize): u32 {
  const code = hexAt(start);
  if (code < 0xd800 || code >= 0xdc00 || load<u16>(start, 4) != 0x755c) return code;
  const low = hexAt(start + 6);
  return low < 0xdc00 || low >= 0xe000 ? code : 0x10000 + ((code - 0xd800) << 10) + (low - 0xdc00);
}

// @ts-ignore: decorator
@inline
function isSurrogate(code: u32): bool {
  return code >= 0xd800 && code < 0xe000;
}

/** Writes a character that is not ASCII. */
function writeCharacter(code: u32, out: usize): usize {
  if (code < 0x800) {
    store<u8>(out, <u8>(0xc0 | (code >> 6)));
    store<u8>(out, <u8>(0x80 | (code & 0x3f)), 1);
    return out + 2;
  }
  if (code < 0x10000) {
    store<u8>(out, <u8>(0xe0 | (code >> 12)));
    store<u8>(out, <u8>(0x80 | ((code >> 6) & 0x3f)), 1);
    store<u8>(out, <u8>(0x80 | (code & 0x3f)), 2);
    return out + 3;
  }
  store<u8>(out, <u8>(0xf0 | (code >> 18)));
  store<u8>(out, <u8>(0x80 | ((code >> 12) & 0x3f)), 1);
  store<u8>(out, <u8>(0x80 | ((code >> 6) & 0x3f)), 2);
  store<u8>(out, <u8>(0x80 | (code & 0x3f)), 3);
  return out + 4;
}

/** The letter behind the backslash in the escape of a character, or 0 where it has none. */
function shortEscapeOf(code: u32): u8 {
  switch (code) {
    case 0x08:
      return 0x62;
    case 0x09:
      return 0x74;
    case 0x0a:
      return 0x6e;
    case 0x0c:
      return 0x66;
    case 0x0d:
      return 0x72;
    case QUOTE:
    case BACKSLASH:
      return <u8>code;
    default:
      return 0;
  }
}

/** The end of the plain characters of a string: a quote, a backslash or a control character. */
// @ts-ignore: decorator
@inline
function runEnd(start: usize): usize {
  let at = start;
  while (true) {
    const mask = stopsAt(at);
    if (mask != 0) return at + ctz(mask);
    at += 16;
  }
}

/** A bit for each of 16 bytes that is no plain character of a string. */
// @ts-ignore: decorator
@inline
function stopsAt(at: usize): i32 {
  const bytes = v128.load(at);
  return i8x16.bitmask(
    v128.or(
      v128.or(v128.eq<u8>(bytes, i8x16.splat(QUOTE)), v128.eq<u8>(bytes, i8x16.splat(BACKSLASH))),
      v128.lt<u8>(bytes, i8x16.splat(0x20)),
    ),
  );
}

/** The quote that ends a string, from any character of it but the middle of an escape, or 0. 64 bytes at a time. */
function escapedEnd(start: usize): usize {
  let at = start;
  let found = ESCAPED;
  /** 1 if the first byte is behind a backslash that begins an escape. */
  let carry: u64 = 0;
  while (true) {
    const backslashes = bitsOf(at, BACKSLASH) & ~carry;
    const follows = (backslashes << 1) | carry;
    // An escape begins with every other backslash of a run. Adding the first of a run to it carries a bit to its end.
    const starts = backslashes & ~EVEN & ~follows;
    const sum = starts + backslashes;
    const escaped = (EVEN ^ (sum << 1)) & follows;
    carry = <u64>(sum < starts);
    const stops = (bitsOf(at, QUOTE) & ~escaped) | controlsOf(at);
    // All bits before the first stop.
    const letters = escaped & (stops == 0 ? -1 : (stops & -stops) - 1);
    if (letters != 0) {
      if ((letters & ~escapeLettersOf(at)) != 0) return 0;
      let codes = letters & bitsOf(at, LETTER_U);
      if ((codes | (letters & bitsOf(at, 0x2f))) != 0) found = STRING;
      for (; codes != 0; codes &= codes - 1) {
        const code = at + <usize>ctz(codes);
        if ((hexOf(code + 1) | hexOf(code + 2) | hexOf(code + 3) | hexOf(code + 4)) > 15) return 0;
      }
    }
    if (stops != 0) {
      at += <usize>ctz(stops);
      kind = found;
      return load<u8>(at) == QUOTE ? at : 0;
    }
    at += 64;
  }
}

const EVEN: u64 = 0x5555555555555555;

/** A bit for each of 64 bytes. */
// @ts-ignore: decorator
@inline
function bits(first: v128, second: v128, third: v128, fourth: v128): u64 {
  return (
    <u64>(<u32>i8x16.bitmask(first) | (<u32>i8x16.bitmask(second) << 16)) |
    (<u64>(<u32>i8x16.bitmask(third) | (<u32>i8x16.bitmask(fourth) << 16)) << 32)
  );
}

// @ts-ignore: decorator
@inline
function bitsOf(at: usize, byte: u8): u64 {
  const bytes = i8x16.splat(byte);
  return bits(
    v128.eq<u8>(v128.load(at), bytes),
    v128.eq<u8>(v128.load(at, 16), bytes),
    v128.eq<u8>(v128.load(at, 32), bytes),
    v128.eq<u8>(v128.load(at, 48), bytes),
  );
}

// @ts-ignore: decorator
@inline
function controlsOf(at: usize): u64 {
  const space = i8x16.splat(0x20);
  return bits(
    v128.lt<u8>(v128.load(at), space),
    v128.lt<u8>(v128.load(at, 16), space),
    v128.lt<u8>(v128.load(at, 32), space),
    v128.lt<u8>(v128.load(at, 48), space),
  );
}

/** Letters that may follow a backslash: `"`, `\\`, `/`, `b`, `f`, `n`, `r`, `t`, `u`. */
// @ts-ignore: decorator
@inline
function escapeLettersOf(at: usize): u64 {
  return bits(
    areEscapeLetters(v128.load(at)),
    areEscapeLetters(v128.load(at, 16)),
    areEscapeLetters(v128.load(at, 32)),
    areEscapeLetters(v128.load(at, 48)),
  );
}

// @ts-ignore: decorator
@inline
function areEscapeLetters(bytes: v128): v128 {
  // By the two halves of a byte: a bit for each of 0x2., 0x5., 0x6. and 0x7.
  const low = v128.swizzle(
    i8x16(0, 0, 13, 0, 8, 8, 4, 0, 0, 0, 0, 0, 2, 0, 4, 1),
    v128.and(bytes, i8x16.splat(15)),
  );
  const high = v128.swizzle(
    i8x16(0, 0, 1, 0, 0, 2, 4, 8, 0, 0, 0, 0, 0, 0, 0, 0),
    v128.shr<u8>(bytes, 4),
  );
  return v128.gt<u8>(v128.and(low, high), i8x16.splat(0));
}

/** The value of a hex digit; 255 for any other byte. */
// @ts-ignore: decorator
@inline
function hexOf(at: usize): u32 {
  return load<u8>(HEX + load<u8>(at));
}

// @ts-ignore: decorator
@inline
function hexAt(start: usize): u32 {
  return (hexOf(start) << 12) | (hexOf(start + 1) << 8) | (hexOf(start + 2) << 4) | hexOf(start + 3);
}

// @ts-ignore: decorator
@inline
function isDigit(byte: u8): bool {
  return <u8>(byte - 0x30) <= 9;
}

/** The end of a value of any kind, which is in `kind` then, or 0. */
function valueEnd(start: usize, depth: i32): usize {
  switch (load<u8>(start)) {
    case QUOTE: {
      let at = runEnd(start + 1);
      if (load<u8>(at) == QUOTE) {
        kind = TEXT;
        return at + 1;
      }
      at = escapedEnd(at);
      return at == 0 ? 0 : at + 1;
    }
    case 0x74:
      kind = TRUE;
      return load<u32>(start) == 0x65757274 ? start + 4 : 0;
    case 0x66:
      kind = FALSE;
      return load<u32>(start, 1) == 0x65736c61 ? start + 5 : 0;
    case 0x6e:
      kind = NULL;
      return load<u32>(start) == 0x6c6c756e ? start + 4 : 0;
    case OPEN_BRACKET:
      return arrayEnd(start + 1, depth + 1);
    case OPEN_BRACE:
      return objectEnd(start + 1, depth + 1);
    default:
      return numberEnd(start);
  }
}

function arrayEnd(start: usize, depth: i32): usize {
  if (depth > DEEPEST) return 0;
  if (load<u8>(start) == CLOSE_BRACKET) {
    kind = EMPTY_ARRAY;
    return start + 1;
  }
  let at = space(start);
  let isTight = at == start;
  let areTexts = true;
  let areInts = true;
  if (load<u8>(at) != CLOSE_BRACKET) {
    while (true) {
      at = valueEnd(at, depth);
      if (at == 0) return 0;
      areTexts = areTexts && kind == TEXT;
      areInts = areInts && kind == INT;
      let next = space(at);
      isTight = isTight && next == at;
      at = next + 1;
      if (load<u8>(next) == CLOSE_BRACKET) break;
      if (load<u8>(next) != COMMA) return 0;
      next = space(at);
      isTight = isTight && next == at;
      at = next;
    }
  } else {
    areTexts = false;
    areInts = false;
    at += 1;
  }
  kind = ARRAY;
  if (isTight && areTexts) kind = TEXTS;
  else if (isTight && areInts) kind = INTS;
  return at;
}

function objectEnd(start: usize, depth: i32): usize {
  if (depth > DEEPEST) return 0;
  if (load<u8>(start) == CLOSE_BRACE) {
    kind = EMPTY_OBJECT;
    return start + 1;
  }
  let at = space(start);
  if (load<u8>(at) != CLOSE_BRACE) {
    while (true) {
      if (load<u8>(at) != QUOTE) return 0;
      at = runEnd(at + 1);
      if (load<u8>(at) != QUOTE) {
        at = escapedEnd(at);
        if (at == 0) return 0;
      }
      at = space(at + 1);
      if (load<u8>(at) != COLON) return 0;
      at = valueEnd(space(at + 1), depth);
      if (at == 0) return 0;
      at = space(at);
      if (load<u8>(at) == CLOSE_BRACE) break;
      if (load<u8>(at) != COMMA) return 0;
      at = space(at + 1);
    }
  }
  kind = OBJECT;
  return at + 1;
}

function numberEnd(start: usize): usize {
  const isNegative = load<u8>(start) == 0x2d;
  const first = isNegative ? start + 1 : start;
  let at = digitsEnd(first);
  const digits = at - first;
  const isZero = load<u8>(first) == 0x30;
  if (digits == 0 || (isZero && digits > 1)) return 0;
  const byte = load<u8>(at);
  if (byte != 0x2e && (byte | 0x20) != 0x65) {
    if (isNegative) kind = isZero ? NUMBER : WHOLE;
    else kind = digits <= 15 ? INT : digits <= 19 ? DIGITS : WHOLE;
    return at;
  }
  kind = NUMBER;
  if (byte == 0x2e) {
    const point = at;
    at = digitsEnd(at + 1);
    if (at == point + 1) return 0;
    // As JavaScript writes it: at most 15 digits, no zero at the end, not so small that it has an exponent.
    if (at - first <= 16 && load<u8>(at - 1) != 0x30 && !(isZero && load<u8>(point, 1) == 0x30)) kind = DECIMAL;
  }
  if ((load<u8>(at) | 0x20) == 0x65) {
    kind = NUMBER;
    const sign = load<u8>(at, 1) == 0x2b || load<u8>(at, 1) == 0x2d ? 2 : 1;
    const exponent = digitsEnd(at + sign);
    if (exponent == at + sign) return 0;
    at = exponent;
  }
  return at;
}

// @ts-ignore: decorator
@inline
function digitsEnd(start: usize): usize {
  let at = start;
  while (isDigit(load<u8>(at))) at += 1;
  return at;
}

/** Whether a text is a point in time as jobs deliver it: `2026-01-02T03:04:05Z`, with or without a fraction. */
function isTime(start: usize, end: usize): bool {
  if (end - start < 20 || load<u8>(end - 1) != 0x5a) return false;
  // The bytes of `0000-00-00T00:00`, and how far each may be above.
  const above = v128.sub<u8>(
    v128.load(start),
    i8x16(48, 48, 48, 48, 45, 48, 48, 45, 48, 48, 84, 48, 48, 58, 48, 48),
  );
  if (v128.any_true(v128.gt<u8>(above, i8x16(9, 9, 9, 9, 0, 1, 9, 0, 2, 9, 0, 2, 9, 0, 5, 9)))) return false;
  if (load<u8>(start, 16) != COLON || pairAt(start + 17) > 59) return false;
  // The last days of a month depend on the month.
  if (<u32>(pairAt(start + 5) - 1) > 11 || <u32>(pairAt(start + 8) - 1) > 27 || pairAt(start + 11) > 23) return false;
  if (end - start == 20) return true;
  return load<u8>(start, 19) == 0x2e && end - start > 21 && digitsEnd(start + 20) == end - 1;
}

/** The number of two digits; more than 99 for anything else. */
// @ts-ignore: decorator
@inline
function pairAt(start: usize): u32 {
  const tens = <u32>load<u8>(start) - 0x30;
  const ones = <u32>load<u8>(start, 1) - 0x30;
  return tens > 9 || ones > 9 ? 100 : tens * 10 + ones;
}

function lineEnd(start: usize): usize {
  if (load<u8>(start) == LINE_FEED) return start + 1;
  const at = space(start);
  return load<u8>(at) == LINE_FEED ? at + 1 : 0;
}

/** White space of JSON; a line feed ends the line. */
// @ts-ignore: decorator
@inline
function space(start: usize): usize {
  let at = start;
  while (load<u8>(at) == 0x20 || load<u8>(at) == 0x09 || load<u8>(at) == 0x0d) at += 1;
  return at;
}

// @ts-ignore: decorator
@inline
function isKeyAt(key: usize, start: usize): bool {
  let at = start;
  let word = key + KEY_BYTES;
  let left: i32 = load<u32>(key, 4);
  while (left > 16) {
    if (v128.any_true(v128.xor(v128.load(at), v128.load(word)))) return false;
    at += 16;
    word += 16;
    left -= 16;
  }
  return !v128.any_true(v128.and(v128.xor(v128.load(at), v128.load(word)), v128.load(MASKS + left * 16)));
}

/** The record of an unexpected key, or 0 when the key is unusual; `keyEnd` is the address of its value then. */
function findKey(start: usize, before: usize): usize {
  const end = runEnd(start);
  if (load<u8>(end) != QUOTE) return 0;
  const isClose = load<u8>(end, 1) == COLON;
  const mark = isClose ? end + 1 : space(end + 1);
  if (load<u8>(mark) != COLON) return 0;
  keyEnd = mark + 1;
  const length = <i32>(end - start);
  let key: usize = load<u32>(bucketOf(start, length));
  while (key != 0) {
    if (load<u32>(key, 4) == <u32>(length + 2) && memory.compare(key + KEY_BYTES, start, length) == 0) break;
    key = load<u32>(key, 16);
  }
  if (key == 0) key = createKey(start, length, UNASKED, -1);
  if (key == 0) {
    store<i32>(STRAY, 0);
    store<i32>(STRAY, UNASKED, 8);
    return STRAY;
  }
  // Its record ends with the colon, so it is expected only where there is no space before that.
  if (isClose) store<u32>(before, <u32>key);
  return key;
}

function createKey(name: usize, length: i32, field: i32, allowed: i32): usize {
  const key = nextKey;
  const next = key + KEY_BYTES + ((length + 17) & ~15);
  if ((field == UNASKED && length > LONGEST_KEY) || next > keysEnd) return 0;
  nextKey = next;
  store<u32>(key, 0);
  store<u32>(key, length + 2, 4);
  store<i32>(key, field, 8);
  store<i32>(key, allowed, 12);
  const bucket = bucketOf(name, length);
  store<u32>(key, load<u32>(bucket), 16);
  store<u32>(bucket, <u32>key);
  memory.copy(key + KEY_BYTES, name, length);
  store<u8>(key + KEY_BYTES + length, QUOTE);
  store<u8>(key + KEY_BYTES + length, COLON, 1);
  return key;
}

function bucketOf(name: usize, length: i32): usize {
  let hash: u32 = 0x811c9dc5;
  for (let at = name; at < name + length; at += 1) hash = (hash ^ load<u8>(at)) * 0x01000193;
  return HASHES + ((hash ^ (hash >> 15)) & (BUCKETS - 1)) * 4;
}
