import { WafMigration, WafMigrationTarget, WafRuleAction, type WafMigrationProps } from '../../../lib';
import type { FixtureZone } from '../../../lib/emulator';
import { zoneId } from '../../support/edge-stack';
import { describeWithNullProvider } from '../../support/null-provider/mirror';
import { saidIn, startProvisionerStack, type ProvisionerStack } from '../../support/provisioner-stack';
import {
  bypassRule,
  managedRule,
  migrationPath,
  overridesIn,
  packages,
  rulesOf,
  uriOverride,
} from '../../support/waf-stack';

const logging = (number: number) => ({ ruleId: managedRule(number), action: WafRuleAction.LOG });
const overriding = (number: number) => ({ id: managedRule(number), action: 'log' });
/** What the package's own setting of a rule becomes. */
const broughtOver = overriding(0xcafe);
const migrating = 'PUT rulesets/phases/http_request_firewall_managed/entrypoint';

describeWithNullProvider('the migration of a zone by the runner', () => {
  let edge: ProvisionerStack;
  afterEach(() => edge.close());

  const declare = (props: Partial<WafMigrationProps> = {}) => {
    edge.declare((stack) => {
      new WafMigration(stack, 'waf', {
        zoneId,
        target: WafMigrationTarget.COMPLETE,
        acknowledgeIrreversible: true,
        ...props,
      });
    });
  };
  const begin = async (
    zone: Partial<FixtureZone>,
    handoverMs: number,
    props: Partial<WafMigrationProps> = {},
  ) => {
    edge = await startProvisionerStack({ waf: { packages }, ...zone }, {}, { wafCutoverMs: handoverMs });
    declare(props);
    await edge.dir.init();
  };
  const status = () => edge.emulator.result('GET', `${migrationPath}/status`);
  const overrides = async () => overridesIn(await rulesOf(edge.emulator));

  it('shows its progress as it comes, is adjusted, and is left as it is in the end', async () => {
    await begin({ plan: 'pro', firewall_rules: [bypassRule()] }, 1500, { ruleOverrides: [logging(1)] });
    const { dir } = edge;
    const running = dir.start(['apply', '-auto-approve', '-input=false', '-no-color']);
    const shown: { readonly atMs: number; readonly line: string }[] = [];
    running.child.stdout?.on('data', (chunk: Buffer) => {
      for (const line of chunk.toString().split('\n')) shown.push({ atMs: Date.now(), line });
    });
    const outcome = await running.finished;
    expect(outcome.code).toBe(0);
    const said = saidIn(outcome);
    expect(said).toContain(`Warning: Zone ${zoneId}: migration is irreversible target: `);
    expect(said).toMatch(/Warning: \d things? do(?:es)? not carry over/);
    const progress = shown.filter(({ line }) =>
      line.includes('previous managed rules enabled, new ones enabled, after'),
    );
    expect(progress.length).toBeGreaterThanOrEqual(2);
    const made = shown.find(({ line }) => line.includes('Created edge_waf_migration'));
    expect((made?.atMs ?? 0) - (progress[0]?.atMs ?? 0)).toBeGreaterThan(700);
    expect(await edge.writes()).toEqual([migrating]);
    expect(await status()).toMatchObject({ migration_state: 'complete', old_waf_status: 'disabled' });
    expect(await overrides()).toEqual([broughtOver, overriding(1)]);
    await edge.calls();
    await dir.apply();
    expect(await edge.calls()).toEqual([]);

    declare({ ruleOverrides: [logging(2), logging(1)] });
    await dir.apply();
    expect(await edge.writes()).toEqual([migrating]);
    expect(await overrides()).toHaveLength(3);
    expect(await overrides()).toEqual(expect.arrayContaining([broughtOver, overriding(1), overriding(2)]));

    declare({ ruleOverrides: [logging(2)] });
    await dir.apply();
    expect(await edge.writes()).toEqual([migrating]);
    expect(await overrides()).toEqual([broughtOver, overriding(2)]);

    const ended = saidIn(await dir.destroy());
    expect(ended).toContain(`Warning: Zone ${zoneId} remains migrated`);
    expect(await edge.writes()).toEqual([]);
    expect(await overrides()).toEqual([broughtOver, overriding(2)]);
  });

  it('goes on with a hand-over that takes longer than it may wait', async () => {
    await begin({ plan: 'pro' }, 6000, { timeoutSeconds: 1 });
    const said = saidIn(await edge.dir.apply());
    expect(said).toContain('Warning: Migration still in progress timeout_seconds: After 1 seconds');
    expect(await status()).not.toMatchObject({ migration_state: 'complete' });
    expect(new Set(await edge.writes())).toEqual(new Set([migrating]));

    declare({ timeoutSeconds: 60 });
    await edge.dir.apply();
    expect(await status()).toMatchObject({ migration_state: 'complete', new_waf_status: 'enabled' });
  });

  it('adopts a zone that was migrated already, and writes nothing', async () => {
    await begin({ plan: 'pro' }, 0, { ruleOverrides: [logging(1)] });
    await edge.dir.apply();
    const before = await overrides();
    const another = edge.openAnother('another');
    another.declare((stack) => {
      new WafMigration(stack, 'waf', {
        zoneId,
        target: WafMigrationTarget.COMPLETE,
        acknowledgeIrreversible: true,
        ruleOverrides: [logging(1)],
      });
    });
    await another.dir.init();
    await edge.calls();
    expect(saidIn(await another.dir.apply())).toContain(
      `Warning: Existing object adopted zone_id: edge_waf_migration (zone_id "${zoneId}")`,
    );
    expect(await edge.writes()).toEqual([]);
    expect(await overrides()).toEqual(before);
  });

  it('fails with what is in the way, before anything is written, and goes on when it is out of it', async () => {
    await begin({ plan: 'pro', waf: { packages, overrides: [uriOverride()] } }, 0);
    const said = saidIn(await edge.dir.apply([], { expectCode: 1 }));
    expect(said).toMatch(
      /Error: Cannot migrate zone \w+ delete_uri_overrides: .*set `delete_uri_overrides` \(`deleteUriOverrides`\)/,
    );
    expect(await edge.writes()).toEqual([]);
    declare({ deleteUriOverrides: true });
    await edge.dir.apply();
    expect(await edge.writes()).toEqual(['DELETE firewall/waf/overrides/:id', migrating]);
    expect(await status()).toMatchObject({ migration_state: 'complete' });
  });
});
