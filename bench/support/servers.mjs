import { spawn } from 'node:child_process';
import { createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { join } from 'node:path';
import { fetch } from 'undici';
import { dist } from './paths.mjs';

/** The emulator of a build in a process of its own: its line on stdout, and `close()`. */
export async function startEmulator(args = [], build = dist) {
  const child = start([join(build, 'cli/main.js'), 'emulator', '--port', '0', ...args]);
  let stderr = '';
  child.stderr.on('data', (text) => (stderr += text));
  const line = await new Promise((resolve, reject) => {
    child.stdout.once('data', (text) => {
      resolve(String(text));
    });
    child.once('close', () => {
      reject(new Error(`The emulator ended before it listened: ${stderr}`));
    });
  });
  return { ...JSON.parse(line), close: () => stop(child) };
}

/** A server of a peer: `makeArguments` gets the port. It listens as soon as `path` is answered. */
export async function startPeer(makeArguments, path) {
  const port = await findPort();
  const child = start(makeArguments(port));
  for (const output of [child.stdout, child.stderr]) output.resume();
  const url = `http://127.0.0.1:${port}`;
  while (!(await answers(`${url}${path}`))) {
    if (child.exitCode !== null) throw new Error(`${child.spawnargs.join(' ')} ended with ${child.exitCode}`);
    await sleep(100);
  }
  return { url, close: () => stop(child) };
}

function start(args) {
  return spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'pipe'] });
}

function stop(child) {
  return new Promise((resolve) => {
    child.once('close', resolve);
    child.kill('SIGTERM');
  });
}

async function answers(url) {
  try {
    return (await fetch(url)).ok;
  } catch {
    return false;
  }
}

function findPort() {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address();
      server.close(() => {
        resolve(port);
      });
    });
  });
}
