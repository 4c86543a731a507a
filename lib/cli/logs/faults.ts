import type { Fault } from '../../logs';
import { columnsOf, hangText, lettersOf } from '../columns';
import { withoutMark, type FilterText } from './filter';

/** More than these nobody reads: who mends them looks again. */
const mostFaults = 20;

/** Faults for a person: each with the place in the text, and a caret under it. */
export function tellFaults(
  faults: readonly Fault[],
  { text: written, path }: FilterText,
  width: number,
): string[] {
  const text = withoutMark(written);
  const lines = text.split(/\r\n|\r|\n/);
  const told = faults.slice(0, mostFaults).flatMap((fault, at) => {
    const mark = `${at + 1}. `;
    const message = [...(at === 0 ? [] : ['']), ...hangText(mark, shown(withinReason(fault.message)), width)];
    if (fault.position === undefined || text.trim() === '') return message;
    const { line, column } = fault.position;
    const place = `${path === undefined ? '' : `${path}:`}${lines.length > 1 || path !== undefined ? `${line}:${column}` : `column ${column}`}`;
    const indent = ' '.repeat(mark.length);
    return [
      ...message,
      '',
      `${indent}${place}`,
      ...excerpt(lines[line - 1] ?? '', column - 1, width - mark.length - 2).map(
        (each) => `${indent}  ${each}`,
      ),
    ];
  });
  const more = faults.length - mostFaults;
  return more > 0 ? [...told, '', `and ${more} more.`] : told;
}

const cut = '…';

/** Room for a filter of the size that the service takes. What is longer has a value of that length in its middle. */
const longest = { head: 1100, tail: 300 } as const;

function withinReason(message: string): string {
  const { head, tail } = longest;
  return message.length <= head + tail ? message : message.slice(0, head) + cut + message.slice(-tail);
}

/** Letters that are looked at before and behind a place; no excerpt has room for more. */
const reach = 120;

/** The part of a line around a place, and a caret under it. */
function excerpt(written: string, column: number, width: number): string[] {
  const indent = Math.min(/\S|$/.exec(written)?.index ?? 0, column);
  const from = Math.max(indent, column - reach);
  const before = lettersOf(shown(written.slice(from, column)));
  const after = lettersOf(shown(written.slice(column, column + reach)));
  const isEnd = column + reach >= written.length;
  const room = Math.max(20, width);
  const ahead = columnsOf(after.join(''));
  const isWhole = from === indent && isEnd && columnsOf(before.join('')) + ahead <= room;
  const lead = isWhole ? before : lastOf(before, Math.max(Math.floor(room / 2), room - ahead) - 1);
  const head = from > indent || lead.length < before.length ? cut : '';
  const start = head + lead.join('');
  const left = room - columnsOf(start);
  const rest = isEnd && ahead <= left ? after : firstOf(after, left - 1);
  const tail = isEnd && rest.length === after.length ? '' : cut;
  return [start + rest.join('') + tail, `${' '.repeat(columnsOf(start))}^`];
}

function firstOf(letters: readonly string[], width: number): string[] {
  const taken: string[] = [];
  let room = width;
  for (const letter of letters) {
    room -= columnsOf(letter);
    if (room < 0) break;
    taken.push(letter);
  }
  return taken;
}

function lastOf(letters: readonly string[], width: number): string[] {
  return firstOf(letters.toReversed(), width).reverse();
}

/** Every control character stays one column, so that the caret stays where it belongs. */
function shown(text: string): string {
  return text.replace(/\p{Cc}/gu, ' ');
}
