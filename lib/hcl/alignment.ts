import type { SourceAttribute } from './blocks';
import type { TextEdit } from './text-edits';

/**
 * Aligns the equals signs of attributes anew after others of their body are taken out, as `terraform fmt` does. What was not aligned
 * stays as it is.
 *
 * @param before - the attributes of the body
 * @param after - those that stay
 */
export function realign(
  text: string,
  before: readonly SourceAttribute[],
  after: readonly SourceAttribute[],
): readonly TextEdit[] {
  return runsOf(text, before).flatMap((run) => {
    if (!isAligned(text, run)) return [];
    const staying: SourceAttribute[][] = [[]];
    for (const each of run)
      if (after.includes(each)) staying.at(-1)?.push(each);
      // The comment behind it stays, on a line of its own.
      else if (/^[ \t]*[^\s]/.test(text.slice(each.end))) staying.push([]);
    return staying.flatMap((part) => alignTo(text, part, widthOf(part)));
  });
}

function alignTo(text: string, attributes: readonly SourceAttribute[], width: number): TextEdit[] {
  return attributes.flatMap(({ start, name }) => {
    const gap = { start: start + name.length, end: text.indexOf('=', start) };
    const spaces = ' '.repeat(width - name.length + 1);
    return text.slice(gap.start, gap.end) === spaces ? [] : [{ ...gap, text: spaces }];
  });
}

/** The runs of attributes of one line each, on lines that follow each other. */
function runsOf(text: string, attributes: readonly SourceAttribute[]): SourceAttribute[][] {
  const runs: SourceAttribute[][] = [];
  let last: SourceAttribute | undefined;
  for (const attribute of attributes) {
    const isOneLine = !text.slice(attribute.start, attribute.end).includes('\n');
    const between = last === undefined ? '' : text.slice(last.end, attribute.start);
    const isNext = /^[ \t]*(?:#.*|\/\/.*|\/\*.*\*\/[ \t]*)?\r?\n[ \t]*$/.test(between);
    if (isOneLine && isNext) runs.at(-1)?.push(attribute);
    else if (isOneLine) runs.push([attribute]);
    last = isOneLine ? attribute : undefined;
  }
  return runs;
}

function isAligned(text: string, run: readonly SourceAttribute[]): boolean {
  const width = widthOf(run);
  return run.every(({ start, name }) => text.startsWith(`${name.padEnd(width)} = `, start));
}

function widthOf(run: readonly SourceAttribute[]): number {
  return Math.max(...run.map(({ name }) => name.length));
}
