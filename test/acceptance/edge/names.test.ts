import { TerraformOutput, type TerraformStack } from 'cdktf';
import { CustomFieldsRuleset } from '../../../lib';
import type { Fixture } from '../../../lib/emulator';
import { accountId, makeWorld, startEdgeStack, zoneId, type EdgeStack } from '../../support/edge-stack';
import { describeWithTerraform } from '../../support/terraform';

const twinId = '9'.repeat(32);

/** A zone with custom fields to import, and a zone of the same name in another account. */
function world(): Fixture {
  const rule = {
    action: 'log_custom_field',
    expression: 'true',
    action_parameters: { request_fields: [{ name: 'x-a' }] },
  };
  const ruleset = { name: 'Custom log fields', kind: 'zone', phase: 'http_log_custom_fields', rules: [rule] };
  const { accounts = [], zones = [], ...rest } = makeWorld({ rulesets: [ruleset] }, {});
  const other = { id: 'b'.repeat(32), name: 'Other' };
  const twin = (id: string, account_id: string) => ({
    id,
    account_id,
    name: 'twin.example',
    plan: 'pro' as const,
  });
  return {
    ...rest,
    accounts: [...accounts, other],
    zones: [...zones, twin(twinId, accountId), twin('8'.repeat(32), other.id)],
  };
}

describeWithTerraform('a zone by its name', () => {
  let edge: EdgeStack;
  beforeEach(async () => {
    edge = await startEdgeStack({}, {}, { fixture: world() });
  });

  const declare = (zoneName: string, imported?: string) => {
    edge.declare((stack: TerraformStack) => {
      const fields = new CustomFieldsRuleset(stack, 'fields', { zoneName, requestHeaders: ['x-a'] });
      if (imported !== undefined) fields.importFrom(imported);
      new TerraformOutput(stack, 'zone_id', { value: fields.zoneId });
    });
  };
  const failedPlan = async () => {
    const { stderr } = await edge.dir.run(['plan', '-input=false', '-no-color'], { expectCode: 1 });
    return stderr.replaceAll(/\s+/g, ' ');
  };

  it('is found in the plan, and what it has is imported by name with an empty plan afterwards', async () => {
    const { dir } = edge;
    declare('exmaple.com');
    await dir.init();
    const unknown = await failedPlan();
    expect(unknown).toContain('Error: Unknown zone');
    expect(unknown).toContain('with data.edge_zone.exmaple_com');
    expect(unknown).toContain('Did you mean "example.com"?');

    declare('example.com', 'example.com/http_log_custom_fields');
    const { stdout } = await dir.plan();
    expect(stdout).toMatch(/zone_id += "e{32}"/);
    const { changes, outputs } = await dir.applyJson();
    expect(changes).toEqual(['import edge_custom_fields_ruleset.fields']);
    expect(outputs).toMatchObject({ zone_id: zoneId });
    declare('Example.com');
    expect((await dir.plan()).code).toBe(0);

    declare('twin.example');
    expect(await failedPlan()).toContain(
      `2 zones have the name "twin.example": ${twinId} (account "Example", ${accountId}), `,
    );
  });
});
