// Tries mutated filters on everything that reads or checks one: 100,000 of them, or as many as the first argument says.
// Fails on a throw that is not the reader's own error, on a fault without a place, and on a text that takes over 50 ms.
import { performance } from 'node:perf_hooks';
import { fuzz } from '../test/logs/filter/fuzz.ts';

const runs = Number(process.argv[2] ?? 100_000);
const mostMs = 50;
const { accepted, refused, wrong, slowest } = fuzz(runs, () => performance.now());
console.log(
  `${runs} texts: ${accepted} are filters, ${refused} are refused; the slowest took ${slowest.ms.toFixed(1)} ms.`,
);
for (const each of wrong.slice(0, 20)) console.error(each);
if (slowest.ms > mostMs) console.error(`over ${mostMs} ms: ${JSON.stringify(slowest.text)}`);
if (wrong.length > 0 || slowest.ms > mostMs) process.exitCode = 1;
