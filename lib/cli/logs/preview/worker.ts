import { parentPort, workerData } from 'node:worker_threads';
import { BlockPreview } from '../../../logs';
import type { PreviewTask, WorkerAnswer, WorkerBlock } from './runner';

const { mode, job, against } = workerData as PreviewTask;
const preview = new BlockPreview(mode, job, against);

parentPort?.on('message', ({ bytes, ...block }: WorkerBlock) => {
  const first = preview.runPart({ ...block, bytes: Buffer.from(bytes.buffer) });
  const answer: WorkerAnswer = { first, bytes };
  parentPort?.postMessage(answer, [bytes.buffer]);
});
parentPort?.postMessage('ready');
