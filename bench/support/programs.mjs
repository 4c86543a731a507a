// Programs as contenders of a benchmark, each in a process of its own.
import { spawn, spawnSync } from 'node:child_process';
import { closeSync, openSync, readFileSync } from 'node:fs';

const time = '/usr/bin/time';

export function isInstalled(program) {
  return spawnSync(program, ['--version'], { stdio: 'ignore' }).error === undefined;
}

/** Runs a program, and resolves to its elapsed and processor time in seconds and its peak memory in MB. Needs GNU time. */
export async function measureProgram([program, ...parameters], { notes, output = '/dev/null' }) {
  const start = process.hrtime.bigint();
  await runInto(output, [time, '-f', '%U %S %M', '-o', notes, program, ...parameters]);
  const seconds = Number(process.hrtime.bigint() - start) / 1e9;
  const [user, system, kilobytes] = readFileSync(notes, 'utf8').trim().split(' ').map(Number);
  return { seconds, cpuSeconds: user + system, peakMb: kilobytes / 1024 };
}

function runInto(path, [program, ...parameters]) {
  return new Promise((resolve, reject) => {
    const output = openSync(path, 'w');
    let stderr = '';
    const child = spawn(program, parameters, { stdio: ['ignore', output, 'pipe'] });
    child.stderr.on('data', (text) => {
      // A program that reports each line would fill the memory.
      if (stderr.length < 10_000) stderr += text;
    });
    child.once('error', reject);
    child.once('close', (code) => {
      closeSync(output);
      if (code === 0) resolve();
      else reject(new Error(`${parameters.join(' ').slice(0, 300)} ended with ${code}: ${stderr}`));
    });
  });
}
