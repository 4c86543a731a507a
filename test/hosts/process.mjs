// Processes of a cell, whose commands and output go to a log.
import { execFileSync, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { appendFileSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A step of a cell that did not end as it should. */
export class StepFailed extends Error {
  constructor(step, reason, output = '') {
    super(`${step}: ${reason}`);
    this.step = step;
    this.output = output;
  }
}

/** The environment without the settings of the developer, or of npm, which runs this. */
export function cleanEnvironment() {
  const foreign =
    /^(TF_|EDGE_|JEST_|CDKTF_|NODE_ENV$|NODE_OPTIONS$|INIT_CWD$|npm_(?!config_(registry|cache|userconfig)$))/;
  const inherited = Object.entries(process.env).filter(([name]) => !foreign.test(name));
  return {
    ...Object.fromEntries(inherited),
    TF_CLI_CONFIG_FILE: '/dev/null',
    TF_IN_AUTOMATION: '1',
    CHECKPOINT_DISABLE: '1',
    NO_COLOR: '1',
  };
}

const running = new Set();

/** A temporary folder. A signal ends everything that was started here, with all that it has started, and removes the folder. */
export function makeScratch(prefix) {
  const scratch = mkdtempSync(join(tmpdir(), prefix));
  for (const signal of ['SIGINT', 'SIGTERM']) {
    process.once(signal, () => {
      for (const child of running) end(child, 'SIGKILL');
      rmSync(scratch, { recursive: true, force: true });
      process.exit(1);
    });
  }
  return scratch;
}

/** Packs the package into a file of its own name for each content: Yarn keeps tarballs by name. */
export function pack(folder) {
  const args = ['pack', '--ignore-scripts', '--json', '--pack-destination', folder];
  const options = { cwd: join(import.meta.dirname, '../..'), stdio: ['ignore', 'pipe', 'ignore'] };
  const [{ filename }] = Object.values(JSON.parse(execFileSync('npm', args, options)));
  const file = join(folder, filename);
  const hash = createHash('sha256').update(readFileSync(file)).digest('hex').slice(0, 12);
  const target = file.replace(/\.tgz$/, `-${hash}.tgz`);
  renameSync(file, target);
  return target;
}

/** Runs a program in its own process group, and returns its output. Throws StepFailed unless it ends with 0. */
export async function run(step, [program, ...args], { log, cwd, env, timeoutMinutes = 10 }) {
  appendFileSync(log, `\n[${step}] $ ${[program, ...args].join(' ')}\n`);
  const child = start(program, args, { cwd, env });
  const timer = setTimeout(() => end(child, 'SIGKILL'), timeoutMinutes * 60_000);
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text) => {
      output += text;
      appendFileSync(log, text);
    });
  }
  const [code, signal] = await new Promise((resolve, reject) => {
    child.once('error', reject).once('close', (...outcome) => resolve(outcome));
  }).finally(() => clearTimeout(timer));
  if (code === 0) return output;
  const [error = `ended with ${signal ?? code}`] = /^.*\berror\b.*$/im.exec(output) ?? [];
  throw new StepFailed(step, error.trim(), output);
}

/** Starts a server that prints one line of JSON when it is ready; returns the line's value and a function that ends it. */
export async function serve(step, [program, ...args], { log, cwd, env }) {
  appendFileSync(log, `\n[${step}] $ ${[program, ...args].join(' ')}\n`);
  const child = start(program, args, { cwd, env });
  child.stderr.on('data', (chunk) => appendFileSync(log, chunk));
  const ended = new Promise((resolve) => {
    child.once('close', (code, signal) => {
      appendFileSync(log, `\n[${step}] ended with ${signal ?? code}\n`);
      resolve();
    });
  });
  const ready = await new Promise((resolve, reject) => {
    let text = '';
    child.stdout.setEncoding('utf8').on('data', (chunk) => {
      appendFileSync(log, chunk);
      text += chunk;
      if (text.includes('\n')) resolve(JSON.parse(text));
    });
    child.once('error', reject);
    child.once('close', (code) => reject(new StepFailed(step, `ended with ${code} before it was ready`)));
  });
  const close = async () => {
    end(child, 'SIGTERM');
    await ended;
  };
  return { ready, close };
}

/** In a process group of its own, so that it ends with its children. */
function start(program, args, options) {
  const child = spawn(program, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'], detached: true });
  running.add(child);
  child.once('close', () => running.delete(child));
  return child;
}

function end(child, signal) {
  if (child.exitCode === null && child.signalCode === null) process.kill(-child.pid, signal);
}
