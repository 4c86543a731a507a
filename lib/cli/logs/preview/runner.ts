import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import {
  BlockPreview,
  type Block,
  type BlockOutcome,
  type PreviewedJob,
  type PreviewMode,
} from '../../../logs';

export interface PreviewTask {
  readonly mode: PreviewMode;
  readonly job: PreviewedJob;
  readonly against: PreviewedJob | undefined;
}

export interface PreviewedBlock {
  /** Parts in order. All behind the first are previewed when they are asked for, so that their output is never all in memory. */
  readonly parts: Iterable<BlockOutcome>;
  /** Buffer for reuse behind the last part. */
  readonly bytes: Buffer;
}

export interface WorkerBlock extends Omit<Block, 'bytes'> {
  readonly bytes: Uint8Array<ArrayBuffer>;
}
export interface WorkerAnswer {
  readonly first: BlockOutcome;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

/**
 * Previews blocks in this thread and, once a sample is larger than a few MB, in workers. Blocks move to the workers without
 * a copy; when all workers are busy or still starting, this thread previews the next block.
 */
export class Runner {
  private readonly here: BlockPreview;
  private readonly threads: Thread[] = [];
  private blocks = 0;

  /** @param count - of threads, this one included */
  constructor(
    private readonly task: PreviewTask,
    private readonly count: number,
  ) {
    this.here = new BlockPreview(task.mode, task.job, task.against);
  }

  /** How many blocks it accepts at a time. */
  get room(): number {
    return this.count === 1 ? 1 : this.count * mostPending;
  }

  async run(block: Block & { readonly bytes: Buffer }): Promise<PreviewedBlock> {
    this.blocks += 1;
    if (this.blocks === fewBlocks)
      for (let started = 1; started < this.count; started += 1) this.threads.push(new Thread(this.task));
    // The answers of the workers arrive only when this thread yields to the event loop.
    if (this.threads.length > 0) await pause();
    const thread = this.threads.find(({ hasRoom }) => hasRoom);
    if (thread === undefined)
      return { parts: this.partsOf(block, this.here.runPart(block)), bytes: block.bytes };
    const { first, bytes: moved } = await thread.run({ ...block, bytes: transferable(block.bytes) });
    const bytes = Buffer.from(moved.buffer);
    return { parts: this.partsOf({ ...block, bytes }, first), bytes };
  }

  private *partsOf(block: Block, first: BlockOutcome): Generator<BlockOutcome, void, undefined> {
    yield first;
    const linesBefore = block.linesBefore + first.lines;
    yield* this.here.run({ ...block, start: first.next, linesBefore });
  }

  async close(): Promise<void> {
    await Promise.all(this.threads.map((thread) => thread.close()));
  }
}

/** A worker takes as long to start as the preview of about so many blocks of half a MB takes. */
const fewBlocks = 8;

function pause(): Promise<void> {
  return new Promise((resolve) => {
    setImmediate(resolve);
  });
}

/** Blocks that a thread has at a time, this one included. */
const mostPending = 4;

function transferable({ buffer }: Buffer): Uint8Array<ArrayBuffer> {
  if (!(buffer instanceof ArrayBuffer)) throw new TypeError('the buffer of a block is shared');
  return new Uint8Array(buffer);
}

class Thread {
  private isReady = false;
  private readonly worker: Worker;
  private readonly waiting: {
    resolve: (answer: WorkerAnswer) => void;
    reject: (error: unknown) => void;
  }[] = [];

  constructor(task: PreviewTask) {
    // The file is beside this one, also where the command is bundled into one file.
    this.worker = new Worker(join(__dirname, 'worker.js'), {
      workerData: task,
      resourceLimits: { maxYoungGenerationSizeMb: 8 },
    });
    this.worker.on('message', (answer: WorkerAnswer | 'ready') => {
      if (answer === 'ready') this.isReady = true;
      else this.waiting.shift()?.resolve(answer);
    });
    this.worker.on('error', (error) => {
      for (const { reject } of this.waiting.splice(0)) reject(error);
    });
  }

  get hasRoom(): boolean {
    return this.isReady && this.waiting.length < mostPending;
  }

  run(block: WorkerBlock): Promise<WorkerAnswer> {
    return new Promise((resolve, reject) => {
      this.waiting.push({ resolve, reject });
      this.worker.postMessage(block, [block.bytes.buffer]);
    });
  }

  async close(): Promise<void> {
    await this.worker.terminate();
  }
}
