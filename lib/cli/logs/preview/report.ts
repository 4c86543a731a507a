import { alignColumns, hangText, printable, proseWidth, wrapProse } from '../../columns';
import type { Preview } from './run';
import type { BadSampleLine, Counts } from './totals';

/** The tables of `--count`. */
export function tellCounts({ totals }: Preview, terminal: number | undefined): string {
  const width = proseWidth(terminal);
  const counts = totals.counts();
  const judged = counts.delivered + counts.dropped;
  const rows: Row[] = [
    ['delivered', counts.delivered, judged],
    ['dropped', counts.dropped, judged],
    ...(totals.isComparison
      ? ([
          ['newly delivered', counts.newlyDelivered, judged],
          ['newly dropped', counts.newlyDropped, judged],
        ] satisfies Row[])
      : []),
    ...(counts.bad > 0 ? ([['bad', counts.bad, undefined]] satisfies Row[]) : []),
    ...(counts.empty > 0 ? ([['empty', counts.empty, undefined]] satisfies Row[]) : []),
    ['all lines', counts.lines, undefined],
  ];
  const reasons = [...totals.reasons].sort(([, a], [, b]) => b - a);
  const parts = [
    numbers(['OUTCOME', 'LINES', 'SHARE'], rows, width),
    ...(reasons.length === 0
      ? []
      : [
          numbers(
            ['DROPPED BY', 'LINES', 'SHARE'],
            reasons.map(([reason, count]): Row => [printable(reason), count, counts.dropped]),
            width,
          ),
        ]),
  ];
  return `${parts.map((lines) => lines.join('\n')).join('\n\n')}\n`;
}

/** What `--count --json` prints. */
export function countsAsJson({ totals, failures }: Preview): object {
  const counts = totals.counts();
  return {
    lines: counts.lines,
    delivered: counts.delivered,
    dropped: counts.dropped,
    bad: counts.bad,
    empty: counts.empty,
    newly_delivered: totals.isComparison ? counts.newlyDelivered : null,
    newly_dropped: totals.isComparison ? counts.newlyDropped : null,
    bad_lines: totals.badLines.map(({ path, line, reason }) => ({
      file: path === '-' ? null : path,
      line,
      reason,
    })),
    dropped_by: [...totals.reasons]
      .sort(([, a], [, b]) => b - a)
      .map(([condition, count]) => ({ condition, count })),
    fields_in_no_line: totals.unseen(),
    failed_assertions: failures,
  };
}

/** What a person should know beside the result: bad lines, fields that are nowhere, and how it went. */
export function tellAside(
  { totals, isWhole, showsRecords }: Preview,
  isCounted: boolean,
  terminal: number | undefined,
): string[] {
  if (!isWhole) return [];
  const width = proseWidth(terminal);
  const counts = totals.counts();
  const unseen = totals.unseen();
  const madeUp = showsRecords && counts.delivered + counts.newlyDropped > 0 ? totals.madeUp() : [];
  return [
    ...tellBad(totals.badLines, counts.bad, width),
    ...(unseen.length === 0
      ? []
      : wrapProse(
          `No line has ${unseen.join(', ')}, which ${totals.isComparison ? 'a' : 'the'} filter compares: every line was taken to lack ${unseen.length === 1 ? 'it' : 'them'}. Are these lines of this dataset, with all of its fields?`,
          width,
        )),
    ...(madeUp.length === 0
      ? []
      : wrapProse(
          `No line has ${firstOf(madeUp)}, which ${madeUp.length === 1 ? 'is' : 'are'} delivered: what is shown there is the value for nothing.`,
          width,
        )),
    ...(isCounted ? [] : wrapProse(summaryOf(counts, totals.isComparison), width)),
  ];
}

const mostNames = 10;

function firstOf(names: readonly string[]): string {
  const more = names.length - mostNames;
  return more > 0 ? `${names.slice(0, mostNames).join(', ')} and ${more} more` : names.join(', ');
}

function tellBad(lines: readonly BadSampleLine[], count: number, width: number): string[] {
  if (count === 0) return [];
  const head = count === 1 ? 'A line is left out:' : `${grouped(count)} lines are left out:`;
  return [
    head,
    ...lines.flatMap(({ path, line, reason }) => {
      const mark = path === '-' ? `line ${line}` : `${path}:${line}`;
      return hangText('  ', printable(`${mark} ${reason}`), width);
    }),
    ...(count > lines.length ? [`  and ${grouped(count - lines.length)} more`] : []),
  ];
}

function summaryOf(counts: Counts, isComparison: boolean): string {
  const judged = counts.delivered + counts.dropped;
  const lines = `${grouped(judged)} ${judged === 1 ? 'line' : 'lines'}`;
  return isComparison
    ? `${lines}: ${grouped(counts.newlyDelivered)} newly delivered, ${grouped(counts.newlyDropped)} newly dropped; ${grouped(counts.delivered)} delivered in all.`
    : `${lines}: ${grouped(counts.delivered)} delivered (${shareOf(counts.delivered, judged)}), ${grouped(counts.dropped)} dropped.`;
}

/** A name, a count, and what it is a share of. */
type Row = readonly [name: string, count: number, of: number | undefined];

/** A table with its numbers to the right. */
function numbers(heads: readonly [string, string, string], rows: readonly Row[], width: number): string[] {
  const cells = rows.map(([name, count, of]) => [
    name,
    grouped(count),
    of === undefined ? '' : shareOf(count, of),
  ]);
  const right = (at: 1 | 2) => Math.max(heads[at].length, ...cells.map((row) => (row[at] ?? '').length));
  const pad = ([name = '', count = '', share = '']: readonly string[]) => [
    name,
    count.padStart(right(1)),
    share.padStart(right(2)),
  ];
  return alignColumns([pad(heads), ...cells.map(pad)], width);
}

function grouped(count: number): string {
  return count.toLocaleString('en-US');
}

function shareOf(count: number, of: number): string {
  if (of === 0) return '-';
  const share = (count / of) * 100;
  const isAlmost = (share < 0.1 && count > 0) || (share > 99.9 && count < of);
  if (!isAlmost) return `${share.toFixed(1)} %`;
  return share < 50 ? '< 0.1 %' : '> 99.9 %';
}
