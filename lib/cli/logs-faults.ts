import type { Fault } from '../logs';
import { columnsOf, hangText, lettersOf } from './columns';
import { withoutMark, type FilterText } from './logs-filter';

/** Faults for a person: each with the place in the text, and a caret under it. */
export function tellFaults(
  faults: readonly Fault[],
  { text: written, path }: FilterText,
  width: number,
): string[] {
  const text = withoutMark(written);
  const lines = text.split(/\r\n|\r|\n/);
  return faults.flatMap((fault, at) => {
    const mark = `${at + 1}. `;
    const told = [...(at === 0 ? [] : ['']), ...hangText(mark, shown(fault.message), width)];
    if (fault.position === undefined || text.trim() === '') return told;
    const { line, column } = fault.position;
    const place = `${path === undefined ? '' : `${path}:`}${lines.length > 1 || path !== undefined ? `${line}:${column}` : `column ${column}`}`;
    const indent = ' '.repeat(mark.length);
    return [
      ...told,
      '',
      `${indent}${place}`,
      ...excerpt(lines[line - 1] ?? '', column - 1, width - mark.length - 2).map(
        (each) => `${indent}  ${each}`,
      ),
    ];
  });
}

const cut = '…';

/** The part of a line around a place, and a caret under it. */
function excerpt(written: string, column: number, width: number): string[] {
  const indent = Math.min(written.length - written.trimStart().length, column);
  const line = written.slice(indent);
  const place = column - indent;
  const before = lettersOf(shown(line.slice(0, place)));
  const after = lettersOf(shown(line.slice(place)));
  const room = Math.max(20, width);
  const isWhole = columnsOf(before.join('') + after.join('')) <= room;
  const lead = isWhole
    ? before
    : lastOf(before, Math.max(Math.floor(room / 2), room - columnsOf(after.join(''))) - 1);
  const head = lead.length < before.length ? cut : '';
  const start = head + lead.join('');
  const left = room - columnsOf(start);
  const rest = columnsOf(after.join('')) <= left ? after : firstOf(after, left - 1);
  const tail = rest.length < after.length ? cut : '';
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
