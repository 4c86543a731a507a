import { withoutByteOrderMark } from '../../ground/json';
import { isWrong, type Fault } from '../../logs';
import { charactersOf, hangText, proseWidth, widthOf } from '../layout';
import { warn, widthOf as columnsOf } from '../terminal';
import type { FilterText } from './filter';

/** Writes why a filter cannot be used to stderr: the answer of the command is no. */
export function reportFaults(faults: readonly Fault[], given: FilterText): void {
  const lines = formatFaults(faults, given, proseWidth(columnsOf(process.stderr)));
  const what = faults.some(isWrong) ? 'invalid filter' : 'cannot evaluate the filter';
  warn(`${what}:\n\n${lines.join('\n')}`);
  process.exitCode = 1;
}

/** Further faults are only counted: fixing these usually changes the rest. */
const mostFaults = 20;

/** Faults as text: each with its message, its place, and an excerpt with a caret under the place. */
export function formatFaults(
  faults: readonly Fault[],
  { text: written, path }: FilterText,
  width: number,
): string[] {
  const text = withoutByteOrderMark(written);
  const lines = text.split(/\r\n|\r|\n/);
  const formatted = faults.slice(0, mostFaults).flatMap((fault, at) => {
    const mark = `${at + 1}. `;
    const message = [
      ...(at === 0 ? [] : ['']),
      ...hangText(mark, withoutControls(shortened(fault.message)), width),
    ];
    if (fault.position === undefined || text.trim() === '') return message;
    const { line, column } = fault.position;
    const place = lines.length > 1 || path !== undefined ? `${line}:${column}` : `column ${column}`;
    const indent = ' '.repeat(mark.length);
    return [
      ...message,
      '',
      `${indent}${path === undefined ? '' : `${path}:`}${place}`,
      ...excerpt(lines[line - 1] ?? '', column - 1, width - mark.length - 2).map(
        (each) => `${indent}  ${each}`,
      ),
    ];
  });
  const more = faults.length - mostFaults;
  return more > 0 ? [...formatted, '', `and ${more} more.`] : formatted;
}

const ellipsis = '…';

/** Enough for a filter of the largest size; a longer message has a long value in its middle. */
const longestMessage = { head: 1100, tail: 300 } as const;

function shortened(message: string): string {
  const { head, tail } = longestMessage;
  return message.length <= head + tail ? message : message.slice(0, head) + ellipsis + message.slice(-tail);
}

/** Characters before and behind a place that an excerpt may have room for. */
const reach = 120;

function excerpt(written: string, column: number, width: number): string[] {
  const indent = Math.min(/\S|$/.exec(written)?.index ?? 0, column);
  const from = Math.max(indent, column - reach);
  const before = charactersOf(withoutControls(written.slice(from, column)));
  const after = charactersOf(withoutControls(written.slice(column, column + reach)));
  const isEnd = column + reach >= written.length;
  const room = Math.max(20, width);
  const ahead = widthOf(after.join(''));
  const isWhole = from === indent && isEnd && widthOf(before.join('')) + ahead <= room;
  const lead = isWhole ? before : lastOf(before, Math.max(Math.floor(room / 2), room - ahead) - 1);
  const head = from > indent || lead.length < before.length ? ellipsis : '';
  const start = head + lead.join('');
  const left = room - widthOf(start);
  const rest = isEnd && ahead <= left ? after : firstOf(after, left - 1);
  const tail = isEnd && rest.length === after.length ? '' : ellipsis;
  return [start + rest.join('') + tail, `${' '.repeat(widthOf(start))}^`];
}

function firstOf(characters: readonly string[], width: number): string[] {
  const taken: string[] = [];
  let room = width;
  for (const character of characters) {
    room -= widthOf(character);
    if (room < 0) break;
    taken.push(character);
  }
  return taken;
}

function lastOf(characters: readonly string[], width: number): string[] {
  return firstOf(characters.toReversed(), width).reverse();
}

/** Each control character becomes one space, so that columns stay as they are. */
function withoutControls(text: string): string {
  return text.replace(/\p{Cc}/gu, ' ');
}
