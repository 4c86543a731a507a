import { TerraformIterator } from 'cdktf';
import { CustomFieldsRuleset, EdgeDriver, LogpushJob } from '../../../lib';
import { jobsPath, zoneId } from '../../support/edge-stack';
import { describeWithNullProvider } from '../../support/null-provider/mirror';
import { startProvisionerStack, type ProvisionerStack } from '../../support/provisioner-stack';

describeWithNullProvider('a construct of the provisioner driver that is not needed any more', () => {
  let edge: ProvisionerStack;
  beforeEach(async () => {
    edge = await startProvisionerStack();
    declare('there');
    await edge.dir.init();
    await edge.dir.apply();
    await edge.writes();
  });
  afterEach(() => edge.close());

  const declare = (job: 'there' | 'retired' | 'gone') => {
    edge.declare((stack) => {
      const fields = new CustomFieldsRuleset(stack, 'fields', { zoneId, requestHeaders: ['x-a'] });
      if (job === 'gone') return;
      new LogpushJob(stack, 'logs', {
        zoneId,
        name: 'logs',
        destinationConf: 'https://logs.example.com/in',
        fields: ['RayID', 'RequestHeaders'],
        dependsOn: [fields],
        retired: job === 'retired',
      });
    });
  };
  const jobs = () => edge.emulator.result('GET', jobsPath);

  it('is retired first, which deletes its object, and can be taken out then', async () => {
    declare('retired');
    await edge.dir.apply();
    expect(await edge.writes()).toEqual(['DELETE logpush/jobs/:id']);
    expect(await jobs()).toEqual([]);
    expect((await edge.dir.plan()).code).toBe(0);

    declare('gone');
    expect((await edge.dir.plan()).code).toBe(0);
    await edge.calls();
    await edge.dir.apply();
    expect(await edge.calls()).toEqual([]);
  });

  it('is made again when it is retired no more', async () => {
    declare('retired');
    await edge.dir.apply();
    await edge.writes();
    declare('there');
    await edge.dir.apply();
    expect(await edge.writes()).toEqual(['POST logpush/jobs']);
  });

  it('leaves its object when it is taken out at once, since Terraform runs no provisioner of a block that is gone', async () => {
    declare('gone');
    await edge.dir.apply();
    expect((await edge.dir.run(['state', 'list'])).stdout).not.toContain('logs');
    expect(await edge.writes()).toEqual([]);
    expect(await jobs()).toMatchObject([{ name: 'logs' }]);

    // Put back, it takes over what it left.
    declare('there');
    await edge.dir.apply();
    expect(await edge.writes()).toEqual([]);
    expect(await jobs()).toHaveLength(1);
  });
});

describeWithNullProvider('a construct with a set of keys that is retired', () => {
  let edge: ProvisionerStack;
  beforeEach(async () => {
    edge = await startProvisionerStack();
  });
  afterEach(() => edge.close());

  it.each([EdgeDriver.PROVISIONER, EdgeDriver.PLUGIN])(
    'deletes all its objects under the %s driver',
    async (driver) => {
      const declare = (retired: boolean) => {
        edge.declare((stack) => {
          const each = TerraformIterator.fromList(['a', 'b']);
          new LogpushJob(stack, 'logs', {
            forEach: each,
            zoneId,
            name: `logs-${each.value}`,
            destinationConf: 'https://logs.example.com/in',
            fields: ['RayID'],
            retired,
          });
        }, driver);
      };
      declare(false);
      await edge.dir.init();
      await edge.dir.apply();
      await edge.writes();
      declare(true);
      await edge.dir.apply();
      expect(await edge.writes()).toEqual(['DELETE logpush/jobs/:id', 'DELETE logpush/jobs/:id']);
      expect((await edge.dir.plan()).code).toBe(0);
    },
  );
});
