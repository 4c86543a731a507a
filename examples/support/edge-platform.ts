import { join } from 'node:path';
import { run, type Finished } from './run';

const command = join(__dirname, '..', '..', 'dist', 'cli', 'main.js');

/** Runs the `edge-platform` command of this checkout. */
export function runEdgePlatform(
  args: readonly string[],
  env: NodeJS.ProcessEnv,
  cwd?: string,
): Promise<Finished> {
  return run(process.execPath, [command, ...args], { cwd, env: { ...process.env, ...env } });
}
