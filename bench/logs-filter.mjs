// How many records a second a compiled filter judges, beside the same filter in sift and in json-rules-engine. One filter of
// five conditions.
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { Engine } from 'json-rules-engine';
import sift from 'sift';
import { alternate, compare } from './support/measure.mjs';
import { dist } from './support/paths.mjs';

export const name = 'logs-filter';

const sampleMs = 1000;

export async function run({ rounds = 3 }) {
  const { compileFilter, findDataset, parseExpression } = await import(join(dist, 'logs/index.js'));
  const { filter } = parseExpression(`
    EdgeResponseStatus >= 500
    and (ClientCountry in {"nl" "de" "fr"} or starts_with(ClientRequestPath, "/api/"))
    and BotScore < 30
    and not ClientRequestUserAgent contains "monitor"`);
  const dataset = findDataset('http_requests');
  const compiled = compileFilter(filter, dataset);
  const sifted = sift(siftQuery);
  const engine = makeEngine();
  const evaluators = {
    compileFilter: (record) => compiled(record),
    sift: (record) => sifted(record),
    'json-rules-engine': async (record) => (await engine.run(record)).events.length > 0,
  };

  const expected = records.filter((record) => compiled(record)).length;
  for (const [evaluator, evaluate] of Object.entries(evaluators)) {
    let passed = 0;
    for (const record of records) if (await evaluate(record)) passed += 1;
    if (passed !== expected)
      throw new Error(`${evaluator} passes ${passed} records, compileFilter ${expected}`);
  }

  const { compileFilter: ours, ...peers } = await alternate(
    rounds,
    Object.fromEntries(
      Object.entries(evaluators).map(([evaluator, evaluate]) => [
        evaluator,
        evaluator === 'json-rules-engine' ? () => measureAwaited(evaluate) : () => measure(evaluate),
      ]),
    ),
  );
  return Object.entries(peers).map(([peerName, peer]) =>
    compare({
      row: 'filter, records judged',
      unit: '/s',
      ours: ours.perSecond,
      peer: peer.perSecond,
      peerName,
    }),
  );
}

const oneOf = (items, index) => items[index % items.length];
const records = Array.from({ length: 1009 }, (_, index) => ({
  RayID: `7d3f${index}`,
  EdgeResponseStatus: oneOf([200, 500, 502, 200, 503, 404, 504, 500], index),
  ClientCountry: oneOf(['nl', 'us', 'de', 'gb', 'fr', 'jp', 'br'], index),
  ClientRequestPath: oneOf(['/', '/api/orders', '/login', '/api/users', '/static/app.js'], index),
  BotScore: (index * 7) % 100,
  ClientRequestUserAgent: oneOf(
    ['Mozilla/5.0 (X11; Linux x86_64)', 'uptime-monitor/2.1', 'curl/8.5.0'],
    index,
  ),
}));

const siftQuery = {
  EdgeResponseStatus: { $gte: 500 },
  $or: [{ ClientCountry: { $in: ['nl', 'de', 'fr'] } }, { ClientRequestPath: /^\/api\// }],
  BotScore: { $lt: 30 },
  ClientRequestUserAgent: { $not: /monitor/ },
};

function makeEngine() {
  const engine = new Engine([
    {
      conditions: {
        all: [
          { fact: 'EdgeResponseStatus', operator: 'greaterThanInclusive', value: 500 },
          {
            any: [
              { fact: 'ClientCountry', operator: 'in', value: ['nl', 'de', 'fr'] },
              { fact: 'ClientRequestPath', operator: 'startsWith', value: '/api/' },
            ],
          },
          { fact: 'BotScore', operator: 'lessThan', value: 30 },
          { not: { fact: 'ClientRequestUserAgent', operator: 'has', value: 'monitor' } },
        ],
      },
      event: { type: 'delivered' },
    },
  ]);
  engine.addOperator('startsWith', (found, value) => found.startsWith(value));
  engine.addOperator('has', (found, value) => found.includes(value));
  return engine;
}

function measure(evaluate) {
  const start = performance.now();
  let [count, passed] = [0, 0];
  do {
    for (const record of records) if (evaluate(record)) passed += 1;
    count += records.length;
  } while (performance.now() - start < sampleMs);
  // The result is used, so that the compiler cannot drop the work.
  if (passed === 0) throw new Error('no record passed');
  return { perSecond: count / ((performance.now() - start) / 1000) };
}

async function measureAwaited(evaluate) {
  const start = performance.now();
  let count = 0;
  do {
    for (const record of records) await evaluate(record);
    count += records.length;
  } while (performance.now() - start < sampleMs);
  return { perSecond: count / ((performance.now() - start) / 1000) };
}
