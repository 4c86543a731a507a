import { pick } from '../../emulator/support';
import type { TerraformStack } from 'cdktf';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import {
  CustomFieldLimits,
  CustomFieldsRuleset,
  EdgeDriver,
  LogpushJob,
  PoolNotificationPolicy,
  WafMigration,
  WafMigrationTarget,
  WafRuleAction,
} from '../../../lib';
import { accountId, jobsPath, zoneId } from '../../support/edge-stack';
import { describeWithNullProvider } from '../../support/null-provider/mirror';
import { makePools, policiesPath, poolIds } from '../../support/pool-stack';
import { saidIn, startProvisionerStack, type ProvisionerStack } from '../../support/provisioner-stack';
import { entryPointPath, managedRule, packages } from '../../support/waf-stack';

const { PLUGIN, PROVISIONER } = EdgeDriver;

describeWithNullProvider('a stack that goes from one driver to the other', () => {
  let edge: ProvisionerStack;
  beforeEach(async () => {
    const pools = makePools(2, (index) => `pool-${index}@legacy.example`);
    edge = await startProvisionerStack(
      { custom_field_limits: 'current', waf: { packages } },
      { pools },
      { wafCutoverMs: 0 },
    );
  });
  afterEach(() => edge.close());

  const declare = (driver: EdgeDriver, imports = false) => {
    edge.declare(
      (stack: TerraformStack) => {
        const fields = new CustomFieldsRuleset(stack, 'fields', {
          zoneId,
          requestHeaders: ['X-A', 'x-b'],
          rawResponseHeaders: ['Vary', 'etag'],
          preserveDuplicates: ['vary'],
        });
        const job = new LogpushJob(stack, 'logs', {
          zoneId,
          name: 'logs',
          destinationConf: 'https://logs.example.com/in',
          fields: ['RayID', 'RequestHeaders'],
          filter: '{"where":{"and":[{"key":"EdgeResponseStatus","operator":"geq","value":"500"}]}}',
          dependsOn: [fields],
        });
        const policy = new PoolNotificationPolicy(stack, 'health', {
          accountId,
          name: 'Health of pools',
          emailAddresses: ['ops@example.com'],
          poolIds: poolIds(2),
          acceptLostRecipients: true,
        });
        new WafMigration(stack, 'waf', {
          zoneId,
          target: WafMigrationTarget.COMPLETE,
          acknowledgeIrreversible: true,
          ruleOverrides: [{ ruleId: managedRule(1), action: WafRuleAction.LOG }],
        });
        if (!imports) return;
        job.importFrom(`${zoneId}/logs`);
        policy.importFrom(`${accountId}/Health of pools`);
      },
      { driver, customFieldLimits: CustomFieldLimits.CURRENT },
    );
  };
  /** Everything that the stack keeps, as the service has it. */
  const world = async () =>
    JSON.stringify([
      await edge.emulator.result('GET', jobsPath),
      (await edge.entryPoints()).map((each) => pick(each, 'id')),
      await edge.emulator.result('GET', policiesPath),
      await edge.emulator.result('GET', entryPointPath),
    ]);

  it('keeps every object from the plugin to the provisioner and back, and changes nothing', async () => {
    const { dir } = edge;
    declare(PLUGIN);
    await dir.init();
    await dir.apply();
    const before = await world();
    await edge.calls();

    declare(PROVISIONER);
    await dir.init();
    const said = saidIn(await dir.apply());
    expect(said.match(/Warning: Existing object adopted/g)).toHaveLength(4);
    expect(await edge.writes()).toEqual([]);
    expect(await world()).toBe(before);
    expect((await dir.run(['state', 'list'])).stdout).not.toContain('edge_');
    expect((await dir.plan()).code).toBe(0);

    declare(PLUGIN, true);
    await dir.init();
    const { stdout } = await dir.apply();
    expect(stdout).toMatch(/2 imported, 2 added, 1 changed, 8 destroyed/);
    // A create writes the rule of the ruleset that it adopts: its id says who may delete it.
    expect(await edge.writes()).toEqual(['PUT rulesets/:id']);
    expect(await world()).toBe(before);
    declare(PLUGIN);
    expect((await dir.plan()).code).toBe(0);
    const kept = (await dir.run(['state', 'list'])).stdout.trim().split('\n');
    expect(kept).toHaveLength(4);

    // Without the plugin at hand, the old state is forgotten by hand.
    rmSync(join(dir.path, 'terraform.d'), { recursive: true });
    rmSync(join(dir.path, '.terraform'), { recursive: true });
    rmSync(join(dir.path, '.terraform.lock.hcl'));
    declare(PROVISIONER);
    await dir.run(['init', '-input=false', '-no-color'], { expectCode: 1 });
    await dir.run(['state', 'rm', ...kept]);
    await dir.init();
    await dir.apply();
    expect(await edge.writes()).toEqual([]);
    expect(await world()).toBe(before);
  });
});
