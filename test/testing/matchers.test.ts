import { App, TerraformResource, TerraformStack } from 'cdktf';
import { CustomFieldsRuleset, EdgeProvider, LogFilter, LogpushJob, LogField } from '../../lib';
import { messageOf } from '../../lib/ground/words';
import { accountWithPools, combineFixtures, enterpriseZone, useEmulator, type Plan } from '../../lib/testing';
import { freeDestination } from '../emulator/support';

const jobs = ['failures', 'all'].map((name) => ({
  name,
  dataset: 'http_requests',
  destination_conf: freeDestination,
  logpull_options: 'fields=RayID,EdgeResponseStatus',
  enabled: name === 'all',
}));
const edge = useEmulator({
  fixture: combineFixtures(enterpriseZone({ jobs }), accountWithPools({ 'eu-shop': 'eu@example.com' })),
});

async function failureOf(expectation: () => unknown): Promise<string> {
  try {
    await expectation();
  } catch (error) {
    return messageOf(error);
  }
  throw new Error('the expectation was met');
}

describe('toDeclare', () => {
  const zoneId = 'e'.repeat(32);
  const app = new App();
  const stack = new TerraformStack(app, 'logs');
  new EdgeProvider(stack, 'edge');
  const job = { zoneId, destinationConf: 's3://logs?region=eu-central-1', fields: [LogField.RayID] };
  const where = LogFilter.field('EdgeResponseStatus').atLeast(500);
  new LogpushJob(stack, 'failures', { ...job, name: 'failed-requests', where });
  new LogpushJob(stack, 'all', { ...job, name: 'all-requests' });
  new (class Other extends TerraformResource {})(stack, 'other', { terraformResourceType: 'other_thing' });

  it('finds a resource by its class and some of its props', () => {
    expect(stack).toDeclare(LogpushJob);
    expect(stack).toDeclare(LogpushJob, { name: 'all-requests' });
    expect(stack).toDeclare(LogpushJob, { name: expect.stringMatching(/^failed/), fields: ['RayID'], where });
    expect(app).toDeclare(LogpushJob, { zoneId });
    expect(stack).toDeclare(TerraformResource);
    expect(stack).not.toDeclare(LogpushJob, { name: 'other' });
    expect(stack).not.toDeclare(LogpushJob, { name: 'all-requests', where });
    expect(stack).not.toDeclare(LogpushJob, { fields: ['RayID', 'ClientIP'] });
    expect(stack).not.toDeclare(CustomFieldsRuleset);
  });

  it('fails with what each resource has instead, the most similar one first', async () => {
    const expected = { name: 'failed-requests', sampleRate: 0.5 };
    expect(
      await failureOf(() => {
        expect(stack).toDeclare(LogpushJob, expected);
      }),
    ).toBe(
      'expect(stack).toDeclare(expected)\n\n' +
        'Expected LogpushJob with {"name": "failed-requests", "sample_rate": 0.5}.\n' +
        'The stack logs has 2 LogpushJob:\n' +
        '  edge_logpush_job.failures: sample_rate: expected 0.5, received undefined\n' +
        '  edge_logpush_job.all: name: expected "failed-requests", received "all-requests"; sample_rate: expected 0.5, ' +
        'received undefined',
    );
    expect(
      await failureOf(() => {
        expect(stack).toDeclare(CustomFieldsRuleset);
      }),
    ).toMatch(/Expected CustomFieldsRuleset\.\nThe stack logs has no CustomFieldsRuleset\.$/);
    expect(
      await failureOf(() => {
        expect(stack).not.toDeclare(LogpushJob, { sampleRate: undefined });
      }),
    ).toBe(
      'expect(stack).not.toDeclare(expected)\n\n' +
        'Expected no LogpushJob with {"sample_rate": undefined}, but the stack logs has:\n' +
        '  edge_logpush_job.failures\n' +
        '  edge_logpush_job.all',
    );
  });

  it('fails for anything else than a stack', async () => {
    expect(
      await failureOf(() => {
        expect('{}').toDeclare(LogpushJob);
      }),
    ).toContain('expects a stack');
  });
});

