import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import {
  BlockPreview,
  type Block,
  type BlockOutcome,
  type PreviewedJob,
  type PreviewMode,
} from '../../../logs';
import { asBuffer } from './blocks';

/** What to do with the lines. */
export interface Task {
  readonly mode: PreviewMode;
  readonly job: PreviewedJob;
  readonly against: PreviewedJob | undefined;
}

/** Previews blocks, each as parts in order. */
export interface Runner {
  /** How many blocks it accepts at a time. */
  readonly room: number;
  /** The output of a part is valid until the next part is requested. */
  run(block: Block): Promise<Iterable<BlockOutcome>>;
  close(): Promise<void>;
}

/** In this thread. */
export function runHere({ mode, job, against }: Task): Runner {
  const preview = new BlockPreview(mode, job, against);
  return {
    room: 1,
    run: (block) => Promise.resolve(partsOf(preview, block)),
    close: () => Promise.resolve(),
  };
}

export function* partsOf(preview: BlockPreview, block: Block): Generator<BlockOutcome, void, undefined> {
  let at = 0;
  let lines = 0;
  while (at < block.end) {
    const part = preview.run(block, at, lines);
    ({ at } = part);
    lines += part.lines;
    yield part;
  }
}

/** The messages to and from a worker. */
export interface WorkerBlock extends Omit<Block, 'bytes'> {
  readonly bytes: Uint8Array<ArrayBuffer>;
}
export interface WorkerAnswer {
  readonly parts: readonly (Omit<BlockOutcome, 'output'> & { readonly output: Uint8Array })[];
  /** For reuse. */
  readonly bytes: Uint8Array<ArrayBuffer>;
}

/**
 * In this thread and in workers. Blocks move to the workers without a copy; when all workers are busy or still
 * starting, this thread previews the next block.
 *
 * @param onFree - receives the buffer of a block for reuse
 */
export function runInThreads(task: Task, count: number, onFree: (buffer: Buffer) => void): Runner {
  const here = new BlockPreview(task.mode, task.job, task.against);
  const threads = Array.from({ length: count - 1 }, () => new Thread(task));
  return {
    room: count * mostPending,
    run: async ({ bytes, ...block }) => {
      // The answers of the workers arrive only when this thread yields to the event loop.
      await pause();
      const thread = threads.find(({ hasRoom }) => hasRoom);
      if (thread === undefined) {
        const parts = Array.from(partsOf(here, { ...block, bytes }), (part) => ({
          ...part,
          output: Buffer.from(part.output),
        }));
        onFree(asBuffer(bytes));
        return parts;
      }
      const answer = await thread.run({ ...block, bytes: transferable(bytes) });
      onFree(Buffer.from(answer.bytes.buffer));
      return answer.parts.map((part) => ({ ...part, output: Buffer.from(part.output.buffer) }));
    },
    close: async () => {
      await Promise.all(threads.map((thread) => thread.close()));
    },
  };
}

function pause(): Promise<void> {
  return new Promise((resolve) => {
    setImmediate(resolve);
  });
}

/** Blocks that a thread has at a time, this one included. */
const mostPending = 4;

function transferable({ buffer }: Uint8Array): Uint8Array<ArrayBuffer> {
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

  constructor(task: Task) {
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
