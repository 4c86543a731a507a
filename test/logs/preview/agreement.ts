import { isUtf8 } from 'node:buffer';
import { compareKeys } from '../../../lib/ground/compare';
import { isObject } from '../../../lib/ground/json';
import {
  Batch,
  BlockPreview,
  blockPadding,
  linePreviewer,
  matchesFilter,
  mostBadLines,
  readSampleLine,
  recordWriter,
  valueFault,
  type Condition,
  type BlockOutcome,
  type LineOutcome,
  type PreviewedJob,
  type PreviewMode,
} from '../../../lib/logs';
import { UnmetWriter } from '../../../lib/logs/preview/why';
import { PreviewGenerator } from './generate';

/** Everything that a preview of a sample has as its result. */
interface Outcome {
  output: string;
  lines: number;
  empty: number;
  bad: number;
  delivered: number;
  dropped: number;
  newlyDelivered: number;
  newlyDropped: number;
  badLines: { line: number; reason: string }[];
  reasons: Record<string, number>;
  seen: string[];
}

const modes: readonly PreviewMode[] = ['records', 'nothing', 'why', 'difference'];

/** What a run has tried, and everything that must not be. */
export interface FuzzedPreviews {
  readonly lines: number;
  readonly delivered: number;
  readonly dropped: number;
  readonly bad: number;
  readonly wrong: readonly string[];
}

/**
 * Previews random lines with random jobs in all modes by `BlockPreview`, and line by line by `linePreviewer`: both must
 * agree. Where `JSON.parse` reads a line exactly, `linePreviewer` must also agree with `JSON.parse`, `valueFault`,
 * `matchesFilter` and `recordWriter`.
 *
 * @param most - ends after that many lines, or as soon as some are wrong
 */
export function fuzzPreviews(most: number, seed: number): FuzzedPreviews {
  const generator = new PreviewGenerator(seed);
  const wrong: string[] = [];
  const sum = { lines: 0, delivered: 0, dropped: 0, bad: 0 };
  while (sum.lines < most && wrong.length < mostWrong) {
    const [job, other] = [generator.job(), generator.job()];
    for (let sample = 0; sample < 4; sample += 1) {
      const bytes = generator.sample(30);
      const lines = judgedLines(bytes, job, other);
      sum.lines += lines.length;
      for (const { now } of lines) if (now.outcome !== 'empty') sum[now.outcome] += 1;
      wrong.push(...disagreements(bytes, job, other, lines));
    }
  }
  return { ...sum, wrong };
}

const mostWrong = 5;

/** Each with a sample that is as short as it can be. */
function disagreements(
  sample: Buffer,
  job: PreviewedJob,
  other: PreviewedJob,
  lines: readonly Judged[],
): string[] {
  const checks = [
    ...modes.map(
      (mode) => (bytes: Buffer, judged: readonly Judged[]) => differenceIn(bytes, judged, job, mode, other),
    ),
    (bytes: Buffer, judged: readonly Judged[]) => naiveDifferenceIn(bytes, judged, job),
  ];
  return checks.flatMap((check) => {
    if (check(sample, lines) === undefined) return [];
    const differenceOf = (bytes: Buffer) => check(bytes, judgedLines(bytes, job, other));
    const shortest = shortened(sample, (bytes) => differenceOf(bytes) !== undefined);
    return [[differenceOf(shortest), shown(shortest), shownJob(job), shownJob(other)].join('\n')];
  });
}

/** What differs between the two previews. */
function differenceIn(
  sample: Buffer,
  lines: readonly Judged[],
  job: PreviewedJob,
  mode: PreviewMode,
  other: PreviewedJob,
): string | undefined {
  const against = mode === 'difference' ? other : undefined;
  const expected = lineByLine(lines, job, mode, against);
  const actual = blockwise(sample, job, mode, against);
  const names = (Object.keys(expected) as (keyof Outcome)[]).filter(
    (name) => JSON.stringify(expected[name]) !== JSON.stringify(actual[name]),
  );
  return names.length === 0
    ? undefined
    : names
        .map(
          (name) =>
            `${mode}: ${name} is ${JSON.stringify(actual[name])}, not ${JSON.stringify(expected[name])}`,
        )
        .join('\n');
}

