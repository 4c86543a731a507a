import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pick } from '../../emulator/support';
import { listOf, startEdgeStack, type EdgeStack } from '../../support/edge-stack';
import {
  accountId,
  makeWorld,
  poolId,
  readOldObjects,
  secrets,
  serveOldProvider,
  stateFile,
  versions,
  webhookId,
  zoneId,
  type OldObjects,
  type StoredResource,
  type Version,
} from '../../support/retired-states';
import { saidIn } from '../../support/provisioner-stack';
import type { ServedProvider } from '../../support/served-provider';
import { describeWithTerraform, TerraformDir } from '../../support/terraform';

const successors = {
  requests: 'edge_logpush_job',
  errors: 'edge_logpush_job',
  audit: 'edge_logpush_job',
  fields: 'edge_custom_fields_ruleset',
  managed: 'edge_waf_migration',
  pools: 'edge_pool_notification_policy',
} satisfies Record<keyof OldObjects, string>;

const moves = (names: readonly (keyof OldObjects)[], objects: OldObjects) =>
  names
    .map(
      (name) => `moved {\n  from = ${objects[name].type}.${name}\n  to   = ${successors[name]}.${name}\n}\n`,
    )
    .join('');

/** The configuration that these objects are written as. */
function resourcesOf(version: Version): string {
  return `
resource "edge_logpush_job" "requests" {
  zone_id          = "${zoneId}"
  name             = "requests"
  destination_conf = "s3://shop-logs/requests/{DATE}?region=eu-central-1"
  fields           = ["ClientIP", "EdgeResponseStatus", "RayID"]
  timestamp_format = "rfc3339"
  sample_rate      = 0.5
  filter           = jsonencode({ where = { key = "EdgeResponseStatus", operator = "geq", value = "500" } })
  ${version === '3.35' ? '' : 'max_upload_bytes = 5000000'}
}

resource "edge_logpush_job" "errors" {
  zone_id          = "${zoneId}"
  name             = "errors"
  destination_conf = "https://logs.example/errors"
  fields           = ["ClientIP", "RayID"]
  output_options   = { field_names = ["RayID", "ClientIP"], cve_2021_44228 = true }
  enabled          = false
}

resource "edge_logpush_job" "audit" {
  account_id       = "${accountId}"
  dataset          = "audit_logs"
  name             = "audit"
  destination_conf = "https://logs.example/audit"
  fields           = ["ActionType", "When"]
}

resource "edge_custom_fields_ruleset" "fields" {
  zone_id          = "${zoneId}"
  name             = "Custom fields"
  description      = "Fields of the shop"
  request_headers  = ["content-type", "x-request-id"]
  response_headers = ["server"]
  cookies          = ["Session"]
}

resource "edge_waf_migration" "managed" {
  zone_id                  = "${zoneId}"
  target                   = "complete"
  acknowledge_irreversible = true
}

resource "edge_pool_notification_policy" "pools" {
  account_id         = "${accountId}"
  name               = "Pools of the shop"
  description        = "Health of the pools"
  pool_ids           = ["${poolId}"]
  new_health         = ["Unhealthy"]
  event_sources      = ["pool"]
  email_addresses    = ["team@shop.example"]
  webhook_ids        = ["${webhookId}"]
  clear_legacy_email = "none"
}
`;
}

const noChange = '0 to add, 0 to change, 0 to destroy';

describeWithTerraform('moved blocks', () => {
  let old: ServedProvider;
  const open: EdgeStack[] = [];
  beforeAll(async () => {
    old = await serveOldProvider();
  });
  afterEach(async () => {
    await Promise.all(open.splice(0).map((each) => each.close()));
  });
  afterAll(() => {
    old.close();
  });

  /** A folder with a state of the old provider, whose objects the service has. */
  const begin = async (
    version: Version,
    resources: readonly StoredResource[],
    more: readonly object[] = [],
  ) => {
    const edge = await startEdgeStack({}, {}, { fixture: makeWorld(version, more) });
    open.push(edge);
    edge.declare(() => undefined);
    const dir = new TerraformDir(edge.dir.path, {
      EDGE_BASE_URL: edge.emulator.url,
      EDGE_API_TOKEN: edge.emulator.token,
      EDGE_RETRY_TIMEOUT_SECONDS: '0',
      ...old.environment,
    });
    dir.write('terraform.tfstate', JSON.stringify(stateFile(resources)));
    const state = () => readFileSync(join(dir.path, 'terraform.tfstate'), 'utf8');
    const writes = async () => {
      const { body } = await edge.emulator.control('DELETE', '/calls');
      return listOf(body).filter((call) => pick(call, 'method') !== 'GET');
    };
    return { edge, dir, state, writes };
  };

  it.each(versions)('take over every object of a state of provider %s without a change', async (version) => {
    const objects = readOldObjects(version);
    const names = Object.keys(objects) as (keyof OldObjects)[];
    const { dir, state, writes } = await begin(
      version,
      names.map((name) => ({ name, type: objects[name].type, instances: [objects[name]] })),
    );
    dir.write('main.tf', resourcesOf(version));
    dir.write('moved.tf', moves(names, objects));
    await dir.init();
    const planned = saidIn(await dir.plan());
    expect(planned).toContain(`Plan: ${noChange}`);
    for (const name of names)
      expect(planned).toContain(`${objects[name].type}.${name} has moved to ${successors[name]}.${name}`);
    expect(saidIn(await dir.apply())).toContain('0 added, 0 changed, 0 destroyed');
    expect(await writes()).toEqual([]);
    for (const secret of secrets) expect(state()).not.toContain(secret);
    expect((await dir.plan()).code).toBe(0);
    dir.write('moved.tf', '');
    expect((await dir.plan()).code).toBe(0);
  });
});
