// Build and synth of many constructs against the generated bindings of the registry's Cloudflare provider
// (@cdktf/provider-cloudflare): CPU time, user and system, of constructing the app and of `app.synth()`, without loading
// the modules. Each measurement is a process of its own, ours and the peer's in turns; only the ratios mean anything.
// Needs `npm run build` and `npm ci --prefix bench`.
// Usage: node bench/synth.mjs [rounds] [part of a row's name]
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const file = fileURLToPath(import.meta.url);
const require = createRequire(file);
const dist = join(dirname(dirname(file)), 'dist/index.js');
const jobsPerZone = 4;

const destinationConf = 's3://logs/http/{DATE}?region=eu-central-1';
const plainFields = [
  'RayID',
  'EdgeStartTimestamp',
  'ClientIP',
  'ClientRequestHost',
  'ClientRequestPath',
  'EdgeResponseStatus',
];
const fieldsWithCustom = [...plainFields, 'Cookies', 'RequestHeaders'];
const requestHeaders = ['x-request-id', 'x-forwarded-for', 'traceparent'];
const cookies = ['sessionId'];
const managedRuleset = 'efb7b8c949ac4650a09736fc376e9aee';
const overriddenRules = ['5de7edfa648c4d6891dc3e7f84534ffa', 'e3a567afc347477d9702d9047e97d760'];

/** Ours and the peer's way to write the same thing, for the construct of a number. */
const plainJob = {
  peerName: 'LogpushJob',
  ours: ({ LogpushJob }, stack, at) =>
    new LogpushJob(stack, `job${at}`, { ...ourJob(at), fields: plainFields }),
  peer: ({ LogpushJob }, stack, at) => new LogpushJob(stack, `job${at}`, peerJob(at, plainFields)),
};

const filteredJob = {
  peerName: 'LogpushJob',
  ours: ({ LogpushJob }, stack, at) =>
    new LogpushJob(stack, `job${at}`, { ...ourJob(at), fields: plainFields, filter: filterOf(at) }),
  peer: ({ LogpushJob }, stack, at) =>
    new LogpushJob(stack, `job${at}`, { ...peerJob(at, plainFields), filter: filterOf(at) }),
};

const jobWhere = {
  peerName: 'LogpushJob',
  ours: ({ LogpushJob, LogFilter }, stack, at) =>
    new LogpushJob(stack, `job${at}`, {
      ...ourJob(at),
      fields: plainFields,
      where: LogFilter.allOf(
        LogFilter.field('EdgeResponseStatus').atLeast(500),
        LogFilter.field('ClientRequestHost').equalTo(hostOf(at)),
        LogFilter.anyOf(
          LogFilter.field('ClientCountry').notIn(['de', 'nl']),
          LogFilter.field('ClientRequestPath').startsWith('/api/'),
        ),
      ),
    }),
  peer: filteredJob.peer,
};

const jobWithCustomFields = {
  peerName: 'LogpushJob and Ruleset',
  ours: ({ LogpushJob, CustomFieldsRuleset }, stack, at) => {
    if (at % jobsPerZone === 0)
      new CustomFieldsRuleset(stack, `fields${at}`, { zoneId: zoneOf(at), requestHeaders, cookies });
    new LogpushJob(stack, `job${at}`, { ...ourJob(at), fields: fieldsWithCustom });
  },
  peer: ({ LogpushJob, Ruleset }, stack, at) => {
    if (at % jobsPerZone === 0) new Ruleset(stack, `fields${at}`, peerCustomFields(zoneOf(at)));
    new LogpushJob(stack, `job${at}`, peerJob(at, fieldsWithCustom));
  },
};

const customFields = {
  peerName: 'Ruleset',
  ours: ({ CustomFieldsRuleset }, stack, at) =>
    new CustomFieldsRuleset(stack, `fields${at}`, { zoneId: idOf(at), requestHeaders, cookies }),
  peer: ({ Ruleset }, stack, at) => new Ruleset(stack, `fields${at}`, peerCustomFields(idOf(at))),
};

