import { spawn, type ChildProcess } from 'node:child_process';

/** The options of a run of a program, which has no stdin. */
export interface ProgramOptions {
  readonly cwd?: string;
  readonly env?: NodeJS.ProcessEnv;
  /** Whether `path` is a command line for the shell. */
  readonly shell?: boolean;
  /** The time after which the program is killed. @default - it may run for ever */
  readonly timeoutMs?: number;
}

export interface Finished {
  /** The exit status; -1 if a signal ended it. */
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
  /** stdout and stderr as they came, without white space around them. */
  readonly output: string;
}

export type Running = ReturnType<typeof startProgram>;

/** Runs a program to its end, without blocking this process. Rejects if it cannot be started. */
export function runProgram(
  path: string,
  parameters: readonly string[],
  options: ProgramOptions = {},
): Promise<Finished> {
  return startProgram(path, parameters, options).finished;
}

/** Runs a program as {@link runProgram} does, and returns the process, to end it before its time. */
export function startProgram(
  path: string,
  parameters: readonly string[],
  { timeoutMs, ...options }: ProgramOptions = {},
) {
  const child = spawn(path, parameters, { ...options, stdio: ['ignore', 'pipe', 'pipe'] });
  // That of spawn goes on where the program cannot be started.
  const timer = timeoutMs === undefined ? undefined : setTimeout(() => child.kill(), timeoutMs);
  const chunks: { readonly from: 'stdout' | 'stderr'; readonly bytes: Buffer }[] = [];
  for (const from of ['stdout', 'stderr'] as const)
    child[from].on('data', (bytes: Buffer) => chunks.push({ from, bytes }));
  // Joined before they are decoded: a letter may lie in two chunks.
  const textOf = (parts: typeof chunks) => Buffer.concat(parts.map(({ bytes }) => bytes)).toString('utf8');
  const finished = new Promise<Finished>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) =>
      resolve({
        code: code ?? -1,
        stdout: textOf(chunks.filter(({ from }) => from === 'stdout')),
        stderr: textOf(chunks.filter(({ from }) => from === 'stderr')),
        output: textOf(chunks).trim(),
      }),
    );
  }).finally(() => clearTimeout(timer));
  return {
    child: child as ChildProcess,
    /** Settles when the program has ended, whatever its exit status; rejects if it cannot be started. */
    finished,
  };
}
