import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { LogpushJob, OnExistingTwin, PoolNotificationPolicy } from '../../../lib';
import type { Fixture } from '../../../lib/emulator';
import { pick, textAt } from '../../emulator/support';
import {
  accountId,
  jobsPath,
  listOf,
  startEdgeStack,
  zoneId,
  type EdgeStack,
} from '../../support/edge-stack';
import { sample } from '../../support/exhaustive';
import { makePools, policiesPath } from '../../support/pool-stack';
import { describeWithTerraform, type ApplyOutcome } from '../../support/terraform';

/** Terraform plans a replacement again during the apply, without what the plan noted: only the real one shows that it works. */
describeWithTerraform('a job and a policy that are created before their old ones are deleted', () => {
  let edge: EdgeStack;
  beforeEach(async () => {
    edge = await startEdgeStack({}, { pools: makePools(2, (index) => `team-${index}@legacy.example`) });
  });
  afterEach(() => edge.close());

  const declare = (onExisting: OnExistingTwin) => {
    edge.declare((stack) => {
      new LogpushJob(stack, 'logs', {
        zoneId,
        name: 'logs',
        destinationConf: 'https://logs.example.com/in',
        fields: ['RayID'],
        lifecycle: { createBeforeDestroy: true },
        onExisting,
      });
      new PoolNotificationPolicy(stack, 'health', {
        accountId,
        name: 'Health',
        allPools: true,
        emailAddresses: ['ops@example.com'],
        carryOverRecipients: true,
        onExisting,
      });
    });
  };
  const addresses = ['edge_logpush_job.logs', 'edge_pool_notification_policy.health'];
  const titles = ({ diagnostics }: ApplyOutcome) => diagnostics.map(({ summary }) => summary);
  const ids = async () => ({
    jobs: listOf(await edge.emulator.result('GET', jobsPath)).map((each) => textAt(each, 'id')),
    policies: listOf(await edge.emulator.result('GET', policiesPath)).map((each) => textAt(each, 'id')),
  });
  const expectOneOfEach = async () => {
    const found = await ids();
    expect(found.jobs).toHaveLength(1);
    expect(found.policies).toHaveLength(1);
    const [policy] = listOf(await edge.emulator.result('GET', policiesPath));
    const email = ['ops@example.com', 'team-0@legacy.example', 'team-1@legacy.example'].map((id) => ({ id }));
    expect(policy).toMatchObject({ mechanisms: { email: expect.arrayContaining(email) as unknown } });
    expect(await edge.dir.plan()).toMatchObject({ changes: 0 });
    return found;
  };

  it.each(sample([OnExistingTwin.REFUSE, OnExistingTwin.ADOPT], 1))(
    'stay single, with `on_existing = "%s"`, when they are replaced on request and when they are tainted',
    async (onExisting) => {
      declare(onExisting);
      await edge.dir.init();
      await edge.dir.apply();
      const before = await expectOneOfEach();
      const replaced = await edge.dir.applyJson(...addresses.map((each) => `-replace=${each}`));
      expect(replaced.changes).toEqual(addresses.map((each) => `replace ${each}`));
      // The apply keeps the old job, because no second one may exist.
      expect(titles(replaced)).toContain('Job not deleted');
      const after = await expectOneOfEach();
      expect(after.jobs).toEqual(before.jobs);
      expect(after.policies[0] === before.policies[0]).toBe(onExisting === OnExistingTwin.ADOPT);

      for (const each of addresses) await edge.dir.run(['taint', '-no-color', each]);
      expect((await edge.dir.applyJson()).changes).toEqual(addresses.map((each) => `replace ${each}`));
      await expectOneOfEach();
    },
  );
});

const otherZoneId = '9'.repeat(32);
const managed = 'efb7b8c949ac4650a09736fc376e9aee';

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
  migrated,
}: {
  readonly pools: readonly unknown[];
  readonly migrated: object;
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
