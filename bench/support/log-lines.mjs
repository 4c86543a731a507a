// Lines of http_requests as a job delivers them that lists many fields: about 1 KB each. All values are random numbers of
// one seeded generator (mulberry32), so the same seed results in the same bytes on every machine.
import { createWriteStream } from 'node:fs';
import { finished } from 'node:stream/promises';

/**
 * Writes the lines to a file, and resolves to their Ray IDs, which are unique and in the order of the lines.
 *
 * `times`: `rfc3339`, or `unixnano` for integers of 19 digits. `alter(record, { index, next })` changes a record before
 * it is written. With `isAscii`, all other characters are written as escapes.
 */
export async function writeLines(path, { count, seed, times = 'rfc3339', alter, isAscii = false }) {
  const file = createWriteStream(path);
  const next = randomOf(seed);
  const rayIds = [];
  let text = '';
  for (let index = 0; index < count; index += 1) {
    const record = lineOf(index, next);
    alter?.(record, { index, next });
    rayIds.push(record.RayID);
    text += `${write(record, { times, isAscii, next })}\n`;
    if (text.length < 1 << 20) continue;
    if (!file.write(text)) await new Promise((resolve) => file.once('drain', resolve));
    text = '';
  }
  file.end(text);
  await finished(file);
  return rayIds;
}

function write(record, { times, isAscii, next }) {
  const json = JSON.stringify(record);
  const timed = times === 'rfc3339' ? json : json.replace(rfc3339, (text) => toNanoseconds(text, next));
  if (!isAscii) return timed;
  return timed.replace(/[^ -~]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

const rfc3339 = /"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ"/g;

function toNanoseconds(text, next) {
  const fraction = String(Math.floor(next() * 1e9)).padStart(9, '0');
  return `${Date.parse(JSON.parse(text)) / 1000}${fraction}`;
}

function lineOf(index, next) {
  const pick = (values) => values[Math.floor(next() * values.length)];
  const below = (limit) => Math.floor(next() * limit);
  const status = pick(statuses);
  const second = new Date(Date.UTC(2026, 0, 2) + index * 5).toISOString().slice(0, 19);
  const path = pick(paths);
  return {
    BotScore: 1 + below(99),
    BotTags: next() < 0.1 ? ['api'] : [],
    CacheCacheStatus: pick(['hit', 'miss', 'dynamic', 'expired']),
    CacheResponseBytes: below(90_000),
    CacheResponseStatus: status,
    ClientASN: below(64_000),
    ClientCountry: pick(countries),
    ClientDeviceType: pick(['desktop', 'mobile', 'tablet']),
    ClientIP: `203.0.${below(256)}.${below(256)}`,
    ClientRequestBytes: 200 + below(4000),
    ClientRequestHost: pick(['www.example.com', 'api.example.com', 'static.example.com']),
    ClientRequestMethod: pick(['GET', 'GET', 'GET', 'POST', 'PUT']),
    ClientRequestPath: path,
    ClientRequestProtocol: pick(['HTTP/2', 'HTTP/3', 'HTTP/1.1']),
    ClientRequestReferer: next() < 0.5 ? '' : 'https://www.example.com/',
    ClientRequestURI: `${path}?id=${index}`,
    ClientRequestUserAgent: pick(agents),
    ClientSSLCipher: 'AEAD-AES128-GCM-SHA256',
    ClientSSLProtocol: 'TLSv1.3',
    ClientSrcPort: 1024 + below(60_000),
    EdgeColoCode: pick(['FRA', 'AMS', 'LHR', 'IAD']),
    EdgeEndTimestamp: `${second}Z`,
    EdgePathingOp: 'wl',
    EdgePathingStatus: 'nr',
    EdgeResponseBytes: below(90_000),
    EdgeResponseContentType: pick(['text/html', 'application/json', 'image/png']),
    EdgeResponseStatus: status,
    EdgeServerIP: '198.51.100.7',
    EdgeStartTimestamp: `${second}Z`,
    OriginIP: '192.0.2.9',
    OriginResponseStatus: status,
    RayID: (Math.imul(index + 1, 2654435761) >>> 0).toString(16).padStart(16, '8'),
    SecurityAction: next() < 0.05 ? 'block' : '',
    WorkerSubrequest: next() < 0.1,
    ZoneName: 'example.com',
  };
}

const statuses = [200, 200, 200, 200, 200, 200, 200, 204, 301, 304, 304, 403, 404, 404, 500, 502, 503];
const countries = ['de', 'us', 'fr', 'at', 'jp', 'br', 'gb', 'nl', 'in', 'cn'];
const paths = [
  '/',
  '/api/v1/users',
  '/api/v2/orders',
  '/static/app.js',
  '/login',
  '/süd/café',
  '/wp-login.php',
];
const agents = [
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36',
  'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)',
  'curl/8.5.0',
];

/** mulberry32: numbers from 0 to 1 that depend on the seed alone. */
function randomOf(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let value = Math.imul(state ^ (state >>> 15), state | 1);
    value ^= value + Math.imul(value ^ (value >>> 7), value | 61);
    return ((value ^ (value >>> 14)) >>> 0) / 2 ** 32;
  };
}
