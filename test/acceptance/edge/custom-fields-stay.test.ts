import { CustomFieldsRuleset } from '../../../lib';
import { pick } from '../../emulator/support';
import { listOf, startEdgeStack, zoneId, type EdgeStack } from '../../support/edge-stack';
import { describeWithTerraform } from '../../support/terraform';

const address = 'edge_custom_fields_ruleset.first';

describeWithTerraform('custom fields whose resource changes', () => {
  let edge: EdgeStack;
  beforeEach(async () => {
    edge = await startEdgeStack();
    declare('first');
    await edge.dir.init();
    await edge.dir.apply();
    await writes();
  });
  afterEach(() => edge.close());

  const declare = (id: string, { movedFrom = '', importId = '', createBeforeDestroy = false } = {}) => {
    edge.declare((stack) => {
      const fields = new CustomFieldsRuleset(stack, id, {
        zoneId,
        requestHeaders: ['x-a'],
        lifecycle: { createBeforeDestroy },
      });
      if (importId !== '') fields.importFrom(importId);
      if (movedFrom !== '') fields.resource.moveFromId(movedFrom);
    });
  };
  const writes = async () => {
    const { body } = await edge.emulator.control('DELETE', '/calls');
    return listOf(body).flatMap((call) => (pick(call, 'method') === 'GET' ? [] : [pick(call, 'method')]));
  };
  /** Terraform wraps its messages. */
  const failing = async (...args: string[]) => {
    const { stdout, stderr } = await edge.dir.run(args, { expectCode: 1 });
    return `${stdout}${stderr}`.replaceAll(/[\s│]+/g, ' ');
  };

  it('are refused at another address, and stay with `moveFromId`', async () => {
    declare('second');
    const error = await failing('plan', '-input=false', '-no-color');
    expect(error).toContain(`Zone ${zoneId} already has custom log fields`);
    expect(error).toContain('at another address: use a `moved` block (`resource.moveFromId`)');

    declare('second', { movedFrom: address });
    await edge.dir.apply();
    expect(await edge.dir.plan()).toMatchObject({ changes: 0 });
    expect(await writes()).toEqual([]);
  });

  it('are refused when they are tainted, and stay with `terraform untaint`', async () => {
    await edge.dir.run(['taint', '-no-color', address]);
    expect(await failing('apply', '-auto-approve', '-input=false', '-no-color')).toContain(
      'tainted: run `terraform untaint <address>`',
    );
    await edge.dir.run(['untaint', '-no-color', address]);
    expect(await edge.dir.plan()).toMatchObject({ changes: 0 });
    expect(await writes()).toEqual([]);
  });

  it('are created again by `-replace`', async () => {
    await edge.dir.apply([`-replace=${address}`]);
    expect(await writes()).toEqual(['DELETE', 'DELETE', 'POST', 'PUT']);
    expect(await edge.dir.plan()).toMatchObject({ changes: 0 });
  });

  it('stay where `-replace` creates first, which fails and says how to have them again', async () => {
    declare('first', { createBeforeDestroy: true });
    await edge.dir.plan([`-replace=${address}`, '-out=saved']);
    expect(await failing('apply', '-input=false', '-no-color', 'saved')).toContain(
      'replaced with `create_before_destroy`: remove that, run `terraform state rm <address>`, and import it',
    );

    await edge.dir.run(['state', 'rm', address]);
    declare('first', { importId: `${zoneId}/http_log_custom_fields` });
    expect((await edge.dir.applyJson()).changes).toEqual([`import ${address}`]);
    expect(await edge.dir.plan()).toMatchObject({ changes: 0 });
    expect(await writes()).toEqual([]);
  });
});