const policy = {
  peerName: 'NotificationPolicy',
  ours: ({ PoolNotificationPolicy }, stack, at) =>
    new PoolNotificationPolicy(stack, `policy${at}`, {
      accountId: idOf(0),
      name: `Pool ${at}`,
      poolIds: [idOf(2 * at), idOf(2 * at + 1)],
      newHealth: ['Unhealthy', 'Healthy'],
      eventSources: ['pool'],
      emailAddresses: ['ops@example.com'],
      webhookIds: [idOf(at)],
    }),
  peer: ({ NotificationPolicy }, stack, at) =>
    new NotificationPolicy(stack, `policy${at}`, {
      accountId: idOf(0),
      name: `Pool ${at}`,
      alertType: 'load_balancing_health_alert',
      enabled: true,
      filters: {
        poolId: [idOf(2 * at), idOf(2 * at + 1)],
        newHealth: ['Unhealthy', 'Healthy'],
        eventSource: ['pool'],
      },
      mechanisms: { email: [{ id: 'ops@example.com' }], webhooks: [{ id: idOf(at) }] },
    }),
};

const migration = {
  peerName: 'Ruleset',
  ours: ({ WafMigration }, stack, at) =>
    new WafMigration(stack, `waf${at}`, {
      zoneId: idOf(at),
      target: 'complete',
      acknowledgeIrreversible: true,
      ruleOverrides: overriddenRules.map((ruleId) => ({ ruleId, action: 'log' })),
      skipRules: [{ expression: `http.host eq "${hostOf(at)}"` }],
    }),
  peer: ({ Ruleset }, stack, at) =>
    new Ruleset(stack, `waf${at}`, {
      zoneId: idOf(at),
      name: 'Managed rules',
      kind: 'zone',
      phase: 'http_request_firewall_managed',
      rules: [
        {
          action: 'skip',
          expression: `http.host eq "${hostOf(at)}"`,
          actionParameters: { ruleset: 'current' },
        },
        {
          action: 'execute',
          expression: 'true',
          actionParameters: {
            id: managedRuleset,
            overrides: { rules: overriddenRules.map((id) => ({ id, action: 'log' })) },
          },
        },
      ],
    }),
};

const jobCounts = [1_000, 4_000, 16_000];
const rows = [
  ...[
    ['jobs, plain', plainJob],
    ['jobs, filter as text', filteredJob],
    ['jobs, filter in code', jobWhere],
    ['jobs, custom fields', jobWithCustomFields],
  ].flatMap(([what, makers]) => jobCounts.map((count) => ({ what, count, ...makers }))),
  { what: 'custom-field rulesets', count: 2_000, ...customFields },
  { what: 'notification policies', count: 2_000, ...policy },
  { what: 'WAF migrations', count: 2_000, ...migration },
].map((each) => ({ ...each, row: `${each.count.toLocaleString('en-US')} ${each.what}` }));

export const name = 'synth';

/** One row for each workload, CPU seconds: medians of the rounds. `ratio` is ours to the peer's, below 1 where ours is faster. */
export async function run({ rounds = 3, only = '' } = {}) {
  const results = [];
  for (const { row, count, peerName } of rows.filter((each) => each.row.includes(only))) {
    const seconds = { ours: [], peer: [] };
    for (let round = 0; round < rounds; round += 1)
      for (const contender of ['ours', 'peer']) seconds[contender].push(await measure(row, contender));
    const [ours, peer] = [median(seconds.ours), median(seconds.peer)];
    results.push({
      row,
      ours,
      peer,
      peerName,
      unit: 'CPU s',
      ratio: ours / peer,
      count,
      oursMsEach: (ours / count) * 1000,
      peerMsEach: (peer / count) * 1000,
    });
  }
  return results;
}

if (process.argv[1] === file) {
  const [command, ...parameters] = process.argv.slice(2);
  if (command === 'measure') await measureHere(...parameters);
  else report(await run({ rounds: Number(command ?? 3), only: parameters[0] }));
}