function blockwise(
  sample: Buffer,
  job: PreviewedJob,
  mode: PreviewMode,
  against: PreviewedJob | undefined,
): Outcome {
  const all = emptyOutcome();
  const preview = new BlockPreview(mode, job, against);
  const file = writerOf(job, mode);
  for (const { bytes, end, isFirst } of blocksOf(sample)) {
    const linesBefore = all.lines;
    let [at, lines] = [0, 0];
    while (at < end) {
      const part = preview.run({ bytes, end, isFirst, label: 'line ', linesBefore }, at, lines);
      file.add(part);
      for (const name of counts) all[name] += part[name];
      for (const { line, reason } of part.badLines)
        if (all.badLines.length < mostBadLines) all.badLines.push({ line: linesBefore + line, reason });
      for (const [reason, count] of part.reasons) all.reasons[reason] = (all.reasons[reason] ?? 0) + count;
      all.seen.push(...part.seen);
      ({ at } = part);
      lines += part.lines;
    }
  }
  return { ...all, output: file.end(), reasons: sorted(all.reasons), seen: all.seen.sort() };
}

const counts = ['lines', 'empty', 'bad', 'delivered', 'dropped', 'newlyDelivered', 'newlyDropped'] as const;

/** Two blocks, the first with half of the lines, each with bytes behind its end that look like more of the line. */
function blocksOf(sample: Buffer) {
  const half = sample.indexOf(0x0a, sample.length >> 1) + 1;
  const ends = half === 0 || half === sample.length ? [sample.length] : [half, sample.length];
  return ends.map((behind, index) => {
    const slice = sample.subarray(index === 0 ? 0 : half, behind);
    const isEnded = slice.at(-1) === 0x0a;
    const end = slice.length === 0 || isEnded ? slice.length : slice.length + 1;
    const bytes = Buffer.alloc(end + blockPadding, '"\\}x');
    slice.copy(bytes);
    if (end > slice.length) bytes[slice.length] = 0x0a;
    return { bytes, end, isFirst: index === 0 };
  });
}

/** Puts records together as a file of the job: the delimiter between parts is that of the file. */
function writerOf({ delivery }: PreviewedJob, mode: PreviewMode) {
  if (mode !== 'records') {
    let text = '';
    return { add: ({ output }: Part) => (text += Buffer.from(output).toString()), end: () => text };
  }
  const batch = new Batch(delivery);
  let text = '';
  return {
    // Records may be empty.
    add: ({ output, delivered }: Part) => {
      if (delivered > 0) text += batch.add(Buffer.from(output).toString());
    },
    end: () => text + batch.end(),
  };
}

type Part = Pick<BlockOutcome, 'output' | 'delivered'>;

/** A line with what `linePreviewer` makes of it. */
interface Judged {
  /** Of a valid record. */
  readonly fields: readonly string[];
  readonly now: LineOutcome;
  /** By the job to compare with. */
  readonly before: LineOutcome;
}

function judgedLines(sample: Buffer, job: PreviewedJob, other: PreviewedJob): Judged[] {
  const [one, two] = [linePreviewer(job), linePreviewer(other)];
  return linesOf(sample).map((bytes): Judged => {
    if (!isUtf8(bytes)) {
      const bad: LineOutcome = { outcome: 'bad', reason: 'is not UTF-8' };
      return { fields: [], now: bad, before: bad };
    }
    const text = bytes.toString();
    const [now, before] = [one(text), two(text)];
    const line = readSampleLine(text);
    const isRecord = line.kind === 'record' && now.outcome !== 'bad';
    return { fields: isRecord ? Object.keys(line.exchange.fields ?? {}) : [], now, before };
  });
}

/** @param against - the job to compare with, in the mode `difference` */
function lineByLine(
  lines: readonly Judged[],
  job: PreviewedJob,
  mode: PreviewMode,
  against: PreviewedJob | undefined,
): Outcome {
  const all = emptyOutcome();
  const records: string[] = [];
  for (const { now, before } of lines) {
    all.lines += 1;
    const other = against === undefined ? undefined : before;
    const bad = [now, other].find((outcome) => outcome?.outcome === 'bad');
    if (bad?.outcome === 'bad') {
      all.bad += 1;
      if (all.badLines.length < mostBadLines) all.badLines.push({ line: all.lines, reason: bad.reason });
    } else if (now.outcome === 'empty') all.empty += 1;
    else add(all, records, now, other, { job, mode });
  }
  const watched = [job, against].flatMap((each) => (each === undefined ? [] : watchedBy(each, mode)));
  const seen = new Set(lines.flatMap(({ fields }) => fields));
  return {
    ...all,
    // UTF-8 has no half of a surrogate pair.
    output: Buffer.from(mode === 'records' ? fileOf(records, job) : records.join('')).toString(),
    reasons: sorted(all.reasons),
    seen: [...new Set(watched)].filter((name) => seen.has(name)).sort(),
  };
}

