import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { copyFile, mkdtemp, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { build } from 'esbuild';
import { bundleProgram } from '../support/bundle-program';

const root = join(__dirname, '../..');

/** The command as it is shipped: bundles in dist/cli beside a package.json and the emulator, which has its packages from here. */
export async function buildCommand(): Promise<{ folder: string; main: string }> {
  const folder = await mkdtemp(join(tmpdir(), 'edge-cli-'));
  const main = join(folder, 'dist/cli/main.js');
  await copyFile(join(root, 'package.json'), join(folder, 'package.json'));
  await symlink(join(root, 'node_modules'), join(folder, 'node_modules'));
  bundleProgram(join(root, 'lib/cli/main.ts'), main);
  bundleProgram(join(root, 'lib/cli/logs/preview/worker.ts'), join(dirname(main), 'worker.js'));
  await build({
    entryPoints: [join(root, 'lib/emulator/index.ts')],
    outdir: join(folder, 'dist/emulator'),
    bundle: true,
    platform: 'node',
    packages: 'external',
    logLevel: 'silent',
  });
  return { folder, main };
}

export interface Command {
  readonly child: ChildProcess;
  readonly stdout: () => string;
  readonly stderr: () => string;
  /** The exit code, or the signal that ended it. */
  readonly ended: Promise<number | string>;
  /** The first line of stdout. */
  readonly firstLine: Promise<string>;
}

export function runCommand(main: string, ...parameters: string[]): Command {
  return runCommandWith(undefined, main, ...parameters);
}

/** The same, with something on stdin. */
export function runCommandWith(
  input: string | Buffer | undefined,
  main: string,
  ...parameters: string[]
): Command {
  const child = spawn(process.execPath, [main, ...parameters], {
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
