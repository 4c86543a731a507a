import { WafMigration, WafMigrationTarget, WafRuleAction } from '../../../lib';
import type { FixtureZone } from '../../../lib/emulator';
import { managedRulesets } from '../../../lib/waf';
import { pick } from '../../emulator/support';
import { forgetState, listOf, zoneId } from '../../support/edge-stack';
import { describeWithTerraform } from '../../support/terraform';
import {
  bypassRule,
  managedRule,
  migrationAddress,
  overridesIn,
  startWafStack,
} from '../../support/waf-stack';

const { managed } = managedRulesets;
const irreversible = 'warning: WAF migration is irreversible';
const logging = (number: number) => ({ ruleId: managedRule(number), action: WafRuleAction.LOG });
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
        target: WafMigrationTarget.COMPLETE,
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

function titlesOf(diagnostics: readonly { readonly severity: string; readonly summary: string }[]): string[] {
  return diagnostics.map(({ severity, summary }) => `${severity}: ${summary}`);
}

/** The rule that executes the managed ruleset with one more override; the rest is unchanged. */
function withOverride(rule: object, override: object): object {
  if (pick(rule, 'action_parameters', 'id') !== managed) return rule;
  const before = listOf(pick(rule, 'action_parameters', 'overrides', 'rules') ?? []);
  return { ...rule, action_parameters: { id: managed, overrides: { rules: [...before, override] } } };
}
