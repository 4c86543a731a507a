import { pick } from '../../emulator/support';
import {
  accountId,
  forgetState,
  listOf,
  startEdgeStack,
  zoneId,
  type EdgeStack,
} from '../../support/edge-stack';
import { emailsOf, makePools, policiesPath, poolId, poolsPath } from '../../support/pool-stack';
import { saidIn } from '../../support/provisioner-stack';
import { describeWithTerraform } from '../../support/terraform';
import { entryPointPath, migrationPath, packages, uriOverride } from '../../support/waf-stack';

const [x, z] = ['x@example.com', 'z@example.com'];

/** What ends only with the real Terraform, which runs the plan and the apply in processes of their own. */
describeWithTerraform('what cannot be undone', () => {
  let edge: EdgeStack;
  const begin = async (zone: object, account: object = {}) => {
    edge = await startEdgeStack(zone, account, { wafCutoverMs: 100 });
    edge.declare(() => undefined);
  };

  const write = (resource: object, more: object = {}) => {
    edge.dir.configure({ resource, ...more });
  };

  describe('of pools', () => {
    const policy = (name: string, pools: readonly number[], to: readonly string[], more: object = {}) => ({
      account_id: accountId,
      name,
      pool_ids: pools.map(poolId),
      email_addresses: to,
      ...more,
    });
    const write1 = (policies: object, more: object = {}) => {
      write({ edge_pool_notification_policy: policies, ...more });
    };
    const emails = () => emailsOf(edge.emulator);
    const policies = async () => listOf(await edge.emulator.result('GET', policiesPath));

    it('a change of settings is refused with the e-mail that was set after its plan, and made with it by the next one', async () => {
      await begin({}, { pools: makePools(2, () => x) });
      write1({ a: policy('a', [0, 1], [x]) });
      await edge.dir.init();
      await edge.dir.apply();
      write1({ a: policy('a', [0, 1], [x, z], { description: 'changed' }) });
      await edge.dir.plan(['-out=p']);
      await edge.emulator.result('PATCH', `${poolsPath}/${poolId(1)}`, { notification_email: z });
      const applied = await edge.dir.run(['apply', '-input=false', '-no-color', 'p'], { expectCode: 1 });
      expect(saidIn(applied)).toMatch(/inconsistent final plan.*nothing was done: plan again.*pool-002/);
      expect(await policies()).toEqual([expect.objectContaining({ description: '' })]);
      expect(await emails()).toEqual(['', z]);
      expect(saidIn(await edge.dir.apply())).toContain('irreversible: clears 1 legacy e-mail');
      expect(await emails()).toEqual(['', '']);
    });

    it('an e-mail that is gone by the apply needs another plan', async () => {
      await begin({}, { pools: makePools(2, () => x) });
      write1({ a: policy('a', [0, 1], [x, z]) });
      await edge.dir.init();
      await edge.dir.apply();
      await edge.emulator.result('PATCH', `${poolsPath}/${poolId(1)}`, { notification_email: z });
      await edge.dir.plan(['-out=p']);
      await edge.emulator.result('PATCH', `${poolsPath}/${poolId(1)}`, { notification_email: '' });
      const applied = await edge.dir.run(['apply', '-input=false', '-no-color', 'p'], { expectCode: 1 });
      expect(saidIn(applied)).toContain('nothing was done: plan again');
      expect(await edge.dir.plan()).toMatchObject({ changes: 0 });
    });

    it('nothing is cleared by an apply whose plan did not know the account, and the next one lists it', async () => {
      await begin({}, { pools: makePools(1, () => x) });
      const a = policy('a', [0], [x], { account_id: '${terraform_data.account.output}' });
      write1({ a }, { terraform_data: { account: { input: accountId } } });
      await edge.dir.init();
      const first = await edge.dir.apply([], { expectCode: 1 });
      expect(saidIn(first)).toMatch(/Irreversible changes are not listed.*account_id/);
      expect(saidIn(first)).toMatch(/inconsistent final plan.*plan again.*Not listed by the plan/);
      expect([await emails(), await policies()]).toEqual([[x], []]);
      const second = await edge.dir.apply();
      expect(saidIn(second)).toContain('irreversible: clears 1 legacy e-mail');
      expect(await emails()).toEqual(['']);
    });
  });

  describe('of zones', () => {
    const migration = (more: object = {}) => ({
      zone_id: zoneId,
      target: 'complete',
      acknowledge_irreversible: true,
      ...more,
    });
    const state = async () =>
      pick(await edge.emulator.result('GET', `${migrationPath}/status`), 'migration_state');

    it.each([
      ['zone_id', { zone_id: '${terraform_data.later.output}' }, zoneId],
      [
        'skip_rules',
        {
          skip_rules: [
            { expression: '${terraform_data.later.output}', description: 'a', rule_ids: ['1'.repeat(32)] },
          ],
        },
        'http.host eq "a.example"',
      ],
    ])('a zone is not migrated by an apply whose plan did not know %s', async (name, given, value) => {
      await begin({ waf: { packages, overrides: [uriOverride()] } });
      const resource = {
        edge_waf_migration: { waf: migration({ delete_uri_overrides: true, ...given }) },
        terraform_data: { later: { input: value } },
      };
      write(resource);
      await edge.dir.init();
      const first = await edge.dir.apply([], { expectCode: 1 });
      expect(saidIn(first)).toMatch(new RegExp(`not listed.*${name}`, 'i'));
      expect(saidIn(first)).toMatch(/plan again/i);
      expect(await state()).toBe('start');
      expect(
        listOf(await edge.emulator.result('GET', `/zones/${zoneId}/firewall/waf/overrides`)),
      ).toHaveLength(1);
    });

    it('a zone whose new rules somebody disabled in validation mode is not completed, also if the state is lost and it is imported', async () => {
      await begin({ waf: { packages } });
      write({ edge_waf_migration: { waf: migration({ target: 'validation' }) } });
      await edge.dir.init();
      await edge.dir.apply();
      const found = await edge.emulator.result('GET', entryPointPath);
      const rules = listOf(pick(found, 'rules')).map((rule, at) => ({
        ...pickRule(rule),
        enabled: at > 0,
      }));
      await edge.emulator.result('PUT', entryPointPath, { rules });
      forgetState(edge.dir);
      write({ edge_waf_migration: { waf: migration() } });
      const refused = await edge.dir.run(['plan', '-input=false', '-no-color'], { expectCode: 1 });
      expect(saidIn(refused)).toMatch(/already in validation mode/);
      write(
        { edge_waf_migration: { waf: migration() } },
        { import: [{ to: 'edge_waf_migration.waf', id: zoneId }] },
      );
      const planned = await edge.dir.run(['plan', '-input=false', '-no-color'], { expectCode: 1 });
      expect(saidIn(planned)).toMatch(/waf\.protection_lost/);
      expect(await state()).toBe('validation');
    });
  });
});

function pickRule(rule: unknown): object {
  const { action, action_parameters, expression, description } = rule as Readonly<Record<string, unknown>>;
  return { action, action_parameters, expression, description };
}
