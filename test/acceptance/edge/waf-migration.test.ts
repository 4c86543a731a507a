import { setTimeout } from 'node:timers/promises';
import { WafMigration, WafMigrationTarget, WafRuleAction, type WafMigrationProps } from '../../../lib';
import type { FixtureZone } from '../../../lib/emulator';
import { anomalyScoreRule, managedRulesets } from '../../../lib/waf';
import { everyQuirk, pick, textAt } from '../../emulator/support';
import { forgetState, listOf, zoneId } from '../../support/edge-stack';
import { describeWithTerraform } from '../../support/terraform';
import { runPlugin, type Diagnostic, type RunningPlugin } from '../../support/terraform-client';
import {
  bypassRule,
  entryPointPath,
  managedRule,
  migrationAddress,
  migrationPath,
  overridesIn,
  packages,
  previousPath,
  previousRule,
  startWafStack,
  uriOverride,
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
    try {
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
    } finally {
      await edge.close();
    }
  });
});

describe('the migration of a zone to the new managed rules', () => {
  let edge: WafStack;
  let own: RunningPlugin | undefined;
  afterEach(async () => {
    await own?.kill();
    own = undefined;
    await edge.close();
  });

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
    own = await runPlugin({ TF_LOG_PROVIDER: 'info' });
    const { provider } = own;
    edge.terraform.provider = () => Promise.resolve(provider);
    return own;
  }
  const planIsEmpty = async () => {
    await edge.terraform.expectNoChanges();
  };

  it('of a Pro zone is complete and cannot be reverted', async () => {
    await begin(pro, { ruleOverrides: [logging(1)] });
    const plan = await edge.planMigration();
    expect(plan.action).toBe('create');
    expect(titlesOf(plan.diagnostics)).toEqual([irreversible]);
    expect(pick(plan.after, 'changes')).toMatch(
      /irreversible: from start to complete .* does not carry over: .*example\.com\/hooks/,
    );
    expect(await edge.writes()).toEqual([]);

    await edge.applyPlan();
    expect(await edge.writes()).toEqual([migrating]);
    expect(edge.terraform.outputs()).toEqual({
      state: 'complete',
      previous: 'disabled',
      new: 'enabled',
      ruleset: textAt(await edge.emulator.result('GET', entryPointPath), 'id'),
      enabled: expect.arrayContaining([managed, owasp]) as unknown,
      losses: expect.arrayContaining([expect.stringContaining('example.com/hooks/*')]) as unknown,
    });
    expect((await edge.rules()).map(deployment)).toEqual(['skip', 'skip', 'execute', 'execute']);
    expect(overridesIn(await edge.rules())).toEqual([broughtOver, { id: managedRule(1), action: 'log' }]);
    await planIsEmpty();

    for (const path of ['packages', 'overrides', `packages/${'1'.repeat(32)}/rules/${previousRule}`])
      expect((await edge.emulator.call('GET', `${previousPath}/${path}`)).status).toBe(403);

    edge.declareMigration({ ruleOverrides: [logging(2), { ruleId: managedRule(3), enabled: false }] });
    const adjusted = await edge.planMigration();
    expect([adjusted.action, titlesOf(adjusted.diagnostics)]).toEqual(['update', []]);
    await edge.writes();
    await edge.applyPlan();
    expect(await edge.writes()).toEqual(['PUT entrypoint']);
    const expected = [
      broughtOver,
      { id: managedRule(2), action: 'log' },
      { id: managedRule(3), enabled: false },
    ];
    expect(overridesIn(await edge.rules())).toEqual(expected);
    await planIsEmpty();

    edge.declareMigration({ target: VALIDATION });
    expect(titlesOf(await edge.terraform.failedPlan())).toEqual([
      `error: Cannot return zone ${zoneId} to validation mode`,
    ]);

    // Terraform plans the configuration before it destroys.
    edge.declareMigration();
    const ended = await edge.terraform.destroy();
    expect(new Set(titlesOf(ended))).toEqual(new Set([`warning: Zone ${zoneId} remains migrated`]));
    expect(detailOf(ended, 'remains migrated')).toContain(`zone ${zoneId} (complete)`);
    expect(await edge.writes()).toEqual([]);
    expect(overridesIn(await edge.rules())).toEqual(expected);
    expect(await edge.emulator.result('GET', `${migrationPath}/status`)).toMatchObject({
      migration_state: 'complete',
      new_waf_status: 'enabled',
    });
  });

  it('shows later out-of-band changes, and reverts them', async () => {
    await begin(pro, { ruleOverrides: [logging(1)] });
    await edge.terraform.apply();
    const before = await edge.rules();

    await edge.writeRules(before.map((rule) => withOverride(rule, { id: managedRule(9), enabled: false })));
    const switchedOff = await edge.planMigration();
    expect(switchedOff.action).toBe('update');
    expect(listOf(pick(switchedOff.before, 'rule_overrides'))).toContainEqual(
      expect.objectContaining({ rule_id: managedRule(9), ruleset_id: managed, enabled: false }),
    );
    expect(JSON.stringify(pick(switchedOff.after, 'rule_overrides'))).not.toContain(managedRule(9));
    await edge.applyPlan();
    expect((await edge.rules()).map(meaning)).toEqual(before.map(meaning));
    await planIsEmpty();

    const blind = { action: 'skip', action_parameters: { phase: 'current' }, expression: 'true' };
    await edge.writeRules([blind, ...(await edge.rules())]);
    const blinded = await edge.planMigration();
    expect(blinded.action).toBe('update');
    expect(pick(blinded.before, 'status', 'out_of_band_changes')).toEqual([
      '1 unexpected skip rule: skip all managed rules',
    ]);
    expect(titlesOf(blinded.diagnostics)).toEqual([
      `warning: ${zoneName}: not protected by managed rules`,
      `warning: ${zoneName}: out-of-band changes are reverted`,
    ]);
    await edge.applyPlan();
    expect((await edge.rules()).map(meaning)).toEqual(before.map(meaning));
    await planIsEmpty();

    await edge.writeRules((await edge.rules()).map((rule) => ({ ...rule, enabled: false })));
    const disabled = await edge.planMigration();
    expect(disabled.action).toBe('update');
    expect(listOf(pick(disabled.before, 'status', 'enabled_rulesets'))).toEqual([]);
    await edge.writes();
    await edge.applyPlan();
    expect(await edge.writes()).toEqual(['PUT entrypoint']);
    expect((await edge.rules()).filter(({ action }: { action?: unknown }) => action === 'execute')).toEqual([
      expect.objectContaining({ enabled: true }),
      expect.objectContaining({ enabled: true }),
    ]);
    await planIsEmpty();
  });

  it('exempts requests with skip rules, and keeps them as configured', async () => {
    const hooks = {
      expression: 'http.request.uri.path eq "/hooks"',
      ruleIds: [managedRule(3), managedRule(2)],
    };
    const health = { expression: 'http.request.uri.path eq "/health"', description: 'our monitors' };
    const scoring = { ruleId: anomalyScoreRule, rulesetId: owasp, scoreThreshold: 60 };
    await begin(pro, { skipRules: [hooks, health], ruleOverrides: [scoring] });
    await edge.terraform.apply();
    await planIsEmpty();
    const before = await edge.rules();
    expect(before.map(deployment)).toEqual(['skip', 'skip', 'skip', 'skip', 'execute', 'execute']);
    expect(JSON.stringify(before)).toContain('"score_threshold":60');

    const stranger = { ...bypassRule(), action: 'skip', action_parameters: { ruleset: 'current' } };
    const { expression, action, action_parameters } = { ...stranger, expression: 'ip.src eq 192.0.2.99' };
    await edge.writeRules([
      { expression, action, action_parameters },
      ...before.filter((rule) => pick(rule, 'expression') !== hooks.expression),
    ]);
    const drifted = await edge.planMigration();
    expect(drifted.action).toBe('update');
    expect(JSON.stringify(pick(drifted.before, 'skip_rules'))).toContain(expression);
    expect(JSON.stringify(pick(drifted.before, 'skip_rules'))).not.toContain('/hooks');
    await edge.applyPlan();
    const after = await edge.rules();
    expect(after.map(deployment)).toEqual(before.map(deployment));
    expect(after.map(meaning)).toEqual(expect.arrayContaining(before.map(meaning)));
    await planIsEmpty();

    edge.declareMigration({ skipRules: [{ ...health, enabled: false }] });
    await edge.writes();
    await edge.terraform.apply();
    expect(await edge.writes()).toEqual(['PUT entrypoint']);
    expect((await edge.rules()).map(deployment)).toEqual(['skip', 'skip', 'skip', 'execute', 'execute']);
    expect(await edge.rules()).toContainEqual(
      expect.objectContaining({ expression: health.expression, enabled: false }),
    );
    await planIsEmpty();
  });

  it('keeps the rules of an existing entry point, and lists them in the plan', async () => {
    await begin({});
    const own = {
      action: 'execute',
      action_parameters: { id: managedRulesets.exposedCredentials },
      expression: 'true',
    };
    const skip = {
      action: 'skip',
      action_parameters: { ruleset: 'current' },
      expression: 'ip.src eq 192.0.2.9',
    };
    await edge.writeRules([skip, own]);
    const plan = await edge.planMigration();
    expect(pick(plan.after, 'changes')).toMatch(
      new RegExp(
        `keeps skip .* where ${skip.expression}.*execute \\(id ${own.action_parameters.id}\\) for all requests`,
      ),
    );
    await edge.applyPlan();
    expect((await edge.rules()).map(deployment)).toEqual(['skip', 'execute', 'execute', 'execute']);
    await planIsEmpty();
  });

  it('fails the plan that overrides rules of a ruleset that the zone does not deploy', async () => {
    const rulesetId = managedRulesets.exposedCredentials;
    await begin({ plan: 'pro' }, { ruleOverrides: [{ ...logging(1), rulesetId }] });
    const errors = await edge.terraform.failedPlan();
    expect(titlesOf(errors)).toEqual([`error: ${zoneName}: managed ruleset not deployed`]);
    expect(errors[0]?.detail).toContain(rulesetId);
    expect(await edge.writes()).toEqual([]);
  });

  it('is imported by the id of its zone, and the next plan is empty', async () => {
    await begin(pro);
    await edge.terraform.apply();
    const before = edge.terraform.outputs();
    edge.terraform.forget();
    await edge.writes();
    await edge.terraform.import(migrationAddress, zoneId);
    await planIsEmpty();
    expect(await edge.writes()).toEqual([]);
    const { losses, ...rest } = before;
    expect(losses).not.toEqual([]);
    // Terraform leaves out what is null.
    expect(edge.terraform.outputs()).toEqual(rest);
  });

  it('is imported with overrides of single rules too, and the first apply writes nothing', async () => {
    await begin(pro, { ruleOverrides: [logging(1)] });
    await edge.terraform.apply();
    edge.terraform.forget();
    await edge.writes();
    await edge.terraform.import(migrationAddress, zoneId);
    await edge.terraform.apply();
    expect(await edge.writes()).toEqual([]);
    await planIsEmpty();

    edge.declareMigration();
    await edge.terraform.apply();
    expect(overridesIn(await edge.rules())).toEqual([broughtOver]);
    await planIsEmpty();
  });

  it('of an Enterprise zone enters validation mode, and completes in place', async () => {
    await begin({ firewall_rules: [bypassRule()] }, { target: VALIDATION, ruleOverrides: [logging(1)] });
    const validation = await edge.planMigration();
    expect(validation.action).toBe('create');
    expect(pick(validation.after, 'changes')).toMatch(/irreversible: from start to validation /);
    await edge.applyPlan();
    expect(await edge.writes()).toEqual(['PUT entrypoint?waf_migration=validation&phase_two=1']);
    expect(edge.terraform.outputs()).toMatchObject({
      state: 'validation',
      previous: 'enabled',
      new: 'enabled',
    });
    await planIsEmpty();

    edge.declareMigration({ target: VALIDATION, ruleOverrides: [logging(1), logging(2)] });
    await edge.terraform.apply();
    expect(await edge.writes()).toEqual(['PUT entrypoint']);
    await planIsEmpty();
    const { losses } = edge.terraform.outputs();

    edge.declareMigration({ target: COMPLETE, ruleOverrides: [logging(1), logging(2)] });
    const completion = await edge.planMigration();
    expect(completion.action).toBe('update');
    expect(titlesOf(completion.diagnostics)).toEqual([irreversible]);
    expect(pick(completion.after, 'changes')).toMatch(/irreversible: from validation to complete /);
    await edge.applyPlan();
    expect(await edge.writes()).toEqual([migrating]);
    expect(edge.terraform.outputs()).toMatchObject({
      state: 'complete',
      previous: 'disabled',
      new: 'enabled',
      losses,
    });
    expect(overridesIn(await edge.rules())).toEqual([
      broughtOver,
      { id: managedRule(1), action: 'log' },
      { id: managedRule(2), action: 'log' },
    ]);
    await planIsEmpty();
  });

  it('fails the plan of validation mode on a Business zone', async () => {
    await begin({ plan: 'business' }, { target: VALIDATION });
    const errors = await edge.terraform.failedPlan();
    expect(titlesOf(errors)).toEqual([`error: ${zoneName}: validation mode requires an Enterprise zone`]);
    expect(errors[0]?.attribute).toEqual(['target']);
    expect(await edge.writes()).toEqual([]);
  });

  describe('of a zone with obstacles', () => {
    const tooMany = Array.from({ length: 201 }, (_, index) =>
      bypassRule({ filter: { expression: `ip.src eq 192.0.2.${index}` } }),
    );
    const tooLong = bypassRule({ id: 'e'.repeat(32), filter: { expression: longExpression(4097) } });
    const refusal = `error: ${zoneName}: cannot be migrated`;

    it.each([
      [
        'URI-based overrides',
        { waf: { packages, overrides: [uriOverride('b'), uriOverride('d')] } },
        [/URI-based WAF overrides.*b{32}.*d{32}.*`delete_uri_overrides` \(`deleteUriOverrides`\)/],
      ],
      ['201 firewall rules to migrate', { firewall_rules: tooMany }, [/at most 200 firewall rules/]],
      [
        'a firewall rule with an expression over 4 KB',
        { firewall_rules: [bypassRule(), tooLong] },
        [/at most 4096 bytes \(4 KB\).*e{32}/],
      ],
      [
        'all of this at once',
        { waf: { packages, overrides: [uriOverride()] }, firewall_rules: [...tooMany, tooLong] },
        [/URI-based WAF overrides/, /at most 200 firewall rules/, /at most 4096 bytes/],
      ],
    ])('fails the plan with each reason and its fix: %s', async (_what, zone, reasons) => {
      await begin({ plan: 'pro', ...zone });
      const errors = await edge.terraform.failedPlan();
      expect(titlesOf(errors)).toEqual(reasons.map(() => refusal));
      for (const [index, reason] of reasons.entries())
        expect(errors[index]).toMatchObject({
          address: migrationAddress,
          detail: expect.stringMatching(reason) as string,
        });
      expect(await edge.writes()).toEqual([]);
    });

    it('succeeds with 200 firewall rules, and with an expression of exactly 4 KB', async () => {
      const longest = bypassRule({ filter: { expression: longExpression(4096) } });
      await begin({ plan: 'pro', firewall_rules: [...tooMany.slice(0, 199), longest] });
      await edge.terraform.apply();
      expect(edge.terraform.outputs().state).toBe('complete');
      expect(await edge.rules()).toHaveLength(202);
      await planIsEmpty();
    });

    it('fails with the other obstacles when URI-based overrides may be deleted, and deletes none', async () => {
      await begin(
        { plan: 'pro', waf: { packages, overrides: [uriOverride()] }, firewall_rules: [tooLong] },
        { deleteUriOverrides: true },
      );
      const errors = await edge.terraform.failedPlan();
      expect(titlesOf(errors)).toEqual([refusal]);
      expect(errors[0]?.detail).toContain('4 KB');
      expect(await edge.writes()).toEqual([]);
    });

    it('is migrated when URI-based overrides may be deleted, and reports each and its effect', async () => {
      await begin(
        { plan: 'pro', waf: { packages, overrides: [uriOverride('b'), uriOverride('d')] } },
        { deleteUriOverrides: true },
      );
      const plan = await edge.planMigration();
      const deleted = detailOf(plan.diagnostics, ': deletes 2 URI-based WAF overrides$');
      expect(deleted).toMatch(/b{32}.*d{32}/);
      await edge.applyPlan();
      expect(await edge.writes()).toEqual(['DELETE overrides/:id', 'DELETE overrides/:id', migrating]);
      const { state, losses } = edge.terraform.outputs();
      expect(state).toBe('complete');
      expect(JSON.stringify(losses)).toContain('example.com/shop/*');
      await planIsEmpty();
    });

    it('fails the apply without a migration when the obstacle was added after the plan', async () => {
      await begin({ plan: 'pro' });
      const plan = await edge.terraform.plan();
      await edge.emulator.result('POST', `${previousPath}/overrides`, {
        urls: ['example.com/late/*'],
        rules: { [previousRule]: 'disable' },
      });
      const said = await edge.terraform.failedApply(plan);
      expect(titlesOf(said)).toContain(refusal);
      expect(await edge.emulator.result('GET', `${migrationPath}/status`)).toMatchObject({
        migration_state: 'start',
        old_waf_status: 'enabled',
        new_waf_status: 'disabled',
      });
    });
  });

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
      state: 'handing-over',
      previous: 'enabled',
      new: 'enabled',
    });

    const said = await edge.terraform.apply();
    expect(titlesOf(said)).toContain(`warning: ${zoneName}: migration still in progress`);
    expect(detailOf(said, 'still in progress')).toMatch(/After 1 seconds.*Apply again to wait for its end/);
    expect(edge.terraform.outputs().state).toBe('handing-over');
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
          migration_state: 'handing-over',
          loss_report: expect.arrayContaining([expect.stringContaining('example.com/hooks/*')]) as unknown,
        },
      },
    });
  });

  it('completes the cutover that an earlier apply began', async () => {
    let ms = Date.now();
    edge = await startWafStack({ plan: 'pro' }, { now: () => new Date(ms), wafCutoverMs: 60_000 });
    edge.declareMigration({ timeoutSeconds: 1 });
    expect(titlesOf(await edge.terraform.apply())).toContain(
      `warning: ${zoneName}: migration still in progress`,
    );
    await edge.writes();
    ms += 60_000;
    expect((await edge.planMigration()).diagnostics).toEqual([]);
    await edge.terraform.apply();
    expect(await edge.writes()).toEqual([]);
    expect(edge.terraform.outputs()).toMatchObject({ state: 'complete', previous: 'disabled' });
    await planIsEmpty();
  });

  it('is refused for a zone that was migrated elsewhere, which is imported unchanged', async () => {
    await begin({ plan: 'pro' }, { ruleOverrides: [logging(1)] });
    const config = await edge.emulator.result('GET', `${migrationPath}/config?phase_two=1`);
    await edge.setCutover(0);
    await edge.emulator.result('PUT', `${entryPointPath}?waf_migration=pending&phase_two=1`, config);
    await edge.writeRules(
      (await edge.rules()).map((rule) => withOverride(rule, { id: managedRule(7), action: 'block' })),
    );
    await edge.writes();

    const errors = await edge.terraform.failedPlan();
    expect(titlesOf(errors)).toEqual([`error: ${zoneName}: already migrated`]);
    expect(errors[0]?.detail).toContain(
      `  import {\n    to = edge_waf_migration.<name>\n    id = "${zoneId}"\n  }\n`,
    );
    await edge.terraform.import(migrationAddress, zoneId);
    expect((await edge.planMigration()).action).toBe('update');
    await edge.applyPlan();
    expect(await edge.writes()).toEqual(['PUT entrypoint']);
    expect(overridesIn(await edge.rules())).toEqual([
      broughtOver,
      { id: managedRule(7), action: 'block' },
      { id: managedRule(1), action: 'log' },
    ]);
    const outputs = edge.terraform.outputs();
    expect(outputs).toMatchObject({ state: 'complete' });
    expect(outputs).not.toHaveProperty('losses');
    await planIsEmpty();
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

function deployment({ action }: { action?: unknown }): unknown {
  return action;
}

/** A rule without what the service assigns to it. */
function meaning(rule: object): object {
  const assigned = ['id', 'ref', 'version', 'last_updated'];
  return Object.fromEntries(Object.entries(rule).filter(([key]) => !assigned.includes(key)));
}

/** The rule that executes the managed ruleset with one more override; the rest is unchanged. */
function withOverride(rule: object, override: object): object {
  if (pick(rule, 'action_parameters', 'id') !== managed) return rule;
  const before = listOf(pick(rule, 'action_parameters', 'overrides', 'rules') ?? []);
  return { ...rule, action_parameters: { id: managed, overrides: { rules: [...before, override] } } };
}

/** An expression of just so many bytes. */
function longExpression(bytes: number): string {
  const [begin, end] = ['http.request.uri.path eq "/', '"'];
  return begin + 'x'.repeat(bytes - begin.length - end.length) + end;
}
