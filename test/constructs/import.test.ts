import child from 'node:child_process';
import { Testing } from 'cdktf';
import { WafMigration, WafMigrationTarget } from '../../lib';
import { makeStack, zoneId } from './support';

it('imports many objects without starting terraform for each', () => {
  const start = jest.spyOn(child, 'execSync');
  const stack = makeStack();
  const construct = new WafMigration(stack, 'waf', {
    zoneId,
    target: WafMigrationTarget.COMPLETE,
    acknowledgeIrreversible: true,
  });
  construct.importFrom(zoneId);
  expect(construct.node.findAll().flatMap((each) => each.node.validate())).toEqual([]);
  expect(start).not.toHaveBeenCalled();
  expect(JSON.parse(Testing.synth(stack))).toMatchObject({
    import: [{ id: zoneId, to: 'edge_waf_migration.waf' }],
  });
});
