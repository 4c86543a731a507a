import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { TerraformResourceLifecycle } from 'cdktf';
import { CustomFieldsRuleset, LogpushJob, PoolNotificationPolicy } from '../../../lib';
import type { Fixture } from '../../../lib/emulator';
import { pick, textAt } from '../../emulator/support';
import {
  accountId,
  jobsPath,
  listOf,
  rulesetsPath,
  startEdgeStack,
  zoneId,
  type EdgeStack,
} from '../../support/edge-stack';
import { makePools, policiesPath } from '../../support/pool-stack';
import { saidIn } from '../../support/provisioner-stack';
import { describeWithTerraform } from '../../support/terraform';

const otherZoneId = '9'.repeat(32);

/** Terraform plans a replacement again during the apply, without what the plan knew: only the real one shows that it works. */
describeWithTerraform('a job, a policy and custom fields that are replaced', () => {
  let edge: EdgeStack;
  const declare = (lifecycle: TerraformResourceLifecycle = {}) => {
    edge.declare((stack) => {
      new LogpushJob(stack, 'logs', {
        zoneId,
        name: 'logs',
        destinationConf: 'https://logs.example.com/in',
        fields: ['RayID'],
        lifecycle,
      });
      new PoolNotificationPolicy(stack, 'health', {
        accountId,
        name: 'Health',
        allPools: true,
        emailAddresses: ['team-0@legacy.example', 'team-1@legacy.example'],
        lifecycle,
      });
      new CustomFieldsRuleset(stack, 'fields', { zoneId, requestHeaders: ['x-a'], lifecycle });
    });
  };
  beforeEach(async () => {
    const pools = makePools(2, (index) => `team-${index}@legacy.example`);
    edge = await startEdgeStack({}, {}, { fixture: makeTwoZones(pools) });
    declare();
    await edge.dir.init();
    await edge.dir.apply();
  });

  const addresses = [
    'edge_custom_fields_ruleset.fields',
    'edge_logpush_job.logs',
    'edge_pool_notification_policy.health',
  ];
  const replacing = addresses.map((each) => `-replace=${each}`);
  const ids = async () => {
    const lists = [rulesetsPath, jobsPath, policiesPath].map(async (path) =>
      listOf(await edge.emulator.result('GET', path)).flatMap((each) =>
        pick(each, 'kind') === 'managed' ? [] : [textAt(each, 'id')],
      ),
    );
    return (await Promise.all(lists)).flat();
  };

  it('are deleted first, and there is one of each', async () => {
    const before = await ids();
    const { changes } = await edge.dir.applyJson(...replacing);
    expect(changes).toEqual(addresses.map((address) => `replace ${address}`));
    const after = await ids();
    expect(after).toHaveLength(3);
    expect(after.filter((id) => before.includes(id))).toEqual([]);
    expect(await edge.dir.plan()).toMatchObject({ changes: 0 });
  });

  it('stay where they are tainted: the plan names the way out', async () => {
    const before = await ids();
    for (const address of addresses) await edge.dir.run(['taint', '-no-color', address]);
    const { stderr } = await edge.dir.apply([], { expectCode: 1 });
    expect(stderr.match(/terraform untaint/g)).toHaveLength(3);
    expect(await ids()).toEqual(before);
    for (const address of addresses) await edge.dir.run(['untaint', '-no-color', address]);
    expect(await edge.dir.plan()).toMatchObject({ changes: 0 });
  });

  it('stay where the new ones would be created first: the apply fails, and an import brings them back', async () => {
    const before = await ids();
    declare({ createBeforeDestroy: true });
    const { stderr } = await edge.dir.apply(replacing, { expectCode: 1 });
    expect(stderr.match(/create_before_destroy/g)).toHaveLength(3);
    expect(await ids()).toEqual(before);
    await edge.dir.run(['state', 'rm', ...addresses]);
    const [ruleset = '', job = '', policy = ''] = before;
    const owners = [`${zoneId}/${ruleset}`, `${zoneId}/${job}`, `${accountId}/${policy}`];
    for (const [at, address] of addresses.entries())
      await edge.dir.run(['import', '-no-color', address, owners[at] ?? '']);
    expect((await edge.dir.plan()).stdout).not.toMatch(/destroyed|created/);
    expect(await ids()).toEqual(before);
  });
});

