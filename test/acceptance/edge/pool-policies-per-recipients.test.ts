import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PoolNotificationPolicy } from '../../../lib';
import { runInProcess, setEnvironment, type Result } from '../../cli/support';
import { pick, textAt } from '../../emulator/support';
import { accountId, listOf } from '../../support/edge-stack';
import {
  countEach,
  makePools,
  poolId,
  poolIds,
  startPoolStack,
  type PoolStack,
} from '../../support/pool-stack';
import { isExhaustive } from '../../support/exhaustive';
import { describeWithTerraform } from '../../support/terraform';

const teams = isExhaustive ? 50 : 10;
const count = 3 * teams;
/** Every fifth team has a second address, which is that of all of them. */
const emailOf = (index: number) => {
  const team = index % teams;
  return `team-${team}@example.com${team % 5 === 0 ? '; "on-call, night"@Example.com' : ''}`;
};
const legacy = makePools(count, emailOf);

async function audit({ emulator }: PoolStack): Promise<Result> {
  setEnvironment({ EDGE_BASE_URL: emulator.url, EDGE_API_TOKEN: emulator.token });
  try {
    return await runInProcess(undefined, 'pools', 'audit', '--account', accountId, '--json');
  } finally {
    setEnvironment({});
  }
}

/** Who gets which notification when each pool fails and recovers, by pool. */
async function failEachPool({ emulator }: PoolStack): Promise<string[][]> {
  const received: string[][] = [];
  for (const id of poolIds(count)) {
    const path = `/accounts/${accountId}/pools/${id}/health`;
    const sent: unknown[] = [];
    for (const healthy of [false, true]) {
      const { body } = await emulator.control('POST', path, { healthy });
      sent.push(...listOf(pick(body, 'notifications')));
    }
    const brief = (one: unknown) =>
      [textAt(one, 'recipient'), textAt(one, 'event_source'), textAt(one, 'new_health')].join(' ');
    received.push(sent.map(brief).sort());
  }
  return received;
}

describeWithTerraform('policies for the recipients of many teams, by the real terraform', () => {
  it('notify of each pool exactly those who got its legacy e-mail, also when synthesized again', async () => {
    const edge = await startPoolStack({ pools: legacy });
    try {
      const before = await failEachPool(edge);
      expect(before.map(({ length }) => length)).toEqual(
        poolIds(count).map((_, index) => (emailOf(index).includes(';') ? 8 : 4)),
      );

      const auditFile = join(edge.dir.path, '..', 'pools.json');
      const synthesize = () => {
        edge.declare((stack) => {
          PoolNotificationPolicy.perRecipients(stack, 'teams', { accountId, auditFile });
        });
        return readFileSync(join(edge.dir.path, 'cdk.tf.json'), 'utf8');
      };
      const first = await audit(edge);
      expect(first.status).toBe(1);
      writeFileSync(auditFile, first.stdout);
      const synthesized = synthesize();
      await edge.dir.init();
      const created = await edge.dir.applyJson();
      expect(countEach(created.changes.map((change) => change.split(' ')[0] ?? ''))).toEqual({
        create: teams,
      });
      expect(await edge.legacyEmails()).toEqual({});
      expect(await edge.policies()).toHaveLength(teams);

      expect(await failEachPool(edge)).toEqual(before);
      expect(synthesize()).toBe(synthesized);
      const second = await audit(edge);
      expect(second.status).toBe(0);
      writeFileSync(auditFile, second.stdout);
      expect(synthesize()).toBe(synthesized);
      expect((await edge.dir.plan()).code).toBe(0);
    } finally {
      await edge.close();
    }
  });
});

describe('policies for the recipients of many teams', () => {
  it('change only where a pool or a team is new', async () => {
    const edge = await startPoolStack({
      pools: makePools(6, (index) => `team-${index === 3 ? 2 : index % 2}@example.com`),
    });
    try {
      const declare = (recipients: readonly string[]) => {
        edge.declare((stack) => {
          PoolNotificationPolicy.perRecipients(stack, 'teams', {
            accountId,
            pools: recipients.map((address, index) => ({ id: poolId(index), recipients: [address] })),
          });
        });
      };
      declare(['team-0@example.com', 'team-1@example.com']);
      await edge.terraform.apply();
      declare(['team-0@example.com', 'team-1@example.com', 'team-0@example.com', 'team-2@example.com']);
      const plan = await edge.terraform.plan();
      const changes = plan.changes.filter(({ action }) => action !== 'no-op');
      expect(
        changes
          .map(({ action, address }) => `${action} ${address.replace(/-[0-9a-f]{12}_[0-9A-F]{8}$/, '')}`)
          .sort(),
      ).toEqual([
        'create edge_pool_notification_policy.teams_pools',
        'update edge_pool_notification_policy.teams_pools',
      ]);
      await edge.terraform.apply(plan);
      await edge.terraform.expectNoChanges();

      declare(['team-0@example.com', 'team-9@example.com', 'team-0@example.com', 'team-2@example.com']);
      const renamed = await edge.terraform.plan();
      expect(renamed.changes.filter(({ action }) => action !== 'no-op').map(({ action }) => action)).toEqual([
        'update',
      ]);
      await edge.terraform.apply(renamed);
      await edge.terraform.expectNoChanges();
    } finally {
      await edge.close();
    }
  });
});
