// What `logs-preview` measures: the lines of each case, the job to preview, and the peers.
import { Buffer } from 'node:buffer';

const seed = 20_260_102;

const leaf = (key, operator, value) => ({ key, operator, value });
const fields = [
  'RayID',
  'EdgeStartTimestamp',
  'ClientIP',
  'ClientRequestHost',
  'ClientRequestPath',
  'EdgeResponseStatus',
];
const serverErrors = { and: [leaf('EdgeResponseStatus', 'geq', '500')] };
const notErrors = { and: [leaf('EdgeResponseStatus', 'lt', '400')] };

/** Samples that several cases share are written once. */
export const samples = {
  none: { count: 0, seed },
  usual: { count: 200_000, seed },
  large: { count: 1_000_000, seed },
  unixnano: { count: 200_000, seed, times: 'unixnano' },
  unixnanoEscaped: { count: 50_000, seed, times: 'unixnano', isAscii: true, alter: addAccent },
  long: { count: 100, seed, alter: lengthen, isAscii: true },
  escaped: { count: 101_000, seed, alter: escapeMuch, isAscii: true },
};

/**
 * `agrees`: how the output of the peers is compared with ours, on all lines. `bytes`, or `rays` where a peer writes times
 * or texts differently: the same lines in the same order.
 */
export const cases = [
  {
    name: 'start',
    title: 'no lines',
    sample: 'none',
    job: { where: serverErrors, fields },
    peers: { 'DuckDB, named columns': 'bytes', jq: 'bytes' },
  },
  {
    name: 'ndjson',
    title: '211 MB',
    sample: 'usual',
    job: { where: serverErrors, fields, timestamps: 'rfc3339' },
    peers: {
      'DuckDB, named columns': 'bytes',
      // It reads times as times and writes them in its own format.
      'DuckDB, automatic': 'rays',
      jq: 'bytes',
      mlr: 'rays',
      'JSON.parse': undefined,
    },
  },
  {
    name: 'one-thread',
    title: '211 MB, 1 thread',
    sample: 'usual',
    job: { where: serverErrors, fields, timestamps: 'rfc3339', threads: 1 },
    peers: { 'DuckDB, named columns': 'bytes', jq: 'bytes' },
  },
  {
    name: 'conditions',
    title: '211 MB, 15 conditions',
    sample: 'usual',
    job: { where: { or: groups(5) }, fields, timestamps: 'rfc3339' },
    peers: { 'DuckDB, named columns': 'bytes', jq: 'bytes' },
  },
  {
    name: 'csv',
    title: 'csv, unixnano, 210 MB',
    sample: 'unixnano',
    job: { where: notErrors, fields, timestamps: 'unixnano', type: 'csv' },
    // Numbers of jq 1.6 are doubles.
    peers: { 'DuckDB, named columns': 'bytes', jq: 'rays' },
  },
  {
    name: 'csv-escaped',
    title: 'csv, unixnano, \\u00e9, 53 MB',
    sample: 'unixnanoEscaped',
    job: { where: notErrors, fields, timestamps: 'unixnano', type: 'csv' },
    peers: { 'DuckDB, named columns': 'bytes', jq: 'rays' },
  },
  {
    name: 'why',
    title: '--why, unixnano, 210 MB',
    sample: 'unixnano',
    job: { where: serverErrors, fields, timestamps: 'unixnano', isWhy: true },
    // They only select the lines that ours does not explain.
    peers: { 'DuckDB, named columns': 'rays', jq: 'rays' },
  },
  {
    name: 'long',
    title: '140 MB, lines of 1.4 MB',
    sample: 'long',
    job: {
      where: { and: [leaf('ClientRequestUserAgent', 'contains', 'needle "é"')] },
      fields: ['RayID', 'EdgeStartTimestamp', 'ClientRequestHost'],
      timestamps: 'rfc3339',
    },
    peers: { 'DuckDB, named columns': 'bytes', jq: 'bytes' },
  },
  {
    name: 'escaped',
    title: '179 MB of escapes',
    sample: 'escaped',
    job: {
      where: { and: [leaf('ClientRequestUserAgent', 'contains', 'é\\"')] },
      fields: ['RayID', 'EdgeStartTimestamp', 'ClientRequestPath', 'ClientRequestReferer'],
      timestamps: 'rfc3339',
    },
    peers: { 'DuckDB, named columns': 'bytes', jq: 'bytes' },
  },
  {
    name: 'memory',
    title: '1 GB',
    sample: 'large',
    job: { where: serverErrors, fields, timestamps: 'rfc3339' },
    peers: { 'DuckDB, named columns': 'bytes', jq: 'bytes' },
    // The check of the outputs has read all of the file before.
    isOnce: true,
  },
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

function addAccent(record) {
  record.ClientRequestPath += '/é';
}

/** Half of the lines have what the filter finds, behind 1.4 MB of escapes. */
function lengthen(record, { index, next }) {
  record.ClientRequestUserAgent = `${escapedText(next, 1_400_000)}${index % 2 === 0 ? ' needle "é"' : ''}`;
}

function escapeMuch(record, { next }) {
  record.ClientRequestUserAgent = escapedText(next, 300);
  record.ClientRequestPath = `/${escapedText(next, 200)}`;
  record.ClientRequestReferer = escapedText(next, 300);
}

/** Text of about that many bytes as JSON with escapes. */
function escapedText(next, length) {
  const pieces = ['"', '\\', '\n', 'é', 'é\\"', 'word ', 'a/b', '\t'];
  let text = '';
  for (let bytes = 0; bytes < length;) {
    const piece = pieces[Math.floor(next() * pieces.length)];
    text += piece;
    bytes += JSON.stringify(piece).length - 2 + (Buffer.byteLength(piece) - piece.length) * 5;
  }
  return text;
}
