// The workloads of the synth benchmark, and a program that prints the CPU seconds, user and system, of building and
// synthesizing one of them: node synth-workloads.mjs <row> peer, or <row> ours <dist>. Loading the modules is not counted.
import { mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const require = createRequire(import.meta.url);
const jobsPerZone = 4;

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
export const workloads = [
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

if (process.argv[1] === fileURLToPath(import.meta.url)) main(...process.argv.slice(2));

/** Prints the CPU seconds of one workload in this process. */
function main(row, contender, dist) {
  const { [contender]: make, count } = workloads.find((each) => each.row === row);
  const outdir = mkdtempSync(join(tmpdir(), 'edge-bench-synth-'));
  try {
    // A build needs the copy of cdktf that it finds itself.
    const load = dist === undefined ? require : createRequire(join(dist, 'index.js'));
    const { App, TerraformStack } = load('cdktf');
    const { makeProvider, constructs } = dist === undefined ? loadPeer() : loadOurs(load(dist));
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

function loadOurs(constructs) {
  return { constructs, makeProvider: (stack) => new constructs.EdgeProvider(stack, 'edge') };
}

/** One module for each resource: they load faster than the index. */
function loadPeer() {
  const { CloudflareProvider } = require('@cdktf/provider-cloudflare/lib/provider');
  const { LogpushJob } = require('@cdktf/provider-cloudflare/lib/logpush-job');
  const { NotificationPolicy } = require('@cdktf/provider-cloudflare/lib/notification-policy');
  const { Ruleset } = require('@cdktf/provider-cloudflare/lib/ruleset');
  return {
    constructs: { LogpushJob, NotificationPolicy, Ruleset },
    makeProvider: (stack) => new CloudflareProvider(stack, 'cloudflare'),
  };
}

function ourJob(at) {
  return {
    zoneId: zoneOf(at),
    name: `job-${at}`,
    destinationConf: destinationOf(at),
    timestampFormat: 'rfc3339',
  };
}

/** A job of ours without `output` has `logpull_options` at the service. */
function peerJob(at, fields) {
  return {
    zoneId: zoneOf(at),
    name: `job-${at}`,
    destinationConf: destinationOf(at),
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

function destinationOf(at) {
  return `s3://logs/http/${zoneOf(at)}/{DATE}?region=eu-central-1`;
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
