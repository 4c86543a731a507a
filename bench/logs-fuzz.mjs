// Tries mutated filters on everything that reads or checks one, and random lines with random jobs on both previews.
// Usage: npm run fuzz:logs -- [filters|previews] [<number of texts or lines>] [<seed of the previews>]
// Fails on a throw that is not the reader's own error, on a fault without a place, on a text that takes over 50 ms, and
// where the preview of blocks differs from the preview of each line.
import { performance } from 'node:perf_hooks';
import { fuzz } from '../test/logs/filter/fuzz.ts';
import { fuzzPreviews } from '../test/logs/preview/agreement.ts';

// Most errors here are caught and dropped.
Error.stackTraceLimit = 0;
const parameters = process.argv.slice(2);
const only = /^[a-z]/.test(parameters[0] ?? '') ? parameters.shift() : undefined;
const runs = Number(parameters[0] ?? 100_000);
const seed = Number(parameters[1] ?? Date.now() % 2 ** 31);
if (only !== 'previews') tryFilters();
if (only !== 'filters') tryPreviews();

function tryFilters() {
  const mostMs = 50;
  const { accepted, refused, wrong, slowest } = fuzz(runs, () => performance.now());
  console.log(
    `${runs} texts: ${accepted} are filters, ${refused} are refused; the slowest took ${slowest.ms.toFixed(1)} ms.`,
  );
  if (slowest.ms > mostMs) fail([`over ${mostMs} ms: ${JSON.stringify(slowest.text)}`]);
  fail(wrong.slice(0, 20));
}

function tryPreviews() {
  const start = performance.now();
  const { lines, delivered, dropped, bad, wrong } = fuzzPreviews(runs, seed);
  const perSecond = Math.round((lines / (performance.now() - start)) * 1000);
  console.log(
    `${lines} lines: ${delivered} delivered, ${dropped} dropped, ${bad} bad; ${perSecond} a second, seed ${seed}.`,
  );
  fail(wrong);
}

function fail(reasons) {
  for (const each of reasons) console.error(`\n${each}`);
  if (reasons.length > 0) process.exitCode = 1;
}
