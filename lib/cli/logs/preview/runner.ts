import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import {
  BlockPreview,
  type Block,
  type BlockOutcome,
  type PreviewedJob,
  type PreviewMode,
} from '../../../logs';

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
  run(block: Block): Promise<Iterable<BlockOutcome>>;
  close(): Promise<void>;
}

/** In this thread. */
export function runHere({ mode, job, against }: Task): Runner {
  const preview = new BlockPreview(mode, job, against);
  return {
    room: 1,
    run: (block) => Promise.resolve(preview.run(block)),
    close: () => Promise.resolve(),
  };
}

/** The messages to and from a worker. */
export interface WorkerBlock extends Omit<Block, 'bytes'> {
  readonly bytes: Uint8Array<ArrayBuffer>;
}
export interface WorkerAnswer {
  readonly parts: readonly BlockOutcome[];
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
        const parts = [...here.run({ ...block, bytes })];
        onFree(bytes);
        return parts;
      }
      const { parts, bytes: freed } = await thread.run({ ...block, bytes: transferable(bytes) });
      onFree(Buffer.from(freed.buffer));
      return parts;
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
