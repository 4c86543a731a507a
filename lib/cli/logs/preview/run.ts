import { Batch, type BlockOutcome, type Delivery, type PreviewMode } from '../../../logs';
import { Sink } from '../../terminal';
import { failureOf } from './assertion';
import { blocksOf, Buffers, longestLine, UnreadableSampleError, type Sample } from './blocks';
import { Progress } from './progress';
import type { PreviewJob } from './resolve';
import { Runner } from './runner';
import { noLines, Totals } from './totals';

export interface PreviewResult {
  readonly totals: Totals;
  /** Whether all samples were read to their end: not when the reader of stdout stopped before. */
  readonly isWhole: boolean;
  readonly showsRecords: boolean;
  readonly unreadable: readonly UnreadableSampleError[];
  readonly failures: readonly string[];
}

export async function previewSamples(preview: PreviewJob): Promise<PreviewResult> {
  const { samples, mode, job, against, output, assertions, threads } = preview;
  const buffers = new Buffers();
  const runner = new Runner({ mode, job, against }, threads);
  const totals = new Totals(job, against);
  const sink = new Sink();
  // A reader that stops has seen enough, but the assertions are about all lines.
  const isEnough = () => sink.isClosed && assertions.length === 0;
  const progress = new Progress(process.stderr, sizeOf(samples), () => performance.now());
  const writer = output === 'lines' ? writerFor(mode, job.delivery, sink) : silentWriter;
  const unreadable: UnreadableSampleError[] = [];
  try {
    await runAll({ samples, runner, buffers, progress, totals, unreadable, isEnough, writer });
    await writer.end();
  } finally {
    progress.end();
    await runner.close();
  }
  const counts = totals.counts();
  return {
    totals,
    isWhole: !isEnough(),
    unreadable,
    showsRecords: output === 'lines' && (mode === 'records' || mode === 'difference'),
    failures: assertions.flatMap((each) => failureOf(each, counts) ?? []),
  };
}

interface Run {
  readonly samples: readonly Sample[];
  readonly runner: Runner;
  readonly buffers: Buffers;
  readonly progress: Progress;
  readonly totals: Totals;
  readonly unreadable: UnreadableSampleError[];
  /** Whether the rest need not be read. */
  readonly isEnough: () => boolean;
  readonly writer: Writer;
}

/** A sample that cannot be read to its end does not keep the next ones from being previewed. */
async function runAll(run: Run): Promise<void> {
  for (const sample of run.samples) {
    if (run.isEnough()) return;
    await runSample(sample, run).catch((error: unknown) => {
      if (!(error instanceof UnreadableSampleError)) throw error;
      run.unreadable.push(error);
    });
  }
}

async function runSample(
  sample: Sample,
  { samples, runner, buffers, progress, totals, isEnough, writer }: Run,
): Promise<void> {
  const place = totals.begin(sample.path);
  const label = samples.length === 1 ? 'line ' : `${sample.path === '-' ? 'stdin' : sample.path}:`;
  const waiting: (() => Promise<void>)[] = [];
  let linesBefore = 0;
  try {
    for await (const block of blocksOf(sample, buffers, (count) => progress.addBytes(count))) {
      const lines = block.isTooLong ? 1 : countLines(block.bytes, block.end);
      const previewed = block.isTooLong
        ? Promise.resolve({ parts: [tooLong], bytes: block.bytes })
        : runner.run({ ...block, label, linesBefore });
      linesBefore += lines;
      // It is awaited later, and may reject before that.
      previewed.catch(() => undefined);
      waiting.push(async () => {
        const { parts, bytes } = await previewed;
        for (const part of parts) {
          totals.add(place, part);
          await writer.write(part);
        }
        progress.addLines(lines);
        buffers.release(bytes);
      });
      while (waiting.length >= runner.room) await waiting.shift()?.();
      if (isEnough()) return;
    }
  } finally {
    // Also the blocks before damage.
    if (!isEnough()) for (const each of waiting) await each();
  }
}

function countLines(bytes: Buffer, end: number): number {
  let count = 0;
  for (let at = bytes.indexOf(0x0a); at !== -1 && at < end; at = bytes.indexOf(0x0a, at + 1)) count += 1;
  return count;
}

const tooLong: BlockOutcome = {
  ...noLines,
  next: 0,
  lines: 1,
  bad: 1,
  badLines: [{ line: 1, reason: `is longer than ${longestLine >> 20} MB` }],
  reasons: new Map(),
  seen: [],
  output: '',
};

interface Writer {
  write(part: BlockOutcome): Promise<void>;
  end(): Promise<void>;
}

const silentWriter: Writer = { write: () => Promise.resolve(), end: () => Promise.resolve() };

/** Writes all records as one file of the job, with its prefix, delimiters and suffix. */
function writerFor(mode: PreviewMode, delivery: Delivery, sink: Sink): Writer {
  const isWrapped =
    mode === 'records' &&
    (delivery.batch_prefix + delivery.batch_suffix + delivery.record_delimiter !== '' ||
      delivery['CVE-2021-44228']);
  if (!isWrapped) return { write: ({ output }) => sink.write(output), end: () => Promise.resolve() };
  const batch = new Batch(delivery);
  let isEmpty = true;
  return {
    write: async ({ output, delivered }) => {
      if (delivered === 0) return;
      isEmpty = false;
      await sink.write(batch.add(output));
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
