import { setTimeout } from 'node:timers/promises';
import { WafMigration, WafMigrationTarget, WafRuleAction, type WafMigrationProps } from '../../../lib';
import type { FixtureZone } from '../../../lib/emulator';
import { managedRulesets } from '../../../lib/waf';
import { everyQuirk, pick } from '../../emulator/support';
import { forgetState, listOf, zoneId } from '../../support/edge-stack';
import { describeWithTerraform } from '../../support/terraform';
import { runPlugin, type Diagnostic, type RunningPlugin } from '../../support/terraform-client';
import {
  bypassRule,
  managedRule,
  migrationAddress,
  overridesIn,
  startWafStack,
  type WafStack,
} from '../../support/waf-stack';

const { managed, owasp } = managedRulesets;
const { COMPLETE, VALIDATION } = WafMigrationTarget;
const zoneName = `Zone example.com (${zoneId})`;
const irreversible = 'warning: WAF migration is irreversible';
const migrating = 'PUT entrypoint?waf_migration=pending&phase_two=1';
const logging = (number: number) => ({ ruleId: managedRule(number), action: WafRuleAction.LOG });
/** What the plugin logs while it waits for a cutover. */
const waiting = /previous managed rules enabled, new ones enabled, after \d+ s/;
/** What the package's own setting of a rule becomes. */
const broughtOver = { id: managedRule(0xcafe), action: 'log' };

const pro: Partial<FixtureZone> = {
  plan: 'pro',
  firewall_rules: [bypassRule()],
  page_rules: [
    {
      targets: [{ target: 'url', constraint: { operator: 'matches', value: 'example.com/hooks/*' } }],
      actions: [{ id: 'waf', value: 'off' }],
      status: 'active',
    },
  ],
};

describeWithTerraform('the migration of a zone, by the real terraform', () => {
  it('is created, shows drift, is adjusted, imported and destroyed', async () => {
    const edge = await startWafStack(pro);
    edge.declareMigration({ ruleOverrides: [logging(1)] });
    await edge.dir.init();
    const created = await edge.dir.applyJson();
    expect(created.changes).toEqual([`create ${migrationAddress}`]);
    expect(titlesOf(created.diagnostics)).toContain(irreversible);
    expect(created.outputs).toMatchObject({ state: 'complete', previous: 'disabled', new: 'enabled' });
    expect((await edge.dir.plan()).code).toBe(0);

    await edge.writeRules(
      (await edge.rules()).map((rule) => withOverride(rule, { id: managedRule(9), enabled: false })),
    );
    edge.declareMigration({ ruleOverrides: [logging(2)] });
    expect(await edge.dir.applyJson()).toMatchObject({
      drifted: [`update ${migrationAddress}`],
      changes: [`update ${migrationAddress}`],
    });
    const adjusted = [broughtOver, { id: managedRule(2), action: 'log' }];
    expect(overridesIn(await edge.rules())).toEqual(adjusted);

    forgetState(edge.dir);
    edge.declare((stack) => {
      new WafMigration(stack, 'waf', {
        zoneId,
        target: COMPLETE,
        acknowledgeIrreversible: true,
        ruleOverrides: [logging(2)],
      }).importFrom(zoneId);
    });
    await edge.writes();
    // An import cannot tell which overrides are configured: the first apply takes them into the state.
    expect((await edge.dir.applyJson()).changes).toEqual([`update ${migrationAddress}`]);
    expect(await edge.writes()).toEqual([]);

    const ended = await edge.dir.applyJson('-destroy');
    expect(titlesOf(ended.diagnostics)).toContain(`warning: Zone ${zoneId} remains migrated`);
    expect(overridesIn(await edge.rules())).toEqual(adjusted);
  });
});

