import { formatNumber, groupedPlural, listSome } from '../../../ground/words';
import { formatDocument } from '../../document';
import { hangText, proseWidth, wrapTexts } from '../../layout';
import { printBlocks } from '../../outcome';
import { table, type Block } from '../../report/blocks';
import { notify, print, warn, widthOf } from '../../terminal';
import type { PreviewOptions } from './options';
import { reportInvalid } from './prepare';
import { resolvePreview } from './resolve';
import { previewSamples, type PreviewResult } from './run';
import type { BadSampleLine, Counts } from './totals';

export async function runPreview(paths: readonly string[], options: PreviewOptions): Promise<void> {
  const job = await resolvePreview(paths, options).catch(reportInvalid);
  if (job === undefined) return;
  job.notes.forEach(warn);
  const result = await previewSamples(job);
  if (job.output === 'counts') await printBlocks(reportCounts(result));
  if (job.output === 'counts as JSON') await print(formatDocument(countsAsJson(result)));
  formatNotes(result, job.output !== 'lines', widthOf(process.stderr)).forEach(notify);
  const faults = [...result.unreadable.map(({ message }) => message), ...result.failures];
  faults.forEach(warn);
  process.exitCode = faults.length === 0 ? 0 : 1;
}

function reportCounts({ totals }: PreviewResult): readonly Block[] {
  const counts = totals.counts();
  const judged = counts.delivered + counts.dropped;
  const rows = [
    row('delivered', counts.delivered, judged),
    row('dropped', counts.dropped, judged),
    ...(totals.isComparison
      ? [
          row('newly delivered', counts.newlyDelivered, judged),
          row('newly dropped', counts.newlyDropped, judged),
        ]
      : []),
    ...(counts.bad > 0 ? [row('bad', counts.bad)] : []),
    ...(counts.empty > 0 ? [row('empty', counts.empty)] : []),
    row('all lines', counts.lines),
  ];
  const reasons = totals.sortedReasons().map(([reason, count]) => row(reason, count, counts.dropped));
  return [countTable('Outcome', rows), countTable('Dropped by', reasons)];
}

function countsAsJson({ totals, unreadable, failures }: PreviewResult): object {
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
      file: fileOf(path),
      line,
      reason,
    })),
    dropped_by: totals.sortedReasons().map(([condition, count]) => ({ condition, count })),
    fields_in_no_line: totals.unseen(),
    incomplete_files: unreadable.map(({ path, message }) => ({ file: fileOf(path), reason: message })),
    failed_assertions: failures,
  };
}

/** Null for stdin. */
function fileOf(path: string): string | null {
  return path === '-' ? null : path;
}

function formatNotes(
  { totals, isWhole, showsRecords }: PreviewResult,
  isCounted: boolean,
  terminal: number | undefined,
): string[] {
  if (!isWhole) return [];
  const width = proseWidth(terminal);
  const counts = totals.counts();
  const unseen = totals.unseen();
  const defaulted = showsRecords && counts.delivered + counts.newlyDropped > 0 ? totals.defaulted() : [];
  const notes = [
    ...(unseen.length === 0
      ? []
      : [
          `No line has ${listSome(unseen, mostNames)}, which ${totals.isComparison ? 'a' : 'the'} filter compares, so the filter treats ${unseen.length === 1 ? 'it' : 'them'} as missing. Check that the lines are from this dataset and have all of its fields.`,
        ]),
    ...(defaulted.length === 0
      ? []
      : [
          `No line has ${listSome(defaulted, mostNames)}, which the job delivers: the records show the default value of the type.`,
        ]),
    ...(counts.bad > 0 && counts.bad === counts.lines
      ? ['No line could be read. Each has one JSON object: `jq -c` writes a document so.']
      : []),
    ...(isCounted ? [] : [formatSummary(counts, totals.isComparison)]),
  ];
  return [...formatBadLines(totals.badLines, counts.bad, width), ...wrapTexts(notes, width)];
}

const mostNames = 10;

function formatBadLines(lines: readonly BadSampleLine[], count: number, width: number): string[] {
  if (count === 0) return [];
  return [
    `${groupedPlural(count, 'line was', 'lines were')} skipped:`,
    ...lines.flatMap(({ path, line, reason }) => {
      const place = path === '-' ? `line ${line}` : `${path}:${line}`;
      return hangText('  ', `${place} ${reason}`, width);
    }),
    ...(count > lines.length ? [`  and ${formatNumber(count - lines.length)} more`] : []),
  ];
}

function formatSummary(counts: Counts, isComparison: boolean): string {
  const judged = counts.delivered + counts.dropped;
  const lines = groupedPlural(counts.lines, 'line');
  const others = [
    ...(counts.bad > 0 ? [`, ${formatNumber(counts.bad)} bad`] : []),
    ...(counts.empty > 0 ? [`, ${formatNumber(counts.empty)} empty`] : []),
  ].join('');
  return isComparison
    ? `${lines}: ${formatNumber(counts.newlyDelivered)} newly delivered, ${formatNumber(counts.newlyDropped)} newly dropped${others}; ${formatNumber(counts.delivered)} delivered in total.`
    : `${lines}: ${formatNumber(counts.delivered)} delivered (${shareOf(counts.delivered, judged)}), ${formatNumber(counts.dropped)} dropped${others}.`;
}

type Row = ReturnType<typeof row>;

/** @param of - what the count is a share of */
function row(name: string, count: number, of?: number) {
  return { name, count, share: of === undefined ? '' : shareOf(count, of) };
}

function countTable(heading: string, rows: readonly Row[]): Block {
  return table<Row>(
    { [heading]: ({ name }) => name, Lines: ({ count }) => count, Share: ({ share }) => share },
    rows,
    { rightAligned: [2] },
  );
}

function shareOf(count: number, of: number): string {
  if (of === 0) return '-';
  const share = (count / of) * 100;
  const isAlmost = (share < 0.1 && count > 0) || (share > 99.9 && count < of);
  if (!isAlmost) return `${share.toFixed(1)} %`;
  return share < 50 ? '< 0.1 %' : '> 99.9 %';
}
