import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readConfiguration } from '../../../lib/cli/convert/read';
import type { OldConfiguration } from '../../../lib/cli/convert/model';
import { convertConfiguration } from '../../../lib/cli/convert/translate';
import { writeHclProject } from '../../../lib/cli/convert/write/hcl/project';
import { writeTypescriptProject } from '../../../lib/cli/convert/write/typescript';
import { installPlugin } from '../../../lib/cli/provider/install';
import { packageVersion } from '../../../lib/client/package-version';
import { localStateOf } from '../../../lib/cli/convert/write/typescript/plan';
import { writeFiles } from '../../cli/convert/old-folder';
import { accountId, otherZoneId, pick, start, zoneId, type Running } from '../../emulator/support';
import { listOf } from '../../support/edge-stack';
import { GeneratedProject } from '../../support/generated-project';
import { serveOldProvider, stateFile, type StoredResource } from '../../support/retired-states';
import type { ServedProvider } from '../../support/served-provider';
import { describeWithTerraform, TerraformDir } from '../../support/terraform';

const poolId = '7'.repeat(32);
/** Of the default packages. */
const groupId = 'de677e5818985db1285d0e80225f0603';
const destination = 's3://shop-logs/{DATE}?region=eu-central-1';
const job = (id: number, name: string) => ({
  id,
  name,
  dataset: 'http_requests',
  destination_conf: destination,
  enabled: true,
  logpull_options: 'fields=RayID&timestamps=rfc3339',
});

const fixture = {
  accounts: [
    {
      id: accountId,
      name: 'Example account',
      pools: [{ id: poolId, name: 'a', origins: [{ name: 'b', address: '192.0.2.1', enabled: true }] }],
      policies: [
        {
          id: '8'.repeat(32),
          name: 'Health',
          enabled: true,
          alert_type: 'load_balancing_health_alert',
          filters: { pool_id: [poolId], new_health: ['Unhealthy'], event_source: ['pool', 'origin'] },
          mechanisms: { email: [{ id: 'ops@shop.example' }] },
        },
      ],
    },
  ],
  zones: [
    {
      id: zoneId,
      account_id: accountId,
      name: 'shop.example',
      plan: 'enterprise' as const,
      jobs: [job(1, 'requests.shop'), job(3, 'json'), job(4, 'counted')],
      rulesets: [
        {
          id: '9'.repeat(32),
          name: 'Custom fields',
          kind: 'zone',
          phase: 'http_log_custom_fields',
          rules: [
            {
              action: 'log_custom_field',
              expression: 'true',
              description: 'Fields',
              action_parameters: { request_fields: [{ name: 'x-request-id' }] },
            },
          ],
        },
      ],
    },
    {
      id: otherZoneId,
      account_id: accountId,
      name: 'blog.example',
      plan: 'enterprise' as const,
      jobs: [job(2, 'requests.blog'), job(5, 'counted')],
    },
  ],
  tokens: ['a-token'],
};

