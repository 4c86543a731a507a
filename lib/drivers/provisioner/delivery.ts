import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** Where the runner is under the folder of a stack. */
export const runnerPath = 'edge-platform/runner.js';

/** Puts the runner into the stack's folder, so that what is synthesized runs wherever node is. */
export function deliverRunner(stackFolder: string): void {
  const runner = readFileSync(bundlePath());
  const file = join(stackFolder, runnerPath);
  if (existsSync(file) && readFileSync(file).equals(runner)) return;
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, runner);
}

/** The bundle beside the compiled package; when run from the sources, the one that was built last. */
function bundlePath(): string {
  const fileName = 'edge-platform-runner.js';
  const root = join(__dirname, '..', '..');
  const places = [join(root, 'plugin', fileName), join(root, '..', 'dist', 'plugin', fileName)];
  const found = places.find((place) => existsSync(place));
  if (found !== undefined) return found;
  throw new Error(
    `The runner is missing: there is no ${fileName} in cdktf-edge-platform. Install the package anew; in a checkout, run npm run build.`,
  );
}
