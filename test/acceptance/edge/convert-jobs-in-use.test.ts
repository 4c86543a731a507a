import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Conversion } from '../../../lib/cli/convert/model';
import { readConfiguration } from '../../../lib/cli/convert/read';
import { convertConfiguration } from '../../../lib/cli/convert/translate';
import { writeHclProject } from '../../../lib/cli/convert/write/hcl/project';
import { installPlugin } from '../../../lib/cli/provider/install';
import { packageVersion } from '../../../lib/client/package-version';
import { writeFiles } from '../../cli/convert/old-folder';
import { accountId, pick, start, type Running } from '../../emulator/support';
import { listOf } from '../../support/edge-stack';
import { serveOldProvider } from '../../support/retired-states';
import type { ServedProvider } from '../../support/served-provider';
import { describeWithTerraform, TerraformDir } from '../../support/terraform';

const [zoneId, secondZone, thirdZone] = ['c'.repeat(32), 'd'.repeat(32), 'f'.repeat(32)];
const secret = 'not-in-any-file-0001';
/** Log jobs in the shapes that configurations in use have, for the service's own provider. */
const jobsInUse = join(__dirname, '../../fixtures/jobs-in-use');
const token = encodeURIComponent(`Basic ${Buffer.from(`edge:${secret}`).toString('base64')}`);
const digest = (text: string) => createHash('sha256').update(text).digest('hex');
const audit = 'datadog://http-intake.logs.example.com/api/v2/logs?service=edge&ddsource=edge';
const splunk =
  'splunk://splunk.example.com/services/collector/raw?channel=2f8a1d3e-0000-4000-8000-5b6c7d8e9f00&insecure-skip-verify=false';

