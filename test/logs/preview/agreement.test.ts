import { isUtf8 } from 'node:buffer';
import { isDeeperThan, isObject } from '../../../lib/ground/json';
import {
  Batch,
  BlockPreview,
  linePreviewer,
  matchesFilter,
  recordWriter,
  valueFault,
  type BlockOutcome,
  type LineOutcome,
  type PreviewedJob,
  type PreviewMode,
} from '../../../lib/logs';
import { UnmetWriter } from '../../../lib/logs/preview/why';
import { runs, seed } from '../../support/exhaustive';
import { PreviewGenerator } from './generate';

describe('a preview', () => {
  it('of a line agrees with JSON.parse, and one of blocks with those of their lines, in all modes', () => {
    const generator = new PreviewGenerator(seed);
    const sum = { delivered: 0, dropped: 0, bad: 0, empty: 0 };
    for (let count = 0; count < runs(2500);) {
      const [job, other] = [generator.job(), generator.job()];
      for (let sample = 0; sample < 4; sample += 1) {
        const bytes = generator.sample(30);
        const lines = linesOf(bytes);
        const [now, before] = [judge(lines, job), judge(lines, other)];
        count += lines.length;
        for (const { outcome } of now) sum[outcome] += 1;
        for (const [at, line] of lines.entries()) {
          if (!isReadAlike(line)) continue;
          const found = now[at];
          expect([line.toString(), found?.outcome === 'delivered' ? found.record : found?.outcome]).toEqual([
            line.toString(),
            naively(line.toString(), job),
          ]);
        }
        const shown = { sample: bytes.toString('latin1'), job, other };
        for (const mode of ['records', 'nothing', 'why', 'difference'] as const) {
          const against = mode === 'difference' ? other : undefined;
          expect({ mode, ...shown, ...blockwise(bytes, job, mode, against) }).toEqual({
            mode,
            ...shown,
            ...lineByLine(now, job, mode, against && before),
          });
        }
      }
    }
    expect(Math.min(sum.delivered, sum.dropped)).toBeGreaterThan(runs(2500) / 5);
    expect(sum.bad).toBeGreaterThan(runs(2500) / 50);
  });
});

interface Outcome {
  readonly counts: Pick<BlockOutcome, (typeof countNames)[number]>;
  readonly bad: readonly number[];
  readonly output: string;
}

const countNames = [
  'lines',
  'empty',
  'bad',
  'delivered',
  'dropped',
  'newlyDelivered',
  'newlyDropped',
] as const;
const zero = { lines: 0, empty: 0, bad: 0, delivered: 0, dropped: 0, newlyDelivered: 0, newlyDropped: 0 };

/** As two blocks, the first with half of the lines, each with bytes behind its end that look like more of the line. */
function blockwise(
  sample: Buffer,
  job: PreviewedJob,
  mode: PreviewMode,
  against: PreviewedJob | undefined,
): Outcome {
  const preview = new BlockPreview(mode, job, against);
  const counts = { ...zero };
  const bad: number[] = [];
  const pieces: string[] = [];
  const half = sample.indexOf(0x0a, sample.length >> 1) + 1;
  for (const [from, to] of half === 0
    ? [[0, sample.length] as const]
    : ([
        [0, half],
        [half, sample.length],
      ] as const)) {
    const lines = sample.subarray(from, to);
    const whole =
      lines.length === 0 || lines.at(-1) === 0x0a ? lines : Buffer.concat([lines, Buffer.from('\n')]);
    const block = {
      bytes: Buffer.concat([whole, Buffer.from('"\\}x')]),
      end: whole.length,
      start: from === 0 && hasMark(sample) ? 3 : 0,
    };
    for (const part of preview.run({ ...block, label: 'line ', linesBefore: counts.lines })) {
      bad.push(...part.badLines.map(({ line }) => counts.lines + line));
      for (const name of countNames) counts[name] += part[name];
      if (mode !== 'records' || part.delivered > 0) pieces.push(part.output);
    }
  }
  return { counts, bad, output: mode === 'records' ? fileOf(pieces, job) : pieces.join('') };
}

function lineByLine(
  lines: readonly LineOutcome[],
  job: PreviewedJob,
  mode: PreviewMode,
  before: readonly LineOutcome[] | undefined,
): Outcome {
  const counts = { ...zero };
  const bad: number[] = [];
  const pieces: string[] = [];
  const reasons = new UnmetWriter(job.dataset);
  const ended = (text: string) => (text.endsWith('\n') ? text : `${text}\n`);
  for (const [at, line] of lines.entries()) {
    const other = before?.[at];
    counts.lines += 1;
    counts[line.outcome] += 1;
    if (line.outcome === 'bad') bad.push(counts.lines);
    if (line.outcome === 'delivered' && mode === 'records') pieces.push(line.record);
    if (line.outcome === 'dropped' && mode === 'why')
      pieces.push(`line ${counts.lines}  ${reasons.write(line.unmet)}\n`);
    if (line.outcome === 'delivered' && other?.outcome === 'dropped') {
      counts.newlyDelivered += 1;
      pieces.push(ended(`+ ${line.record}`));
    }
    if (line.outcome === 'dropped' && other?.outcome === 'delivered') {
      counts.newlyDropped += 1;
      pieces.push(ended(`- ${other.record}`));
    }
  }
  return { counts, bad, output: mode === 'records' ? fileOf(pieces, job) : pieces.join('') };
}

function judge(lines: readonly Buffer[], job: PreviewedJob): LineOutcome[] {
  const preview = linePreviewer(job);
  return lines.map((line) =>
    isUtf8(line) ? preview(line.toString()) : { outcome: 'bad', reason: 'is not UTF-8' },
  );
}

function fileOf(records: readonly string[], { delivery }: PreviewedJob): string {
  const batch = new Batch(delivery);
  return records.map((record) => batch.add(record)).join('') + batch.end();
}

function hasMark(sample: Buffer): boolean {
  return sample.subarray(0, 3).equals(Buffer.from('\ufeff'));
}

/** Without their line feeds, and without the byte order mark of the first. */
function linesOf(sample: Buffer): Buffer[] {
  const lines: Buffer[] = [];
  const isMarked = hasMark(sample);
  // A sample that is nothing but the mark has one line, which is empty.
  for (let at = isMarked ? 3 : 0; at < sample.length || (lines.length === 0 && isMarked);) {
    const found = sample.indexOf(0x0a, at);
    const end = found === -1 ? sample.length : found;
    lines.push(sample.subarray(at, end));
    at = end + 1;
  }
  return lines;
}

/** Not where integers beyond 2^53 are exact in one of them only, and not exchanges, which have headers. */
function isReadAlike(line: Buffer): boolean {
  return isUtf8(line) && !/\d{16}|"(?:request|response|waf|Cookies|\w+Headers)"|\\u/.test(line.toString());
}

/** The record, or the outcome of a line without one. */
function naively(text: string, { filter, dataset, delivery, customFields }: PreviewedJob): string {
  if (text.trim() === '') return 'empty';
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return 'bad';
  }
  const isExchange = isObject(value) && Object.keys(value).join() === 'fields';
  const fields = isObject(value) && isExchange ? value.fields : value;
  if (!isObject(fields) || isDeeperThan(value, 100)) return 'bad';
  for (const [name, type] of dataset.fields)
    if (Object.hasOwn(fields, name) && valueFault(fields[name], type) !== undefined) return 'bad';
  return filter === undefined || matchesFilter(filter, fields, dataset)
    ? recordWriter(delivery, customFields, dataset)({ fields })
    : 'dropped';
}
