import { CustomFieldsRuleset, type CustomFieldsRulesetProps } from '../../../lib';
import { customFieldRule, customFieldsPhase, textAt } from '../../emulator/support';
import { rulesetsPath, startEdgeStack, zoneId, type EdgeStack } from '../../support/edge-stack';

const made = { id: 'c'.repeat(32), name: 'By hand', kind: 'zone', phase: customFieldsPhase, description: '' };
const byHand = customFieldRule({ request_fields: [{ name: 'x-by-hand' }] });
const ours = { action_parameters: { cookie_fields: [{ name: 'a' }] } };

let edge: EdgeStack;
afterEach(() => edge.close());

function declare(
  props: Partial<CustomFieldsRulesetProps> = {},
  more: (fields: CustomFieldsRuleset) => void = () => undefined,
): void {
  edge.declare((stack) => {
    more(new CustomFieldsRuleset(stack, 'fields', { zoneId, cookies: ['a'], ...props }));
  });
}

async function rules(): Promise<unknown> {
  const [ruleset] = await edge.entryPoints();
  const stored = await edge.emulator.result('GET', `${rulesetsPath}/${textAt(ruleset, 'id')}`);
  return (stored as { rules: unknown }).rules;
}

describe('an entry point that was created in the dashboard', () => {
  it('is used when it is empty', async () => {
    edge = await startEdgeStack({ rulesets: [{ ...made, rules: [] }] });
    declare();
    await edge.terraform.apply();
    expect(await edge.entryPoints()).toMatchObject([{ id: made.id, name: 'By hand' }]);
    await edge.terraform.expectNoChanges();
  });

  it('fails the plan when it has rules, and is managed once it is imported as the error says', async () => {
    edge = await startEdgeStack({ rulesets: [{ ...made, rules: [byHand] }] });
    declare();
    const [error, ...more] = await edge.terraform.failedPlan();
    expect(error).toMatchObject({
      severity: 'error',
      address: 'edge_custom_fields_ruleset.fields',
      summary: `Zone ${zoneId} already has custom log fields`,
      detail: expect.stringMatching(/"By hand" \(c+\) has request headers x-by-hand,/) as string,
    });
    expect(more).toEqual([]);
    const [, importId = ''] = /importFrom\('(.*)'\)/.exec(error?.detail ?? '') ?? [];
    expect(error?.detail).toContain(`id = "${importId}"`);

    await edge.terraform.import('edge_custom_fields_ruleset.fields', importId);
    await edge.terraform.apply();
    expect(await rules()).toMatchObject([ours]);
    await edge.terraform.expectNoChanges();
  });

  it('is recognized as its own when it gets a new name', async () => {
    edge = await startEdgeStack({});
    declare({ name: 'First' });
    await edge.terraform.apply();

    declare({ name: 'Second' });
    expect((await edge.terraform.plan()).change().action).toBe('update');
    await edge.terraform.apply();
    expect(await edge.entryPoints()).toMatchObject([{ name: 'Second' }]);
    await edge.terraform.expectNoChanges();
    await edge.terraform.apply({ replace: ['edge_custom_fields_ruleset.fields'] });
    await edge.terraform.expectNoChanges();
  });
});

describe('the ruleset of two', () => {
  it('is refused to a second state with the same fields, whose destroy leaves it', async () => {
    edge = await startEdgeStack();
    declare();
    await edge.terraform.apply();
    const stored = await rules();

    const second = edge.clientAt(edge.emulator.url);
    expect(await second.failedPlan()).toMatchObject([
      { summary: `Zone ${zoneId} already has custom log fields` },
    ]);
    await second.destroy();
    expect(await rules()).toEqual(stored);
    await edge.terraform.expectNoChanges();
  });

  it('keeps the rule of another team through an update, a refused change of the name and a destroy', async () => {
    edge = await startEdgeStack();
    declare();
    await edge.terraform.apply();
    const [ruleset] = await edge.entryPoints();
    await edge.emulator.result('POST', `${rulesetsPath}/${textAt(ruleset, 'id')}/rules`, byHand);
    const theirs = expect.objectContaining(byHand) as unknown;

    const { isEmpty, diagnostics } = await edge.terraform.plan();
    expect(isEmpty).toBe(true);
    expect(diagnostics).toMatchObject([
      {
        severity: 'warning',
        summary: `Rules of others in ruleset ${textAt(ruleset, 'id')}`,
        detail: expect.stringContaining('request headers x-by-hand') as string,
      },
    ]);
    declare({ cookies: ['b'] });
    await edge.terraform.apply();
    expect(await rules()).toEqual([
      expect.objectContaining({ action_parameters: { cookie_fields: [{ name: 'b' }] } }),
      theirs,
    ]);
    expect((await edge.terraform.plan()).diagnostics).toEqual([]);

    declare({ cookies: ['b'], name: 'New' });
    expect(await edge.terraform.failedPlan()).toMatchObject([
      { summary: `Cannot rename ruleset ${textAt(ruleset, 'id')}` },
    ]);
    await edge.terraform.destroy();
    expect(await rules()).toEqual([theirs]);
  });
});
