// `edge-platform logs preview` beside jq with the same selection and the same fields, and beside JSON.parse of every line,
// which is the least that anything pays that parses lines. Needs jq and GNU time.
import { execFileSync, spawn } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { alternate, compare } from './support/measure.mjs';
import { writeLines } from './support/log-lines.mjs';
import { dist, root } from './support/paths.mjs';

export const name = 'logs-preview';

const time = '/usr/bin/time';
const command = join(dist, 'cli/main.js');
const seed = 20_260_102;
const fields = [
  'RayID',
  'EdgeStartTimestamp',
  'ClientIP',
  'ClientRequestHost',
  'ClientRequestPath',
  'EdgeResponseStatus',
];

export async function run({ rounds = 1, lines = 1_000_000 }) {
  const folder = mkdtempSync(join(tmpdir(), 'edge-bench-'));
  try {
    const file = join(folder, 'lines.ndjson');
    const few = join(folder, 'few.ndjson');
    await writeLines(file, lines, seed);
    await writeLines(few, Math.min(lines, 20_000), seed);
    const rows = [];
    for (const where of filters) {
      const preview = (path, ...more) => [process.execPath, [...previewArguments(where, path), ...more]];
      const jq = (path) => ['jq', ['-c', `select(${toJq(where)}) | {${fields.join(',')}}`, path]];
      assertSameOutput(preview(few), jq(few));
      const notes = join(folder, 'time.txt');
      const contender =
        ([program, parameters]) =>
        () =>
          measure(program, parameters, notes);
      const results = await alternate(rounds, {
        one: contender(preview(file)),
        two: contender(preview(file, '--jobs', '2')),
        jq: contender(jq(file)),
        parse: contender([process.execPath, [join(root, 'bench/support/parse-lines.mjs'), file]]),
      });
      rows.push(...rowsOf(results, { conditions: count(where), isLargest: where === filters.at(-1) }));
    }
    return rows;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The table shows time for each filter, and processor, memory and workers for the largest; the JSON lines have it all. */
function rowsOf(contenders, { conditions, isLargest }) {
  const { one, two, jq, parse } = contenders;
  const row = (what, unit, figure, ours, peerName, peer) =>
    compare({
      row: `preview, ${conditions} conditions, ${what}`,
      unit,
      ours: ours[figure],
      peer: peer[figure],
      peerName,
      contenders,
    });
  const times = [
    row('elapsed', 's', 'seconds', one, 'jq', jq),
    row('elapsed', 's', 'seconds', one, 'JSON.parse', parse),
  ];
  if (!isLargest) return times;
  return [
    ...times,
    row('CPU', 's', 'cpuSeconds', one, 'jq', jq),
    row('2 jobs', 's', 'seconds', two, 'jq', jq),
    row('memory', 'MB', 'peakMb', one, 'jq', jq),
  ];
}

function previewArguments(where, path) {
  const options = { filter: JSON.stringify({ where }), fields: fields.join(','), timestamps: 'rfc3339' };
  return [
    command,
    'logs',
    'preview',
    path,
    ...Object.entries(options).flatMap(([key, value]) => [`--${key}`, value]),
  ];
}

const leaf = (key, operator, value) => ({ key, operator, value });
const filters = [
  { and: [leaf('EdgeResponseStatus', 'geq', '500')] },
  {
    and: [
      leaf('EdgeResponseStatus', 'geq', '400'),
      leaf('ClientCountry', '!in', ['de', 'nl']),
      leaf('ClientRequestPath', 'startsWith', '/api/'),
    ],
  },
  {
    or: [
      { and: [leaf('EdgeResponseStatus', 'geq', '500'), leaf('ClientRequestMethod', '!eq', 'GET')] },
      { and: [leaf('BotScore', 'lt', '30'), leaf('ClientRequestPath', 'contains', 'login')] },
      { and: [leaf('SecurityAction', 'eq', 'block'), leaf('ClientCountry', 'in', ['us', 'cn', 'br'])] },
      { and: [leaf('WorkerSubrequest', 'eq', 'true'), leaf('BotTags', 'contains', 'api')] },
    ],
  },
  { or: groups(5) },
  { or: groups(10) },
];

/** Three conditions each, which few lines meet, so that most lines are compared with all of them. */
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

/** Runs a program and discards its output. */
function measure(program, parameters, notes) {
  return new Promise((resolve, reject) => {
    const nowhere = openSync('/dev/null', 'w');
    const start = process.hrtime.bigint();
    const child = spawn(time, ['-f', '%U %S %M', '-o', notes, program, ...parameters], {
      stdio: ['ignore', nowhere, nowhere],
    });
    child.once('error', reject);
    child.once('close', (code) => {
      closeSync(nowhere);
      const seconds = Number(process.hrtime.bigint() - start) / 1e9;
      if (code !== 0) {
        reject(new Error(`${program} ${parameters[0]} ended with ${code}`));
        return;
      }
      const [user, system, kilobytes] = readFileSync(notes, 'utf8').trim().split(' ').map(Number);
      resolve({ seconds, cpuSeconds: user + system, peakMb: kilobytes / 1024 });
    });
  });
}

/** A comparison of different work would mean nothing. */
function assertSameOutput(...runs) {
  const [one, other] = runs.map(([program, parameters]) =>
    execFileSync(program, parameters, { maxBuffer: 1 << 28, stdio: ['ignore', 'pipe', 'ignore'] }),
  );
  if (!one.equals(other)) throw new Error('preview and jq do not write the same lines');
}

/** The same selection in the language of jq. */
function toJq(condition) {
  if (condition.and) return `(${condition.and.map(toJq).join(' and ')})`;
  if (condition.or) return `(${condition.or.map(toJq).join(' or ')})`;
  const { key, operator, value } = condition;
  const positive = operator.replace('!', '');
  const isText = !/^(?:\d+|true|false)$/.test(value) || /^(?:startsWith|endsWith|contains)$/.test(positive);
  const operand = Array.isArray(value) || isText ? JSON.stringify(value) : value;
  const test = {
    eq: `.${key} == ${operand}`,
    lt: `.${key} < ${operand}`,
    leq: `.${key} <= ${operand}`,
    gt: `.${key} > ${operand}`,
    geq: `.${key} >= ${operand}`,
    startsWith: `(.${key} | startswith(${operand}))`,
    endsWith: `(.${key} | endswith(${operand}))`,
    contains:
      key === 'BotTags' ? `(.${key} | index(${operand}) != null)` : `(.${key} | contains(${operand}))`,
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
