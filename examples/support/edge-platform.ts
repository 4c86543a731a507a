import { join } from 'node:path';
import { runProgram, type Finished } from '../../lib/ground/program';

const command = join(__dirname, '..', '..', 'dist', 'cli', 'main.js');

/** Runs the `edge-platform` command of this checkout. */
export function runEdgePlatform(
  args: readonly string[],
  env: NodeJS.ProcessEnv,
  cwd?: string,
): Promise<Finished> {
  return runProgram(process.execPath, [command, ...args], { cwd, env: { ...process.env, ...env } });
}
