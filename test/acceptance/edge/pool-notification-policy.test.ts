import { PoolNotificationPolicy } from '../../../lib';
import { accountId, forgetState } from '../../support/edge-stack';
import { makePools, policyAddress, poolIds, poolName, startPoolStack } from '../../support/pool-stack';
import { sample } from '../../support/exhaustive';
import { describeWithTerraform } from '../../support/terraform';

const emailOf = (index: number) => `${poolName(index)}@legacy.example`;
const indexes = Array.from({ length: 26 }, (_, index) => index);

describeWithTerraform('a notification policy, by the real terraform', () => {
  it('is created, shows drift, is updated, imported and destroyed', async () => {
    const edge = await startPoolStack({ pools: makePools(26, emailOf) });
    edge.declarePolicy({ poolIds: poolIds(26) });
    await edge.dir.init();
    const created = await edge.dir.applyJson();
    expect(created.changes).toEqual([`create ${policyAddress}`]);
    expect(new Set(created.diagnostics.map(titleOf))).toEqual(
      new Set(['warning: clears 26 legacy e-mails, recipients of 26 pools are lost']),
    );
    const [clearing] = created.diagnostics;
    expect(clearing?.detail).toContain('52 calls clear');
    expect(clearing?.detail).toMatch(new RegExp(`${emailOf(0)} +1 +given up`));
    expect(created.outputs).toMatchObject({
      legacy_pool_count: 0,
      cleared: Object.fromEntries(indexes.map((index) => [poolName(index), emailOf(index)])),
    });
    expect(await edge.legacyEmails()).toEqual({});
    expect((await edge.dir.plan()).code).toBe(0);

    await edge.setEmail(0, 'late@legacy.example');
    edge.declarePolicy({ poolIds: poolIds(26), name: 'Another name' });
    expect(await edge.dir.applyJson()).toMatchObject({
      drifted: [`update ${policyAddress}`],
      changes: [`update ${policyAddress}`],
    });
    expect(await edge.legacyEmails()).toEqual({});
    expect(await edge.policies()).toMatchObject([{ name: 'Another name' }]);

    forgetState(edge.dir);
    edge.declare((stack) => {
      new PoolNotificationPolicy(stack, 'health', {
        accountId,
        name: 'Another name',
        emailAddresses: ['ops@example.com'],
        poolIds: poolIds(26),
      }).importFrom(`${accountId}/Another name`);
    });
    await edge.writes();
    expect((await edge.dir.applyJson()).changes).toEqual([`import ${policyAddress}`]);
    expect(await edge.writes()).toEqual([]);

    const ended = await edge.dir.applyJson('-destroy');
    expect(ended.diagnostics.map(titleOf)).toContain('warning: leaves 26 pools without notifications');
    expect(await edge.policies()).toEqual([]);
  });
});

describeWithTerraform('the plan of a policy for 2,000 pools', () => {
  const teams = 50;
  const lines = (text: string) => text.trimEnd().split('\n').length;

  const plans = [
    [
      'with the recipients of 50 teams',
      { carryOverRecipients: true },
      /50 carried-over recipients are notified of more pools/,
    ],
    ['that accepts lost recipients', {}, /recipients of 2000 pools are lost/],
    ['that would lose recipients', { acceptLostRecipients: false }, /2000 legacy e-mails are not cleared/],
  ] as const;

  it.each(sample(plans, 3))('%s is shorter than 60 lines, warnings included', async (_, props, headline) => {
    const edge = await startPoolStack({
      pools: makePools(2000, (index) => `team-${index % teams}@legacy.example`),
    });
    edge.declarePolicy({ allPools: true, ...props });
    await edge.dir.init();
    const { stdout, stderr } = await edge.dir.run(['plan', '-input=false', '-no-color']);
    expect(stdout + stderr).toMatch(headline);
    expect(lines(stdout + stderr)).toBeLessThan(60);
    expect(stdout).not.toContain('more similar');
  });
});

function titleOf({ severity, summary }: Readonly<Record<'severity' | 'summary', string>>): string {
  // Each headline begins with the name of the policy.
  return `${severity}: ${summary.replace(/^Policy ".*" of account \w{32}: /, '')}`;
}
