/**
 * Like JSON.parse, but with integers beyond 2^53 as bigints: timestamps in nanoseconds are such integers.
 *
 * @throws SyntaxError when it is not JSON
 */
export function parseExactly(text: string): unknown {
  const value: unknown = JSON.parse(text);
  if (!/\d{16}/.test(text)) return value;
  const mark = markFor(text);
  return JSON.parse(markIntegers(text, mark), (_key, member: unknown) =>
    typeof member === 'string' && member.startsWith(mark) ? BigInt(member.slice(mark.length)) : member,
  );
}

const control = '\u0001';
const escapedControl = String.raw`\u0001`;

/** No string of the text begins with it: JSON has control characters only as escapes. */
function markFor(text: string): string {
  let mark = control;
  for (let escape = escapedControl; text.includes(escape); escape += escapedControl) mark += control;
  return mark;
}

/** Turns big integers into strings behind the mark. A pattern that also matches strings overflows the stack on long ones. */
function markIntegers(text: string, mark: string): string {
  const prefix = JSON.stringify(mark).slice(0, -1);
  let marked = '';
  for (let at = 0; ;) {
    const open = text.indexOf('"', at);
    const between = text.slice(at, open === -1 ? text.length : open);
    marked +=
      between.length < 16
        ? between
        : between.replace(numbers, (number) => (isBig(number) ? `${prefix}${number}"` : number));
    if (open === -1) return marked;
    at = stringEnd(text, open + 1);
    marked += text.slice(open, at);
  }
}

const numbers = /-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;

function isBig(number: string): boolean {
  return /^-?\d{16,}$/.test(number) && !Number.isSafeInteger(Number(number));
}

/** Behind the quote that ends a string. */
function stringEnd(text: string, start: number): number {
  for (let quote = text.indexOf('"', start); ; quote = text.indexOf('"', quote + 1)) {
    let backslashes = 0;
    while (text[quote - 1 - backslashes] === '\\') backslashes += 1;
    if (backslashes % 2 === 0) return quote + 1;
  }
}
