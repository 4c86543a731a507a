import { spawn, spawnSync } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { ignoredVariable, optionsOf, reasonOf, waitsForDebugger } from './node-variables';

/** The exit status of a command that could not do its work. */
const failed = 2;

/** Runs a program again without the options that are for others. The first process passes on signals and the exit status. */
export function restart(file: string, parameters: readonly string[]): void {
  const { env, execPath } = process;
  const options = optionsOf(env);
  const changed = { ...env, NODE_OPTIONS: options, [ignoredVariable]: env.NODE_OPTIONS ?? '' };
  const refusal = options === '' ? undefined : refusalOf(options, changed);
  if (refusal !== undefined) {
    fail(refusal);
    return;
  }
  let child;
  try {
    child = spawn(execPath, [file, ...parameters], { env: changed, stdio: 'inherit' });
  } catch (error) {
    // With --permission, Node.js may start no other process.
    const reason = error instanceof Error ? error.message : String(error);
    fail(
      `NODE_OPTIONS is "${env.NODE_OPTIONS ?? ''}", and Node.js cannot start without it: ${reason}. Unset it.`,
    );
    return;
  }
  const passOn = (signal: NodeJS.Signals) => child.kill(signal);
  // A terminal sends it to all processes.
  process.on('SIGINT', hasTerminal() ? () => undefined : passOn);
  process.on('SIGTERM', passOn);
  child.once('error', ({ message }) => fail(`Node.js (${execPath}) cannot start: ${message}`));
  child.once('exit', (code, signal) => {
    process.exitCode = code ?? failed;
    if (signal === null) return;
    process.removeAllListeners(signal);
    process.kill(process.pid, signal);
  });
}

function refusalOf(options: string, env: NodeJS.ProcessEnv): string | undefined {
  if (waitsForDebugger(options)) return undefined;
  const { status, stderr } = spawnSync(process.execPath, ['-e', 'process.exit()'], { env, encoding: 'utf8' });
  if (status === 0) return undefined;
  return `EDGE_NODE_OPTIONS is "${options}", with which Node.js does not start: ${reasonOf(stderr)}. Correct it, or unset it.`;
}

function fail(reason: string): void {
  process.stderr.write(`Cannot start: ${reason}\n`);
  process.exitCode = failed;
}

function hasTerminal(): boolean {
  if (process.platform === 'win32') return true;
  try {
    closeSync(openSync('/dev/tty', 'r'));
    return true;
  } catch {
    return false;
  }
}
