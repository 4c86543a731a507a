import { spawn, type SpawnOptions } from 'node:child_process';

/** The exit status of a process, and its stdout and stderr as they came. */
export interface Finished {
  readonly code: number | null;
  readonly output: string;
}

export function run(
  command: string,
  args: readonly string[],
  options: Pick<SpawnOptions, 'cwd' | 'env'>,
): Promise<Finished> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    const collect = (chunk: Buffer) => void (output += chunk.toString('utf8'));
    child.stdout.on('data', collect);
    child.stderr.on('data', collect);
    child.on('error', reject);
    child.on('close', (code) => {
      resolve({ code, output });
    });
  });
}
