import { PoolNotificationPolicy, type PoolNotificationPolicyProps } from '../../../lib';
import { accountId, forgetState } from '../../support/edge-stack';
import {
  countEach,
  makePools,
  policyAddress,
  poolIds,
  poolName,
  startPoolStack,
  type PoolStack,
} from '../../support/pool-stack';
import { sample } from '../../support/exhaustive';
import { describeWithTerraform } from '../../support/terraform';
import type { Diagnostic } from '../../support/terraform-client';

const emailOf = (index: number) => `${poolName(index)}@legacy.example`;
const cleared = (count: number, isMeant: (index: number) => boolean = () => true) =>
  Object.fromEntries(
    Array.from({ length: count }, (_, index) => index)
      .filter(isMeant)
      .map((index) => [poolName(index), emailOf(index)]),
  );

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
    expect(created.outputs).toMatchObject({ legacy_pool_count: 0, cleared: cleared(26) });
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

describe('a notification policy for pools', () => {
  let edge: PoolStack;

  /** An account with pools, and the policy declared but not applied. */
  async function begin(
    account: object,
    props: Partial<PoolNotificationPolicyProps>,
    overrides: object = {},
  ): Promise<void> {
    edge = await startPoolStack(account);
    edge.declarePolicy(props, overrides);
  }

  /** What a warning says. An apply that plans by itself repeats those of its plan. */
  const warning = (diagnostics: readonly Diagnostic[], summary: string) => {
    const found = diagnostics.filter((each) => new RegExp(`^warning: ${summary}$`).test(titleOf(each)));
    const details = new Set(found.map(({ detail }) => detail));
    expect([...details]).toHaveLength(1);
    return [...details].join();
  };

  const sizes: readonly [number, string][] = [
    [1, '2 calls clear'],
    [26, '52 calls clear'],
    [700, '28 calls clear'],
  ];
  it.each(sample(sizes, 2))(
    'replaces the legacy e-mails of %d pools, and clears them again when they come back',
    async (count, calls) => {
      await begin({ pools: makePools(count, emailOf) }, { poolIds: poolIds(count) });
      const plan = await edge.planPolicy();
      expect(plan.action).toBe('create');
      const detail = warning(
        plan.diagnostics,
        `clears ${count} legacy e-mails?, recipients of ${count} pools? are lost`,
      );
      expect(detail).toContain(calls);
      expect(detail).toMatch(new RegExp(`${emailOf(0)} +1 +given up`));

      await edge.writes();
      await edge.applyPlan();
      expect(countEach(await edge.writes())).toEqual({
        'POST policies': 1,
        ...(count > 600 ? { 'PATCH pools': count / 50 } : { 'PATCH pools/:id': count }),
      });
      expect(await edge.legacyEmails()).toEqual({});
      expect(await edge.policies()).toMatchObject([
        {
          name: 'Health of pools',
          enabled: true,
          alert_type: 'load_balancing_health_alert',
          filters: { new_health: ['Healthy', 'Unhealthy'], event_source: ['origin', 'pool'] },
          mechanisms: { email: [{ id: 'ops@example.com' }] },
        },
      ]);
      await edge.terraform.expectNoChanges();
      expect(edge.terraform.outputs().legacy_pool_count).toBe(0);
      expect(edge.terraform.outputs().cleared).toEqual(cleared(count));

      await edge.setEmail(0, 'late@legacy.example');
      const late = await edge.planPolicy();
      expect(late.action).toBe('update');
      expect(warning(late.diagnostics, 'clears 1 legacy e-mail, .*')).toContain('late@legacy.example');
      await edge.writes();
      await edge.applyPlan();
      expect(await edge.writes()).toEqual(['PATCH pools/:id']);
      expect(await edge.legacyEmails()).toEqual({});
      await edge.terraform.expectNoChanges();
      expect(edge.terraform.outputs().cleared).toEqual({
        ...cleared(count),
        [poolName(0)]: `${emailOf(0)}, late@legacy.example`,
      });

      await edge.setEmail(0, 'again@legacy.example');
      await edge.writes();
      const ended = await edge.terraform.destroy();
      const rest = count - 1;
      if (rest > 0) {
        expect(warning(ended, `leaves ${rest} pools without notifications`)).toContain(poolName(1));
        expect(warning(ended, `${rest} pools without notifications`)).toContain(poolName(1));
      }
      // The first pool still notifies somebody, by its new e-mail.
      expect(warning(ended, 'leaves 1 recipient without notifications')).toMatch(/ops@example.com +\d+\n/);
      expect(await edge.writes()).toEqual(['DELETE policies/:id']);
      expect(await edge.legacyEmails()).toEqual({ [poolName(0)]: 'again@legacy.example' });
      expect(await edge.policies()).toEqual([]);
    },
  );

  it('has an empty plan with a state from before accept_lost_recipients, whatever was cleared then', async () => {
    await begin({ pools: makePools(2, emailOf) }, { poolIds: poolIds(2) });
    await edge.terraform.apply();
    const held = edge.terraform.state.get(policyAddress);
    if (held === undefined) throw new Error('the state has no policy');
    const { accept_lost_recipients: accepted, ...before } = held.attributes;
    expect(accepted).toBe(true);
    held.attributes = before;
    edge.declarePolicy({ poolIds: poolIds(2), acceptLostRecipients: undefined });
    await edge.terraform.expectNoChanges();

    await edge.setEmail(0, 'late@legacy.example');
    expect((await edge.planPolicy()).action).toBe('no-op');
  });

  it('clears nothing that the one that it depends on has cleared, and that its plan has listed too', async () => {
    edge = await startPoolStack({ pools: makePools(3, emailOf) });
    edge.declare((stack) => {
      const recipients = {
        accountId,
        allPools: true,
        emailAddresses: ['ops@example.com'],
        acceptLostRecipients: true,
      };
      const first = new PoolNotificationPolicy(stack, 'other', { ...recipients, name: 'Other' });
      new PoolNotificationPolicy(stack, 'health', {
        ...recipients,
        name: 'Health of pools',
        dependsOn: [first],
      });
    });
    await edge.terraform.apply();
    expect(await edge.legacyEmails()).toEqual({});
    expect(await edge.policies()).toHaveLength(2);
    await edge.terraform.expectNoChanges();
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

function titleOf({ severity, summary }: Pick<Diagnostic, 'summary'> & { readonly severity: string }): string {
  // Each headline begins with the name of the policy.
  return `${severity}: ${summary.replace(/^Policy ".*" of account \w{32}: /, '')}`;
}
