import { HealthStatus, PoolNotificationPolicy, type PoolNotificationPolicyProps } from '../../../lib';
import { everyQuirk, pick, textAt } from '../../emulator/support';
import { accountId, forgetState, listOf } from '../../support/edge-stack';
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
import { sample } from '../../support/exhaustive';
import { describeWithTerraform } from '../../support/terraform';
import type { Diagnostic } from '../../support/terraform-client';

const emailOf = (index: number) => `${poolName(index)}@legacy.example`;
const addresses = (policy: unknown) =>
  listOf(pick(policy, 'mechanisms', 'email')).map((each) => textAt(each, 'id'));
const cleared = (count: number, isMeant: (index: number) => boolean = () => true) =>
  Object.fromEntries(
    Array.from({ length: count }, (_, index) => index)
      .filter(isMeant)
      .map((index) => [poolName(index), emailOf(index)]),
  );

describeWithTerraform('a notification policy, by the real terraform', () => {
  it('is created, shows drift, is updated, imported and destroyed', async () => {
    const edge = await startPoolStack({ pools: makePools(26, emailOf) });
    try {
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
    } finally {
      await edge.close();
    }
  });
});

describe('a notification policy for pools', () => {
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

  it('keeps the e-mail of a pool that somebody adds, where no recipient covers it, and changes the rest', async () => {
    const props = { allPools: true, acceptLostRecipients: undefined, emailAddresses: [emailOf(0)] };
    await begin({ pools: makePools(1, emailOf) }, props);
    await edge.terraform.apply();
    const foreign = { name: 'foreign', origins, notification_email: 'foreign@legacy.example' };
    await edge.emulator.result('POST', poolsPath, foreign);

    edge.declarePolicy({ ...props, description: 'Another' });
    const plan = await edge.planPolicy();
    expect(plan.action).toBe('update');
    expect(warning(plan.diagnostics, '1 legacy e-mail is not cleared')).toMatch(
      /recipients of foreign:\n[^]*foreign@legacy.example +1\n[^]*accept_lost_recipients/,
    );
    await edge.writes();
    await edge.applyPlan();
    expect(await edge.writes()).toEqual(['PUT policies/:id']);
    expect(await edge.legacyEmails()).toEqual({ foreign: 'foreign@legacy.example' });
    await edge.terraform.expectNoChanges();
  });

  it('warns in the plan of its destroy that its only pool will be without notifications', async () => {
    await begin({ pools: makePools(1, emailOf) }, { poolIds: poolIds(1) });
    await edge.terraform.apply();
    const plan = await edge.planPolicy({ destroy: true });
    expect(plan.action).toBe('delete');
    expect(warning(plan.diagnostics, 'leaves 1 pool without notifications')).toContain(poolName(0));
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
    expect(
      warning(
        plan.diagnostics,
        'clears 3 legacy e-mails, 3 carried-over recipients are notified of more pools',
      ),
    ).toMatch(/first@example.com +1 +this policy +5\n[^]*second@example.com +2 +this policy +4\n/);
    await edge.applyPlan();
    expect(addresses((await edge.policies())[0]).sort()).toEqual(everybody);
    expect(await edge.legacyEmails()).toEqual({});
    await edge.terraform.expectNoChanges();
    const recipients = ['first@example.com', 'second@example.com', 'third@example.com'];
    expect(listOf(edge.terraform.outputs().recipients)).toEqual(recipients);

    edge.declarePolicy({
      poolIds: poolIds(given.length),
      carryOverRecipients: true,
      name: 'Another name',
    });
    const renamed = await edge.planPolicy();
    expect(renamed.action).toBe('update');
    expect(renamed.diagnostics.map(titleOf)).toEqual([]);
    await edge.applyPlan();
    const [policy, ...more] = await edge.policies();
    expect(more).toEqual([]);
    expect(textAt(policy, 'name')).toBe('Another name');
    expect(addresses(policy).sort()).toEqual(everybody);
    await edge.terraform.expectNoChanges();
    expect(listOf(edge.terraform.outputs().recipients)).toEqual(recipients);
  });

  it('covers all pools of the account, including later ones', async () => {
    await begin({ pools: makePools(3, emailOf) }, { allPools: true });
    await edge.terraform.apply();
    await edge.terraform.expectNoChanges();

    const late = { name: 'later', origins, notification_email: 'later@legacy.example' };
    const id = textAt(await edge.emulator.result('POST', poolsPath, late), 'id');
    const plan = await edge.planPolicy();
    expect(plan.action).toBe('update');
    expect(listOf(pick(plan.before, 'pool_ids'))).toHaveLength(3);
    expect(warning(plan.diagnostics, 'Pools of the account changed')).toContain('later');
    expect(warning(plan.diagnostics, 'clears 1 legacy e-mail, .*')).toContain('later@legacy.example');
    await edge.applyPlan();
    const [policy] = await edge.policies();
    expect([...listOf(pick(policy, 'filters', 'pool_id'))].sort()).toEqual([...poolIds(3), id].sort());
    expect(await edge.legacyEmails()).toEqual({});
    await edge.terraform.expectNoChanges();

    const added = { name: 'added', origins };
    const addedId = textAt(await edge.emulator.result('POST', poolsPath, added), 'id');
    expect((await edge.planPolicy()).action).toBe('update');
    await edge.applyPlan();
    expect(listOf(pick((await edge.policies())[0], 'filters', 'pool_id'))).toContain(addedId);
    await edge.terraform.expectNoChanges();
  });

  describe('that Terraform replaces', () => {
    const props = { allPools: true, carryOverRecipients: true };
    const everybody = ['ops@example.com', emailOf(0), emailOf(1)].sort();
    const expectAsBefore = async () => {
      const policies = await edge.policies();
      expect(policies).toHaveLength(1);
      expect(addresses(policies[0]).sort()).toEqual(everybody);
      await edge.terraform.expectNoChanges();
    };

    it('is deleted first', async () => {
      await begin({ pools: makePools(2, emailOf) }, { allPools: true });
      await edge.terraform.apply();
      await edge.writes();
      await edge.terraform.apply({ replace: [policyAddress] });
      expect(await edge.writes()).toEqual(['DELETE policies/:id', 'POST policies']);
      expect(await edge.policies()).toHaveLength(1);
      await edge.terraform.expectNoChanges();
    });

    it('is kept while all of its recipients are carried over from pools that are cleared', async () => {
      await begin({ pools: makePools(2, emailOf) }, { ...props, emailAddresses: undefined });
      await edge.terraform.apply();
      const before = await edge.policies();
      const errors = await edge.terraform.failedPlan({ replace: [policyAddress] });
      expect(errors.map(({ summary }) => summary).join()).toContain('Replacement would lose 2 carried-over');
      const held = edge.terraform.state.get(policyAddress);
      if (held !== undefined) held.isTainted = true;
      const [tainted] = await edge.terraform.failedPlan();
      expect(tainted?.detail).toContain('terraform untaint');
      expect(await edge.policies()).toEqual(before);
      edge.declarePolicy({ ...props, emailAddresses: [emailOf(0), emailOf(1)] });
      if (held !== undefined) held.isTainted = false;
      await edge.terraform.apply({ replace: [policyAddress] });
      const [policy] = await edge.policies();
      expect(addresses(policy).sort()).toEqual([emailOf(0), emailOf(1)]);
      expect(textAt(policy, 'id')).not.toBe(textAt(before[0], 'id'));
    });

    it('is kept when its construct gets another id and is moved', async () => {
      await begin({ pools: makePools(2, emailOf) }, props);
      await edge.terraform.apply();
      const id = textAt((await edge.policies())[0], 'id');
      edge.declare((stack) => {
        const common = { accountId, name: 'Health of pools', emailAddresses: ['ops@example.com'] };
        new PoolNotificationPolicy(stack, 'renamed', { ...common, ...props }).resource.moveFromId(
          policyAddress,
        );
      });
      await edge.terraform.apply();
      await expectAsBefore();
      expect(textAt((await edge.policies())[0], 'id')).toBe(id);
    });

    it('is refused when its construct gets another id and is not moved', async () => {
      await begin({ pools: makePools(2, emailOf) }, props);
      await edge.terraform.apply();
      edge.declare((stack) => {
        const common = { accountId, name: 'Health of pools', emailAddresses: ['ops@example.com'] };
        new PoolNotificationPolicy(stack, 'renamed', { ...common, ...props });
      });
      const [error] = await edge.terraform.failedPlan();
      expect(error?.detail).toContain('resource.moveFromId');
      expect(error?.detail).toContain(`id = "${accountId}/${textAt((await edge.policies())[0], 'id')}"`);
    });
  });

  it('changes nothing if an e-mail has changed since the plan, and says to plan again', async () => {
    await begin({ pools: makePools(3, emailOf) }, { allPools: true, carryOverRecipients: true });
    await edge.dir.init();
    await edge.dir.plan(['-out=saved']);
    await edge.setEmail(1, 'other@legacy.example');
    await edge.writes();
    const { stderr } = await edge.dir.run(['apply', '-input=false', '-no-color', 'saved'], { expectCode: 1 });
    expect(stderr.replace(/\s+/g, ' ')).toContain('nothing was done: plan again');
    expect(await edge.writes()).toEqual([]);
    await edge.dir.apply();
    expect(await edge.legacyEmails()).toEqual({});
    expect(await edge.dir.plan()).toMatchObject({ changes: 0 });
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

  it('clears half of 500 pools one by one', async () => {
    const isCovered = (index: number) => index % 2 === 0;
    await begin({ pools: makePools(500, emailOf) }, { poolIds: poolIds(500, isCovered) });
    const said = await edge.terraform.apply();
    expect(countEach(await edge.writes())).toEqual({ 'POST policies': 1, 'PATCH pools/:id': 250 });
    expect(warning(said, 'clears 250 legacy e-mails, .*')).toContain('500 calls clear');
    expect(await edge.legacyEmails()).toEqual(cleared(500, (index) => !isCovered(index)));
    await edge.terraform.expectNoChanges();
    expect(edge.terraform.outputs().legacy_pool_count).toBe(250);
  });

  it('has an empty plan after the apply, whatever notation the service uses', async () => {
    const webhook = { id: 'd'.repeat(32), name: 'hook', url: 'https://hooks.example.com/health' };
    const service = { id: 'e'.repeat(32), name: 'duty' };
    const existing = [
      { name: 'Other', enabled: true, alert_type: 'real_origin_monitoring', mechanisms: toOps },
      { name: 'Another', enabled: false, alert_type: 'real_origin_monitoring', mechanisms: toOps },
    ];
    await begin(
      {
        pools: makePools(60, (index) => (index % 3 === 0 ? emailOf(index) : undefined)),
        webhooks: [webhook],
        pagerduty: [service],
        policies: existing,
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
    await edge.terraform.apply();
    await edge.terraform.expectNoChanges();
    await edge.emulator.control('PUT', '/quirks', {});
    await edge.terraform.expectNoChanges();
    expect(await edge.legacyEmails()).toEqual(cleared(60, (index) => index % 3 === 0 && index >= 40));

    await edge.emulator.control('PUT', '/quirks', everyQuirk);
    edge.declarePolicy({ allPools: true, enabled: false, webhookIds: [webhook.id] });
    await edge.terraform.apply();
    await edge.terraform.expectNoChanges();
  });

  describe('with unknown filters and mechanisms', () => {
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
    const props = { poolIds: poolIds(2), description: 'made by hand', acceptLostRecipients: undefined };

    it('is imported by id and by name, and keeps them all', async () => {
      await begin({ pools: makePools(3, emailOf), policies: [policy] }, props);
      for (const which of [id, policy.name]) {
        edge.terraform.forget();
        await edge.terraform.import(policyAddress, `${accountId}/${which}`);
        const plan = await edge.planPolicy();
        expect(plan.action).toBe('no-op');
        expect(warning(plan.diagnostics, '2 legacy e-mails are not cleared')).toMatch(
          /unknown filters, which may exclude events \(region \["WEU"\]\)/,
        );
      }
      await edge.writes();
      edge.declarePolicy({ ...props, name: 'Another name' });
      await edge.terraform.apply();
      expect(await edge.writes()).toEqual(['PUT policies/:id']);
      expect(await edge.policies()).toMatchObject([{ id, name: 'Another name', filters, mechanisms }]);
      expect(await edge.legacyEmails()).toEqual(cleared(3));
      await edge.terraform.expectNoChanges();
    });

    it('fails to be imported by a name that the account does not have, and lists those that it has', async () => {
      await begin({ pools: makePools(1, emailOf), policies: [policy] }, props);
      const errors = await edge.terraform.tryImport(policyAddress, `${accountId}/Nobody`);
      expect(errors).toMatchObject([
        {
          detail: expect.stringContaining(
            `Its policies for the health of pools are ${id} "Health of pools"`,
          ) as string,
        },
      ]);
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
      /no webhook 9{32}\. It has none\. Create it first/,
    ],
    [
      'PagerDuty services that it does not have',
      'pagerduty_ids',
      { pagerduty_ids: ['9'.repeat(32)] },
      /no PagerDuty service 9{32}\. It has none/,
    ],
    ['no recipients', 'email_addresses', { email_addresses: null }, /it needs at least one/],
    ['no recipient to carry over', 'carry_over_recipients', withoutLegacyEmails(), /none of the pools/],
    ['no pools', 'pool_ids', { pool_ids: null }, /must cover at least one/],
    ['an empty list of pools', 'pool_ids', { pool_ids: '${var.none}' }, /pool_ids is empty/],
    [
      'an unknown health',
      'new_health',
      { new_health: [HealthStatus.HEALTHY, 'unhealthy'] },
      /"unhealthy".*"Unhealthy"/,
    ],
  ])('fails the plan with the attribute and the fix: %s', async (_what, attribute, overrides, detail) => {
    await begin({ pools: makePools(2, () => undefined) }, { poolIds: poolIds(1) }, overrides);
    edge.terraform.variables = { none: [] };
    expect(await edge.terraform.failedPlan()).toEqual([
      expect.objectContaining({
        address: policyAddress,
        attribute: [attribute],
        detail: expect.stringMatching(detail) as string,
      }),
    ]);
    expect(await edge.writes()).toEqual([]);
  });

  describe('whose clearing fails halfway', () => {
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

    it('is not tainted when it was just created, and the next apply continues', async () => {
      await begin({ pools: makePools(10, emailOf) }, covered);
      await breakThirdPatch();
      const said = await edge.terraform.apply();
      expect(warning(said, 'Legacy e-mails not cleared yet')).toMatch(/Apply again to continue/);
      expect(await edge.legacyEmails()).toEqual(cleared(10, (index) => !isCovered(index) || index >= 4));
      expect(edge.terraform.state.get(policyAddress)).toMatchObject({ isTainted: false });

      await heal();
      const plan = await edge.planPolicy();
      expect(plan.action).toBe('update');
      expect(pick(plan.before, 'cleared_legacy_emails')).toEqual(
        cleared(10, (index) => isCovered(index) && index < 4),
      );
      expect(warning(plan.diagnostics, 'clears 3 legacy e-mails, .*')).toContain(emailOf(4));
      await edge.applyPlan();
      expect(await edge.legacyEmails()).toEqual(cleared(10, (index) => !isCovered(index)));
      await edge.terraform.expectNoChanges();
      expect(edge.terraform.outputs().cleared).toEqual(cleared(10, isCovered));
      const writes = countEach(await edge.writes());
      expect(writes['POST policies']).toBe(1);
      expect(writes).not.toHaveProperty('DELETE policies/:id');
    });

    it('fails the apply when it existed before, and the next one continues', async () => {
      await begin({ pools: makePools(10, emailOf) }, { poolIds: [poolId(1)] });
      await edge.terraform.apply();
      edge.declarePolicy({ ...covered, name: 'Another name' });
      await edge.writes();
      await breakThirdPatch();
      const said = await edge.terraform.failedApply();
      expect(said.filter(({ severity }) => severity === 'error')).toHaveLength(1);
      expect(await edge.legacyEmails()).toEqual(
        cleared(10, (index) => index !== 1 && (!isCovered(index) || index >= 4)),
      );

      await heal();
      const plan = await edge.planPolicy();
      expect(plan.action).toBe('update');
      expect(warning(plan.diagnostics, 'clears 3 legacy e-mails, .*')).toContain(emailOf(4));
      await edge.applyPlan();
      await edge.terraform.expectNoChanges();
      expect(edge.terraform.outputs().cleared).toEqual(
        cleared(10, (index) => isCovered(index) || index === 1),
      );
      const writes = countEach(await edge.writes());
      expect(writes['PUT policies/:id']).toBe(1);
      expect(writes).not.toHaveProperty('DELETE policies/:id');
      expect(writes).not.toHaveProperty('POST policies');
    });
  });
});

function titleOf({ severity, summary }: Pick<Diagnostic, 'summary'> & { readonly severity: string }): string {
  // Each headline begins with the name of the policy.
  return `${severity}: ${summary.replace(/^Policy ".*" of account \w{32}: /, '')}`;
}

const toOps = { email: [{ id: 'ops@example.com' }] };
function withoutLegacyEmails(): object {
  return { email_addresses: null, carry_over_recipients: true };
}
