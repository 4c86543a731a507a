import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import { pick } from '../../emulator/support';
import {
  accountId,
  forgetState,
  listOf,
  startEdgeStack,
  zoneId,
  type EdgeStack,
} from '../../support/edge-stack';
import { makePools, policiesPath, poolId, poolsPath } from '../../support/pool-stack';
import { describeWithTerraform, type Finished } from '../../support/terraform';
import { entryPointPath, migrationPath, packages, uriOverride } from '../../support/waf-stack';

const [x, y, z] = ['x@example.com', 'y@example.com', 'z@example.com'];

/** What Terraform said, without the frames and line breaks of its width. */
const said = ({ stdout, stderr }: Finished) =>
  `${stdout}\n${stderr}`.replace(/[│╷╵]/g, ' ').replace(/\s+/g, ' ');

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
  const failing = { expectCode: [0, 1] };

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
    const emails = async () =>
      listOf(await edge.emulator.result('GET', `${poolsPath}?per_page=50`)).map((pool) =>
        pick(pool, 'notification_email'),
      );
    const policies = async () => listOf(await edge.emulator.result('GET', policiesPath));
    /** Who is notified of all events of a pool. */
    const notified = async (index: number): Promise<string> =>
      JSON.stringify([
        (await emails())[index],
        (await policies()).filter((each) => JSON.stringify(pick(each, 'filters')).includes(poolId(index))),
      ]);

    it.each([
      [
        'loses its recipient, first',
        [0, 1],
        [z],
        { depends_on: [] },
        { depends_on: ['edge_pool_notification_policy.a'] },
      ],
      ['loses its recipient, last', [0, 1], [z], { depends_on: ['edge_pool_notification_policy.b'] }, {}],
      ['loses the pool, last', [1], [x], { depends_on: ['edge_pool_notification_policy.b'] }, {}],
    ])(
      'a recipient whom only another policy notifies stays notified where that one %s',
      async (_what, pools, to, forA, forB) => {
        await begin({}, { pools: makePools(2, () => x) });
        write1({ a: policy('a', [0, 1], [x], { clear_legacy_email: 'none' }) });
        await edge.dir.init();
        await edge.dir.apply();
        write1({
          a: { ...policy('a', pools, to, { clear_legacy_email: 'none' }), ...forA },
          b: { ...policy('b', [0], [y]), ...forB },
        });
        await edge.dir.apply([], failing);
        expect(await notified(0)).toContain(x);
      },
    );

    it('a pool stays in its policy while the one is refused that takes it over, where it depends on that', async () => {
      await begin({}, { pools: makePools(2, () => '') });
      const keeps = { clear_legacy_email: 'none' };
      write1({ a: policy('a', [0, 1], [x], keeps) });
      await edge.dir.init();
      await edge.dir.apply();
      write1({
        a: policy('a', [1], [x], { ...keeps, depends_on: ['edge_pool_notification_policy.b'] }),
        b: policy('b', [0], [x], keeps),
      });
      expect(said(await edge.dir.plan())).toMatch(/pool-001.*depends_on/);
      const poolsOf = async () =>
        (await policies()).map((each) => pick(pick(each, 'filters'), 'pool_id')).map(String);
      await edge.emulator.control('POST', '/faults', {
        kind: 'status',
        status: 403,
        match: { method: 'POST' },
      });
      await edge.dir.apply([], { expectCode: 1 });
      expect(await poolsOf()).toEqual([`${poolId(0)},${poolId(1)}`]);
      await edge.dir.apply();
      expect(await poolsOf()).toEqual([poolId(1), poolId(0)]);
      expect((await edge.dir.plan()).changes).toBe(0);
    });

    it('a change of settings is refused with the e-mail that was set after its plan, and made with it by the next one', async () => {
      await begin({}, { pools: makePools(2, () => x) });
      write1({ a: policy('a', [0, 1], [x]) });
      await edge.dir.init();
      await edge.dir.apply();
      write1({ a: policy('a', [0, 1], [x, z], { description: 'changed' }) });
      await edge.dir.plan(['-out=p']);
      await edge.emulator.result('PATCH', `${poolsPath}/${poolId(1)}`, { notification_email: z });
      const applied = await edge.dir.run(['apply', '-input=false', '-no-color', 'p'], { expectCode: 1 });
      expect(said(applied)).toMatch(/inconsistent final plan.*nothing was done: plan again.*pool-002/);
      expect(await policies()).toEqual([expect.objectContaining({ description: '' })]);
      expect(await emails()).toEqual(['', z]);
      expect(said(await edge.dir.apply())).toContain('irreversible: clears 1 legacy e-mail');
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
      expect(said(applied)).toContain('nothing was done: plan again');
      expect(await edge.dir.plan()).toMatchObject({ changes: 0 });
    });

    it('nothing is cleared by an apply whose plan did not know the account, and the next one lists it', async () => {
      await begin({}, { pools: makePools(1, () => x) });
      const a = policy('a', [0], [x], { account_id: '${terraform_data.account.output}' });
      write1({ a }, { terraform_data: { account: { input: accountId } } });
      await edge.dir.init();
      const first = await edge.dir.apply([], { expectCode: 1 });
      expect(said(first)).toMatch(/Irreversible changes are not listed.*account_id/);
      expect(said(first)).toMatch(/inconsistent final plan.*plan again.*Not listed by the plan/);
      expect([await emails(), await policies()]).toEqual([[x], []]);
      const second = await edge.dir.apply();
      expect(said(second)).toContain('irreversible: clears 1 legacy e-mail');
      expect(await emails()).toEqual(['']);
    });

    it('an id that a later plan does not know replaces nothing', async () => {
      await begin({}, { pools: makePools(1, () => x) });
      const a = policy('a', [0], [x], { account_id: '${module.names.account}' });
      const module = { names: { source: './names', depends_on: ['terraform_data.first'] } };
      write({ edge_pool_notification_policy: { a }, terraform_data: { first: { input: '1' } } }, { module });
      edge.dir.write('placeholder', '');
      await edge.dir.run(['version']);
      const { mkdirSync } = await import('node:fs');
      mkdirSync(join(edge.dir.path, 'names'), { recursive: true });
      appendFileSync(
        join(edge.dir.path, 'names', 'main.tf'),
        `terraform {
  required_providers {
    edge = { source = "terraform.local/edge-platform/edge" }
  }
}
data "edge_account" "this" {
  name = "Example"
}
output "account" {
  value = data.edge_account.this.id
}
`,
      );
      await edge.dir.init();
      // The first plan does not know the account, so its apply stops.
      await edge.dir.apply([], { expectCode: 1 });
      await edge.dir.apply();
      const before = await policies();
      write({ edge_pool_notification_policy: { a }, terraform_data: { first: { input: '2' } } }, { module });
      const planned = await edge.dir.plan();
      expect(said(planned)).not.toContain('forces replacement');
      await edge.dir.apply();
      expect((await policies()).map((each) => pick(each, 'id'))).toEqual(
        before.map((each) => pick(each, 'id')),
      );
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
      expect(said(first)).toMatch(new RegExp(`not listed.*${name}`, 'i'));
      expect(said(first)).toMatch(/plan again/i);
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
      expect(said(refused)).toMatch(/already in validation mode/);
      write(
        { edge_waf_migration: { waf: migration() } },
        { import: [{ to: 'edge_waf_migration.waf', id: zoneId }] },
      );
      const planned = await edge.dir.run(['plan', '-input=false', '-no-color'], { expectCode: 1 });
      expect(said(planned)).toMatch(/waf\.protection_lost/);
      expect(await state()).toBe('validation');
    });
  });
});

function pickRule(rule: unknown): object {
  const { action, action_parameters, expression, description } = rule as Readonly<Record<string, unknown>>;
  return { action, action_parameters, expression, description };
}
