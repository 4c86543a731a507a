// The tests of `npm test`, or with --full those of `npm run test:full`, and checks side by side. Both fail the run, and neither ends
// the other. The output of the checks is kept until they end, so that it stays in one piece. Further arguments go to jest.
import { spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import { countLine } from '../test/support/count-reporter.js';
import suites from '../test/suites.js';

const require = createRequire(import.meta.url);

const isFull = process.argv[2] === '--full';
const run = isFull ? 'npm run test:full' : 'npm test';
const selected = Object.keys(suites).filter((name) => suites[name].run === run);
const forJest = process.argv.slice(isFull ? 3 : 2);

const jest = spawn(
  process.execPath,
  [require.resolve('jest/bin/jest'), ...forJest, '--selectProjects', ...selected],
  {
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
  },
);
// What the count reporter sends. A jest that ends without it has failed.
let counts = { passed: 0, failed: 1, skipped: 0 };
jest.on('message', (message) => (counts = message));

// A process group of its own, so that an interruption ends npm and all that it has started.
const check = spawn('npm', ['run', '--silent', isFull ? 'check:built' : 'check:source'], {
  stdio: ['ignore', 'pipe', 'pipe'],
  detached: true,
});
const output = [];
for (const stream of [check.stdout, check.stderr])
  stream.setEncoding('utf8').on('data', (text) => output.push(text));

for (const signal of ['SIGINT', 'SIGTERM']) {
  process.on(signal, () => {
    jest.kill(signal);
    if (check.exitCode === null && check.signalCode === null) process.kill(-check.pid, signal);
  });
}

const checked = whenEnded(check).then((hasPassed) => {
  process.stdout.write(`\n${output.join('')}\nThe checks ${hasPassed ? 'passed' : 'failed'}.\n`);
  return hasPassed;
});
const [haveChecksPassed, haveTestsPassed] = await Promise.all([checked, whenEnded(jest)]);
console.log(countLine({ ...counts, failed: counts.failed + (haveChecksPassed ? 0 : 1) }));
process.exitCode = haveChecksPassed && haveTestsPassed ? 0 : 1;

/** Whether the process ended with code 0. */
function whenEnded(child) {
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => resolve(code === 0));
  });
}
