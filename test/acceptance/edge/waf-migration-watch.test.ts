import { WafMigrationTarget, WafRuleAction } from '../../../lib';
import type { FixtureZone } from '../../../lib/emulator';
import { killAt } from '../../support/call-watch';
import { forgetState, zoneId } from '../../support/edge-stack';
import { sample } from '../../support/exhaustive';
import { describeWithTerraform, readMessages } from '../../support/terraform';
import {
  bypassRule,
  managedRule,
  migrationAddress,
  packages,
  startWafStack,
  uriOverride,
  type WafStack,
} from '../../support/waf-stack';
import { startWafWatch } from '../../support/waf-watch';

const zone = {
  waf: { packages: packages.slice(0, 1), overrides: [uriOverride()] },
  firewall_rules: [bypassRule()],
} satisfies Partial<FixtureZone>;
const pending = 'PUT entrypoint?waf_migration=pending&phase_two=1';

describeWithTerraform('a Terraform that is killed while it migrates a zone', () => {
  // The clock goes on with the calls, and a migration takes two of them, however slow the machine is.
  let ms = Date.parse('2026-01-02T03:04:05.000Z');
  let edge: WafStack;
  beforeAll(async () => {
    edge = await startWafStack(
      { ...zone, plan: 'enterprise' },
      { now: () => new Date(ms), wafCutoverMs: 2000 },
    );
    edge.declareMigration();
    await edge.dir.init();
  });
  afterEach(async () => {
    await edge.emulator.control('POST', '/reset');
    forgetState(edge.dir);
  });

  const { COMPLETE, VALIDATION } = WafMigrationTarget;
  const declared = {
    deleteUriOverrides: true,
    ruleOverrides: [{ ruleId: managedRule(1), action: WafRuleAction.LOG }],
  };
  const validating = 'PUT entrypoint?waf_migration=validation&phase_two=1';
  const status = 'GET waf_migration/status';

  // Only Linux shows in /proc which processes another one has started.
  const onLinux = process.platform === 'linux' ? it : it.skip;
  const cases: readonly [string, string, number, readonly WafMigrationTarget[]][] = [
    ['the plugin', 'DELETE overrides/:id', 1, [COMPLETE]],
    ['the plugin', pending, 1, [COMPLETE]],
    ['Terraform with the plugin', pending, 1, [COMPLETE]],
    // Plan and apply have read it once each. Now it is read to detect the end of the cutover.
    ['Terraform with the plugin', status, 3, [COMPLETE]],
    ['Terraform with the plugin', validating, 1, [VALIDATION]],
    ['Terraform with the plugin', pending, 1, [VALIDATION, COMPLETE]],
  ];
  onLinux.each(sample(cases, 1))(
    'keeps it protected, and the next apply completes it: %s, at %s number %d (%j)',
    async (whom, fatal, nth, ways) => {
      const watch = await startWafWatch(edge.emulator, () => {
        ms += 1000;
      });
      const dir = edge.dirAt(watch.url);
      for (const target of ways) {
        edge.declareMigration({ ...declared, target });
        if (target !== ways.at(-1)) await dir.apply();
      }
      const { child, finished } = dir.start(['apply', '-auto-approve', '-input=false', '-no-color']);
      killAt(watch, child, { call: fatal, nth, onlyPlugins: whom === 'the plugin' });
      expect((await finished).code).not.toBe(0);
      expect(watch.calls.at(-1)).toBe(fatal);
      watch.disturb(undefined);
      const apply = ['apply', '-auto-approve', '-input=false', '-json', '-lock=false'];
      let next = await dir.run(apply, { expectCode: [0, 1] });
      if (next.code === 1) {
        // The state was lost with the reply of the call that begins the migration.
        expect(next.stdout).toMatch(/already (migrated|in validation mode)/);
        await dir.run(['import', '-input=false', '-lock=false', migrationAddress, zoneId]);
        next = await dir.run(apply);
      }
      const ended = readMessages(next);
      expect(watch.violations).toEqual([]);
      const isComplete = ways.at(-1) === COMPLETE;
      expect(watch.guards).toEqual(['the previous', 'both', ...(isComplete ? ['the new'] : [])]);
      expect(ended.findLast(({ type }) => type === 'outputs')?.outputs).toMatchObject({
        state: { value: isComplete ? 'complete' : 'validation' },
      });
      expect((await dir.plan(['-lock=false'])).code).toBe(0);
    },
  );
});
