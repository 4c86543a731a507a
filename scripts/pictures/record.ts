import { spawn } from 'node:child_process';
import { constants } from 'node:os';

/** Bytes that a terminal received, with the milliseconds since the program started. */
export interface Chunk {
  readonly at: number;
  readonly bytes: Uint8Array;
}

export interface TerminalSize {
  readonly columns: number;
  readonly rows: number;
}

/**
 * Runs a command line in a pseudo-terminal, and resolves to what it wrote. `script` makes the terminal: every Linux and macOS
 * has it, while a module for Node.js would need a compiler.
 */
export async function record(
  commandLine: string,
  { columns, rows }: TerminalSize,
): Promise<readonly Chunk[]> {
  const command = `stty cols ${columns} rows ${rows}; exec ${commandLine}`;
  const args =
    process.platform === 'darwin'
      ? ['-q', '/dev/null', 'sh', '-c', command]
      : ['--quiet', '--return', '--command', command, '/dev/null'];
  const child = spawn('script', args, { stdio: ['ignore', 'pipe', 'inherit'], env: terminalEnvironment() });
  const started = performance.now();
  const chunks: Chunk[] = [];
  child.stdout.on('data', (bytes: Buffer) => chunks.push({ at: performance.now() - started, bytes }));
  const code = await new Promise<number>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (status, signal) => {
      resolve(status ?? 128 + (signal === null ? 0 : constants.signals[signal]));
    });
  });
  if (code === 0) return chunks;
  process.stderr.write(Buffer.concat(chunks.map(({ bytes }) => bytes)));
  throw new Error(`\`${commandLine}\` ended with status ${code}.`);
}

/** This environment without the settings of an npm that runs the recording, whose warnings are not part of the program. */
function terminalEnvironment(): NodeJS.ProcessEnv {
  const isOfTheCaller = (name: string) => /^npm_|^(?:NO_COLOR|FORCE_COLOR|CI|COLUMNS|LINES)$/i.test(name);
  return {
    ...Object.fromEntries(Object.entries(process.env).filter(([name]) => !isOfTheCaller(name))),
    TERM: 'xterm-256color',
    npm_config_loglevel: 'error',
    npm_config_progress: 'false',
    npm_config_update_notifier: 'false',
  };
}
