import type { SourceAttribute } from './blocks';
import type { SourceRange } from './tokens';
import type { TextEdit } from './text-edits';

/**
 * Aligns the equals signs of attributes anew after others of their body are taken out, as `terraform fmt` does. What was not aligned
 * stays as it is.
 *
 * @param before - the attributes of the body
 * @param after - those that stay
 * @param removals - what is taken out of the text
 */
export function realign(
  text: string,
  before: readonly SourceAttribute[],
  after: readonly SourceAttribute[],
  removals: readonly SourceRange[],
): readonly TextEdit[] {
  const aligned = new Set(
    runsOf(text, before, [])
      .filter((run) => isAligned(text, run))
      .flat(),
  );
  return runsOf(text, after, removals)
    .filter((run) => run.every((each) => aligned.has(each)))
    .flatMap((run) => {
      const width = widthOf(run);
      return run.flatMap((attribute): TextEdit[] => {
        const gap = {
          start: attribute.start + attribute.name.length,
          end: text.indexOf('=', attribute.start),
        };
        const spaces = ' '.repeat(width - attribute.name.length + 1);
        return text.slice(gap.start, gap.end) === spaces ? [] : [{ ...gap, text: spaces }];
      });
    });
}

/** The runs of attributes of one line each, on lines that follow each other. */
function runsOf(
  text: string,
  attributes: readonly SourceAttribute[],
  removals: readonly SourceRange[],
): SourceAttribute[][] {
  const runs: SourceAttribute[][] = [];
  let last: SourceAttribute | undefined;
  for (const attribute of attributes) {
    if (text.slice(attribute.start, attribute.end).includes('\n')) {
      last = undefined;
      continue;
    }
    const between = last && without(text, { start: last.end, end: attribute.start }, removals);
    const isNext =
      between !== undefined && /^[ \t]*(?:#.*|\/\/.*|\/\*.*\*\/[ \t]*)?\r?\n[ \t]*$/.test(between);
    if (isNext) runs.at(-1)?.push(attribute);
    else runs.push([attribute]);
    last = attribute;
  }
  return runs;
}

function without(text: string, { start, end }: SourceRange, removals: readonly SourceRange[]): string {
  let result = '';
  let at = start;
  for (const removal of removals.toSorted((a, b) => a.start - b.start)) {
    if (removal.end <= at || removal.start >= end) continue;
    result += text.slice(at, Math.max(at, removal.start));
    at = removal.end;
  }
  return result + text.slice(at, Math.max(at, end));
}

function isAligned(text: string, run: readonly SourceAttribute[]): boolean {
  const width = widthOf(run);
  return run.every(({ start, name }) => text.startsWith(`${name.padEnd(width)} = `, start));
}

function widthOf(run: readonly SourceAttribute[]): number {
  return Math.max(...run.map(({ name }) => name.length));
}
