import type { SourceRange } from './tokens';

/** A range of a text, and the text that replaces it. */
export interface TextEdit extends SourceRange {
  readonly text: string;
}

/**
 * Applies edits, which do not overlap, to a text. Those at the same place are made in their order. New lines end as those of the text do.
 */
export function applyEdits(text: string, edits: readonly TextEdit[]): string {
  const hasReturns = text.includes('\r\n');
  let result = '';
  let at = 0;
  for (const edit of edits.toSorted((a, b) => a.start - b.start)) {
    // What is taken out may have an empty line in common with its neighbor.
    const start = edit.text === '' ? Math.max(edit.start, at) : edit.start;
    if (start < at) throw new Error(`Two edits overlap at ${start}.`);
    result += text.slice(at, start) + (hasReturns ? edit.text.replace(/\r?\n/g, '\r\n') : edit.text);
    at = Math.max(at, edit.end);
  }
  return withoutEmptyEnd(result + text.slice(at), text);
}

/** The result without empty lines at the end, if the text had none there. */
function withoutEmptyEnd(result: string, text: string): string {
  return /\n[ \t]*\r?\n$/.test(text) ? result : result.replace(/(\r?\n)(?:[ \t]*\r?\n)+$/, '$1');
}

export function lineStart(text: string, at: number): number {
  const start = text.lastIndexOf('\n', at - 1) + 1;
  return start === 0 && text.startsWith('\ufeff') ? 1 : start;
}

/** The spaces before the first character of a line. */
export function indentAt(text: string, at: number): string {
  return /^[ \t]*/.exec(text.slice(lineStart(text, at)))?.[0] ?? '';
}

/**
 * The edit that removes a range. Lines that are empty then go too, and of two empty lines around it one. A comment behind it stays.
 */
export function removal(text: string, { start, end }: SourceRange): TextEdit {
  const lineBegin = lineStart(text, start);
  const [rest = ''] = /^[ \t]*(?:\r?\n|$)/.exec(text.slice(end)) ?? [];
  const isWholeLine = text.slice(lineBegin, start).trim() === '' && (rest !== '' || end === text.length);
  if (!isWholeLine) {
    const [spaces = ''] = /^[ \t]*/.exec(text.slice(end)) ?? [];
    return { start, end: end + spaces.length, text: '' };
  }
  const range = { start: lineBegin, end: end + rest.length };
  const before = /(?:^|\n)[ \t]*\r?\n$/.exec(text.slice(0, range.start));
  const [emptyAfter = ''] = /^(?:[ \t]*\r?\n)+/.exec(text.slice(range.end)) ?? [];
  const isFirst = range.start <= 1 || /[{][ \t]*\r?\n$/.test(text.slice(0, range.start));
  if (emptyAfter !== '' && (before !== null || isFirst))
    return { ...range, end: range.end + emptyAfter.length, text: '' };
  const isLast = /^[ \t]*(?:\}|$)/.test(text.slice(range.end));
  if (before !== null && isLast) {
    const emptyBefore = /(?:[ \t]*\r?\n)$/.exec(text.slice(0, range.start))?.[0].length ?? 0;
    return { ...range, start: range.start - emptyBefore, text: '' };
  }
  return { ...range, text: '' };
}