function report(results) {
  const digits = (value) => Number(value.toFixed(2));
  console.table(
    results.map(({ row, ours, peer, peerName, ratio, oursMsEach, peerMsEach }) => ({
      row,
      'ours, CPU s': digits(ours),
      'peer, CPU s': digits(peer),
      ratio: digits(ratio),
      'ours, ms each': digits(oursMsEach),
      'peer, ms each': digits(peerMsEach),
      peer_: peerName,
    })),
  );
  for (const each of results) console.log(JSON.stringify({ bench: name, ...each }));
}

async function measure(row, contender) {
  const { stdout } = await promisify(execFile)(process.execPath, [file, 'measure', row, contender]);
  return Number(stdout);
}

/** Prints the CPU seconds of one workload in this process. */
async function measureHere(row, contender) {
  const { [contender]: make, count } = rows.find((each) => each.row === row);
  const outdir = mkdtempSync(join(tmpdir(), 'edge-bench-synth-'));
  try {
    const { App, TerraformStack } = require('cdktf');
    const { makeProvider, constructs } = contender === 'ours' ? loadOurs() : loadPeer();
    const start = process.cpuUsage();
    const app = new App({ outdir });
    const stack = new TerraformStack(app, 'stack');
    makeProvider(stack);
    for (let at = 0; at < count; at += 1) make(constructs, stack, at);
    app.synth();
    const { user, system } = process.cpuUsage(start);
    console.log((user + system) / 1e6);
  } finally {
    rmSync(outdir, { recursive: true });
  }
}

function loadOurs() {
  const constructs = require(dist);
  return { constructs, makeProvider: (stack) => new constructs.EdgeProvider(stack, 'edge') };
}

/** One module a resource, which loads faster than the index. */
function loadPeer() {
  const load = (path) => require(`@cdktf/provider-cloudflare/lib/${path}`);
  const { CloudflareProvider } = load('provider');
  return {
    constructs: { ...load('logpush-job'), ...load('ruleset'), ...load('notification-policy') },
    makeProvider: (stack) => new CloudflareProvider(stack, 'cloudflare'),
  };
}

function ourJob(at) {
  return { zoneId: zoneOf(at), name: `job-${at}`, destinationConf, timestampFormat: 'rfc3339' };
}

/** A job of ours without `output` has `logpull_options` at the service. */
function peerJob(at, fields) {
  return {
    zoneId: zoneOf(at),
    name: `job-${at}`,
    destinationConf,
    dataset: 'http_requests',
    enabled: true,
    logpullOptions: `fields=${fields.join(',')}&timestamps=rfc3339`,
  };
}

function peerCustomFields(zoneId) {
  return {
    zoneId,
    name: 'Custom log fields',
    kind: 'zone',
    phase: 'http_log_custom_fields',
    rules: [
      {
        action: 'log_custom_field',
        expression: 'true',
        actionParameters: {
          requestFields: requestHeaders.map((each) => ({ name: each })),
          cookieFields: cookies.map((each) => ({ name: each })),
        },
      },
    ],
  };
}

/** Every job has a filter of its own, so that none is found among those checked before. */
function filterOf(at) {
  return JSON.stringify({
    where: {
      and: [
        { key: 'EdgeResponseStatus', operator: 'geq', value: '500' },
        { key: 'ClientRequestHost', operator: 'eq', value: hostOf(at) },
        {
          or: [
            { key: 'ClientCountry', operator: '!in', value: ['de', 'nl'] },
            { key: 'ClientRequestPath', operator: 'startsWith', value: '/api/' },
          ],
        },
      ],
    },
  });
}

function hostOf(at) {
  return `www${at}.example.com`;
}

function zoneOf(at) {
  return idOf(Math.floor(at / jobsPerZone));
}

function idOf(number) {
  return number.toString(16).padStart(32, '0');
}

function median(values) {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)];
}
