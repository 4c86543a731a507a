import { pick } from '../../emulator/support';
import {
  accountId,
  filesWith,
  makeWorld,
  listOf,
  startEdgeStack,
  zoneId,
  type EdgeStack,
} from '../../support/edge-stack';
import { describeWithTerraform } from '../../support/terraform';

const [secondZone, thirdZone] = ['d'.repeat(32), 'f'.repeat(32)];
const secret = 'not-in-any-file-0001';
/** Log jobs in the shapes that configurations in use have. */
const configuration = `
locals {
  account = "${accountId}"
  zone    = "${zoneId}"
  second  = "${secondZone}"
  third   = "${thirdZone}"
  zones   = { main = "${zoneId}" }
}

variable "token" {
  type      = string
  sensitive = true
}

variable "filter" {
  type    = any
  default = null
}

variable "hosts" {
  type    = any
  default = { where = { key = "ClientRequestHost", operator = "eq", value = "example.com" } }
}

variable "empty_filter" {
  type    = map(any)
  default = {}
}

variable "kind" {
  type    = string
  default = ""
}

variable "upload" {
  type    = object({ bytes = optional(number), seconds = optional(number), records = optional(number) })
  default = {}
}

variable "output_options" {
  type    = object({ field_names = optional(list(string)) })
  default = null
}

variable "lake" {
  type    = string
  default = "r2://lake/firewall/{DATE}?account-id=1"
}

# Audit records of the account, with every setting written out.
resource "edge_logpush_job" "audit" {
  account_id       = local.account
  enabled          = true
  sample_rate      = 0
  name             = "audit.datadog"
  dataset          = "audit_logs"
  destination_conf = "datadog://http-intake.logs.example.com/api/v2/logs?service=edge&ddsource=edge"
  destination_credentials = { "header_DD-API-KEY" = var.token }
  output_options = {
    cve_2021_44228   = false
    output_type      = "ndjson"
  }
  timestamp_format = "rfc3339"
  fields = ["ActionResult", "ActionType", "ActorEmail", "ActorID", "ActorIP", "ActorType", "ID",
      "Interface", "Metadata", "NewValue", "OldValue", "ResourceID", "ResourceType", "When"]
}

# A module whose variables are null.
resource "edge_logpush_job" "defaults" {
  zone_id                     = local.zone
  name                        = "defaults"
  enabled                     = true
  dataset                     = "http_requests"
  destination_conf            = "r2://defaults?account-id=1"
  filter                      = var.filter == null ? null : jsonencode(var.filter)
  kind                        = var.kind
  max_upload_bytes            = var.upload.bytes
  max_upload_interval_seconds = var.upload.seconds
  max_upload_records          = var.upload.records
  output_options              = var.output_options
}

resource "edge_logpush_job" "filtered" {
  zone_id          = local.zone
  name             = "filtered"
  destination_conf = "r2://filtered?account-id=1"
  filter           = var.hosts == null ? null : jsonencode(var.hosts)
  output_options   = { field_names = ["RayID", "ClientIP"] }
}

# Jobs without a name, one of each zone.
resource "edge_logpush_job" "loki" {
  for_each                    = local.zones
  zone_id                     = each.value
  dataset                     = "http_requests"
  enabled                     = true
  destination_conf            = "https://loki.example.com/push?tags=zone:\${each.key},env:live"
  destination_credentials     = { header_Authorization = "Basic \${base64encode("edge:\${var.token}")}" }
  max_upload_interval_seconds = 30
  fields = ["ClientIP", "EdgeStartTimestamp", "RayID"]
  output_options = {
    record_prefix = "{\\"_dataset\\":\\"http_requests\\","
    record_suffix = "}\\n"
  }
}

resource "edge_logpush_job" "workers" {
  account_id                  = local.account
  dataset                     = "workers_trace_events"
  enabled                     = true
  destination_conf            = "https://loki.example.com/push?tags=dataset:workers"
  destination_credentials     = { header_X-Dataset = "workers", header_Authorization = "Basic \${base64encode("edge:\${var.token}")}" }
  max_upload_interval_seconds = 30
  fields = ["Event", "EventTimestampMs", "Exceptions", "Logs", "Outcome", "ScriptName"]
  output_options = {
    record_prefix = "{\\"_dataset\\":\\"workers_trace_events\\","
  }
}

# A retired field among others.
resource "edge_logpush_job" "sampled" {
  zone_id          = local.third
  name             = "sampled"
  dataset          = "http_requests"
  enabled          = true
  destination_conf = var.lake
  fields           = ["BotScore", "ClientIP", "JA4", "RayID", "WAFAction", "WAFAttackScore"]
  sample_rate      = 0.1
  timestamp_format = "rfc3339"
}

# Retired fields of the firewall, and a number in quotes.
resource "edge_logpush_job" "wide" {
  zone_id                     = local.second
  name                        = "wide"
  dataset                     = "http_requests"
  enabled                     = true
  destination_conf            = "r2://wide/http/{DATE}?account-id=1"
  destination_credentials     = { "access-key-id" = "key", "secret-access-key" = sha256(var.token) }
  max_upload_interval_seconds = "30"
  max_upload_bytes            = "5000000"
  output_options = {}
  fields = ["EdgeRateLimitAction", "EdgeRateLimitID", "FirewallMatchesActions", "FirewallMatchesRuleIDs",
      "FirewallMatchesSources", "SecurityActions", "SecurityRuleIDs", "SecuritySources", "RayID"]
  timestamp_format = "rfc3339"
}

resource "edge_logpush_job" "splunk" {
  for_each = {
    http_requests   = ["ClientIP", "RayID"]
    firewall_events = ["Action", "RayID"]
  }
  zone_id                 = local.second
  name                    = "splunk-\${replace(each.key, "_", "-")}"
  dataset                 = each.key
  enabled                 = true
  destination_conf        = "splunk://splunk.example.com/services/collector/raw?channel=2f8a1d3e-0000-4000-8000-5b6c7d8e9f00&insecure-skip-verify=false&sourcetype=\${each.key}"
  destination_credentials = { header_Authorization = "Splunk \${var.token}" }
  fields                  = each.value
  output_options          = {}
}

resource "edge_logpush_job" "traces" {
  account_id       = local.account
  name             = "traces"
  dataset          = "workers_trace_events"
  enabled          = false
  destination_conf = "r2://traces?account-id=1"
  fields           = ["Event", "EventTimestampMs", "Exceptions", "Logs", "Outcome"]
}

# Credentials that are known during the apply.
resource "terraform_data" "token" {
  input = sha256("made by another resource")
}

resource "edge_logpush_job" "later" {
  zone_id          = local.second
  name             = "later"
  dataset          = "firewall_events"
  enabled          = true
  destination_conf = "r2://later/{DATE}?account-id=\${local.account}"
  destination_credentials = {
    "access-key-id"     = terraform_data.token.id
    "secret-access-key" = sha256(terraform_data.token.output)
  }
  fields         = ["Action", "RayID"]
}

resource "edge_logpush_job" "google" {
  zone_id          = local.third
  name             = "google"
  dataset          = "dns_logs"
  enabled          = true
  frequency        = "high"
  destination_conf = "r2://google/dns/{DATE}?account-id=1&bucket=google"
  fields           = ["QueryName", "Timestamp"]
}

resource "edge_logpush_job" "newrelic" {
  zone_id                 = local.third
  name                    = "newrelic"
  dataset                 = "http_requests"
  enabled                 = true
  destination_conf        = "https://log-api.example.com/log/v1?format=cloudflare"
  destination_credentials = { header_Api-Key = var.token, header_Content-Type = "application/json" }
  filter                  = length(var.empty_filter) > 0 ? jsonencode(var.empty_filter) : null
  fields                  = ["ClientIP", "RayID"]
  timestamp_format        = "unix"
}
`;

