import { join } from 'node:path';
import { writeBundle, readBundle } from '../bundle';

/** The runner's path in the folder of a stack. Node.js runs it as CommonJS, whatever the package.json of the project says. */
export const runnerPath = 'edge-platform/runner.cjs';

/** Writes the runner to the stack's folder, so that the synthesized stack runs on any machine with node. */
export function deliverRunner(stackFolder: string): void {
  const runner = readBundle('edge-platform-runner.cjs', 'The runner');
  writeBundle(join(stackFolder, runnerPath), runner);
}
