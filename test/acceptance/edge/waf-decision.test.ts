import { mkdir, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { WafMigration, WafMigrationTarget, type WafMigrationProps } from '../../../lib';
import type { FixtureZone } from '../../../lib/emulator';
import { pick } from '../../emulator/support';
import { accountId, startEdgeStack, type EdgeStack } from '../../support/edge-stack';
import { isExhaustive } from '../../support/exhaustive';
import { describeWithTerraform } from '../../support/terraform';
import { bypassRule, managedRule, packages, previousGroup, uriOverride } from '../../support/waf-stack';

const idOf = (index: number) => (index + 1).toString(16).padStart(32, '0');
const addressOf = (index: number) => `edge_waf_migration.zone-${index}`;

/** Bypass rules, changed rules, and a core rule set with a changed sensitivity. */
function typicalZone(index: number, overrides: readonly object[] = []): FixtureZone {
  const [managed, core] = packages;
  const changed = {
    id: managedRule(0xbeef + index),
    group_id: previousGroup,
    default_mode: 'block',
    mode: index % 2 === 0 ? 'disable' : 'challenge',
  } as const;
  return {
    id: idOf(index),
    account_id: accountId,
    name: `shop-${index}.example.com`,
    plan: 'pro',
    waf: {
      packages: [
        { ...managed, rules: [...managed.rules, changed] },
        { ...core, sensitivity: 'low' },
      ],
      overrides,
    },
    firewall_rules: [
      bypassRule(),
      bypassRule({ filter: { expression: 'http.request.uri.path eq "/hooks"' }, description: 'signed' }),
    ],
  } as unknown as FixtureZone;
}

/** A stack with the migrations of these zones, declared but not applied. */
async function startZones(
  zones: readonly FixtureZone[],
  props: (edge: EdgeStack) => Partial<WafMigrationProps> = () => ({}),
): Promise<EdgeStack> {
  const fixture = { accounts: [{ id: accountId, name: 'Example' }], zones: [...zones] };
  const edge = await startEdgeStack({}, {}, { fixture, wafCutoverMs: 50 });
  edge.declare((stack) => {
    for (const index of zones.keys())
      new WafMigration(stack, `zone-${index}`, {
        zoneId: idOf(index),
        target: WafMigrationTarget.COMPLETE,
        acknowledgeIrreversible: true,
        ...props(edge),
      });
  });
  return edge;
}

describeWithTerraform('the plan of several migrations, by the real terraform', () => {
  const indexes = Array.from({ length: isExhaustive ? 229 : 30 }, (_, index) => index);

  it('has fewer than eleven lines for each zone, and what is irreversible for each', async () => {
    const { dir } = await startZones(indexes.map((index) => typicalZone(index)));
    await dir.init();
    // More calls than the service accepts in five minutes.
    const unlimited = { EDGE_REQUESTS_PER_5_MINUTES: '100000' };
    const { stdout } = await dir.start(['plan', '-no-color'], unlimited).finished;
    expect(stdout.split('\n').length).toBeLessThan(11 * indexes.length);
    for (const index of indexes) {
      const [, block = ''] = stdout.split(`# ${addressOf(index)} will be created`);
      const [, changes] = /changes +=(.*)/.exec(block) ?? [];
      expect(changes).toMatch(/irreversible: from start to complete \| deploys .*does not carry over: /);
      expect(changes).toContain(managedRule(0xbeef + index));
      expect(changes).toContain(": 'OWASP ModSecurity Core Rule Set': from 60 (sensitivity low)");
    }
  });
});

it('a migration saves the previous configuration in files, each time in a new one', async () => {
  const edge = await startZones([typicalZone(0, [uriOverride()])], ({ dir }) => ({
    deleteUriOverrides: true,
    backupPath: join(dir.path, 'backups', 'waf.json'),
  }));
  const { terraform, emulator } = edge;
  const folder = join(edge.dir.path, 'backups');
  const failed = await terraform.failedApply();
  expect(failed.filter(({ severity }) => severity === 'error')).toMatchObject([
    {
      summary: `Zone shop-0.example.com (${idOf(0)}): cannot save the previous configuration`,
      detail: expect.stringMatching(/waf\.json.* Nothing was changed\. Set `backup_path`/s) as string,
    },
  ]);
  expect(await emulator.writes()).toEqual([]);

  await mkdir(folder);
  const match = { method: 'PUT', path: '/zones/*/rulesets/phases/*/entrypoint' };
  await emulator.control('POST', '/faults', { kind: 'status', status: 400, code: 10043, match, times: 1000 });
  await terraform.apply();
  const first = await readFile(join(folder, 'waf.json'), 'utf8');
  expect(first).toContain(pick(uriOverride(), 'id'));
  await emulator.control('DELETE', '/faults');
  await terraform.apply();
  expect((await readdir(folder)).sort()).toEqual(['waf.json', 'waf.json.2']);
  expect(await readFile(join(folder, 'waf.json'), 'utf8')).toBe(first);
  expect(pick(terraform.attributes(addressOf(0)), 'status')).toMatchObject({
    migration_state: 'complete',
    backup: null,
  });
});
