import { LogpushJob, OnExistingTwin, PoolNotificationPolicy } from '../../../lib';
import { textAt } from '../../emulator/support';
import {
  accountId,
  jobsPath,
  listOf,
  startEdgeStack,
  zoneId,
  type EdgeStack,
} from '../../support/edge-stack';
import { sample } from '../../support/exhaustive';
import { makePools, policiesPath } from '../../support/pool-stack';
import { describeWithTerraform, type ApplyOutcome } from '../../support/terraform';

/** Terraform plans a replacement again during the apply, without what the plan noted: only the real one shows that it works. */
describeWithTerraform('a job and a policy that are created before their old ones are deleted', () => {
  let edge: EdgeStack;
  beforeEach(async () => {
    edge = await startEdgeStack({}, { pools: makePools(2, (index) => `team-${index}@legacy.example`) });
  });
  afterEach(() => edge.close());

  const declare = (onExisting: OnExistingTwin) => {
    edge.declare((stack) => {
      new LogpushJob(stack, 'logs', {
        zoneId,
        name: 'logs',
        destinationConf: 'https://logs.example.com/in',
        fields: ['RayID'],
        lifecycle: { createBeforeDestroy: true },
        onExisting,
      });
      new PoolNotificationPolicy(stack, 'health', {
        accountId,
        name: 'Health',
        allPools: true,
        emailAddresses: ['ops@example.com'],
        carryOverRecipients: true,
        onExisting,
      });
    });
  };
  const addresses = ['edge_logpush_job.logs', 'edge_pool_notification_policy.health'];
  const titles = ({ diagnostics }: ApplyOutcome) => diagnostics.map(({ summary }) => summary);
  const ids = async () => ({
    jobs: listOf(await edge.emulator.result('GET', jobsPath)).map((each) => textAt(each, 'id')),
    policies: listOf(await edge.emulator.result('GET', policiesPath)).map((each) => textAt(each, 'id')),
  });
  const expectOneOfEach = async () => {
    const found = await ids();
    expect(found.jobs).toHaveLength(1);
    expect(found.policies).toHaveLength(1);
    const [policy] = listOf(await edge.emulator.result('GET', policiesPath));
    const email = ['ops@example.com', 'team-0@legacy.example', 'team-1@legacy.example'].map((id) => ({ id }));
    expect(policy).toMatchObject({ mechanisms: { email: expect.arrayContaining(email) as unknown } });
    expect(await edge.dir.plan()).toMatchObject({ changes: 0 });
    return found;
  };

  it.each(sample([OnExistingTwin.REFUSE, OnExistingTwin.ADOPT], 1))(
    'stay single, with `on_existing = "%s"`, when they are replaced on request and when they are tainted',
    async (onExisting) => {
      declare(onExisting);
      await edge.dir.init();
      await edge.dir.apply();
      const before = await expectOneOfEach();
      const replaced = await edge.dir.applyJson(...addresses.map((each) => `-replace=${each}`));
      expect(replaced.changes).toEqual(addresses.map((each) => `replace ${each}`));
      // The apply keeps the old job, because no second one may exist.
      expect(titles(replaced)).toContain('Job not deleted');
      const after = await expectOneOfEach();
      expect(after.jobs).toEqual(before.jobs);
      expect(after.policies[0] === before.policies[0]).toBe(onExisting === OnExistingTwin.ADOPT);

      for (const each of addresses) await edge.dir.run(['taint', '-no-color', each]);
      expect((await edge.dir.applyJson()).changes).toEqual(addresses.map((each) => `replace ${each}`));
      await expectOneOfEach();
    },
  );
});
