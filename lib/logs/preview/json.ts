import { setOwn } from '../../ground/record';

/**
 * Parses JSON with integers beyond 2^53 as bigints: timestamps in nanoseconds are such integers.
 *
 * @throws SyntaxError when it is not JSON
 */
export function parseExactly(text: string): unknown {
  const places = findBigValues(text);
  if (places.length === 0) return JSON.parse(text);
  const mark = markFor(text);
  const root = { value: parseMarked(text, places, mark) };
  unmark(root, mark);
  return root.value;
}

const control = '\u0001';
const escapedControl = String.raw`\u0001`;

/** No string of the text begins with it: JSON has control characters only as escapes. */
function markFor(text: string): string {
  let mark = control;
  for (let escape = escapedControl; text.includes(escape); escape += escapedControl) mark += control;
  return mark;
}

type Place = readonly [start: number, end: number];

/** Finds big integers that look like a value: also inside a string. */
function findBigValues(text: string): readonly Place[] {
  const places: Place[] = [];
  // Of 16 digits in a row, one is at such a place.
  for (let at = leastDigits - 1; at < text.length; at += leastDigits) {
    if (!isDigit(text, at)) continue;
    let start = at;
    while (isDigit(text, start - 1)) start -= 1;
    while (isDigit(text, at + 1)) at += 1;
    if (at - start + 1 < leastDigits) continue;
    if (text[start - 1] === '-') start -= 1;
    const digits = text.slice(start, at + 1);
    valueEnd.lastIndex = at + 1;
    if (!isBig(digits) || !valueStart.test(text.charAt(start - 1)) || !valueEnd.test(text)) continue;
    places.push([start, at + 1]);
  }
  return places;
}

const leastDigits = 16;
const valueStart = /^[\s:,[]?$/;
/** A key is followed by a colon. */
const valueEnd = /\s*(?:[,\]}]|$)/y;

function isDigit(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  return code >= 0x30 && code <= 0x39;
}

function isBig(number: string): boolean {
  return /^-?[1-9]\d{15,}$/.test(number) && !Number.isSafeInteger(Number(number));
}

/** Parses it with big integers as strings behind the mark. */
function parseMarked(text: string, places: readonly Place[], mark: string): unknown {
  const quote = JSON.stringify(mark).slice(0, -1);
  let marked = '';
  let done = 0;
  for (const [start, end] of places) {
    marked += `${text.slice(done, start)}${quote}${text.slice(start, end)}"`;
    done = end;
  }
  try {
    // A quote inside a string ends it, and no JSON continues with the backslash of the mark.
    return JSON.parse(marked + text.slice(done));
  } catch {
    JSON.parse(text);
  }
  let isInString = false;
  const exact = text.replace(/\\[^]|"|-?\d[\d.eE+-]*/g, (token) => {
    if (token === '"') isInString = !isInString;
    return !isInString && isBig(token) ? `${quote}${token}"` : token;
  });
  return JSON.parse(exact);
}

/** Not recursive: JSON may be nested more deeply than calls. */
function unmark(root: object, mark: string): void {
  const open = [root as Record<string, unknown>];
  for (let members = open.pop(); members !== undefined; members = open.pop()) {
    // Values alone take half the time of `Object.entries`.
    const values = Object.values(members);
    for (let at = 0; at < values.length; at += 1) {
      const member = values[at];
      if (typeof member === 'string' && member.startsWith(mark))
        setOwn(members, String(Object.keys(members)[at]), BigInt(member.slice(mark.length)));
      else if (typeof member === 'object' && member !== null) open.push(member as Record<string, unknown>);
    }
  }
}
