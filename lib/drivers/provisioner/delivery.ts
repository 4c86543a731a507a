import { basename, dirname, join } from 'node:path';
import { writeBundle, readBundle } from '../bundle';

/** The runner's path in the folder of a stack. */
export const runnerPath = 'edge-platform/runner.js';

/** Writes the runner to the stack's folder, so that the synthesized stack runs on any machine with node. */
export function deliverRunner(stackFolder: string): void {
  const runner = readBundle({ fileName: 'edge-platform-runner.js', what: 'The runner' });
  writeBundle(join(stackFolder, dirname(runnerPath)), basename(runnerPath), runner);
}
