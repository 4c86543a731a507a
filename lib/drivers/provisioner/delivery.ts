import { join } from 'node:path';
import { placeFile, readBundle } from '../bundle';

/** Where the runner is under the folder of a stack. */
export const runnerPath = 'edge-platform/runner.js';

/** Puts the runner into the stack's folder, so that what is synthesized runs wherever node is. */
export function deliverRunner(stackFolder: string): void {
  const runner = readBundle({ fileName: 'edge-platform-runner.js', what: 'The runner' });
  placeFile(join(stackFolder, runnerPath), runner);
}
