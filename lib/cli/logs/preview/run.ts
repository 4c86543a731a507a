import { Batch, type BlockOutcome, type PreviewMode } from '../../../logs';
import { failureOf, isOfComparison, type Assertion } from './assertion';
import { blocksOf, Buffers, findSamples, longestLine, type Sample } from './blocks';
import { readJob, readOther, type JobOptions, type ReadyJob } from './resolve';
import { Totals } from './totals';
import { Progress } from './progress';
import { runHere, runInThreads, type Runner } from './runner';
import { Sink } from '../../terminal';

export interface PreviewOptions extends JobOptions {
  readonly count?: true;
  readonly why?: true;
  readonly json?: true;
  readonly assert?: readonly Assertion[];
  readonly jobs: number;
}

/** What a preview came to. */
export interface Preview {
  readonly totals: Totals;
  /** Whether all was read: not when the reader of the lines stopped before. */
  readonly isWhole: boolean;
  /** Whether the lines were put out as they are delivered. */
  readonly showsRecords: boolean;
  /** The assertions that do not hold, as sentences. */
  readonly failures: readonly string[];
}

/**
 * Previews files, or stdin where there are none, and writes the lines to stdout as they come.
 *
 * @param onNote - hears of what should be known before the first line
 */
export async function preview(
  paths: readonly string[],
  options: PreviewOptions,
  onNote: (note: string) => void,
): Promise<Preview> {
  const assertions = options.assert ?? [];
  const stray = options.against === undefined ? assertions.find(isOfComparison) : undefined;
  if (stray !== undefined)
    throw new Error(
      `--assert "${stray.text}" is about what changes from another job. Say with --against from which.`,
    );
  const first = await readJob(options);
  const other = options.against === undefined ? undefined : await readOther(options.against, options, first);
  for (const note of notesOn(options, first, other)) onNote(note);
  const samples = await findSamples(paths);
  const mode = modeOf(options);
  const buffers = new Buffers();
  const task = { mode, job: first.job, against: other?.job };
  // Why numbers lines, which only the thread knows that has seen all before.
  const isShared = options.jobs > 1 && mode !== 'why';
  const runner = isShared
    ? runInThreads(task, options.jobs, (buffer) => {
        buffers.release(buffer);
      })
    : runHere(task);
  const totals = new Totals(first.job, other?.job);
  const sink = new Sink();
  // Who stops reading has seen what was asked for, but for what all lines are held to.
  const isEnough = () => sink.isClosed && assertions.length === 0;
  const progress = new Progress(process.stderr, sizeOf(samples), () => performance.now());
  const writer = writerFor(mode, first, options, sink);
  try {
    await runAll({ samples, runner, buffers, progress, totals, isEnough, isShared }, (output) =>
      writer.write(output),
    );
    await writer.end();
  } finally {
    progress.end();
    await runner.close();
  }
  const counts = totals.counts();
  const asserted = {
    delivers: counts.delivered,
    drops: counts.dropped,
    bad: counts.bad,
    lines: counts.lines,
    'newly-delivers': counts.newlyDelivered,
    'newly-drops': counts.newlyDropped,
  };
  return {
    totals,
    isWhole: !isEnough(),
    showsRecords: options.count !== true && (mode === 'records' || mode === 'difference'),
    failures: assertions.flatMap((each) => failureOf(each, asserted) ?? []),
  };
}

/** What is said of lines is of interest where lines are shown. */
function notesOn({ count, why }: PreviewOptions, first: ReadyJob, other: ReadyJob | undefined): Set<string> {
  const ofLines =
    count === true || why === true ? [] : [first, other].flatMap((each) => each?.lineNotes ?? []);
  return new Set([...first.notes, ...(other?.notes ?? []), ...ofLines]);
}

function modeOf({ count, why, against }: PreviewOptions): PreviewMode {
  if (why === true && against !== undefined)
    throw new Error('--why tells what one job drops, and --against compares two. Give one of them.');
  if (why === true) return 'why';
  if (against !== undefined) return 'difference';
  return count === true ? 'nothing' : 'records';
}

interface Run {
  readonly samples: readonly Sample[];
  readonly runner: Runner;
  readonly buffers: Buffers;
  readonly progress: Progress;
  readonly totals: Totals;
  /** Whether the rest need not be read. */
  readonly isEnough: () => boolean;
  /** Whether buffers are handed over to threads, which give them back by themselves. */
  readonly isShared: boolean;
}

async function runAll(run: Run, write: (output: Buffer) => Promise<void>): Promise<void> {
  const { samples, runner, buffers, progress, totals, isEnough, isShared } = run;
  for (const sample of samples) {
    const place = totals.begin(sample.path);
    const label = samples.length === 1 ? 'line ' : `${sample.path === '-' ? 'stdin' : sample.path}:`;
    const waiting: (() => Promise<void>)[] = [];
    for await (const block of blocksOf(sample, buffers, (count) => {
      progress.addBytes(count);
    })) {
      const { bytes, end, isFirst, isTooLong } = block;
      const parts = isTooLong
        ? Promise.resolve([tooLong])
        : runner.run({ bytes, end, isFirst, label, linesBefore: place.lines });
      // Somebody waits for it later, and meanwhile it may fail.
      parts.catch(() => undefined);
      waiting.push(async () => {
        const before = place.lines;
        for (const part of await parts) {
          totals.add(place, before, part);
          await write(part.output);
        }
        progress.addLines(place.lines - before);
        if (!isShared && !isTooLong) buffers.release(bytes);
      });
      while (waiting.length >= runner.room) await waiting.shift()?.();
      if (isEnough()) return;
    }
    for (const each of waiting) await each();
    if (isEnough()) return;
  }
}

const tooLong: BlockOutcome = {
  at: 0,
  lines: 1,
  empty: 0,
  bad: 1,
  delivered: 0,
  dropped: 0,
  newlyDelivered: 0,
  newlyDropped: 0,
  badLines: [{ line: 1, reason: `is longer than ${longestLine >> 20} MB` }],
  reasons: new Map(),
  seen: [],
  output: Buffer.alloc(0),
};

interface Writer {
  write(output: Buffer): Promise<void>;
  end(): Promise<void>;
}

/** All records are one file of the job, with what stands before, between and behind. */
function writerFor(mode: PreviewMode, { job }: ReadyJob, { count }: PreviewOptions, sink: Sink): Writer {
  const silent = () => Promise.resolve();
  if (count === true) return { write: silent, end: silent };
  const { delivery } = job;
  const isWrapped =
    mode === 'records' &&
    (delivery.batch_prefix + delivery.batch_suffix + delivery.record_delimiter !== '' ||
      delivery['CVE-2021-44228']);
  if (!isWrapped) return { write: (output) => sink.write(output), end: silent };
  const batch = new Batch(delivery);
  let isEmpty = true;
  return {
    write: async (output) => {
      if (output.length === 0) return;
      isEmpty = false;
      await sink.write(batch.add(output.toString()));
    },
    end: async () => {
      if (!isEmpty) await sink.write(batch.end());
    },
  };
}

/** Undefined where a sample has no size. */
function sizeOf(samples: readonly Sample[]): number | undefined {
  return samples.reduce<number | undefined>(
    (sum, { size }) => (sum === undefined || size === undefined ? undefined : sum + size),
    0,
  );
}
