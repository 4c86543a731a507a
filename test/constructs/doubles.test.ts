import {
  Lazy,
  TerraformCount,
  TerraformIterator,
  TerraformVariable,
  Testing,
  type TerraformStack,
} from 'cdktf';
import {
  EdgeProvider,
  LogpushJob,
  PoolNotificationPolicy,
  type LogpushJobProps,
  type PoolNotificationPolicyProps,
} from '../../lib';
import { makeStack, otherZoneId, refusalOf, zoneId } from './support';

const accountId = 'a'.repeat(32);
const job: LogpushJobProps = {
  zoneId,
  name: 'failures',
  destinationConf: 's3://logs/http?region=eu-central-1&sse=AES256',
  fields: ['RayID'],
};
const policy: PoolNotificationPolicyProps = {
  accountId,
  name: 'Health',
  allPools: true,
  emailAddresses: ['ops@example.com'],
};

type Variables = (id: string) => string;
type Props<P> = Partial<P> | ((variable: Variables, stack: TerraformStack) => Partial<P>);

/** What a synth throws with two constructs of one stack; undefined if it does not. */
function refusalWith(add: (stack: TerraformStack, variable: Variables) => void): string | undefined {
  const stack = makeStack();
  const known = new Map<string, TerraformVariable>();
  add(stack, (id) => {
    const found = known.get(id) ?? new TerraformVariable(stack, id, {});
    known.set(id, found);
    return found.stringValue;
  });
  return refusalOf(stack);
}

const jobs = (one: Props<LogpushJobProps>, two: Props<LogpushJobProps> = one) =>
  refusalWith((stack, variable) => {
    const propsOf = (given: Props<LogpushJobProps>) =>
      typeof given === 'function' ? given(variable, stack) : given;
    new LogpushJob(stack, 'one', { ...job, ...propsOf(one) });
    new LogpushJob(stack, 'two', { ...job, ...propsOf(two) });
  });

