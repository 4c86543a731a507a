import { parentPort, workerData } from 'node:worker_threads';
import { BlockPreview } from '../../../logs';
import { partsOf, type Task, type WorkerAnswer, type WorkerBlock } from './runner';

/** The entry point of a worker of `edge-platform logs preview`. */
const { mode, job, against } = workerData as Task;
const preview = new BlockPreview(mode, job, against);

parentPort?.on('message', ({ bytes, ...block }: WorkerBlock) => {
  const parts = Array.from(partsOf(preview, { ...block, bytes: Buffer.from(bytes.buffer) }), (part) => ({
    ...part,
    output: new Uint8Array(part.output),
  }));
  const answer: WorkerAnswer = { parts, bytes };
  parentPort?.postMessage(answer, [bytes.buffer, ...parts.map(({ output }) => output.buffer)]);
});
parentPort?.postMessage('ready');
