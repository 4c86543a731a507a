import type { TerraformStack } from 'cdktf';
import { mkdir, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { OnIneligible, WafMigration, WafMigrationTarget, type WafMigrationProps } from '../../../lib';
import type { FixtureZone } from '../../../lib/emulator';
import { acceptable } from '../../../lib/waf';
import { runInProcess, setEnvironment, type Result } from '../../cli/support';
import { pick, textAt } from '../../emulator/support';
import { accountId, listOf, startEdgeStack, type EdgeStack } from '../../support/edge-stack';
import { isExhaustive } from '../../support/exhaustive';
import { describeWithTerraform } from '../../support/terraform';
import type { Diagnostic, PlanOptions } from '../../support/terraform-client';
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
const entryPointOf = (index: number) =>
  `/zones/${idOf(index)}/rulesets/phases/http_request_firewall_managed/entrypoint`;
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

interface Rules {
  readonly name?: string;
  readonly rules: readonly {
    readonly action: string;
    readonly action_parameters: { readonly id?: string };
  }[];
}

/** What becomes of a configuration, and the code of the finding. */
const alterations: readonly (readonly [
  change: (rules: Rules['rules']) => readonly object[],
  code: string,
  isAcceptable: boolean,
])[] = [
  [() => [], 'waf.no_managed_ruleset', false],
  [(rules) => rules.map((rule) => ({ ...rule, enabled: false })), 'waf.no_managed_ruleset', false],
  [(rules) => [skipEverything, ...rules], 'waf.skip_all', false],
  [(rules) => rules.map(withoutOverrides), 'waf.override_missing', true],
  [(rules) => rules.filter(({ action }) => action !== 'skip'), 'waf.skip_missing', true],
];
const altered = alterations.map((_, index) => index);
const unacceptable = altered.filter((index) => alterations[index]?.[2] === false);
const honest = alterations.length;

const skipEverything = {
  action: 'skip',
  action_parameters: { ruleset: 'current' },
  expression: 'true',
  description: '',
  enabled: true,
};

function withoutOverrides(rule: Rules['rules'][number]): object {
  const { id } = rule.action_parameters;
  return id === undefined ? rule : { ...rule, action_parameters: { id } };
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

  /** `overrides` are attributes that a construct would refuse. */
  declare(indexes: readonly number[], props: Partial<WafMigrationProps> = {}, overrides: object = {}): void {
    this.edge.declare((stack) => {
      for (const index of indexes) {
        const { resource } = declareOne(stack, index, props);
        for (const [name, value] of Object.entries(overrides)) resource.addOverride(name, value);
      }
    });
  }

  async fail(fault: object): Promise<void> {
    await this.edge.emulator.control('POST', '/faults', { times: 1000, ...fault });
  }

  async heal(): Promise<void> {
    await this.edge.emulator.control('DELETE', '/faults');
  }

  /** Makes operation 8 return other rules for the zone. */
  async alterProposal(index: number): Promise<void> {
    const path = `/zones/${idOf(index)}/waf_migration/config`;
    const proposal = (await this.edge.emulator.result('GET', `${path}?phase_two=1`)) as Rules;
    const rules = alterations[index]?.[0](proposal.rules) ?? [];
    await this.fail({ match: { method: 'GET', path }, kind: 'result', result: { ...proposal, rules } });
  }

  /** Changes the deployed rules out of band. */
  async alterRules(index: number): Promise<void> {
    const { rules } = (await this.edge.emulator.result('GET', entryPointOf(index))) as Rules;
    await this.edge.emulator.result('PUT', entryPointOf(index), { rules: alterations[index]?.[0](rules) });
  }

  /** What was written since the last look, with the zone: `0 PUT entrypoint?waf_migration=pending&phase_two=1`. */
  async writes(): Promise<string[]> {
    const { body } = await this.edge.emulator.control('DELETE', '/calls');
    return listOf(body).flatMap((call) => {
      const [method, path, query] = [textAt(call, 'method'), textAt(call, 'path'), pick(call, 'query')];
      if (method === 'GET') return [];
      const zone = /zones\/([0-9a-f]{32})/.exec(path)?.[1] ?? '';
      return [`${parseInt(zone, 16) - 1} ${nameOfCall(method, `${path}?${String(query)}`)}`];
    });
  }

  /** `edge-platform waf check` of these zones. */
  async check(indexes: readonly number[]): Promise<Result> {
    const { url, token } = this.edge.emulator;
    setEnvironment({ EDGE_BASE_URL: url, EDGE_API_TOKEN: token });
    try {
      return await runInProcess(
        undefined,
        'waf',
        'check',
        ...indexes.flatMap((index) => ['--zone', idOf(index)]),
      );
    } finally {
      setEnvironment({});
    }
  }
}

const migrating = 'PUT entrypoint?waf_migration=pending&phase_two=1';
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
  afterAll(() => zones.edge.close());

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
    zones = await Zones.start([
      ...[...altered, honest].map((index) => typicalZone(index)),
      ...blocked.map(withOverrides),
    ]);
  });
  afterEach(() => zones.edge.close());
  const blocked = [8, 9];
  const withOverrides = (index: number) => typicalZone(index, uriOverrides(index));
  const statusOf = (index: number) => pick(zones.edge.terraform.attributes(addressOf(index)), 'status');
  const refusals = async (options?: PlanOptions) =>
    (await zones.edge.terraform.failedPlan(options)).map(({ summary }) => summary);

  it('fails where the API proposes less protection, and so does the apply of a plan that saw a better proposal', async () => {
    const { terraform } = zones.edge;
    const expectRefusals = (diagnostics: readonly Diagnostic[], indexes: readonly number[]) => {
      const errors = diagnostics.filter(({ severity }) => severity === 'error');
      expect(errors.map(({ address }) => address).sort()).toEqual(indexes.map(addressOf));
      for (const index of indexes) {
        const { summary, detail } = errors.find(({ address }) => address === addressOf(index)) ?? {};
        const [, code = '', isAcceptable] = alterations[index] ?? [];
        expect(summary).toContain(nameOf(index));
        expect(detail).toContain(`- ${code}: `);
        expect(detail).toContain(
          isAcceptable === true ? `(\`acceptDifferences\`) = ["${code}"]` : 'plan again, and contact support',
        );
      }
    };
    zones.declare([...altered, honest]);
    for (const index of altered) await zones.alterProposal(index);
    expectRefusals(await terraform.failedPlan(), altered);
    zones.declare([...altered, honest], { acceptDifferences: [...acceptable] });
    expectRefusals(await terraform.failedPlan(), unacceptable);

    await zones.heal();
    zones.declare([...altered, honest]);
    const saved = await terraform.plan();
    for (const index of altered) await zones.alterProposal(index);
    expectRefusals(await terraform.failedApply(saved), altered);
    expect(await zones.writes()).toEqual([`${honest} ${migrating}`]);
  });

  it('keeps the URI-based overrides of each zone whose migration fails after their deletion, and continues', async () => {
    const { terraform } = zones.edge;
    const stored = () =>
      blocked.map((index) => ({
        index,
        isTainted: terraform.state.get(addressOf(index))?.isTainted,
        state: pick(statusOf(index), 'migration_state'),
        backup: textAt(statusOf(index), 'backup'),
        losses: JSON.stringify(pick(statusOf(index), 'loss_report')),
      }));
    const expectRecords = () => {
      for (const { index, backup, losses } of stored())
        for (const { id, urls } of uriOverrides(index) as readonly { id: string; urls: string[] }[]) {
          expect(backup).toContain(id);
          expect(losses).toContain(urls[0]);
        }
    };
    zones.declare(blocked, { deleteUriOverrides: true });
    await zones.fail(refusedDeployment);
    const unfinished = await terraform.apply();
    for (const index of blocked) {
      const headline = `${nameOf(index)}: 2 URI-based WAF overrides deleted before the apply failed`;
      const warning = unfinished.find(({ summary }) => summary === headline);
      expect(warning?.severity).toBe('warning');
      for (const override of uriOverrides(index)) expect(warning?.detail).toContain(pick(override, 'id'));
      expect(unfinished).toContainEqual(
        expect.objectContaining({
          severity: 'warning',
          summary: `${nameOf(index)}: migration not finished`,
          detail: expect.stringContaining('Apply again to continue') as string,
        }),
      );
    }
    // An error would taint it, and Terraform would delete the only record with it.
    expect(stored().map(({ isTainted, state }) => [isTainted, state])).toEqual(
      blocked.map(() => [false, 'start']),
    );
    expectRecords();
    expect((await zones.writes()).filter((each) => each.includes('DELETE'))).toHaveLength(2 * blocked.length);

    await zones.heal();
    const plan = await terraform.plan();
    for (const index of blocked)
      expect(pick(plan.change(addressOf(index)).after, 'changes')).toMatch(/irreversible: from start/);
    await terraform.apply(plan);
    expect(stored().map(({ state }) => state)).toEqual(blocked.map(() => 'complete'));
    expectRecords();
    await terraform.expectNoChanges();
  });

  it('show rules that were removed, disabled or preceded out of band, and restore them', async () => {
    const { terraform } = zones.edge;
    zones.declare(altered);
    await terraform.apply();
    expect((await zones.check(altered)).status).toBe(0);
    for (const index of altered) await zones.alterRules(index);
    const { status, stdout } = await zones.check(altered);
    expect([status, /^.*not protected/.exec(stdout)?.[0]]).toEqual([1, '5 zones: 3 not protected']);

    const plan = await terraform.plan();
    // Without a skip rule, more requests are checked: it was removed on purpose.
    const reverted = altered.filter((index) => alterations[index]?.[1] !== 'waf.skip_missing');
    expect(plan.changes.filter(({ action }) => action !== 'no-op').map(({ address }) => address)).toEqual(
      reverted.map(addressOf),
    );
    const titles = plan.diagnostics.map(({ summary }) => summary);
    for (const index of unacceptable)
      expect(titles).toContain(`${nameOf(index)}: not protected by managed rules`);
    await zones.writes();
    await terraform.apply(plan);
    expect(await zones.writes()).toEqual(reverted.map((index) => `${index} PUT entrypoint`));
    expect((await zones.check(altered)).status).toBe(0);
    await terraform.expectNoChanges();
  });

  it('are one for each zone: another new resource of the zone is refused', async () => {
    const { terraform } = zones.edge;
    const same = { zone_id: idOf(0) };
    zones.declare([0, 1], {}, same);
    expect(await refusals()).toEqual([`Zone ${idOf(0)}: two migrations`]);
    zones.declare([0]);
    await terraform.apply();
    zones.declare([0, 1], {}, same);
    expect(await refusals()).toEqual([`${nameOf(0)}: already migrated`]);
  });

  it('cannot be replaced, nor when tainted, and may be renamed or go on to another zone', async () => {
    const { terraform } = zones.edge;
    zones.declare([0, 1]);
    await terraform.apply();
    const [replaced] = await terraform.failedPlan({ replace: [addressOf(0)] });
    expect(replaced).toMatchObject({
      summary: `${nameOf(0)}: a migration cannot be replaced`,
      detail: expect.stringContaining('Remove `-replace`') as string,
    });
    const instance = terraform.state.get(addressOf(0));
    if (instance === undefined) throw new Error('The state has no migration');
    instance.isTainted = true;
    const [tainted] = await terraform.failedPlan();
    expect(tainted).toMatchObject({
      summary: `${nameOf(0)}: already migrated`,
      detail: expect.stringContaining('run `terraform untaint <address>`') as string,
    });
    instance.isTainted = false;
    await terraform.expectNoChanges();

    zones.edge.declare((stack) => {
      declareOne(stack, 0, { zoneId: idOf(2) });
      declareOne(stack, 3, { zoneId: idOf(1) }).resource.moveFromId(addressOf(1));
    });
    expect((await terraform.plan()).change(addressOf(0)).action).toBe('replace');
    await terraform.apply();
    expect(statusOf(0)).toMatchObject({ backup: expect.stringContaining(idOf(2)) as string });
    await terraform.expectNoChanges();
  });

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