describeWithTerraform('log jobs in the shapes that are in use', () => {
  let edge: EdgeStack;
  beforeEach(async () => {
    const { accounts = [], zones = [] } = makeWorld({}, {});
    const more = [secondZone, thirdZone].map((id, at) => ({
      id,
      account_id: accountId,
      name: `zone-${at}.example`,
      plan: 'enterprise' as const,
    }));
    edge = await startEdgeStack({}, {}, { fixture: { accounts, zones: [...zones, ...more] } });
  });
  afterEach(() => edge.close());

  it('are deployed at once, and their second plan is empty', async () => {
    const { dir, emulator } = edge;
    edge.declare(() => undefined);
    dir.write('main.tf', configuration);
    dir.write('terraform.tfvars', `token = "${secret}"\n`);
    await dir.init();
    const { diagnostics } = await dir.applyJson();
    expect(diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);
    const owners = [...[zoneId, secondZone, thirdZone].map((id) => `zones/${id}`), `accounts/${accountId}`];
    const jobs: unknown[] = [];
    for (const owner of owners) jobs.push(...listOf(await emulator.result('GET', `/${owner}/logpush/jobs`)));
    expect(jobs).toHaveLength(13);
    const find = (name: string) => jobs.find((job) => pick(job, 'name') === name);
    expect(find('wide')).toMatchObject({ max_upload_bytes: 5_000_000, max_upload_interval_seconds: 30 });
    expect(find('sampled')).toMatchObject({
      logpull_options: expect.stringContaining('WAFAction') as string,
    });
    expect(find('filtered')).toMatchObject({ output_options: { field_names: ['RayID', 'ClientIP'] } });
    expect(find('filtered')).toHaveProperty('filter', expect.stringContaining('example.com'));
    expect(find('traces')).toMatchObject({ enabled: false, dataset: 'workers_trace_events' });
    const unnamed = jobs.filter((job) => (pick(job, 'name') ?? '') === '');
    expect(unnamed).toMatchObject([
      { max_upload_interval_seconds: 30, output_options: { record_prefix: '{"_dataset":"http_requests",' } },
      { max_upload_interval_seconds: 30, dataset: 'workers_trace_events' },
    ]);
    expect((await dir.plan()).code).toBe(0);
    expect(filesWith(dir.path, secret)).toEqual(['terraform.tfvars']);
  });
});