function add(
  all: Outcome,
  records: string[],
  now: LineOutcome,
  before: LineOutcome | undefined,
  { job, mode }: { readonly job: PreviewedJob; readonly mode: PreviewMode },
): void {
  if (now.outcome === 'delivered') {
    all.delivered += 1;
    if (mode === 'records') records.push(now.record);
    if (before?.outcome === 'dropped') {
      all.newlyDelivered += 1;
      records.push(ended(`+ ${now.record}`));
    }
  }
  if (now.outcome === 'dropped') {
    all.dropped += 1;
    if (mode === 'why') {
      const writer = new UnmetWriter(job.dataset);
      const key = writer.writeKey(now.unmet);
      all.reasons[key] = (all.reasons[key] ?? 0) + 1;
      records.push(`line ${all.lines}  ${writer.write(now.unmet)}\n`);
    }
    if (before?.outcome === 'delivered') {
      all.newlyDropped += 1;
      records.push(ended(`- ${before.record}`));
    }
  }
}

function ended(text: string): string {
  return text.endsWith('\n') ? text : `${text}\n`;
}

/** As `writerOf`, for whole records. */
function fileOf(records: readonly string[], { delivery }: PreviewedJob): string {
  const batch = new Batch(delivery);
  return records.map((record) => batch.add(record)).join('') + batch.end();
}

function watchedBy({ filter, delivery }: PreviewedJob, mode: PreviewMode): readonly string[] {
  const compared = filter === undefined ? [] : keysIn(filter.where);
  return mode === 'records' || mode === 'difference' ? [...compared, ...delivery.field_names] : compared;
}

function keysIn(condition: Condition): string[] {
  if ('and' in condition) return condition.and.flatMap(keysIn);
  return 'or' in condition ? condition.or.flatMap(keysIn) : [condition.key];
}

/** Without their line feeds, and without the byte order mark of the first. */
function linesOf(sample: Buffer): Buffer[] {
  const lines: Buffer[] = [];
  const hasMark = sample.subarray(0, 3).equals(Buffer.from('\ufeff'));
  // A sample that is nothing but the mark has one line, which is empty.
  for (let at = hasMark ? 3 : 0; at < sample.length || (lines.length === 0 && hasMark);) {
    const found = sample.indexOf(0x0a, at);
    const end = found === -1 ? sample.length : found;
    lines.push(sample.subarray(at, end));
    at = end + 1;
  }
  return lines;
}

function naiveDifferenceIn(sample: Buffer, lines: readonly Judged[], job: PreviewedJob): string | undefined {
  for (const [index, bytes] of linesOf(sample).entries()) {
    const text = bytes.toString();
    // Integers beyond 2^53 are not exact, and exchanges have headers.
    if (!isUtf8(bytes) || /\d{16}|"(?:request|response|waf|Cookies|\w+Headers)"|\\u/.test(text)) continue;
    const expected = naively(text, job);
    const actual = lines[index]?.now;
    const found = actual?.outcome === 'delivered' ? actual.record : actual?.outcome;
    if (found !== expected) return `linePreviewer: ${JSON.stringify(found)}, not ${JSON.stringify(expected)}`;
  }
  return undefined;
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
  if (!isObject(fields) || depthOf(value) > 100) return 'bad';
  for (const [name, type] of dataset.fields)
    if (Object.hasOwn(fields, name) && valueFault(fields[name], type) !== undefined) return 'bad';
  return filter === undefined || matchesFilter(filter, fields, dataset)
    ? recordWriter(delivery, customFields, dataset)({ fields })
    : 'dropped';
}

function depthOf(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  return 1 + Math.max(0, ...Object.values(value).map(depthOf));
}

/** Removes lines, then bytes, as long as it stays wrong. */
function shortened(sample: Buffer, isWrong: (bytes: Buffer) => boolean): Buffer {
  let shortest = sample;
  for (let size = sample.length >> 1; size > 0; size >>= 1) {
    for (let at = 0; at < shortest.length;) {
      const shorter = Buffer.concat([shortest.subarray(0, at), shortest.subarray(at + size)]);
      if (isWrong(shorter)) shortest = shorter;
      else at += size;
    }
  }
  return shortest;
}

function shown(sample: Buffer): string {
  return isUtf8(sample) ? JSON.stringify(sample.toString()) : `hex ${sample.toString('hex')}`;
}

function shownJob({ filter, delivery, customFields }: PreviewedJob): string {
  return JSON.stringify({ filter, delivery, customFields });
}

function sorted(reasons: Readonly<Record<string, number>>): Record<string, number> {
  return Object.fromEntries(Object.entries(reasons).sort(compareKeys));
}

function emptyOutcome(): Outcome {
  return {
    output: '',
    lines: 0,
    empty: 0,
    bad: 0,
    delivered: 0,
    dropped: 0,
    newlyDelivered: 0,
    newlyDropped: 0,
    badLines: [],
    reasons: {},
    seen: [],
  };
}
