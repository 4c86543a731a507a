// Runs the benchmarks and prints one table; every figure stands beside that of a peer, measured in turns in the same run.
// Only the ratios of one run mean anything.
// Usage: node bench/run.mjs [names] [--only <cases>] [--rounds <n>] [--before <folder>] [--mirror <folder>] [--json <file>]
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, statSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { root } from './support/paths.mjs';

/** The modules of this folder, in the order of the table. */
const benches = ['synth', 'plugin-start', 'plan-apply', 'emulator', 'page', 'logs-preview', 'logs-filter'];

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    /** Comma-separated cases of a benchmark that has several, for example `--only csv,why`. */
    only: { type: 'string' },
    rounds: { type: 'string' },
    /** A clone of another state, built: a further peer of `synth`, `plugin-start`, `plan-apply` and `emulator`. */
    before: { type: 'string' },
    /** A folder as `terraform providers mirror` unpacks it, with the service's own provider, version 5: a further peer of `plan-apply`. */
    mirror: { type: 'string' },
    json: { type: 'string', default: join(root, '.tmp', 'bench.jsonl') },
  },
});

// `logs` stands for every benchmark whose name begins with it.
const isChosen = (name) =>
  positionals.length === 0 || positionals.some((each) => name === each || name.startsWith(`${each}-`));
const chosen = benches.filter(isChosen);
const unknown = positionals.filter(
  (each) => !benches.some((name) => name === each || name.startsWith(`${each}-`)),
);
if (unknown.length > 0) {
  console.error(`Unknown benchmark: ${unknown.join(', ')}. Available: ${benches.join(', ')}.`);
  process.exit(1);
}
if (!existsSync(join(root, 'dist/plugin'))) {
  console.error('Cannot find dist/. Run `npm run build` first.');
  process.exit(1);
}
const before = values.before && join(resolve(values.before), 'dist');
if (before !== undefined && !existsSync(before)) {
  console.error(`Cannot find ${before}. Run \`npm run build\` there first.`);
  process.exit(1);
}
installPeers();

const rows = [];
for (const name of chosen) {
  console.error(`${name} …`);
  const bench = await import('./tmp-pa.mjs');
  const mirror = values.mirror && resolve(values.mirror);
  const rounds = values.rounds === undefined ? undefined : Number(values.rounds);
  const only = values.only?.split(',');
  rows.push(
    ...(await bench.run({ rounds, only, before, mirror })).map((each) => ({ bench: bench.name, ...each })),
  );
}

console.log(`Node.js ${process.version}, ${cpus().length} cores, ${cpus()[0]?.model ?? 'unknown processor'}`);
console.log('ratio: ours to the peer; for rates (/s) more is better, for everything else less\n');
printTable(rows);
mkdirSync(dirname(values.json), { recursive: true });
writeFileSync(values.json, rows.map((each) => `${JSON.stringify(each)}\n`).join(''));
console.log(`\nJSON lines: ${values.json}`);

/** The peers have a lock file of their own, so that the project's install stays small. */
function installPeers() {
  const folder = join(root, 'bench');
  const changed = (file) => statSync(join(folder, file), { throwIfNoEntry: false })?.mtimeMs ?? 0;
  if (changed('node_modules/.package-lock.json') >= changed('package-lock.json')) return;
  console.error('Installing the peers of the benchmarks: npm ci --prefix bench');
  try {
    execFileSync('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund'], {
      cwd: folder,
      stdio: 'inherit',
    });
  } catch {
    console.error('Cannot install the peers. Run `npm ci --prefix bench` and try again.');
    process.exit(1);
  }
}

function printTable(all) {
  const heads = ['', 'ours', 'peer', 'unit', 'ratio', 'peer is'];
  const lines = all.map(({ row, ours, peer, unit, ratio, peerName }) => [
    row,
    figure(ours),
    figure(peer),
    unit,
    ratio.toFixed(2),
    peerName,
  ]);
  const widths = heads.map((head, at) =>
    Math.max(...[head, ...lines.map((line) => line[at])].map(({ length }) => length)),
  );
  const isLeft = [true, false, false, true, false, true];
  for (const line of [heads, ...lines])
    console.log(
      line
        .map((cell, at) => (isLeft[at] ? cell.padEnd(widths[at]) : cell.padStart(widths[at])))
        .join('  ')
        .trimEnd(),
    );
}

/** Three digits that mean something. */
function figure(value) {
  return value >= 1000 ? Math.round(value).toLocaleString('en-US') : String(Number(value.toPrecision(3)));
}
