import { TerraformIterator } from 'cdktf';
import { PoolNotificationPolicy, type PoolNotificationPolicyProps } from '../../../lib';
import { pick, textAt } from '../../emulator/support';
import { accountId, listOf } from '../../support/edge-stack';
import { describeWithNullProvider } from '../../support/null-provider/mirror';
import { makePools, policiesPath, poolIds, poolName, poolsPath } from '../../support/pool-stack';
import { saidIn, startProvisionerStack, type ProvisionerStack } from '../../support/provisioner-stack';

const count = 26;
const emailOf = (index: number) => `${poolName(index)}@legacy.example`;

describeWithNullProvider('a notification policy for pools by the runner', () => {
  let edge: ProvisionerStack;
  beforeEach(async () => {
    edge = await startProvisionerStack({}, { pools: makePools(count, emailOf) });
  });
  afterEach(() => edge.close());

  const declare = (props: Partial<PoolNotificationPolicyProps> = {}) => {
    edge.declare((stack) => {
      new PoolNotificationPolicy(stack, 'health', {
        accountId,
        name: 'Health of pools',
        emailAddresses: ['ops@example.com'],
        poolIds: poolIds(count),
        ...props,
      });
    });
  };
  const begin = async (props?: Partial<PoolNotificationPolicyProps>) => {
    declare(props);
    await edge.dir.init();
  };
  const policies = async () => listOf(await edge.emulator.result('GET', policiesPath));
  const legacyEmails = async () => {
    const pools = listOf(await edge.emulator.result('GET', `${poolsPath}?per_page=1000`));
    return pools.map((pool) => pick(pool, 'notification_email') ?? '').filter((email) => email !== '');
  };

  it('takes over from the legacy e-mails of 26 pools, is changed in place and destroyed', async () => {
    const { dir } = edge;
    await begin();
    const said = saidIn(await dir.apply());
    expect(said).toContain('Warning: 26 legacy e-mails will be cleared');
    expect(said).toContain(`${poolName(25)}: `);
    expect(await edge.writes()).toEqual(['POST alerting/v3/policies', 'PATCH load_balancers/pools']);
    expect(await legacyEmails()).toEqual([]);
    const [made] = await policies();
    await edge.calls();
    await dir.apply();
    expect(await edge.calls()).toEqual([]);

    declare({ emailAddresses: ['ops@example.com', 'more@example.com'] });
    await dir.apply();
    expect(await edge.writes()).toEqual(['PUT alerting/v3/policies/:id']);
    const [changed, ...others] = await policies();
    expect([textAt(changed, 'id'), others]).toEqual([textAt(made, 'id'), []]);
    expect(JSON.stringify(changed)).toContain('more@example.com');

    expect(saidIn(await dir.destroy())).toContain('26 pools will be without notifications');
    expect(await edge.writes()).toEqual(['DELETE alerting/v3/policies/:id']);
    expect(await policies()).toEqual([]);
  });

  it('keeps the recipients that it carried over from the legacy e-mails when it is changed', async () => {
    await begin({ carryOverRecipients: true });
    await edge.dir.apply();
    const recipients = async () => listOf(pick((await policies())[0], 'mechanisms', 'email')).length;
    expect(await recipients()).toBe(count + 1);
    await edge.writes();
    declare({ carryOverRecipients: true, description: 'changed' });
    await edge.dir.apply();
    expect(await edge.writes()).toEqual(['PUT alerting/v3/policies/:id']);
    expect(await recipients()).toBe(count + 1);
  });

  it('keeps them when it gets another name, and nobody else is told', async () => {
    const carrying = { carryOverRecipients: true, emailAddresses: undefined };
    await begin(carrying);
    await edge.dir.apply();
    const [before] = await policies();
    await edge.writes();
    declare({ ...carrying, name: 'Pools' });
    await edge.dir.apply();
    expect(await edge.writes()).toEqual(['PUT alerting/v3/policies/:id']);
    const after = await policies();
    expect(after).toMatchObject([{ id: pick(before, 'id'), name: 'Pools' }]);
    expect(pick(after[0], 'mechanisms')).toEqual(pick(before, 'mechanisms'));
  });

  it('is the same one under another key, where Terraform is told so', async () => {
    const declareFor = (key: string, wasBefore?: string) => {
      edge.declare((stack) => {
        new PoolNotificationPolicy(stack, 'health', {
          forEach: TerraformIterator.fromMap({ [key]: 'Health of pools' }),
          accountId,
          name: 'Health of pools',
          poolIds: poolIds(count),
          carryOverRecipients: true,
        });
        if (wasBefore === undefined) return;
        const moved = ['health', 'health_lifecycle'].map((name) => ({
          from: `null_resource.${name}["${wasBefore}"]`,
          to: `null_resource.${name}["${key}"]`,
        }));
        stack.addOverride('moved', moved);
      });
    };
    declareFor('a');
    await edge.dir.init();
    await edge.dir.apply();
    const before = await policies();
    await edge.writes();
    declareFor('b', 'a');
    await edge.dir.apply();
    expect(await edge.writes()).toEqual([]);
    expect(await policies()).toEqual(before);
  });

  it('clears what is left when the clearing failed half-way', async () => {
    await begin();
    await edge.order({
      kind: 'status',
      status: 403,
      times: 100,
      match: { method: 'PATCH', path: poolsPath },
    });
    const said = saidIn(await edge.dir.apply([], { expectCode: 1 }));
    expect(said).toContain('Warning: Legacy e-mails not cleared yet clear_legacy_email: The policy exists');
    expect(await policies()).toHaveLength(1);
    expect(await legacyEmails()).toHaveLength(count);
    await edge.emulator.control('DELETE', '/faults');
    await edge.writes();
    await edge.dir.apply();
    expect(await edge.writes()).toEqual(['PATCH load_balancers/pools']);
    expect(await policies()).toHaveLength(1);
    expect(await legacyEmails()).toEqual([]);
  });
});
