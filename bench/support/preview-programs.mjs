// The same selection of fields and lines as commands of `edge-platform logs preview` and of its peers.
import { availableParallelism } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isInstalled } from './programs.mjs';
import { dist, root } from './paths.mjs';

const here = dirname(fileURLToPath(import.meta.url));

/**
 * @typedef {{ where: object, fields: string[], timestamps?: string, type?: 'csv', isWhy?: boolean, threads?: number }} Job
 */

/** Ours. @param {Job} job */
export function preview({ where, fields, timestamps = 'unixnano', type, isWhy, threads }, path, jobFile) {
  const output = type === undefined ? {} : { output_type: type };
  const job = {
    dataset: 'http_requests',
    filter: JSON.stringify({ where }),
    output_options: { ...output, field_names: fields, timestamp_format: timestamps },
  };
  const command = [process.execPath, join(dist, 'cli/main.js'), 'logs', 'preview', path];
  const jobs = threads === undefined ? [] : ['--jobs', String(threads)];
  const options = ['--job-file', jobFile, ...jobs, ...(isWhy ? ['--why'] : [])];
  return { job, command: [...command, ...options] };
}

/** Functions from a job and the path of its lines to the command of a peer; undefined for one that is not installed. */
export const peers = {
  'DuckDB, named columns': (job, path) => duckdb(job, path, columnsOf(job)),
  'DuckDB, automatic': (job, path) => duckdb(job, path, ''),
  jq: ({ where, fields, type }, path) =>
    type === 'csv'
      ? ['jq', '-r', `select(${toJq(where)}) | [${fields.map((name) => `.${name}`).join(',')}] | @csv`, path]
      : ['jq', '-c', `select(${toJq(where)}) | {${fields.join(',')}}`, path],
  mlr: ({ where, fields }, path) =>
    isInstalled('mlr')
      ? [
          'mlr',
          '--ijsonl',
          '--ojsonl',
          'filter',
          toMlr(where),
          'then',
          'cut',
          '-o',
          '-f',
          fields.join(','),
          path,
        ]
      : undefined,
  'JSON.parse': (_job, path) => [process.execPath, join(root, 'bench/support/parse-lines.mjs'), path],
};

/** As many as the preview has by default. */
const usualThreads = Math.min(availableParallelism(), 4);

function duckdb({ where, fields, type, threads = usualThreads }, path, columns) {
  const texts = fields.filter((name) => typeOf(name) === 'VARCHAR');
  const format =
    type === 'csv' ? `FORMAT csv, HEADER false, FORCE_QUOTE (${texts.join(', ')})` : 'FORMAT json';
  const source = `read_ndjson${columns === '' ? '_auto' : ''}('${path}'${columns})`;
  const query = `SELECT ${fields.join(', ')} FROM ${source} WHERE ${toSql(where)}`;
  return [
    process.execPath,
    join(here, 'duckdb-query.mjs'),
    String(threads),
    // Without a temporary file, which would replace what stdout is.
    `COPY (${query}) TO '/dev/stdout' (${format}, USE_TMP_FILE false)`,
  ];
}

/** Only the columns that the query needs, which is the fastest that DuckDB can do. */
function columnsOf({ where, fields, timestamps }) {
  const names = [...new Set([...fields, ...keysOf(where)])];
  const columns = names.map((name) => `${name}: '${typeOf(name, timestamps)}'`);
  return `, columns = {${columns.join(', ')}}`;
}

const integers = [
  'BotScore',
  'ClientASN',
  'ClientSrcPort',
  'EdgeResponseBytes',
  'EdgeResponseStatus',
  'OriginResponseStatus',
];

function typeOf(name, timestamps) {
  if (name === 'EdgeStartTimestamp') return timestamps === 'rfc3339' ? 'VARCHAR' : 'BIGINT';
  return integers.includes(name) ? 'BIGINT' : 'VARCHAR';
}

function keysOf(condition) {
  return (condition.and ?? condition.or)?.flatMap(keysOf) ?? [condition.key];
}

/** Writes a condition in a language, by the spellings of its groups and of its leaves. */
function spell(condition, { and, or, not, leaf }) {
  const group = condition.and ?? condition.or;
  if (group !== undefined) {
    const parts = group.map((each) => spell(each, { and, or, not, leaf }));
    return `(${parts.join(condition.and === undefined ? or : and)})`;
  }
  const { key, operator, value } = condition;
  const isNumber = integers.includes(key);
  const values = [value].flat().map((each) => (isNumber ? String(each) : each));
  const positive = leaf[operator.replace('!', '')](key, values, isNumber);
  return operator.startsWith('!') ? not(positive) : positive;
}

function toJq(condition) {
  const literal = (value, isNumber) => (isNumber ? value : JSON.stringify(value));
  const compare =
    (sign) =>
    (key, [value], isNumber) =>
      `.${key} ${sign} ${literal(value, isNumber)}`;
  const call =
    (name) =>
    (key, [value]) =>
      `(.${key} | ${name}(${JSON.stringify(value)}))`;
  return spell(condition, {
    and: ' and ',
    or: ' or ',
    not: (test) => `(${test} | not)`,
    leaf: {
      ...comparisons('==', compare),
      startsWith: call('startswith'),
      endsWith: call('endswith'),
      contains: call('contains'),
      in: (key, values, isNumber) =>
        `(${values.map((value) => `.${key} == ${literal(value, isNumber)}`).join(' or ')})`,
    },
  });
}

function toSql(condition) {
  const quote = (text) => `'${text.replaceAll("'", "''")}'`;
  const literal = (value, isNumber) => (isNumber ? value : quote(value));
  const compare =
    (sign) =>
    (key, [value], isNumber) =>
      `${key} ${sign} ${literal(value, isNumber)}`;
  const call =
    (name) =>
    (key, [value]) =>
      `${name}(${key}, ${quote(value)})`;
  return spell(condition, {
    and: ' AND ',
    or: ' OR ',
    not: (test) => `NOT (${test})`,
    leaf: {
      ...comparisons('=', compare),
      startsWith: call('starts_with'),
      endsWith: call('ends_with'),
      contains: call('contains'),
      in: (key, values, isNumber) =>
        `${key} IN (${values.map((value) => literal(value, isNumber)).join(', ')})`,
    },
  });
}

/** Only what the cases with mlr use. */
function toMlr(condition) {
  const compare =
    (sign) =>
    (key, [value], isNumber) =>
      `$${key} ${sign} ${isNumber ? value : JSON.stringify(value)}`;
  return spell(condition, {
    and: ' && ',
    or: ' || ',
    not: (test) => `!(${test})`,
    leaf: comparisons('==', compare),
  });
}

function comparisons(equal, compare) {
  return { eq: compare(equal), lt: compare('<'), leq: compare('<='), gt: compare('>'), geq: compare('>=') };
}
