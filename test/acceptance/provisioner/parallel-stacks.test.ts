import { CustomFieldsRuleset, LogpushJob } from '../../../lib';
import { accountId, makeWorld, zoneId } from '../../support/edge-stack';
import type { Fixture } from '../../../lib/emulator';
import { describeWithNullProvider } from '../../support/null-provider/mirror';
import { startProvisionerStack, type ProvisionerStack } from '../../support/provisioner-stack';

const names = ['first', 'second'] as const;
const zones = { first: zoneId, second: '5'.repeat(32) };

describeWithNullProvider('two stacks that are deployed at once', () => {
  let edge: ProvisionerStack;
  afterEach(() => edge.close());

  it('keep to their zones and their folders', async () => {
    const { accounts = [], zones: worldZones = [] } = makeWorld({}, {});
    const second = { id: zones.second, account_id: accountId, name: 'second.example' };
    const fixture: Fixture = { accounts, zones: [...worldZones, { ...second, plan: 'enterprise' }] };
    edge = await startProvisionerStack({}, {}, { fixture });
    const stacks = names.map((name) => ({ name, ...edge.openAnother(name) }));
    const deploy = async (isEnabled: boolean) => {
      for (const { name, declare } of stacks) {
        declare((stack) => {
          const id = zones[name];
          const fields = new CustomFieldsRuleset(stack, 'fields', {
            zoneId: id,
            requestHeaders: ['x-shared', `x-${name}`],
            enabled: isEnabled,
          });
          for (const job of ['one', 'two'])
            new LogpushJob(stack, job, {
              zoneId: id,
              name: job,
              destinationConf: `https://${name}.example.com/${job}`,
              fields: ['RayID', 'RequestHeaders'],
              enabled: isEnabled,
              dependsOn: [fields],
            });
        });
      }
      await Promise.all(
        stacks.map(async ({ dir }) => {
          await dir.init();
          await dir.apply();
        }),
      );
    };
    const jobOf = (name: string, job: string, enabled: boolean): unknown =>
      expect.objectContaining({ name: job, destination_conf: `https://${name}.example.com/${job}`, enabled });
    const jobsOf = (name: (typeof names)[number]) =>
      edge.emulator.result('GET', `/zones/${zones[name]}/logpush/jobs`);

    for (const isEnabled of [true, false]) {
      await deploy(isEnabled);
      for (const name of names) {
        expect(await jobsOf(name)).toHaveLength(2);
        expect(await jobsOf(name)).toEqual(
          expect.arrayContaining(['one', 'two'].map((job) => jobOf(name, job, isEnabled))),
        );
      }
    }
    await edge.calls();
    await Promise.all(stacks.map(({ dir }) => dir.apply()));
    expect(await edge.calls()).toEqual([]);

    const [one] = stacks;
    await one?.dir.destroy();
    expect(await jobsOf('first')).toEqual([]);
    expect(await jobsOf('second')).toHaveLength(2);
  });
});