/** The jobs that the service's own provider has made of them: the resource with its key, the owner, and the job. */
const deployed: readonly (readonly [resource: string, owner: string, job: object])[] = [
  [
    'audit',
    accountId,
    {
      name: 'audit.datadog',
      dataset: 'audit_logs',
      enabled: true,
      destination_conf: `${audit}&header_DD-API-KEY=${secret}`,
      logpull_options:
        'fields=AccountID,ActionResult,ActionType,ActorEmail,ActorID,ActorIP,ActorType,ID,Interface,Metadata,NewValue,OldValue,ResourceID,ResourceType,When&timestamps=rfc3339',
    },
  ],
  [
    'audit_options',
    accountId,
    {
      name: 'audit.options',
      dataset: 'audit_logs',
      enabled: true,
      destination_conf: `${audit}&header_DD-API-KEY=${secret}`,
      output_options: {
        'CVE-2021-44228': false,
        field_names: ['ActionResult', 'ActionType', 'ActorEmail', 'AccountID'],
        output_type: 'ndjson',
        sample_rate: 0,
        timestamp_format: 'rfc3339',
      },
    },
  ],
  [
    'defaults',
    zoneId,
    {
      name: 'defaults',
      dataset: 'http_requests',
      enabled: true,
      destination_conf: 'r2://defaults?account-id=1',
    },
  ],
  [
    'filtered',
    zoneId,
    {
      name: 'filtered',
      dataset: 'http_requests',
      enabled: false,
      destination_conf: 'r2://filtered?account-id=1',
      filter: '{"where":{"key":"ClientRequestHost","operator":"eq","value":"example.com"}}',
      output_options: { field_names: ['RayID', 'ClientIP'] },
    },
  ],
  [
    'loki main',
    zoneId,
    {
      name: '',
      dataset: 'http_requests',
      enabled: true,
      destination_conf: `https://loki.example.com/push?tags=zone:main,env:live&header_Authorization=${token}`,
      max_upload_interval_seconds: 30,
      output_options: {
        field_names: ['ClientIP', 'EdgeStartTimestamp', 'RayID'],
        record_prefix: '{"_dataset":"http_requests",',
        record_suffix: '}\n',
      },
    },
  ],
  [
    'workers',
    accountId,
    {
      name: '',
      dataset: 'workers_trace_events',
      enabled: true,
      destination_conf: `https://loki.example.com/push?tags=dataset:workers&header_X-Dataset=workers&header_Authorization=${token}`,
      max_upload_interval_seconds: 30,
      output_options: {
        field_names: ['Event', 'EventTimestampMs', 'Exceptions', 'Logs', 'Outcome', 'ScriptName'],
        record_prefix: '{"_dataset":"workers_trace_events",',
      },
    },
  ],
  [
    'sampled',
    thirdZone,
    {
      name: 'sampled',
      dataset: 'http_requests',
      enabled: true,
      destination_conf: 'r2://lake/firewall/{DATE}?account-id=1&access-key-id=key&secret-access-key=made-up',
      logpull_options:
        'fields=BotScore,ClientIP,JA4,RayID,WAFAction,WAFAttackScore&timestamps=rfc3339&sample=0.1',
    },
  ],
  [
    'wide',
    secondZone,
    {
      name: 'wide',
      dataset: 'http_requests',
      enabled: true,
      destination_conf: `r2://wide/http/{DATE}?account-id=1&access-key-id=key&secret-access-key=${digest(secret)}`,
      max_upload_bytes: 5_000_000,
      max_upload_interval_seconds: 30,
      output_options: {
        field_names: [
          'EdgeRateLimitAction',
          'EdgeRateLimitID',
          'FirewallMatchesActions',
          'FirewallMatchesRuleIDs',
          'FirewallMatchesSources',
          'SecurityActions',
          'SecurityRuleIDs',
          'SecuritySources',
          'RayID',
        ],
        timestamp_format: 'rfc3339',
      },
    },
  ],
  [
    'splunk http_requests',
    secondZone,
    {
      name: 'splunk-http-requests',
      dataset: 'http_requests',
      enabled: true,
      destination_conf: `${splunk}&sourcetype=http_requests&header_Authorization=Splunk%20${secret}`,
      logpull_options: 'fields=ClientIP,RayID',
    },
  ],
  [
    'splunk firewall_events',
    secondZone,
    {
      name: 'splunk-firewall-events',
      dataset: 'firewall_events',
      enabled: true,
      destination_conf: `${splunk}&sourcetype=firewall_events&header_Authorization=Splunk%20${secret}`,
      logpull_options: 'fields=Action,RayID',
    },
  ],
  [
    'traces',
    accountId,
    {
      name: 'traces',
      dataset: 'workers_trace_events',
      enabled: false,
      destination_conf: 'r2://traces?account-id=1',
      logpull_options: 'fields=Event,EventTimestampMs,Exceptions,Logs,Outcome',
    },
  ],
  [
    'later',
    secondZone,
    {
      name: 'later',
      dataset: 'firewall_events',
      enabled: true,
      destination_conf: `r2://later/{DATE}?account-id=${accountId}&access-key-id=made&secret-access-key=up`,
      logpull_options: 'fields=Action,RayID',
    },
  ],
  [
    'google',
    thirdZone,
    {
      name: 'google',
      dataset: 'dns_logs',
      enabled: true,
      frequency: 'high',
      destination_conf: 'gs://example-logs/dns/{DATE}',
      logpull_options: 'fields=QueryName,Timestamp',
    },
  ],
  [
    'newrelic',
    thirdZone,
    {
      name: 'newrelic',
      dataset: 'http_requests',
      enabled: true,
      destination_conf: `https://log-api.example.com/log/v1?header_Api-Key=${secret}&header_Content-Type=application/json&format=cloudflare`,
      logpull_options: 'fields=ClientIP,RayID&timestamps=unix',
    },
  ],
];

const jobs = deployed.map(([resource, owner, job], at) => {
  const [name = '', key] = resource.split(' ');
  return { name, key, owner, job: { id: at + 1, ...job } };
});
const jobsOf = (owner: string) => jobs.filter((each) => each.owner === owner).map(({ job }) => job);

