import type { TerraformStack } from 'cdktf';
import { mkdir, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { OnIneligible, WafMigration, WafMigrationTarget, type WafMigrationProps } from '../../../lib';
import type { FixtureZone } from '../../../lib/emulator';
import { pick, textAt } from '../../emulator/support';
import { accountId, startEdgeStack, type EdgeStack } from '../../support/edge-stack';
import { isExhaustive } from '../../support/exhaustive';
import { describeWithTerraform } from '../../support/terraform';
import {
  bypassRule,
  managedRule,
  nameOfCall,
  packages,
  previousGroup,
  previousRule,
} from '../../support/waf-stack';

const idOf = (index: number) => (index + 1).toString(16).padStart(32, '0');
const addressOf = (index: number) => `edge_waf_migration.zone-${index}`;
const nameOf = (index: number) => `Zone shop-${index}.example.com (${idOf(index)})`;
const overridesOf = (index: number) => `/zones/${idOf(index)}/firewall/waf/overrides`;
const numbers = (count: number) => Array.from({ length: count }, (_, index) => index);

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

function uriOverrides(index: number): readonly object[] {
  return ['a', 'b'].map((digit) => ({
    id: String(index).padStart(4, '0') + digit.repeat(28),
    urls: [`shop-${index}.example.com/${digit}/*`],
    rules: { [previousRule]: 'disable' },
  }));
}

function declareOne(
  stack: TerraformStack,
  index: number,
  props: Partial<WafMigrationProps> = {},
): WafMigration {
  return new WafMigration(stack, `zone-${index}`, {
    zoneId: idOf(index),
    target: WafMigrationTarget.COMPLETE,
    acknowledgeIrreversible: true,
    ...props,
  });
}

/** Stacks with migrations of several zones. */
class Zones {
  readonly edge: EdgeStack;

  private constructor(edge: EdgeStack) {
    this.edge = edge;
  }

  static async start(zones: readonly FixtureZone[]): Promise<Zones> {
    const fixture = { accounts: [{ id: accountId, name: 'Example' }], zones: [...zones] };
    return new Zones(await startEdgeStack({}, {}, { fixture, wafCutoverMs: 50 }));
  }

  declare(indexes: readonly number[], props: Partial<WafMigrationProps> = {}): void {
    this.edge.declare((stack) => {
      for (const index of indexes) declareOne(stack, index, props);
    });
  }

  async fail(fault: object): Promise<void> {
    await this.edge.emulator.control('POST', '/faults', { times: 1000, ...fault });
  }

  async heal(): Promise<void> {
    await this.edge.emulator.control('DELETE', '/faults');
  }

  /** What was written since the last look, with the zone: `0 PUT entrypoint?waf_migration=pending&phase_two=1`. */
  async writes(): Promise<string[]> {
    const calls = (await this.edge.emulator.takeCalls()).filter(({ method }) => method !== 'GET');
    return calls.map(({ method, path, query }) => {
      const zone = /zones\/([0-9a-f]{32})/.exec(path)?.[1] ?? '';
      return `${parseInt(zone, 16) - 1} ${nameOfCall(method, `${path}?${query}`)}`;
    });
  }
}

const refusedDeployment = {
  match: { method: 'PUT', path: '/zones/*/rulesets/phases/*/entrypoint' },
  kind: 'status',
  status: 400,
  code: 10043,
  message: 'no',
};

describeWithTerraform('the plan of several migrations, by the real terraform', () => {
  const count = isExhaustive ? 229 : 30;
  let zones: Zones;
  beforeAll(async () => {
    zones = await Zones.start(numbers(count).map((index) => typicalZone(index)));
    zones.declare(numbers(count));
    await zones.edge.dir.init();
  });

  it('has fewer than eleven lines for each zone, and what is irreversible for each', async () => {
    // More calls than the service accepts in five minutes.
    const unlimited = { EDGE_REQUESTS_PER_5_MINUTES: '100000' };
    const { stdout } = await zones.edge.dir.start(['plan', '-no-color'], unlimited).finished;
    expect(stdout.split('\n').length).toBeLessThan(11 * count);
    for (const index of numbers(count)) {
      const [, block = ''] = stdout.split(`# ${addressOf(index)} will be created`);
      const [, changes] = /changes +=(.*)/.exec(block) ?? [];
      expect(changes).toMatch(/irreversible: from start to complete \| deploys .*does not carry over: /);
      expect(changes).toContain(managedRule(0xbeef + index));
      expect(changes).toContain(": 'OWASP ModSecurity Core Rule Set': from 60 (sensitivity low)");
    }
  });
});

describe('migrations of several zones', () => {
  let zones: Zones;
  beforeEach(async () => {
    zones = await Zones.start([typicalZone(0), typicalZone(8, uriOverrides(8))]);
  });
  const statusOf = (index: number) => pick(zones.edge.terraform.attributes(addressOf(index)), 'status');

  it('leave out a zone that cannot be migrated, and try it again in the next apply', async () => {
    const { terraform } = zones.edge;
    zones.declare([0, 8], { onIneligible: OnIneligible.SKIP });
    await terraform.apply();
    expect(statusOf(0)).toMatchObject({ migration_state: 'complete', ineligible_reasons: null });
    expect(statusOf(8)).toMatchObject({
      migration_state: 'start',
      ineligible_reasons: [expect.stringContaining('URI-based WAF overrides')],
    });
    const again = await terraform.plan();
    expect([
      again.isEmpty,
      again.diagnostics.map(({ severity, summary }) => `${severity}: ${summary}`),
    ]).toEqual([true, [`warning: ${nameOf(8)}: skipped, not eligible`]]);

    for (const override of uriOverrides(8))
      await zones.edge.emulator.result('DELETE', `${overridesOf(8)}/${textAt(override, 'id')}`);
    expect(pick((await terraform.plan()).change(addressOf(8)).after, 'changes')).toMatch(
      / \[\w+\] irreversible: /,
    );
    await terraform.apply();
    expect(statusOf(8)).toMatchObject({ migration_state: 'complete', ineligible_reasons: null });
    await terraform.expectNoChanges();
  });

  it('save the previous configuration in files, each time in a new one', async () => {
    const { terraform, dir } = zones.edge;
    const folder = join(dir.path, 'backups');
    zones.declare([8], { deleteUriOverrides: true, backupPath: join(folder, 'waf.json') });
    const failed = await terraform.failedApply();
    expect(failed.filter(({ severity }) => severity === 'error')).toMatchObject([
      {
        summary: `${nameOf(8)}: cannot save the previous configuration`,
        detail: expect.stringMatching(/waf\.json.* Nothing was changed\. Set `backup_path`/s) as string,
      },
    ]);
    expect(await zones.writes()).toEqual([]);

    await mkdir(folder);
    await zones.fail(refusedDeployment);
    await terraform.apply();
    const first = await readFile(join(folder, 'waf.json'), 'utf8');
    for (const override of uriOverrides(8)) expect(first).toContain(pick(override, 'id'));
    await zones.heal();
    await terraform.apply();
    expect((await readdir(folder)).sort()).toEqual(['waf.json', 'waf.json.2']);
    expect(await readFile(join(folder, 'waf.json'), 'utf8')).toBe(first);
    expect(statusOf(8)).toMatchObject({ migration_state: 'complete', backup: null });
  });
});
