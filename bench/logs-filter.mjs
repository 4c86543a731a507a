// How many records a second a filter judges, compiled once, against the same filter in sift and in json-rules-engine,
// and against matchesFilter, which looks at the filter anew for each record. One filter of five conditions, records as
// they come, all in one run: only the ratios of one run mean anything. Run it with `npx tsx bench/logs-filter.mjs`.
import { performance } from 'node:perf_hooks';
import { Engine } from 'json-rules-engine';
import sift from 'sift';
import { compileFilter, findDataset, matchesFilter, parseExpression } from '../lib/logs/index.ts';

const seconds = Number(process.argv[2] ?? 1);
const rounds = 3;
const wanted = 5_000_000;

const { filter } = parseExpression(`
  EdgeResponseStatus >= 500
  and (ClientCountry in {"nl" "de" "fr"} or starts_with(ClientRequestPath, "/api/"))
  and BotScore < 30
  and not ClientRequestUserAgent contains "monitor"`);
const dataset = findDataset('http_requests');

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

const compiled = compileFilter(filter, dataset);
const sifted = sift({
  EdgeResponseStatus: { $gte: 500 },
  $or: [{ ClientCountry: { $in: ['nl', 'de', 'fr'] } }, { ClientRequestPath: /^\/api\// }],
  BotScore: { $lt: 30 },
  ClientRequestUserAgent: { $not: /monitor/ },
});
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

const contenders = [
  { name: 'compileFilter', judge: (record) => compiled(record) },
  { name: 'matchesFilter', judge: (record) => matchesFilter(filter, record, dataset) },
  { name: 'sift', judge: (record) => sifted(record) },
  { name: 'json-rules-engine', judge: async (record) => (await engine.run(record)).events.length > 0 },
].map((each) => ({ ...each, rates: [] }));

const expected = records.filter((record) => compiled(record)).length;
for (const { name, judge } of contenders) {
  let passed = 0;
  for (const record of records) if (await judge(record)) passed++;
  if (passed !== expected) throw new Error(`${name} lets ${passed} records pass, compileFilter ${expected}`);
}

for (let round = 0; round <= rounds; round++) {
  for (const { name, judge, rates } of contenders) {
    const rate = await (name === 'json-rules-engine' ? perSecondAwaited(judge) : perSecond(judge));
    // The first round is for the compiler.
    if (round > 0) rates.push(rate);
  }
}

const best = Math.max(...contenders[0].rates);
console.log(`${records.length} records, of which ${expected} pass; Node.js ${process.version}, one core`);
console.table(
  contenders.map(({ name, rates }) => ({
    evaluator: name,
    'evaluations/s': Math.round(Math.max(...rates)),
    'compileFilter is faster by': Number((best / Math.max(...rates)).toFixed(1)),
  })),
);
const passing = records.filter((record) => compiled(record));
const whole = Math.max(...Array.from({ length: rounds }, () => perSecond(compiled, passing)));
console.log(
  `compileFilter on records that pass, where no condition is skipped: ${Math.round(whole)} evaluations/s`,
);
if (Math.min(best, whole) < wanted) {
  console.error(`compileFilter judges fewer than ${wanted} records a second`);
  process.exitCode = 1;
}

function perSecond(judge, judged = records) {
  const start = performance.now();
  let [count, passed] = [0, 0];
  do {
    for (const record of judged) if (judge(record)) passed++;
    count += judged.length;
  } while (performance.now() - start < seconds * 1000);
  const share = judged === records ? expected / records.length : 1;
  if (Math.abs(passed / count - share) > 1e-9) throw new Error('the results changed');
  return count / ((performance.now() - start) / 1000);
}

async function perSecondAwaited(judge) {
  const start = performance.now();
  let count = 0;
  do {
    for (const record of records) await judge(record);
    count += records.length;
  } while (performance.now() - start < seconds * 1000);
  return count / ((performance.now() - start) / 1000);
}