/** The state of the old configuration. */
const state = {
  version: 4,
  terraform_version: '1.11.4',
  serial: 1,
  lineage: 'a',
  outputs: {},
  resources: [...new Set(jobs.map(({ name }) => name))].map((name) => ({
    mode: 'managed',
    type: 'cloudflare_logpush_job',
    name,
    provider: 'provider["registry.terraform.io/cloudflare/cloudflare"]',
    instances: jobs
      .filter((each) => each.name === name)
      .map(({ key, owner, job }) => ({
        ...(key !== undefined && { index_key: key }),
        schema_version: 0,
        attributes: { ...job, id: String(job.id), [owner === accountId ? 'account_id' : 'zone_id']: owner },
      })),
  })),
};

describeWithTerraform('log jobs in the shapes that are in use, converted', () => {
  let emulator: Running;
  let provider: ServedProvider;
  let folder: string;
  let dir: TerraformDir;
  let conversion: Conversion;

  beforeAll(async () => {
    const zones = [zoneId, secondZone, thirdZone].map((id, at) => ({
      id,
      account_id: accountId,
      name: `zone-${at}.example`,
      plan: 'enterprise' as const,
      jobs: jobsOf(id),
    }));
    const accounts = [{ id: accountId, name: 'Account', jobs: jobsOf(accountId) }];
    // The field is in jobs that work, and on no public page.
    const service = { datasets: { audit_logs: { fields: { AccountID: 'string' } } } };
    emulator = await start({ fixture: { accounts, zones, service, tokens: ['a-token'] } });
    folder = mkdtempSync(join(tmpdir(), 'convert-jobs-'));
    writeFiles(folder, [['state.json', JSON.stringify(state)]]);
    const stateFile = join(folder, 'state.json');
    const old = await readConfiguration(jobsInUse, { stateFile });
    conversion = convertConfiguration(old);
    writeFiles(join(folder, 'new'), writeHclProject(old, conversion).files);
    provider = await serveOldProvider();
    dir = new TerraformDir(join(folder, 'new'), {
      EDGE_BASE_URL: emulator.url,
      EDGE_API_TOKEN: 'a-token',
      ...provider.environment,
    });
    dir.write('terraform.tfstate', JSON.stringify(state));
    installPlugin({
      folder: dir.path,
      home: dir.path,
      platforms: [],
      version: packageVersion(),
      env: process.env,
    });
    await dir.init();
  });

  afterAll(async () => {
    await dir.stop();
    await emulator.close();
    provider.close();
    rmSync(folder, { recursive: true });
  });

  it('have no TODO but for the secrets in their code', () => {
    expect(conversion.fates.map(({ outcome }) => outcome)).toEqual(jobs.map(() => 'converted'));
    const todos = conversion.findings.filter(({ severity }) => severity === 'todo');
    expect([...new Set(todos.map(({ code }) => code))]).toEqual(['convert.secret']);
    expect(todos.map(({ address }) => address.replace('cloudflare_logpush_job.', '')).sort()).toEqual([
      'google',
      'wide',
      'workers',
    ]);
  });

  it('adopt what exists without a call that writes, and their second plan is empty', async () => {
    const values = [...conversion.variables.map(({ name }) => name), 'token'].map(
      (name) => `${name} = "${secret}"\n`,
    );
    dir.write('terraform.tfvars', values.join(''));
    const { changes, diagnostics } = await dir.applyJson();
    expect([...changes].sort()).toEqual(
      [
        ...jobs.map(
          ({ name, key }) => `move edge_logpush_job.${name}${key === undefined ? '' : `["${key}"]`}`,
        ),
        'create terraform_data.token',
      ].sort(),
    );
    expect(new Set(diagnostics.map(({ severity, summary }) => `${severity}: ${summary}`))).toEqual(
      new Set(['warning: Log fields retired by the service']),
    );
    const calls = listOf((await emulator.control('GET', '/calls')).body);
    expect(calls.filter((call) => pick(call, 'method') !== 'GET')).toEqual([]);
    expect((await dir.plan()).code).toBe(0);
  });
});
