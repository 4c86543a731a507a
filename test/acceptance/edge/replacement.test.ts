import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { CustomFieldsRuleset, LogpushJob, OnExistingTwin, PoolNotificationPolicy } from '../../../lib';
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
import { sample } from '../../support/exhaustive';
import { makePools, policiesPath } from '../../support/pool-stack';
import { describeWithTerraform } from '../../support/terraform';

const otherZoneId = '9'.repeat(32);
const managed = 'efb7b8c949ac4650a09736fc376e9aee';

/** Terraform plans a replacement again during the apply, without what the plan noted: only the real one shows that it works. */
describeWithTerraform(
  'a job, a policy and custom fields that are created before their old ones are deleted',
  () => {
    let edge: EdgeStack;
    beforeEach(async () => {
      const pools = makePools(2, (index) => `team-${index}@legacy.example`);
      edge = await startEdgeStack({}, {}, { fixture: makeTwoZones({ pools }) });
    });
    afterEach(() => edge.close());

    const lifecycle = { createBeforeDestroy: true };
    const declare = (onExisting: OnExistingTwin, hasDependent = false) => {
      edge.declare((stack) => {
        const made = [
          new LogpushJob(stack, 'logs', {
            zoneId,
            name: 'logs',
            destinationConf: 'https://logs.example.com/in',
            fields: ['RayID'],
            lifecycle,
            onExisting,
          }),
          new PoolNotificationPolicy(stack, 'health', {
            accountId,
            name: 'Health',
            allPools: true,
            emailAddresses: ['ops@example.com'],
            carryOverRecipients: true,
            onExisting,
          }),
          new CustomFieldsRuleset(stack, 'fields', { zoneId, requestHeaders: ['x-a'], lifecycle }),
        ];
        if (hasDependent)
          new CustomFieldsRuleset(stack, 'after', {
            zoneId: otherZoneId,
            requestHeaders: ['x'],
            dependsOn: made,
          });
      });
    };
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
    const expectOneOfEach = async () => {
      const found = await ids();
      expect(found).toHaveLength(3);
      const [policy] = listOf(await edge.emulator.result('GET', policiesPath));
      const email = ['ops@example.com', 'team-0@legacy.example', 'team-1@legacy.example'].map((id) => ({
        id,
      }));
      expect(policy).toMatchObject({ mechanisms: { email: expect.arrayContaining(email) as unknown } });
      expect(await edge.dir.plan()).toMatchObject({ changes: 0 });
      return found;
    };
    const each = sample([OnExistingTwin.REFUSE, OnExistingTwin.ADOPT], 1);

    it.each(each)(
      'stay single, with `on_existing = "%s"`, when they are replaced on request and when they are tainted',
      async (onExisting) => {
        declare(onExisting);
        await edge.dir.init();
        await edge.dir.apply();
        const [ruleset, ...before] = await expectOneOfEach();
        const replaced = await edge.dir.applyJson(...replacing);
        expect(replaced.changes).toEqual(addresses.map((address) => `replace ${address}`));
        const [same, ...after] = await expectOneOfEach();
        // A zone has only one ruleset of custom fields.
        expect(same).toBe(ruleset);
        expect(after.filter((id) => before.includes(id))).toEqual([]);

        for (const address of addresses) await edge.dir.run(['taint', '-no-color', address]);
        expect((await edge.dir.applyJson()).changes).toEqual(
          addresses.map((address) => `replace ${address}`),
        );
        await expectOneOfEach();
      },
    );

    it.each(each)(
      'stay, with `on_existing = "%s"`, when a later apply deletes the old ones because what depends on them failed',
      async (onExisting) => {
        declare(onExisting);
        await edge.dir.init();
        await edge.dir.apply();
        declare(onExisting, true);
        const path = `/zones/${otherZoneId}/rulesets`;
        await edge.emulator.control('POST', '/faults', {
          kind: 'status',
          status: 500,
          times: 9,
          match: { method: 'POST', path },
        });
        await edge.dir.apply(replacing, { expectCode: 1 });
        await edge.emulator.control('DELETE', '/faults');
        expect(JSON.stringify(await edge.dir.show())).toContain('deposed_key');
        const live = await ids();
        await edge.dir.apply();
        const left = await expectOneOfEach();
        expect(left.every((id) => live.includes(id))).toBe(true);
        expect(JSON.stringify(await edge.dir.show())).not.toContain('deposed_key');
      },
    );

    it('stay when one of two resources that have them is removed, whichever Terraform plans first', async () => {
      declare(OnExistingTwin.REFUSE);
      await edge.dir.init();
      await edge.dir.apply();
      const before = await expectOneOfEach();
      edge.dir.write('others.tf', othersIn);
      for (const [index, address] of addresses.entries())
        await edge.dir.run([
          'import',
          '-no-color',
          `${address}2`,
          `${address.includes('policy') ? accountId : zoneId}/${before[index] ?? ''}`,
        ]);
      edge.dir.write('others.tf', '');
      const removal = await edge.dir.start(['apply', '-auto-approve', '-input=false', '-no-color']).finished;
      if (removal.code === 0) expect(removal.stdout).toContain('Object is not deleted');
      // The deletion was planned before the other resource was read.
      else expect(removal.stderr).toContain('terraform state rm');
      expect(await ids()).toEqual(before);
    });
  },
);