/** Without a block that needs the service's provider. */
const configuration = {
  'variables.tf': `variable "zones" {
  type = map(string)
  default = {
    shop = "${zoneId}"
    blog = "${otherZoneId}"
  }
}
`,
  'logs.tf': `locals {
  pool = "${poolId}"
}

# The custom fields of the shop.
resource "cloudflare_ruleset" "fields" {
  zone_id = var.zones["shop"]
  name    = "Custom fields"
  kind    = "zone"
  phase   = "http_log_custom_fields"
  rules {
    action     = "log_custom_field"
    expression = "true"
    action_parameters {
      request_fields = ["x-request-id"]
    }
  }
}

resource "cloudflare_logpush_job" "requests" {
  for_each = var.zones

  zone_id          = each.value
  name             = "requests.\${each.key}" # as it was
  enabled          = true
  dataset          = "http_requests"
  destination_conf = "${destination}"
  logpull_options  = "fields=RayID&timestamps=rfc3339"
  depends_on       = [cloudflare_ruleset.fields]
}

resource "terraform_data" "after" {
  input = [for name, job in cloudflare_logpush_job.requests : "\${name}-\${job.id}"]

  depends_on = [cloudflare_ruleset.fields, cloudflare_notification_policy.health]
}

output "shop" {
  value = cloudflare_logpush_job.requests["shop"].id
}
`,
  'policies.tf': `resource "cloudflare_notification_policy" "health" {
  account_id = "${accountId}"
  name       = "Health"
  enabled    = true
  alert_type = "load_balancing_health_alert"

  email_integration {
    id = "ops@shop.example"
  }

  filters {
    pool_id      = [local.pool]
    new_health   = ["Unhealthy"]
    event_source = ["pool", "origin"]
  }
}
`,
  'more.tf.json': JSON.stringify({
    resource: {
      cloudflare_logpush_job: {
        json: {
          zone_id: '${var.zones["shop"]}',
          name: 'json',
          enabled: true,
          dataset: 'http_requests',
          destination_conf: destination,
          logpull_options: 'fields=RayID&timestamps=rfc3339',
          depends_on: ['cloudflare_logpush_job.requests'],
        },
      },
    },
    module: { waf: { source: './modules/waf', for_each: '${var.zones}', zone_id: '${each.value}' } },
  }),
  'modules/waf/main.tf': `variable "zone_id" {
  type = string
}

resource "cloudflare_waf_group" "php" {
  zone_id  = var.zone_id
  group_id = "${groupId}"
  mode     = "off"
}

resource "cloudflare_logpush_job" "counted" {
  count = 1

  zone_id          = var.zone_id
  name             = "counted"
  enabled          = true
  dataset          = "http_requests"
  destination_conf = "${destination}"
  logpull_options  = "fields=RayID&timestamps=rfc3339"
}

output "group" {
  value = cloudflare_waf_group.php.id
}
`,
};

const jobState = (id: number, name: string, zone: string) => ({
  type: 'cloudflare_logpush_job',
  schema_version: 0,
  attributes: {
    ...job(id, name),
    id: String(id),
    zone_id: zone,
    filter: '',
    frequency: 'high',
    output_options: [],
  },
});

/** What the service's provider has written of the old configuration, but for the previous WAF, which is forgotten. */
const moved: readonly StoredResource[] = [
  {
    type: 'cloudflare_ruleset',
    name: 'fields',
    instances: [
      {
        type: 'cloudflare_ruleset',
        schema_version: 1,
        attributes: {
          id: '9'.repeat(32),
          zone_id: zoneId,
          name: 'Custom fields',
          kind: 'zone',
          phase: 'http_log_custom_fields',
          rules: [
            {
              action: 'log_custom_field',
              expression: 'true',
              action_parameters: [{ request_fields: ['x-request-id'] }],
            },
          ],
        },
      },
    ],
  },
  {
    type: 'cloudflare_logpush_job',
    name: 'requests',
    instances: [
      { ...jobState(1, 'requests.shop', zoneId), key: 'shop' },
      { ...jobState(2, 'requests.blog', otherZoneId), key: 'blog' },
    ],
  },
  { type: 'cloudflare_logpush_job', name: 'json', instances: [jobState(3, 'json', zoneId)] },
  ...[
    { module: 'module.waf["shop"]', id: 4, zone: zoneId },
    { module: 'module.waf["blog"]', id: 5, zone: otherZoneId },
  ].map(({ module, id, zone }) => ({
    type: 'cloudflare_logpush_job',
    name: 'counted',
    module,
    instances: [{ ...jobState(id, 'counted', zone), key: 0 }],
  })),
  {
    type: 'cloudflare_notification_policy',
    name: 'health',
    instances: [
      {
        type: 'cloudflare_notification_policy',
        schema_version: 0,
        attributes: {
          id: '8'.repeat(32),
          account_id: accountId,
          name: 'Health',
          enabled: true,
          alert_type: 'load_balancing_health_alert',
          email_integration: [{ id: 'ops@shop.example', name: '' }],
          filters: [{ pool_id: [poolId], new_health: ['Unhealthy'], event_source: ['pool', 'origin'] }],
        },
      },
    ],
  },
];

const groups = [
  { key: 'shop', zone: zoneId },
  { key: 'blog', zone: otherZoneId },
].map(({ key, zone }) => ({
  type: 'cloudflare_waf_group',
  name: 'php',
  module: `module.waf["${key}"]`,
  instances: [
    {
      type: 'cloudflare_waf_group',
      schema_version: 0,
      attributes: { id: groupId, zone_id: zone, mode: 'off' },
    },
  ],
}));

