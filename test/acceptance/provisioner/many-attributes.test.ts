import { TerraformVariable } from 'cdktf';
import { CustomFieldsRuleset } from '../../../lib';
import { zoneId } from '../../support/edge-stack';
import { describeWithNullProvider } from '../../support/null-provider/mirror';
import { saidIn, startProvisionerStack, type ProvisionerStack } from '../../support/provisioner-stack';

describeWithNullProvider('attributes from variables through the runner', () => {
  let edge: ProvisionerStack;
  beforeEach(async () => {
    edge = await startProvisionerStack();
  });

  const declare = async (text: string) => {
    edge.declare((stack) => {
      const description = new TerraformVariable(stack, 'text', { type: 'string', default: text }).stringValue;
      new CustomFieldsRuleset(stack, 'fields', { zoneId, requestHeaders: ['x-a'], description });
    });
    await edge.dir.init();
  };

  it('are refused by the plan where they have too many bytes', async () => {
    await declare('漢'.repeat(44_000));
    expect(saidIn(await edge.dir.run(['plan', '-input=false', '-no-color'], { expectCode: 1 }))).toContain(
      'The attributes of edge/fields have more than 131046 bytes. The provisioner driver passes them',
    );
  });

  it('reach the runner up to that number', async () => {
    await declare('漢'.repeat(43_600));
    // The service may refuse so long a text.
    const said = saidIn(await edge.dir.apply([], { expectCode: [0, 1] }));
    expect(said).not.toContain('argument list too long');
    expect(await edge.writes()).toContain('POST rulesets');
  });
});
