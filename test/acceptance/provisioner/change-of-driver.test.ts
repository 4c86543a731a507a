import { pick } from '../../emulator/support';
import type { TerraformStack } from 'cdktf';
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
        const migration = new WafMigration(stack, 'waf', {
          zoneId,
          target: WafMigrationTarget.COMPLETE,
          acknowledgeIrreversible: true,
          ruleOverrides: [{ ruleId: managedRule(1), action: WafRuleAction.LOG }],
        });
        if (!imports) return;
        fields.importFrom(`${zoneId}/http_log_custom_fields`);
        job.importFrom(`${zoneId}/logs`);
        policy.importFrom(`${accountId}/Health of pools`);
        migration.importFrom(zoneId);
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

  const deploy = async (driver: EdgeDriver, imports: boolean, expectCode: number) => {
    declare(driver, imports);
    await edge.dir.init();
    await edge.calls();
    const said = saidIn(await edge.dir.apply([], { expectCode }));
    return { said, writes: await edge.writes() };
  };

  it('is imported by the plugin, and refused by the provisioner: no object changes', async () => {
    const { dir } = edge;
    await deploy(PROVISIONER, false, 0);
    const before = await world();

    const imported = await deploy(PLUGIN, true, 0);
    expect(imported.said).toMatch(/4 imported, 0 added, \d changed, 12 destroyed/);
    expect(imported.writes).toEqual([]);
    declare(PLUGIN);
    expect((await dir.plan()).code).toBe(0);

    // The job depends on the fields.
    const refused = await deploy(PROVISIONER, false, 1);
    expect(
      refused.said.match(/'create': exit status 1\. Output: Error: Object already exists/g),
    ).toHaveLength(3);
    expect(refused.writes).toEqual([]);
    expect((await dir.run(['state', 'list'])).stdout).not.toContain('edge_');

    expect((await deploy(PLUGIN, true, 0)).writes).toEqual([]);
    expect(await world()).toBe(before);
  });
});
