import { spawn } from 'node:child_process';

/** A program that has ended. */
export interface Ended {
  /** -1 for a signal. */
  readonly code: number;
  /** stdout and stderr. */
  readonly output: string;
}

/** Runs a program to its end, however long it takes. */
export function runProgram(
  path: string,
  parameters: readonly string[],
  options: { readonly cwd: string; readonly env: NodeJS.ProcessEnv; readonly shell?: boolean },
): Promise<Ended> {
  return new Promise((resolve, reject) => {
    const child = spawn(path, parameters, { ...options, stdio: ['ignore', 'pipe', 'pipe'] });
    const chunks: Buffer[] = [];
    child.stdout.on('data', (chunk: Buffer) => chunks.push(chunk));
    child.stderr.on('data', (chunk: Buffer) => chunks.push(chunk));
    child.once('error', reject);
    child.once('close', (code) => {
      resolve({ code: code ?? -1, output: Buffer.concat(chunks).toString('utf8').trim() });
    });
  });
}