/** Only the real one makes the value of a data source unknown because of what its module depends on. */
describeWithTerraform('a zone and an account that a later plan does not know', () => {
  let edge: EdgeStack;
  beforeEach(async () => {
    edge = await startEdgeStack(
      {},
      {},
      { fixture: makeTwoZones(makePools(2, (index) => `team-${index}@legacy.example`)), wafCutoverMs: 50 },
    );
    edge.declare(() => undefined);
    mkdirSync(join(edge.dir.path, 'owner'));
    edge.dir.write('owner/main.tf', ownerModule);
    edge.dir.write('resources.tf', resourcesIn);
    await edge.dir.init();
    // A plan that does not know the zone lists nothing irreversible, so its apply would stop.
    await edge.dir.apply(['-target=terraform_data.needed']);
    await edge.dir.apply();
    await edge.emulator.takeCalls();
  });

  it('replace nothing and write nothing where they are unchanged', async () => {
    const { stdout, changes } = await edge.dir.plan(['-var=revision=2']);
    expect(stdout).not.toMatch(/replace/);
    expect(stdout.match(/will be updated in-place/g)).toHaveLength(5);
    expect(changes).toBe(5);
    await edge.dir.apply(['-var=revision=2']);
    expect(await edge.emulator.writes()).toEqual([]);
    expect(await edge.dir.plan(['-var=revision=2'])).toMatchObject({ changes: 0 });
  });

  it('fail the apply before any call where they have changed, and are replaced by the next plan', async () => {
    const changed = ['-var=zone=two.example'];
    expect(saidIn(await edge.dir.apply(changed, { expectCode: 1 }))).toContain(
      `zone_id has changed from "${zoneId}" to "${otherZoneId}"`,
    );
    expect(await edge.emulator.writes()).toEqual([]);
    const again = await edge.dir.plan(changed);
    expect(again.stdout.match(/must be replaced/g)).toHaveLength(3);
  });
});

const ownerModule = `
terraform {
  required_providers {
    edge = { source = "terraform.local/edge-platform/edge" }
  }
}
variable "zone" {}
data "edge_zone" "this" {
  name = var.zone
}
data "edge_account" "this" {
  name = "Example"
}
output "zone_id" {
  value = data.edge_zone.this.id
}
output "account_id" {
  value = data.edge_account.this.id
}
`;

const resourcesIn = `
variable "revision" {
  default = "1"
}
variable "zone" {
  default = "example.com"
}
resource "terraform_data" "needed" {
  input = "\${var.revision} \${var.zone}"
}
module "owner" {
  source     = "./owner"
  zone       = var.zone
  depends_on = [terraform_data.needed]
}
resource "edge_logpush_job" "logs" {
  zone_id          = module.owner.zone_id
  name             = "logs"
  dataset          = "http_requests"
  destination_conf = "https://logs.example.com/in"
  fields           = ["RayID"]
}
resource "edge_custom_fields_ruleset" "fields" {
  zone_id         = module.owner.zone_id
  request_headers = ["x-a"]
}
resource "edge_waf_migration" "waf" {
  zone_id                  = module.owner.zone_id
  target                   = "complete"
  acknowledge_irreversible = true
}
resource "edge_pool_notification_policy" "health" {
  account_id            = module.owner.account_id
  name                  = "Health"
  all_pools             = true
  email_addresses       = ["ops@example.com"]
  carry_over_recipients = true
}
`;

function makeTwoZones(pools: readonly unknown[]) {
  const place = { account_id: accountId, plan: 'enterprise' as const };
  return {
    accounts: [{ id: accountId, name: 'Example', pools }],
    zones: [
      { id: zoneId, name: 'example.com', ...place },
      { id: otherZoneId, name: 'two.example', ...place },
    ],
  } as Fixture;
}
