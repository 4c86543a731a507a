import { CustomFieldsRuleset, OnExisting } from '../../../lib';
import { customFieldRule, customFieldsPhase, textAt } from '../../emulator/support';
import { startEdgeStack, zoneId, type EdgeStack } from '../../support/edge-stack';

const made = { id: 'c'.repeat(32), name: 'By hand', kind: 'zone', phase: customFieldsPhase, description: '' };
const rules = [customFieldRule({ request_fields: [{ name: 'x-by-hand' }] })];

describe('an entry point that was created in the dashboard', () => {
  let edge: EdgeStack;
  afterEach(() => edge.close());

  async function begin(zone: object, onExisting?: OnExisting): Promise<void> {
    edge = await startEdgeStack(zone);
    edge.declare((stack) => {
      new CustomFieldsRuleset(stack, 'fields', { zoneId, cookies: ['a'], onExisting });
    });
  }

  it('is adopted when it is empty', async () => {
    await begin({ rulesets: [{ ...made, rules: [] }] });
    await edge.terraform.apply();
    expect(await edge.entryPoints()).toMatchObject([{ id: made.id, name: 'By hand' }]);
    await edge.terraform.expectNoChanges();
  });

  it('fails the plan when it has rules, and lists them with the fixes', async () => {
    await begin({ rulesets: [{ ...made, rules }] });
    expect(await edge.terraform.failedPlan()).toEqual([
      expect.objectContaining({
        severity: 'error',
        address: 'edge_custom_fields_ruleset.fields',
        summary: `Zone ${zoneId} already has custom log fields`,
        detail: expect.stringMatching(
          /"By hand" \(c+\) has request headers x-by-hand,.*import it with the ID e+\/http_log_custom_fields.*onExisting/,
        ) as string,
      }),
    ]);
  });

  it('is replaced with `on_existing`, and the plan warns about the lost rules', async () => {
    await begin({ rulesets: [{ ...made, rules }] }, OnExisting.REPLACE);
    const plan = await edge.terraform.plan();
    expect(plan.diagnostics).toEqual([
      expect.objectContaining({
        severity: 'warning',
        summary: 'Existing custom log fields are replaced',
        detail: expect.stringContaining('x-by-hand') as string,
      }),
    ]);
    await edge.terraform.apply(plan);
    const [ruleset] = await edge.entryPoints();
    const stored = await edge.emulator.result('GET', `/zones/${zoneId}/rulesets/${textAt(ruleset, 'id')}`);
    expect(stored).toMatchObject({ rules: [{ action_parameters: { cookie_fields: [{ name: 'a' }] } }] });
    expect(JSON.stringify(stored)).not.toContain('x-by-hand');
    await edge.terraform.expectNoChanges();
  });

  it('is recognized as its own when it gets a new name', async () => {
    edge = await startEdgeStack({});
    const declare = (name: string) => {
      edge.declare((stack) => {
        new CustomFieldsRuleset(stack, 'fields', { zoneId, cookies: ['a'], name });
      });
    };
    declare('First');
    await edge.terraform.apply();

    declare('Second');
    expect((await edge.terraform.plan()).change().action).toBe('update');
    await edge.terraform.apply();
    expect(await edge.entryPoints()).toMatchObject([{ name: 'Second' }]);
    await edge.terraform.expectNoChanges();
    await edge.terraform.apply({ replace: ['edge_custom_fields_ruleset.fields'] });
    await edge.terraform.expectNoChanges();
  });
});
