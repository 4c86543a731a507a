// Tries mutated filters on everything that reads or checks one.
// Usage: npm run fuzz:logs -- [<number of texts>]
// Fails on a throw that is not the reader's own error, on a fault without a place, and on a text that takes over 50 ms.
import { performance } from 'node:perf_hooks';
import { fuzz } from '../test/logs/filter/fuzz.ts';

// Most errors here are caught and dropped.
Error.stackTraceLimit = 0;
const mostMs = 50;
const runs = Number(process.argv[2] ?? 100_000);
const { accepted, refused, wrong, slowest } = fuzz(runs, () => performance.now());
console.log(
  `${runs} texts: ${accepted} are filters, ${refused} are refused; the slowest took ${slowest.ms.toFixed(1)} ms.`,
);
const tooSlow = slowest.ms > mostMs ? [`over ${mostMs} ms: ${JSON.stringify(slowest.text)}`] : [];
const reasons = [...tooSlow, ...wrong.slice(0, 20)];
for (const each of reasons) console.error(`\n${each}`);
if (reasons.length > 0) process.exitCode = 1;
