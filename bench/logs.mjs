// `edge-platform logs preview` against jq with the same selection and the same fields, and against Node's JSON.parse of
// every line, in one run: only its ratios mean anything. Needs jq and GNU time.
// Usage: node bench/logs.mjs [lines] [rounds]
import { spawn, execFileSync } from 'node:child_process';
import {
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  closeSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { writeLines } from './logs-lines.mjs';

const lines = Number(process.argv[2] ?? 1_000_000);
const rounds = Number(process.argv[3] ?? 1);
const seed = 20_260_102;
const root = dirname(dirname(fileURLToPath(import.meta.url)));
const time = '/usr/bin/time';
const fields = [
  'RayID',
  'EdgeStartTimestamp',
  'ClientIP',
  'ClientRequestHost',
  'ClientRequestPath',
  'EdgeResponseStatus',
];

const leaf = (key, operator, value) => ({ key, operator, value });
const filters = [
  { where: { and: [leaf('EdgeResponseStatus', 'geq', '500')] } },
  {
    where: {
      and: [
        leaf('EdgeResponseStatus', 'geq', '400'),
        leaf('ClientCountry', '!in', ['de', 'nl']),
        leaf('ClientRequestPath', 'startsWith', '/api/'),
      ],
    },
  },
  {
    where: {
      or: [
        { and: [leaf('EdgeResponseStatus', 'geq', '500'), leaf('ClientRequestMethod', '!eq', 'GET')] },
        { and: [leaf('BotScore', 'lt', '30'), leaf('ClientRequestPath', 'contains', 'login')] },
        { and: [leaf('SecurityAction', 'eq', 'block'), leaf('ClientCountry', 'in', ['us', 'cn', 'br'])] },
        { and: [leaf('WorkerSubrequest', 'eq', 'true'), leaf('BotTags', 'contains', 'api')] },
      ],
    },
  },
  { where: { or: groups(5) } },
  { where: { or: groups(10) } },
];

/** Three conditions each, which few lines meet, so that most are held against all of them. */
function groups(count) {
  const strings = [
    'ClientRequestHost',
    'ClientRequestPath',
    'ClientRequestUserAgent',
    'ClientCountry',
    'EdgeColoCode',
  ];
  const ints = ['EdgeResponseStatus', 'BotScore', 'ClientASN', 'EdgeResponseBytes', 'ClientSrcPort'];
  const texts = ['example', '/api', 'Safari', 'de', 'FRA'];
  return Array.from({ length: count }, (_, at) => ({
    and: [
      leaf(ints[at % 5], at % 2 === 0 ? 'gt' : 'lt', String(at % 2 === 0 ? 490 - at : 20 + at)),
      leaf(strings[at % 5], ['endsWith', 'startsWith', 'contains', 'eq', '!eq'][at % 5], texts[at % 5]),
      leaf('ClientASN', 'in', [at * 7, at * 11 + 1, 3000 + at, 64_000 - at]),
    ],
  }));
}

const folder = mkdtempSync(join(tmpdir(), 'edge-bench-'));
try {
  await main();
  console.log('\nThe evaluator alone:\n');
  const tsx = join(root, 'node_modules/tsx/dist/cli.mjs');
  execFileSync(process.execPath, [tsx, join(root, 'bench/logs-filter.mjs')], { stdio: 'inherit' });
} finally {
  rmSync(folder, { recursive: true, force: true });
}

async function main() {
  const command = await buildCommand();
  const file = join(folder, 'lines.ndjson');
  const few = join(folder, 'few.ndjson');
  await writeLines(file, lines, seed);
  await writeLines(few, Math.min(lines, 20_000), seed);
  const { size } = statSync(file);
  console.log(
    `${lines.toLocaleString('en-US')} lines, ${(size / 1e6).toFixed(0)} MB, seed ${seed}; ${cpus().length} cores; Node.js ${process.versions.node}, ${execFileSync('jq', ['--version'], { encoding: 'utf8' }).trim()}\n`,
  );
  const results = [];
  for (const filter of filters) {
    const preview = (path, ...more) => [
      process.execPath,
      [
        command,
        'logs',
        'preview',
        path,
        '--filter',
        JSON.stringify(filter),
        '--fields',
        fields.join(','),
        '--timestamps',
        'rfc3339',
        ...more,
      ],
    ];
    const jq = (path) => ['jq', ['-c', `select(${toJq(filter.where)}) | {${fields.join(',')}}`, path]];
    const agreed = sameOutput(preview(few), jq(few));
    const contenders = [
      ['parse', [process.execPath, [join(root, 'bench/logs-floor.mjs'), file]]],
      ['preview', preview(file)],
      ['preview2', preview(file, '--jobs', '2')],
      ['jq', jq(file)],
    ];
    const times = Object.fromEntries(contenders.map(([name]) => [name, []]));
    for (let round = 0; round < rounds; round += 1)
      for (const [name, [program, parameters]] of contenders)
        times[name].push(await measure(program, parameters));
    const best = Object.fromEntries(Object.entries(times).map(([name, all]) => [name, median(all)]));
    results.push({ operators: count(filter.where), delivered: agreed, size, ...best });
  }
  report(results);
}

function report(results) {
  const rate = (size, { wall }) => (size / wall / 1e6).toFixed(0);
  const ratio = (one, other, unit = 'wall') => (one[unit] / other[unit]).toFixed(1);
  const megabytes = (...all) => all.map((each) => each.megabytes.toFixed(0));
  const rows = results.map(({ operators, size, parse, preview, preview2, jq }) => [
    operators,
    ...[rate(size, preview), ratio(jq, preview), ratio(parse, preview)],
    ...[ratio(jq, preview, 'cpu'), ratio(parse, preview, 'cpu')],
    ...[rate(size, preview2), ratio(jq, preview2), ratio(parse, preview2)],
    ...megabytes(preview, preview2, parse, jq),
  ]);
  const heads = [
    ['', 'one job', '', '', 'CPU', '', 'two jobs', '', '', 'peak MB', '', '', ''],
    [
      'ops',
      'MB/s',
      'x jq',
      'x parse',
      'x jq',
      'x parse',
      'MB/s',
      'x jq',
      'x parse',
      '1 job',
      '2 jobs',
      'parse',
      'jq',
    ],
  ];
  const widths = heads[1].map((head) => head.length);
  for (const row of [heads[1], ...rows])
    row.forEach((cell, at) => (widths[at] = Math.max(widths[at], String(cell).length)));
  const line = (row) => row.map((cell, at) => String(cell).padStart(widths[at])).join('  ');
  const over = heads[0].map((cell, at) => cell.padEnd(widths[at]));
  console.log(over.join('  ').trimEnd());
  for (const row of [heads[1], ...rows]) console.log(line(row));
  console.log('');
  for (const { operators, size, delivered, ...contenders } of results)
    for (const [contender, { wall, cpu, megabytes }] of Object.entries(contenders))
      console.log(
        JSON.stringify({
          bench: 'logs',
          operators,
          contender,
          lines,
          bytes: size,
          agrees_with_jq: delivered,
          seconds: wall,
          cpu_seconds: cpu,
          peak_mb: megabytes,
        }),
      );
}

/** Runs a program with its output thrown away. */
function measure(program, parameters) {
  return new Promise((resolve, reject) => {
    const notes = join(folder, 'time.txt');
    const nowhere = openSync('/dev/null', 'w');
    const start = process.hrtime.bigint();
    const child = spawn(time, ['-f', '%U %S %M', '-o', notes, program, ...parameters], {
      stdio: ['ignore', nowhere, nowhere],
    });
    child.once('error', reject);
    child.once('close', (code) => {
      closeSync(nowhere);
      const wall = Number(process.hrtime.bigint() - start) / 1e9;
      if (code !== 0) {
        reject(new Error(`${program} ${parameters[0]} ended with ${code}`));
        return;
      }
      const [user, system, kilobytes] = readFileSync(notes, 'utf8').trim().split(' ').map(Number);
      resolve({ wall, cpu: user + system, megabytes: kilobytes / 1024 });
    });
  });
}

/** Whether both write the same bytes; a comparison of different work would be none. */
function sameOutput(...runs) {
  const [one, other] = runs.map(([program, parameters]) =>
    execFileSync(program, parameters, { maxBuffer: 1 << 28, stdio: ['ignore', 'pipe', 'ignore'] }),
  );
  if (!one.equals(other)) throw new Error('preview and jq do not deliver the same lines');
  return true;
}

/** The same selection in the language of jq. */
function toJq(condition) {
  if (condition.and) return `(${condition.and.map(toJq).join(' and ')})`;
  if (condition.or) return `(${condition.or.map(toJq).join(' or ')})`;
  const { key, operator, value } = condition;
  const positive = operator.replace('!', '');
  const isText = !/^(?:\d+|true|false)$/.test(value) || /^(?:startsWith|endsWith|contains)$/.test(positive);
  const wanted = Array.isArray(value) || isText ? JSON.stringify(value) : value;
  const test = {
    eq: `.${key} == ${wanted}`,
    lt: `.${key} < ${wanted}`,
    leq: `.${key} <= ${wanted}`,
    gt: `.${key} > ${wanted}`,
    geq: `.${key} >= ${wanted}`,
    startsWith: `(.${key} | startswith(${wanted}))`,
    endsWith: `(.${key} | endswith(${wanted}))`,
    contains: key === 'BotTags' ? `(.${key} | index(${wanted}) != null)` : `(.${key} | contains(${wanted}))`,
    in: `(${[]
      .concat(value)
      .map((each) => `.${key} == ${JSON.stringify(each)}`)
      .join(' or ')})`,
  }[positive];
  return operator.startsWith('!') ? `(${test} | not)` : test;
}

function count(condition) {
  return (condition.and ?? condition.or)?.reduce((sum, each) => sum + count(each), 0) ?? 1;
}

function median(all) {
  const sorted = [...all].sort((a, b) => a.wall - b.wall);
  return sorted[Math.floor(sorted.length / 2)];
}

/** The command as it is shipped, but for the bundling. */
async function buildCommand() {
  const out = join(folder, 'dist/cli');
  mkdirSync(out, { recursive: true });
  copyFileSync(join(root, 'package.json'), join(folder, 'package.json'));
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  await build({
    entryPoints: {
      main: join(root, 'lib/cli/main.ts'),
      worker: join(root, 'lib/cli/logs/preview/worker.ts'),
    },
    outdir: out,
    bundle: true,
    platform: 'node',
    packages: 'external',
    logLevel: 'silent',
  });
  return join(out, 'main.js');
}