describe('two jobs', () => {
  it('fail where they are the same one, and the error shows both, the value and the fix', () => {
    const rule =
      'with the name "failures" and the same zone, dataset and destination. The service would deliver each line twice.';
    const fix = 'Keep one of them, or give one of them another name.';
    const refusal = jobs({});
    expect(refusal).toContain(`[logs/one] name: logs/two is another LogpushJob ${rule} ${fix}`);
    expect(refusal).toContain(`[logs/two] name: logs/one is another LogpushJob ${rule} ${fix}`);
  });

  it.each(
    Object.entries<[one: Props<LogpushJobProps>, two: Props<LogpushJobProps>]>({
      'the default dataset is given': [{}, { dataset: 'http_requests' }],
      'the destination is written in another way': [
        {},
        { destinationConf: 's3://logs/http?sse=AES256&region=eu%2Dcentral-1' },
      ],
      'a variable is the zone': [(v) => ({ zoneId: v('zone') }), (v) => ({ zoneId: v('zone') })],
      'a variable is the name': [(v) => ({ name: v('name') }), (v) => ({ name: v('name') })],
      'a variable is a part of the destination': [
        (v) => ({ destinationConf: `s3://${v('bucket')}?region=eu` }),
        (v) => ({ destinationConf: `s3://${v('bucket')}?region=eu` }),
      ],
      'the zone has a name': [
        { zoneId: undefined, zoneName: 'example.com' },
        { zoneId: undefined, zoneName: 'EXAMPLE.com' },
      ],
      'a token produces the name': [{ name: Lazy.stringValue({ produce: () => 'failures' }) }, {}],
    }),
  )('fail where %s', (_what, [one, two]) => {
    expect(jobs(one, two)).toContain('is another LogpushJob');
  });

  it.each<[what: string, one: Props<LogpushJobProps>, two: Props<LogpushJobProps>]>([
    ['the name differs', {}, { name: 'others' }],
    ['the zone differs', {}, { zoneId: otherZoneId }],
    ['the dataset differs', {}, { dataset: 'dns_logs', fields: ['QueryName'] }],
    ['the destination differs', {}, { destinationConf: 's3://other?region=eu-central-1' }],
    ['their variables differ', (v) => ({ name: v('first') }), (v) => ({ name: v('second') })],
    ['one may be another one', {}, (v) => ({ name: v('name') })],
    ['one has a name and the other an ID', {}, { zoneId: undefined, zoneName: 'example.com' }],
    ['one may not be there', {}, { count: TerraformCount.of(0) }],
    [
      'each is of its own set',
      { forEach: TerraformIterator.fromList(['a']), name: '${each.value}' },
      { forEach: TerraformIterator.fromList(['b']), name: '${each.value}' },
    ],
    ['the names are random', { name: '${uuid()}' }, { name: '${uuid()}' }],
  ])('are accepted where %s', (_what, one, two) => {
    expect(jobs(one, two)).toBeUndefined();
  });

  it('fail where one is retired, with another fix', () => {
    expect(jobs({ retired: true }, {})).toContain(
      'Deploy the retired one alone, remove it from the code, then add the other one.',
    );
  });

  it('are accepted where one is removed from the app', () => {
    expect(
      refusalWith((stack) => {
        new LogpushJob(stack, 'one', job);
        new LogpushJob(stack, 'two', job);
        stack.node.tryRemoveChild('two');
      }),
    ).toBeUndefined();
  });

  const inTwoStacks = (add: (stack: TerraformStack) => void) => {
    const app = Testing.app();
    const stacks = ['one', 'two'].map((id) => {
      const stack = makeStack(id, app);
      add(stack);
      return stack;
    });
    return stacks.map(refusalOf);
  };

  it('fail in two stacks, and name the construct of the other stack', () => {
    expect(inTwoStacks((stack) => new LogpushJob(stack, 'job', job))).toEqual([
      expect.stringContaining('[one/job] name: two/job is another LogpushJob'),
      expect.stringContaining('[two/job] name: one/job is another LogpushJob'),
    ]);
  });

  it('are accepted in two stacks with variables of their own', () => {
    const withVariable = (stack: TerraformStack) => {
      const { stringValue: name } = new TerraformVariable(stack, 'name', {});
      new LogpushJob(stack, 'job', { ...job, name });
    };
    expect(inTwoStacks(withVariable)).toEqual([undefined, undefined]);
  });

  it('are accepted with providers of two APIs', () => {
    expect(
      refusalWith((stack) => {
        const provider = new EdgeProvider(stack, 'other', {
          alias: 'other',
          baseUrl: 'https://two.example/client/v4',
        });
        new LogpushJob(stack, 'one', job);
        new LogpushJob(stack, 'two', { ...job, provider });
      }),
    ).toBeUndefined();
  });
});

describe('two notification policies', () => {
  const policies = (two: Partial<PoolNotificationPolicyProps>) =>
    refusalWith((stack) => {
      new PoolNotificationPolicy(stack, 'one', policy);
      new PoolNotificationPolicy(stack, 'two', { ...policy, ...two });
    });

  it('fail with one name in one account', () => {
    expect(policies({ emailAddresses: ['others@example.com'] })).toContain(
      '[logs/one] name: logs/two is another PoolNotificationPolicy with the name "Health" and the same account. The account would ' +
        'have two policies of that name, and both would notify. Keep one of them, or give one of them another name.',
    );
  });

  it('are accepted with other names, or in other accounts', () => {
    expect(policies({ name: 'health' })).toBeUndefined();
    expect(policies({ accountId: 'b'.repeat(32) })).toBeUndefined();
  });

  it('fail where perRecipients makes the same ones twice', () => {
    const pools = [{ id: 'c'.repeat(32), recipients: ['ops@example.com'] }];
    const refusal = refusalWith((stack) => {
      for (const id of ['one', 'two']) PoolNotificationPolicy.perRecipients(stack, id, { accountId, pools });
    });
    expect(refusal).toMatch(/name: logs\/two\/pools-\w+ is another PoolNotificationPolicy/);
  });
});
