import { CustomFieldsRuleset } from '../../../lib';
import { pick } from '../../emulator/support';
import { accountId, listOf, startEdgeStack, type EdgeStack } from '../../support/edge-stack';
import { describeWithTerraform, type ApplyOutcome } from '../../support/terraform';

const zoneIds = Array.from({ length: 12 }, (_, index) => (index + 1).toString(16).padStart(32, 'f'));

/** Terraform deletes and creates unrelated resources in any order, and plans them in any: enough zones have all of them. */
describeWithTerraform('custom fields of 12 zones', () => {
  let edge: EdgeStack;
  beforeEach(async () => {
    const zones = zoneIds.map((id, index) => ({
      id,
      account_id: accountId,
      name: `zone-${index}.example`,
      plan: 'enterprise' as const,
    }));
    edge = await startEdgeStack(
      {},
      {},
      { fixture: { accounts: [{ id: accountId, name: 'Example' }], zones } },
    );
  });
  afterEach(() => edge.close());

  const declare = (prefix: string, isCreatedFirst: (index: number) => boolean = () => false) => {
    edge.declare((stack) => {
      for (const [index, zoneId] of zoneIds.entries())
        new CustomFieldsRuleset(stack, `${prefix}${index}`, {
          zoneId,
          requestHeaders: ['x-a'],
          lifecycle: { createBeforeDestroy: isCreatedFirst(index) },
        });
    });
  };
  const rulesetIds = async () => {
    const lists = await Promise.all(
      zoneIds.map(async (id) => listOf(await edge.emulator.result('GET', `/zones/${id}/rulesets`))),
    );
    return lists.map((list) =>
      list.filter((each) => pick(each, 'kind') === 'zone').map((each) => pick(each, 'id')),
    );
  };
  const writes = async () => {
    const { body } = await edge.emulator.control('DELETE', '/calls');
    return listOf(body).flatMap((call) => (pick(call, 'method') === 'GET' ? [] : [pick(call, 'method')]));
  };

  /** The new resource of a zone gives the rule another id, once for each apply: that makes the ruleset its own. */
  const expectNothingDeleted = async (before: unknown, rewritten: number) => {
    expect(await writes()).toEqual(Array.from({ length: rewritten }, () => 'PUT'));
    expect(await rulesetIds()).toEqual(before);
    expect(await edge.dir.plan()).toMatchObject({ changes: 0 });
  };
  const titles = ({ diagnostics }: ApplyOutcome) => diagnostics.map(({ summary }) => summary);

  it('stay when their constructs get another id, with and without a saved plan', async () => {
    declare('first');
    await edge.dir.init();
    await edge.dir.apply();
    const before = await rulesetIds();
    await writes();

    declare('second');
    const said = titles(await edge.dir.applyJson());
    for (const id of zoneIds) {
      const change = [`Custom log fields of zone ${id} change their resource`];
      expect(said).toEqual(expect.arrayContaining(change));
    }

    declare('third');
    await edge.dir.plan(['-out=saved']);
    await edge.dir.apply(['saved']);
    await expectNothingDeleted(before, 2 * zoneIds.length);
  });

  it('stay when they are replaced on request, in either order, and when they are tainted', async () => {
    declare('fields', (index) => index % 2 === 0);
    await edge.dir.init();
    await edge.dir.apply();
    const before = await rulesetIds();
    await writes();
    const address = (index: number) => `edge_custom_fields_ruleset.fields${index}`;
    for (const index of [2, 3]) await edge.dir.run(['taint', '-no-color', address(index)]);
    const { changes } = await edge.dir.applyJson(...[0, 1].map((index) => `-replace=${address(index)}`));
    expect(changes).toEqual([0, 1, 2, 3].map((index) => `replace ${address(index)}`));
    await expectNothingDeleted(before, 4);
  });
});
