import { execFile } from 'node:child_process';

/** A program that has ended. */
export interface Ended {
  readonly stdout: string;
  /** Why it could not be run to its end, such as `EACCES`; undefined if it ended by itself, whatever its exit status. */
  readonly failure: string | undefined;
}

/** Enough for any of the programs on a busy machine. */
const timeoutMs = 60_000;

/** Runs a program and waits for its end. */
export function runProgram(
  path: string,
  parameters: readonly string[],
  env: NodeJS.ProcessEnv,
): Promise<Ended> {
  return new Promise((resolve) => {
    execFile(path, parameters, { env, timeout: timeoutMs }, (error, stdout) => {
      resolve({ stdout, failure: error === null ? undefined : reasonOf(error) });
    });
  });
}

/** The code is a number where the program ended with that exit status. */
function reasonOf(error: Error & { readonly code?: unknown; readonly killed?: boolean }): string | undefined {
  if (error.killed === true) return `no end after ${timeoutMs / 1000} seconds`;
  if (typeof error.code === 'number') return undefined;
  return typeof error.code === 'string' ? error.code : error.message;
}