describe('the migration of a zone to the new managed rules', () => {
  let edge: WafStack;

  /** A zone with the previous managed rules, and its migration declared but not applied. */
  async function begin(
    zone: Partial<FixtureZone>,
    props: Partial<WafMigrationProps> = {},
    overrides: object = {},
  ): Promise<void> {
    edge = await startWafStack(zone);
    edge.declareMigration(props, overrides);
  }
  /** A plugin for one test, that it may stop. */
  async function useOwnPlugin(): Promise<RunningPlugin> {
    const plugin = await runPlugin({ TF_LOG_PROVIDER: 'info' });
    edge.terraform.provider = () => Promise.resolve(plugin.provider);
    return plugin;
  }
  const planIsEmpty = () => edge.terraform.expectNoChanges();

  it('whose cutover exceeds its timeout is waited for by the next apply', async () => {
    await begin({ plan: 'pro' }, { timeoutSeconds: 1 });
    await edge.setCutover(3_600_000);
    const plugin = await useOwnPlugin();
    const first = await edge.terraform.apply();
    expect(titlesOf(first)).toContain(`warning: ${zoneName}: migration still in progress`);
    // What Terraform writes into its log while it waits.
    expect(plugin.log()).toMatch(waiting);
    expect(await edge.writes()).toEqual([migrating]);
    expect(edge.terraform.outputs()).toMatchObject({
      state: 'cutover',
      previous: 'enabled',
      new: 'enabled',
    });

    const said = await edge.terraform.apply();
    expect(titlesOf(said)).toContain(`warning: ${zoneName}: migration still in progress`);
    expect(detailOf(said, 'still in progress')).toMatch(/After 1 seconds.*Apply again to wait for its end/);
    expect(edge.terraform.outputs().state).toBe('cutover');
  });

  it('keeps its state when it is interrupted during the wait', async () => {
    await begin(pro, { timeoutSeconds: 3600 });
    await edge.setCutover(3_600_000);
    const plan = await edge.planMigration();
    const plugin = await useOwnPlugin();
    const applied = edge.terraform.apply();
    // Its log shows that it has the answer to the call that migrates, and waits.
    while (!waiting.test(plugin.log())) await setTimeout(20);
    await plugin.provider.stop();
    expect(titlesOf(await applied)).toContain(`warning: ${zoneName}: cannot determine the migration status`);
    expect(edge.terraform.state.get(migrationAddress)).toMatchObject({
      isTainted: false,
      attributes: {
        changes: pick(plan.after, 'changes'),
        status: {
          migration_state: 'cutover',
          loss_report: expect.arrayContaining([expect.stringContaining('example.com/hooks/*')]) as unknown,
        },
      },
    });
  });

  it.each([
    ['complete', { plan: 'pro' as const }, COMPLETE],
    ['validation mode', {}, VALIDATION],
  ])('has an empty plan, whatever notation the service uses: %s', async (_what, zone, target) => {
    const disabled = { ruleId: managedRule(2), enabled: false };
    const scoring = { ruleId: managedRule(3), rulesetId: owasp, action: WafRuleAction.MANAGED_CHALLENGE };
    const skipRules = [
      { expression: 'ip.src eq 192.0.2.8', ruleIds: [managedRule(9), managedRule(8)] },
      { expression: 'ip.src eq 192.0.2.7' },
    ];
    await begin(
      { ...pro, plan: 'enterprise', ...zone },
      { target, ruleOverrides: [logging(4), disabled, scoring, logging(1)], skipRules },
    );
    await edge.emulator.control('PUT', '/quirks', everyQuirk);
    await edge.terraform.apply();
    await planIsEmpty();
    await edge.emulator.control('PUT', '/quirks', {});
    await planIsEmpty();

    await edge.emulator.control('PUT', '/quirks', everyQuirk);
    edge.declareMigration({ target, ruleOverrides: [scoring, logging(5)], skipRules: skipRules.slice(1) });
    await edge.terraform.apply();
    await planIsEmpty();
    edge.declareMigration({ target });
    await edge.terraform.apply();
    await planIsEmpty();
    await edge.emulator.control('PUT', '/quirks', {});
    expect(overridesIn(await edge.rules())).toEqual([broughtOver]);
  });
});

function titlesOf(diagnostics: readonly { readonly severity: string; readonly summary: string }[]): string[] {
  return diagnostics.map(({ severity, summary }) => `${severity}: ${summary}`);
}

/** The text of one diagnostic, however often it is reported. */
function detailOf(diagnostics: readonly Diagnostic[], summary: string): string {
  const details = new Set(
    diagnostics.filter((each) => new RegExp(summary).test(each.summary)).map(({ detail }) => detail),
  );
  expect([...details]).toHaveLength(1);
  return [...details].join();
}

/** The rule that executes the managed ruleset with one more override; the rest is unchanged. */
function withOverride(rule: object, override: object): object {
  if (pick(rule, 'action_parameters', 'id') !== managed) return rule;
  const before = listOf(pick(rule, 'action_parameters', 'overrides', 'rules') ?? []);
  return { ...rule, action_parameters: { id: managed, overrides: { rules: [...before, override] } } };
}