describe('toHaveJob', () => {
  it('finds a job of any zone, or of one', async () => {
    await expect(edge).toHaveJob({ name: 'all', enabled: true });
    await expect(edge).toHaveJob({ name: 'failures', id: expect.any(Number) as number }, edge.zoneId);
    await expect(edge).not.toHaveJob({ name: 'failures', enabled: true });
  });

  it('finds a job of an account', async () => {
    const account = { accountId: edge.accountId };
    const audit = { name: 'audit', dataset: 'audit_logs', destination_conf: freeDestination };
    const { id } = await edge.client.logpush.create(account, audit);
    await expect(edge).toHaveJob({ name: 'audit' });
    await expect(edge).toHaveJob({ name: 'audit' }, account);
    await expect(edge).not.toHaveJob({ name: 'audit' }, edge.zoneId);
    expect(await failureOf(() => expect(edge).toHaveJob({ name: 'all' }, account))).toContain(
      `The account ${edge.accountId} has 1 job:\n  audit: name: expected "all", received "audit"`,
    );
    await edge.client.logpush.delete(account, id);
  });

  it('fails with what each job has instead', async () => {
    expect(await failureOf(() => expect(edge).toHaveJob({ name: 'failures', enabled: true }))).toBe(
      'expect(edge).toHaveJob(expected)\n\n' +
        'Expected a job with {"enabled": true, "name": "failures"}.\n' +
        'The service has 2 jobs:\n' +
        '  failures: enabled: expected true, received false\n' +
        '  all: name: expected "failures", received "all"',
    );
    expect(await failureOf(() => expect({}).toHaveJob({}))).toContain('expects what useEmulator returns');
  });
});

describe('toHaveDelivered', () => {
  beforeAll(async () => {
    await edge.sendRequests([
      { fields: { RayID: '7a1', EdgeResponseStatus: 200 } },
      { fields: { RayID: '7a2', EdgeResponseStatus: 502 } },
    ]);
  });

  it('finds lines by some of their keys, or as a whole, in any order', () => {
    expect(edge).toHaveDelivered('bucket', [{ RayID: '7a2' }, { EdgeResponseStatus: 200 }]);
    expect(edge).toHaveDelivered('bucket', ['{"RayID":"7a2","EdgeResponseStatus":502}']);
    expect(edge).not.toHaveDelivered('bucket', [{ RayID: '7a1', EdgeResponseStatus: 502 }]);
    expect(edge).not.toHaveDelivered('other-bucket', [{ RayID: '7a1' }]);
  });

  it('fails with the lines that there are', async () => {
    const failureFor = (...given: Parameters<ReturnType<typeof expect>['toHaveDelivered']>) =>
      failureOf(() => {
        expect(edge).toHaveDelivered(...given);
      });
    expect(await failureFor('bucket', [{ RayID: '7a3' }])).toBe(
      'expect(edge).toHaveDelivered(expected)\n\n' +
        'Expected a line with {"RayID": "7a3"}.\n' +
        'The bucket bucket has 2 lines:\n' +
        '  {"RayID":"7a1","EdgeResponseStatus":200}: RayID: expected "7a3", received "7a1"\n' +
        '  {"RayID":"7a2","EdgeResponseStatus":502}: RayID: expected "7a3", received "7a2"',
    );
    expect(await failureFor('other', ['a line'])).toContain(
      'Expected a line "a line".\nThe bucket other has no line.',
    );
    expect(await failureFor('bucket', [])).toContain('at least one line');
    expect(
      await failureOf(() => {
        expect(edge).not.toHaveDelivered('bucket', [{ RayID: '7a1' }]);
      }),
    ).toContain('Expected no line with {"RayID": "7a1"}, but the bucket bucket has:');
  });
});

describe('toHaveNotified', () => {
  it('finds a notification of a recipient, and fails with those that there are', async () => {
    await expect(edge).not.toHaveNotified('eu@example.com');
    await edge.setPoolHealth('eu-shop', { healthy: false });

    await expect(edge).toHaveNotified('eu@example.com', { pool_name: 'eu-shop', new_health: 'Unhealthy' });
    const failure = await failureOf(() => expect(edge).toHaveNotified('us@example.com'));
    expect(failure).toContain('Expected a notification with {"recipient": "us@example.com"}.');
    expect(failure).toMatch(/The outbox has 2 notifications:\n {2}eu@example\.com, .*eu-shop/);
  });
});

describe('toHaveEmptyPlan', () => {
  const none: Plan = { isEmpty: true, changes: [], drift: [], outputs: [], warnings: [] };
  const update = {
    address: 'edge_logpush_job.failures',
    type: 'edge_logpush_job',
    action: 'update',
    attributes: ['enabled', 'secret', 'version'],
    before: { enabled: false, secret: 'one', version: 1 },
    after: { enabled: true, secret: 'two' },
    sensitive: ['secret'],
  } as const;

  it('passes for a plan without changes, and fails with each change, without sensitive values', async () => {
    await expect(none).toHaveEmptyPlan();
    const plan: Plan = { ...none, isEmpty: false, changes: [update], outputs: ['job_id'] };
    await expect(plan).not.toHaveEmptyPlan();
    expect(await failureOf(() => expect(plan).toHaveEmptyPlan())).toBe(
      'expect(deployment).toHaveEmptyPlan()\n\n' +
        'Expected an empty plan, but a deploy would change:\n' +
        '  update edge_logpush_job.failures\n' +
        '    enabled: false -> true\n' +
        '    secret: (sensitive)\n' +
        '    version: 1 -> (known after apply)\n' +
        '  output job_id',
    );
    expect(await failureOf(() => expect(none).not.toHaveEmptyPlan())).toContain(
      'Terraform would change nothing',
    );
  });
});
