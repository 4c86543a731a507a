import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { Readable, Writable } from 'node:stream';
import { types } from 'node:util';
import { runCommandLine } from '../../lib/cli/program';

/** The command as it is shipped. `npm run build` writes it. */
export const builtCommand = join(__dirname, '../../dist/cli/main.js');

// The errors of Node.js's own modules are no instances of the `Error` of a test's realm.
Object.defineProperty(Error, Symbol.hasInstance, {
  value(this: unknown, value: unknown): boolean {
    return this === Error
      ? types.isNativeError(value)
      : Function.prototype[Symbol.hasInstance].call(this as () => unknown, value);
  },
});

export interface Result {
  readonly status: number | string;
  readonly stdout: string;
  readonly stderr: string;
}

/**
 * Runs a command line in this process, which takes a fraction of the time of a process of its own. Processes are for signals,
 * closed pipes, threads and memory. One at a time: a command writes to the streams of its process.
 *
 * @param input - stdin, which is empty without it
 */
export async function runInProcess(
  input: string | Buffer | undefined,
  ...parameters: string[]
): Promise<Result> {
  return runWith({}, input, parameters);
}

/** The same for a person, who types the input. */
export async function runAtTerminal(
  columns: number,
  input: string | undefined,
  ...parameters: string[]
): Promise<Result> {
  return runWith({ isTTY: true, columns }, input, parameters);
}

async function runWith(
  terminal: { readonly isTTY?: true; readonly columns?: number },
  input: string | Buffer | undefined,
  parameters: readonly string[],
): Promise<Result> {
  const [stdout, stderr] = [
    Object.assign(new Collector(), terminal),
    Object.assign(new Collector(), terminal),
  ];
  const stdin = Object.assign(
    Readable.from(input === undefined || input.length === 0 ? [] : [Buffer.from(input)]),
    terminal,
  );
  const restore = replaceStreams({ stdin, stdout, stderr });
  process.exitCode = undefined;
  try {
    await runCommandLine([process.execPath, builtCommand, ...parameters]);
    return { status: exitStatus(), stdout: stdout.text(), stderr: stderr.text() };
  } finally {
    restore();
    process.exitCode = undefined;
  }
}

const exitStatus = (): number | string => process.exitCode ?? 0;

class Collector extends Writable {
  readonly #chunks: Buffer[] = [];

  constructor() {
    super({
      write: (chunk: Buffer, _encoding, callback) => {
        // The command may overwrite its buffer afterwards.
        this.#chunks.push(Buffer.from(chunk));
        callback();
      },
    });
  }

  text(): string {
    return Buffer.concat(this.#chunks).toString();
  }
}

let isReplaced = false;

/** @returns what puts them back */
function replaceStreams(streams: Readonly<Record<'stdin' | 'stdout' | 'stderr', object>>): () => void {
  if (isReplaced) throw new Error('another command runs in this process: await it first');
  isReplaced = true;
  const before = Object.entries(streams).map(([name, value]) => {
    const descriptor = Object.getOwnPropertyDescriptor(process, name);
    Object.defineProperty(process, name, { value, configurable: true });
    return [name, descriptor ?? {}] as const;
  });
  return () => {
    isReplaced = false;
    for (const [name, descriptor] of before) Object.defineProperty(process, name, descriptor);
  };
}

export interface Command {
  readonly child: ChildProcess;
  readonly stdout: () => string;
  readonly stderr: () => string;
  /** The exit code, or the signal that ended it. */
  readonly ended: Promise<number | string>;
  readonly firstLine: Promise<string>;
}

export function runCommand(...parameters: string[]): Command {
  return runCommandWith(undefined, ...parameters);
}

export function runCommandWith(input: string | Buffer | undefined, ...parameters: string[]): Command {
  const child = spawn(process.execPath, [builtCommand, ...parameters], {
    env: { ...process.env, NODE_OPTIONS: '' },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  child.stdin.on('error', () => undefined).end(input);
  let stdout = '';
  let stderr = '';
  const ended = once(child, 'close').then(([code, signal]: unknown[]) =>
    typeof code === 'number' ? code : String(signal),
  );
  child.stderr.on('data', (chunk: Buffer) => (stderr += chunk.toString()));
  const firstLine = new Promise<string>((resolve, reject) => {
    // A letter may lie in two chunks.
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      stdout += text;
      if (stdout.includes('\n')) resolve(stdout.slice(0, stdout.indexOf('\n')));
    });
    child.on('close', () => {
      reject(new Error(`the command ended without a line: ${stderr}`));
    });
  });
  firstLine.catch(() => undefined);
  return { child, stdout: () => stdout, stderr: () => stderr, ended, firstLine };
}

/**
 * Of all that the command reads there; the test's own environment says nothing. Without the variable for them there are no
 * retries: a failure that a test orders ends the command.
 */
export function setEnvironment(variables: Readonly<Record<string, string>>): void {
  process.env.EDGE_RETRY_TIMEOUT_SECONDS = variables.EDGE_RETRY_TIMEOUT_SECONDS ?? '0';
  for (const name of ['EDGE_BASE_URL', 'EDGE_API_TOKEN', 'EDGE_API_EMAIL', 'EDGE_API_KEY'])
    process.env[name] = variables[name] ?? '';
}
