import {
  ClearLegacyEmail,
  HealthStatus,
  PoolNotificationPolicy,
  type PoolNotificationPolicyProps,
} from '../../../lib';
import { pick, textAt } from '../../emulator/support';
import { accountId, forgetState, listOf, toldBy, type Told } from '../../support/edge-stack';
import {
  countEach,
  makePools,
  origins,
  policyAddress,
  poolId,
  poolIds,
  poolName,
  poolsPath,
  startPoolStack,
  type PoolStack,
} from '../../support/pool-stack';
import { describeWithTerraform } from '../../support/terraform';

const emailOf = (index: number) => `${poolName(index)}@legacy.example`;
const addresses = (policy: unknown) =>
  listOf(pick(policy, 'mechanisms', 'email')).map((each) => textAt(each, 'id'));
const cleared = (count: number, isMeant: (index: number) => boolean = () => true) =>
  Object.fromEntries(
    Array.from({ length: count }, (_, index) => index)
      .filter(isMeant)
      .map((index) => [poolName(index), emailOf(index)]),
  );

describeWithTerraform('a notification policy for pools', () => {
  let edge: PoolStack;
  afterEach(() => edge.close());

  /** An account with pools, and the policy declared but not applied. */
  async function begin(
    account: object,
    props: Partial<PoolNotificationPolicyProps>,
    overrides: object = {},
  ): Promise<void> {
    edge = await startPoolStack(account);
    edge.declarePolicy(props, overrides);
    await edge.dir.init();
  }

  /** What a warning says. An apply that plans by itself repeats those of its plan. */
  const warning = (told: readonly Told[], summary: string) => {
    const found = told.filter((each) => new RegExp(`^warning: ${summary}$`).test(titleOf(each)));
    const details = new Set(found.map(({ detail }) => detail));
    expect([...details]).toHaveLength(1);
    return [...details].join();
  };

  it.each([
    [1, 'in 1 call (1 pool one by one)'],
    [26, 'in 1 call (1 stretch of pools '],
    [500, 'in 1 call (1 stretch of pools '],
  ])('takes over from the legacy e-mails of %d pools, and keeps it so', async (count, calls) => {
    await begin({ pools: makePools(count, emailOf) }, { poolIds: poolIds(count) });
    const plan = await edge.planPolicy();
    expect(plan.action).toBe('create');
    const detail = warning(plan.told, `${count} legacy e-mails? will be cleared by .*`);
    expect(detail).toContain(calls);
    for (const [name, email] of Object.entries(cleared(count)))
      expect(detail).toContain(`\n  ${name}: ${email}\n`);

    await edge.writes();
    await edge.applyPlan();
    expect(countEach(await edge.writes())).toEqual({
      'POST policies': 1,
      [count === 1 ? 'PATCH pools/:id' : 'PATCH pools']: 1,
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
    expect((await edge.dir.plan()).code).toBe(0);
    expect(await edge.output('legacy_pool_count')).toBe(0);
    expect(await edge.output('cleared')).toEqual(cleared(count));

    await edge.setEmail(0, 'late@legacy.example');
    const late = await edge.planPolicy();
    expect(late.action).toBe('update');
    expect(warning(late.told, '1 legacy e-mail will be cleared by .*')).toContain(poolName(0));
    await edge.writes();
    await edge.applyPlan();
    expect(await edge.writes()).toEqual(['PATCH pools/:id']);
    expect(await edge.legacyEmails()).toEqual({});
    expect((await edge.dir.plan()).code).toBe(0);
    expect(await edge.output('cleared')).toEqual({
      ...cleared(count),
      [poolName(0)]: `${emailOf(0)}, late@legacy.example`,
    });

    await edge.setEmail(0, 'again@legacy.example');
    await edge.writes();
    const ended = toldBy(await edge.dir.run(['destroy', '-auto-approve', '-input=false', '-json']));
    const rest = count - 1;
    if (rest > 0) {
      expect(warning(ended, `${rest} pools will be left without notification`)).toContain(poolName(1));
      expect(warning(ended, `${rest} pools without notification`)).toContain(poolName(1));
    } else expect(ended.map(titleOf)).toEqual([]);
    expect(await edge.writes()).toEqual(['DELETE policies/:id']);
    expect(await edge.legacyEmails()).toEqual({ [poolName(0)]: 'again@legacy.example' });
    expect(await edge.policies()).toEqual([]);
  });

  it('warns before it is destroyed that its only pool is left without notification', async () => {
    await begin({ pools: makePools(1, emailOf) }, { poolIds: poolIds(1) });
    await edge.applyPolicy();
    const plan = await edge.planPolicy(['-destroy']);
    expect(plan.action).toBe('delete');
    expect(warning(plan.told, '1 pool will be left without notification')).toContain(poolName(0));
    await edge.applyPlan();
    expect(await edge.legacyEmails()).toEqual({});
  });

  it('carries over the legacy recipients, which stay when the pools are cleared', async () => {
    const given = [
      'first@example.com, second@example.com',
      null,
      undefined,
      'SECOND@example.com,third@example.com',
      '',
      'ops@example.com',
    ];
    await begin(
      { pools: makePools(given.length, (index) => given[index]) },
      { poolIds: poolIds(given.length), carryOverRecipients: true },
    );
    const everybody = [
      'ops@example.com',
      'first@example.com',
      'second@example.com',
      'third@example.com',
    ].sort();
    const plan = await edge.planPolicy();
    expect(warning(plan.told, '3 legacy e-mails will be cleared by .*')).toContain(
      'Carried over as recipients: first@example.com, second@example.com, third@example.com.',
    );
    await edge.applyPlan();
    expect(addresses((await edge.policies())[0]).sort()).toEqual(everybody);
    expect(await edge.legacyEmails()).toEqual({});
    expect((await edge.dir.plan()).code).toBe(0);
    const recipients = ['first@example.com', 'second@example.com', 'third@example.com'];
    expect(listOf(await edge.output('recipients'))).toEqual(recipients);

    edge.declarePolicy({
      poolIds: poolIds(given.length),
      carryOverRecipients: true,
      name: 'Another name',
    });
    const renamed = await edge.planPolicy();
    expect(renamed.action).toBe('update');
    expect(renamed.told.map(titleOf)).toEqual([]);
    await edge.applyPlan();
    const [policy, ...more] = await edge.policies();
    expect(more).toEqual([]);
    expect(textAt(policy, 'name')).toBe('Another name');
    expect(addresses(policy).sort()).toEqual(everybody);
    expect((await edge.dir.plan()).code).toBe(0);
    expect(listOf(await edge.output('recipients'))).toEqual(recipients);
  });

  it('tells of all pools of the account, and of those that are made later', async () => {
    await begin({ pools: makePools(3, emailOf) }, { allPools: true });
    await edge.applyPolicy();
    expect((await edge.dir.plan()).code).toBe(0);

    const late = { name: 'later', origins, notification_email: 'later@legacy.example' };
    const id = textAt(await edge.emulator.result('POST', poolsPath, late), 'id');
    const plan = await edge.planPolicy();
    expect(plan.action).toBe('update');
    expect(listOf(pick(plan.before, 'pool_ids'))).toHaveLength(3);
    expect(warning(plan.told, 'The pools of the account have changed')).toContain('later');
    expect(warning(plan.told, '1 legacy e-mail will be cleared by .*')).toContain('later');
    await edge.applyPlan();
    const [policy] = await edge.policies();
    expect([...listOf(pick(policy, 'filters', 'pool_id'))].sort()).toEqual([...poolIds(3), id].sort());
    expect(await edge.legacyEmails()).toEqual({});
    expect((await edge.dir.plan()).code).toBe(0);

    const quiet = { name: 'quiet', origins };
    const quietId = textAt(await edge.emulator.result('POST', poolsPath, quiet), 'id');
    expect((await edge.planPolicy()).action).toBe('update');
    await edge.applyPlan();
    expect(listOf(pick((await edge.policies())[0], 'filters', 'pool_id'))).toContain(quietId);
    expect((await edge.dir.plan()).code).toBe(0);
  });

  describe('that Terraform makes anew', () => {
    const props = { allPools: true, carryOverRecipients: true };
    const everybody = ['ops@example.com', emailOf(0), emailOf(1)].sort();
    const expectAsBefore = async () => {
      const policies = await edge.policies();
      expect(policies).toHaveLength(1);
      expect(addresses(policies[0]).sort()).toEqual(everybody);
      expect((await edge.dir.plan()).code).toBe(0);
    };

    it('is made before the old one is deleted, and tells whom that told', async () => {
      await begin({ pools: makePools(2, emailOf) }, props);
      await edge.applyPolicy();
      await edge.writes();
      const said = toldBy(
        await edge.dir.run(['apply', '-auto-approve', '-input=false', '-json', `-replace=${policyAddress}`]),
      );
      expect(said.map(titleOf)).toContain('warning: An existing policy will be replaced');
      expect((await edge.writes())[0]).toBe('POST policies');
      await expectAsBefore();
    });

    it('stays when its construct gets another id and is moved', async () => {
      await begin({ pools: makePools(2, emailOf) }, props);
      await edge.applyPolicy();
      const id = textAt((await edge.policies())[0], 'id');
      edge.declare((stack) => {
        const common = { accountId, name: 'Health of pools', emailAddresses: ['ops@example.com'] };
        new PoolNotificationPolicy(stack, 'renamed', { ...common, ...props }).resource.moveFromId(
          policyAddress,
        );
      });
      await edge.applyPolicy();
      await expectAsBefore();
      expect(textAt((await edge.policies())[0], 'id')).toBe(id);
    });

    it('warns in the plan when its construct gets another id and is not moved', async () => {
      await begin({ pools: makePools(2, emailOf) }, props);
      await edge.applyPolicy();
      edge.declare((stack) => {
        const common = { accountId, name: 'Health of pools', emailAddresses: ['ops@example.com'] };
        new PoolNotificationPolicy(stack, 'renamed', { ...common, ...props });
      });
      const said = await edge.applyPolicy();
      const lost = warning(said, '2 pools will be left without notification');
      expect(lost).toContain('resource.moveFromId');
      expect(lost).toContain(`emailAddresses: ['${emailOf(0)}', '${emailOf(1)}']`);
      expect(await edge.policies()).toHaveLength(1);
      expect((await edge.dir.plan()).code).toBe(0);
    });
  });

  describe('in a world that changes between the plan and the apply', () => {
    const addPool = (name: string) =>
      edge.emulator.result('POST', poolsPath, {
        name,
        origins,
        notification_email: `${name}@legacy.example`,
      });

    it('is made of what there is by then', async () => {
      await begin({ pools: makePools(3, emailOf) }, { allPools: true, carryOverRecipients: true });
      await edge.planPolicy();
      await edge.setEmail(0, '');
      await edge.setEmail(1, 'other@legacy.example');
      await addPool('later');
      await edge.applyPlan();
      expect(await edge.legacyEmails()).toEqual({});
      expect(addresses((await edge.policies())[0]).sort()).toEqual(
        ['later@legacy.example', 'ops@example.com', 'other@legacy.example', emailOf(2)].sort(),
      );
      expect((await edge.dir.plan()).code).toBe(0);
    });

    it('is changed as there is need by then', async () => {
      await begin({ pools: makePools(3, emailOf) }, { allPools: true, carryOverRecipients: true });
      await edge.applyPolicy();
      await edge.setEmail(0, 'late@legacy.example');
      expect((await edge.planPolicy()).action).toBe('update');
      await edge.setEmail(0, 'later@legacy.example');
      await addPool('latest');
      await edge.applyPlan();
      expect(await edge.legacyEmails()).toEqual({});
      expect(addresses((await edge.policies())[0])).toEqual(
        expect.arrayContaining(['later@legacy.example', 'latest@legacy.example']),
      );
      expect((await edge.dir.plan()).code).toBe(0);
    });

    it('is left as it is when nothing is left to do by then', async () => {
      await begin({ pools: makePools(3, emailOf) }, { allPools: true, carryOverRecipients: true });
      await edge.applyPolicy();
      await edge.setEmail(0, 'late@legacy.example');
      expect((await edge.planPolicy()).action).toBe('update');
      await edge.setEmail(0, '');
      await edge.writes();
      await edge.applyPlan();
      expect(await edge.writes()).toEqual([]);
      // Only the outputs are still those of the plan.
      expect((await edge.planPolicy()).action).toBe('no-op');
    });

    it('takes a change of its settings together with e-mails that came after the plan', async () => {
      await begin({ pools: makePools(3, emailOf) }, { poolIds: poolIds(3) });
      await edge.applyPolicy();
      edge.declarePolicy({ poolIds: poolIds(3), name: 'Another name' });
      await edge.planPolicy();
      await edge.setEmail(0, 'late@legacy.example');
      await edge.applyPlan();
      expect(await edge.legacyEmails()).toEqual({});
      expect((await edge.dir.plan()).code).toBe(0);
    });
  });

  it.each([
    [
      'clears what the one that it depends on covers, when the whole account is to be cleared',
      { poolIds: poolIds(1), clearLegacyEmail: ClearLegacyEmail.ALL },
      { poolIds: [poolId(1), poolId(2)], clearLegacyEmail: ClearLegacyEmail.NONE },
    ],
    [
      'finds nothing left when the one that it depends on tells of the same pools',
      { allPools: true },
      { allPools: true },
    ],
  ])('that depends on another one %s', async (_what, props, other) => {
    edge = await startPoolStack({ pools: makePools(3, emailOf) });
    edge.declare((stack) => {
      const recipients = { accountId, emailAddresses: ['ops@example.com'] };
      const first = new PoolNotificationPolicy(stack, 'other', { ...recipients, ...other, name: 'Other' });
      new PoolNotificationPolicy(stack, 'health', {
        ...recipients,
        ...props,
        name: 'Health of pools',
        dependsOn: [first],
      });
    });
    await edge.dir.init();
    await edge.applyPolicy();
    expect(await edge.legacyEmails()).toEqual({});
    expect(await edge.policies()).toHaveLength(2);
    expect((await edge.dir.plan()).code).toBe(0);
  });

  it.each([
    [
      'alternate pages of 25',
      (index: number) => Math.floor(index / 25) % 2 === 0,
      'in 20 calls (10 stretches of pools ',
      { 'POST policies': 1, 'PATCH pools': 10 },
    ],
    [
      'every other pool',
      (index: number) => index % 2 === 0,
      'in 250 calls (250 pools one by one)',
      { 'POST policies': 1, 'PATCH pools/:id': 250 },
    ],
  ])('clears half of 500 pools with the fewest writes: %s', async (_which, isCovered, calls, writes) => {
    await begin({ pools: makePools(500, emailOf) }, { poolIds: poolIds(500, isCovered) });
    const said = await edge.applyPolicy();
    expect(countEach(await edge.writes())).toEqual(writes);
    expect(warning(said, '250 legacy e-mails will be cleared by .*')).toContain(calls);
    expect(await edge.legacyEmails()).toEqual(cleared(500, (index) => !isCovered(index)));
    expect((await edge.dir.plan()).code).toBe(0);
    expect(await edge.output('legacy_pool_count')).toBe(250);
  });

  it('has an empty plan after the apply, however the service words its replies', async () => {
    const webhook = { id: 'd'.repeat(32), name: 'hook', url: 'https://hooks.example.com/health' };
    const service = { id: 'e'.repeat(32), name: 'duty' };
    const others = [
      { name: 'Other', enabled: true, alert_type: 'real_origin_monitoring', mechanisms: toOps },
      { name: 'Another', enabled: false, alert_type: 'real_origin_monitoring', mechanisms: toOps },
    ];
    await begin(
      {
        pools: makePools(60, (index) => (index % 3 === 0 ? emailOf(index) : undefined)),
        webhooks: [webhook],
        pagerduty: [service],
        policies: others,
      },
      {
        poolIds: poolIds(60, (index) => index < 40),
        emailAddresses: ['b@example.com', 'a@example.com', 'c@example.com'],
        webhookIds: [webhook.id],
        pagerdutyIds: [service.id],
        carryOverRecipients: true,
        description: '',
      },
    );
    await edge.emulator.control('PUT', '/quirks', everyQuirk);
    await edge.applyPolicy();
    expect((await edge.dir.plan()).code).toBe(0);
    await edge.emulator.control('PUT', '/quirks', {});
    expect((await edge.dir.plan()).code).toBe(0);
    expect(await edge.legacyEmails()).toEqual(cleared(60, (index) => index % 3 === 0 && index >= 40));

    await edge.emulator.control('PUT', '/quirks', everyQuirk);
    edge.declarePolicy({ allPools: true, enabled: false, webhookIds: [webhook.id] });
    await edge.applyPolicy();
    expect((await edge.dir.plan()).code).toBe(0);
  });

  describe('with filters and mechanisms that nobody here knows', () => {
    const id = 'f'.repeat(32);
    const strange = { region: ['WEU'] };
    const sms = [{ id: '+49 30 1234' }];
    const filters = {
      pool_id: poolIds(2),
      new_health: ['Healthy', 'Unhealthy'],
      event_source: ['origin', 'pool'],
      ...strange,
    };
    const mechanisms = { email: [{ id: 'ops@example.com' }], sms };
    const policy = {
      id,
      name: 'Health of pools',
      description: 'made by hand',
      enabled: true,
      alert_type: 'load_balancing_health_alert',
      filters,
      mechanisms,
    };
    const props = { poolIds: poolIds(2), description: 'made by hand' };

    it('is imported by id and by name, and keeps them all', async () => {
      await begin({ pools: makePools(3, emailOf), policies: [policy] }, props);
      for (const which of [id, policy.name]) {
        forgetState(edge.dir);
        await edge.dir.run(['import', '-input=false', policyAddress, `${accountId}/${which}`]);
        const plan = await edge.planPolicy();
        expect(plan.action).toBe('no-op');
        expect(warning(plan.told, '2 legacy e-mails will stay')).toMatch(
          /filters that may narrow it in ways not known here \(region\)/,
        );
      }
      await edge.writes();
      edge.declarePolicy({ ...props, name: 'Another name' });
      await edge.applyPolicy();
      expect(await edge.writes()).toEqual(['PUT policies/:id']);
      expect(await edge.policies()).toMatchObject([{ id, name: 'Another name', filters, mechanisms }]);
      expect(await edge.legacyEmails()).toEqual(cleared(3));
      expect((await edge.dir.plan()).code).toBe(0);
    });

    it('fails to be imported by a name that the account does not have, and says which it has', async () => {
      await begin({ pools: makePools(1, emailOf), policies: [policy] }, props);
      const args = ['import', '-input=false', '-no-color', policyAddress, `${accountId}/Nobody`];
      const { stderr } = await edge.dir.run(args, { expectCode: 1 });
      expect(stderr.replace(/\s+(?:│\s+)?/g, ' ')).toContain(`It has ${id} "Health of pools"`);
    });
  });

  it.each([
    [
      'pools that the account does not have',
      'pool_ids',
      { pool_ids: [poolId(0), poolId(70), poolId(71)] },
      new RegExp(`no pool ${poolId(70)}, ${poolId(71)}\\.`),
    ],
    [
      'webhooks that it does not have',
      'webhook_ids',
      { webhook_ids: ['9'.repeat(32)] },
      /no webhook 9{32}\. It has none; make it first/,
    ],
    [
      'PagerDuty services that it does not have',
      'pagerduty_ids',
      { pagerduty_ids: ['9'.repeat(32)] },
      /no PagerDuty service 9{32}\. It has none/,
    ],
    ['nobody to tell', 'email_addresses', { email_addresses: null }, /needs somebody to tell/],
    [
      'nobody whose address could be carried over',
      'carry_over_recipients',
      carriesNobody(),
      /none of the pools/,
    ],
    ['no pools', 'pool_ids', { pool_ids: null }, /has to know which pools/],
    ['an empty list of pools', 'pool_ids', { pool_ids: '${toset([])}' }, /pool_ids is empty/],
    [
      'a health that there is not',
      'new_health',
      { new_health: [HealthStatus.HEALTHY, 'Sick'] },
      /"Sick".*"Unhealthy"/,
    ],
  ])('fails the plan with the place and the cure: %s', async (_what, attribute, overrides, detail) => {
    await begin({ pools: makePools(2, () => undefined) }, { poolIds: poolIds(1) }, overrides);
    const said = await edge.dir.run(['plan', '-input=false', '-json'], { expectCode: 1 });
    const errors = toldBy(said).filter(({ severity }) => severity === 'error');
    expect(errors).toEqual([
      expect.objectContaining({ address: policyAddress, detail: expect.stringMatching(detail) as string }),
    ]);
    expect(errors[0]?.snippet?.code).toContain(`"${attribute}"`);
    expect(await edge.writes()).toEqual([]);
  });

  describe('whose clearing fails half-way', () => {
    const isCovered = (index: number) => index % 2 === 0;
    const covered = { poolIds: poolIds(10, isCovered) };
    const breakThirdPatch = () =>
      edge.emulator.control('POST', '/faults', {
        kind: 'status',
        status: 500,
        skip: 2,
        times: 1000,
        match: { method: 'PATCH' },
      });
    const heal = () => edge.emulator.control('DELETE', '/faults');

    it('is not tainted when it was just made, and the next apply goes on', async () => {
      await begin({ pools: makePools(10, emailOf) }, covered);
      await breakThirdPatch();
      const said = await edge.applyPolicy();
      expect(warning(said, 'Legacy e-mails are left to be cleared')).toMatch(/Apply again: it goes on/);
      expect(await edge.legacyEmails()).toEqual(cleared(10, (index) => !isCovered(index) || index >= 4));
      expect(pick(await edge.dir.show(), 'values', 'root_module', 'resources', 0)).not.toHaveProperty(
        'tainted',
      );

      await heal();
      const plan = await edge.planPolicy();
      expect(plan.action).toBe('update');
      expect(pick(plan.before, 'cleared_legacy_emails')).toEqual(
        cleared(10, (index) => isCovered(index) && index < 4),
      );
      expect(warning(plan.told, '3 legacy e-mails will be cleared by .*')).toContain(poolName(4));
      await edge.applyPlan();
      expect(await edge.legacyEmails()).toEqual(cleared(10, (index) => !isCovered(index)));
      expect((await edge.dir.plan()).code).toBe(0);
      expect(await edge.output('cleared')).toEqual(cleared(10, isCovered));
      const writes = countEach(await edge.writes());
      expect(writes['POST policies']).toBe(1);
      expect(writes).not.toHaveProperty('DELETE policies/:id');
    });

    it('fails the apply when it was there before, and the next one goes on', async () => {
      await begin({ pools: makePools(10, emailOf) }, { poolIds: [poolId(1)] });
      await edge.applyPolicy();
      edge.declarePolicy({ ...covered, name: 'Another name' });
      await edge.writes();
      await breakThirdPatch();
      const said = await edge.applyPolicy(1);
      expect(said.filter(({ severity }) => severity === 'error')).toHaveLength(1);
      expect(await edge.legacyEmails()).toEqual(
        cleared(10, (index) => index !== 1 && (!isCovered(index) || index >= 4)),
      );

      await heal();
      const plan = await edge.planPolicy();
      expect(plan.action).toBe('update');
      expect(warning(plan.told, '3 legacy e-mails will be cleared by .*')).toContain(poolName(4));
      await edge.applyPlan();
      expect((await edge.dir.plan()).code).toBe(0);
      expect(await edge.output('cleared')).toEqual(cleared(10, (index) => isCovered(index) || index === 1));
      const writes = countEach(await edge.writes());
      expect(writes['PUT policies/:id']).toBe(1);
      expect(writes).not.toHaveProperty('DELETE policies/:id');
      expect(writes).not.toHaveProperty('POST policies');
    });
  });
});

function titleOf({ severity, summary }: Told): string {
  return `${severity}: ${summary}`;
}

const toOps = { email: [{ id: 'ops@example.com' }] };
const everyQuirk = { shuffleKeys: true, shuffleArrays: true, omitZeroValues: true, unknownFields: true };

function carriesNobody(): object {
  return { email_addresses: null, carry_over_recipients: true };
}