function readOld(folder: string): Promise<OldConfiguration> {
  writeFiles(join(folder, 'old'), Object.entries(configuration));
  writeFileSync(join(folder, 'state.json'), JSON.stringify(stateFile([...moved, ...groups])));
  return readConfiguration(join(folder, 'old'), { stateFile: join(folder, 'state.json') });
}

/** What the first deploy does. */
const adoptions = [
  'create terraform_data.after',
  'move edge_custom_fields_ruleset.fields',
  'move edge_logpush_job.json',
  'move edge_logpush_job.requests["blog"]',
  'move edge_logpush_job.requests["shop"]',
  'move edge_pool_notification_policy.health',
  'move module.waf["blog"].edge_logpush_job.counted[0]',
  'move module.waf["shop"].edge_logpush_job.counted[0]',
];

function environmentOf(emulator: Running, old: ServedProvider) {
  return { EDGE_BASE_URL: emulator.url, EDGE_API_TOKEN: 'a-token', ...old.environment };
}

async function writesOf(emulator: Running): Promise<string[]> {
  const { body } = await emulator.control('GET', '/calls');
  return listOf(body)
    .map((call) => `${String(pick(call, 'method'))} ${String(pick(call, 'path'))}`)
    .filter((call) => !call.startsWith('GET '));
}

describeWithTerraform('a configuration that is converted to HCL', () => {
  let emulator: Running;
  let provider: ServedProvider;
  let folder: string;
  let dir: TerraformDir;

  beforeAll(async () => {
    emulator = await start({ fixture });
    provider = await serveOldProvider();
    folder = mkdtempSync(join(tmpdir(), 'convert-hcl-'));
    const old = await readOld(folder);
    const { files } = writeHclProject(old, convertConfiguration(old));
    writeFiles(join(folder, 'new'), files);
    dir = new TerraformDir(join(folder, 'new'), environmentOf(emulator, provider));
    dir.write('terraform.tfstate', JSON.stringify(stateFile(moved)));
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

  it('is formatted, and adopts what exists without a call that writes', async () => {
    await dir.run(['fmt', '-check', '-recursive', '-diff']);
    const { changes } = await dir.applyJson();
    expect([...changes].sort()).toEqual(adoptions);
    expect(await writesOf(emulator)).toEqual([]);
  });

  it('migrates the WAF of each zone when the variable is set, and then has an empty plan', async () => {
    const { changes } = await dir.applyJson('-var=acknowledge_waf_migration=true');
    expect([...changes].sort()).toEqual([
      'create module.waf["blog"].edge_waf_migration.php[0]',
      'create module.waf["shop"].edge_waf_migration.php[0]',
    ]);
    expect((await writesOf(emulator)).filter((call) => call.startsWith('DELETE'))).toEqual([]);
    const { code, stdout } = await dir.plan(['-var=acknowledge_waf_migration=true']);
    expect([code, stdout]).toEqual([0, expect.stringContaining('No changes.')]);
  });
});

describeWithTerraform('a configuration that is converted to a CDKTF project', () => {
  let emulator: Running;
  let provider: ServedProvider;
  let folder: string;
  let project: GeneratedProject;
  let dir: TerraformDir;

  beforeAll(async () => {
    emulator = await start({ fixture });
    provider = await serveOldProvider();
    folder = mkdtempSync(join(tmpdir(), 'convert-typescript-'));
    const old = await readOld(folder);
    const { files } = writeTypescriptProject(old, convertConfiguration(old), {
      name: 'edge',
      command: 'edge-platform convert',
    });
    project = new GeneratedProject(environmentOf(emulator, provider));
    writeFiles(project.path, [...files, [localStateOf('edge'), JSON.stringify(stateFile(moved))]]);
    project.install();
    await Promise.all([project.compile(), project.synthesize()]);
    dir = project.stack('edge');
    await dir.init();
  });

  afterAll(async () => {
    await dir.stop();
    await emulator.close();
    provider.close();
    project.remove();
    rmSync(folder, { recursive: true });
  });

  it('adopts what exists without a call that writes, the modules included', async () => {
    const { changes } = await dir.applyJson();
    expect([...changes].sort()).toEqual(adoptions);
    expect(await writesOf(emulator)).toEqual([]);
    const { code, stdout } = await dir.plan();
    expect([code, stdout]).toEqual([0, expect.stringContaining('No changes.')]);
  });
});