/** Only the real one makes the value of a data source unknown because of what its module depends on. */
describeWithTerraform('a zone and an account that a later plan does not know', () => {
  let edge: EdgeStack;
  beforeEach(async () => {
    const rules = [{ action: 'execute', expression: 'true', action_parameters: { id: managed } }];
    const entryPoint = { name: 'root', kind: 'zone', phase: 'http_request_firewall_managed', rules };
    edge = await startEdgeStack(
      {},
      {},
      {
        fixture: makeTwoZones({
          pools: makePools(2, (index) => `team-${index}@legacy.example`),
          migrated: { migration_state: 'complete', rulesets: [entryPoint] },
        }),
      },
    );
    edge.declare(() => undefined);
    mkdirSync(join(edge.dir.path, 'owner'));
    edge.dir.write('owner/main.tf', ownerModule);
    edge.dir.write('resources.tf', resourcesIn);
    await edge.dir.init();
    // A plan that does not know the zone lists nothing irreversible, so its apply would stop.
    await edge.dir.apply(['-target=terraform_data.needed']);
    await edge.dir.apply();
    await edge.emulator.control('DELETE', '/calls');
  });
  afterEach(() => edge.close());

  const writes = async () => {
    const { body } = await edge.emulator.control('DELETE', '/calls');
    return listOf(body).flatMap((call) => (pick(call, 'method') === 'GET' ? [] : [textAt(call, 'path')]));
  };

  it('replace nothing and write nothing where they are unchanged', async () => {
    const { stdout, changes } = await edge.dir.plan(['-var=revision=2']);
    expect(stdout).not.toMatch(/replace/);
    expect(stdout.match(/will be updated in-place/g)).toHaveLength(5);
    expect(changes).toBe(5);
    await edge.dir.apply(['-var=revision=2']);
    expect(await writes()).toEqual([]);
    expect(await edge.dir.plan(['-var=revision=2'])).toMatchObject({ changes: 0 });
  });

  it('fail the apply before any call where they have changed, and are replaced by the next plan', async () => {
    const changed = ['-var=zone=two.example'];
    const { stdout, stderr } = await edge.dir.apply(changed, { expectCode: 1 });
    const said = `${stdout}\n${stderr}`.replaceAll(/[│╷╵\s]+/g, ' ');
    expect(said).toContain(`zone_id has changed from "${zoneId}" to "${otherZoneId}"`);
    expect(await writes()).toEqual([]);
    const again = await edge.dir.plan(changed);
    expect(again.stdout.match(/must be replaced/g)).toHaveLength(3);
  });
});

/** For objects that others of the configuration have too. */
const othersIn = `
resource "edge_custom_fields_ruleset" "fields2" {
  zone_id         = "${zoneId}"
  request_headers = ["x-a"]
}
resource "edge_logpush_job" "logs2" {
  zone_id          = "${zoneId}"
  name             = "logs"
  dataset          = "http_requests"
  destination_conf = "https://logs.example.com/in"
  fields           = ["RayID"]
}
resource "edge_pool_notification_policy" "health2" {
  account_id            = "${accountId}"
  name                  = "Health"
  all_pools             = true
  email_addresses       = ["ops@example.com"]
  carry_over_recipients = true
}
`;

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
  applied_at       = timestamp()
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

function makeTwoZones({
  pools,
  migrated = {},
}: {
  readonly pools: readonly unknown[];
  readonly migrated?: object;
}) {
  const place = { account_id: accountId, plan: 'enterprise' as const, ...migrated };
  return {
    accounts: [{ id: accountId, name: 'Example', pools }],
    zones: [
      { id: zoneId, name: 'example.com', ...place },
      { id: otherZoneId, name: 'two.example', ...place },
    ],
  } as Fixture;
}
