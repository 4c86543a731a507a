import type { Fixture } from '../../../lib/emulator';
import { pick, start, world, zoneId } from '../../emulator/support';
import { localTerraform } from '../local-terraform';

/** What the service has that this version does not know. */
const service: Fixture['service'] = {
  datasets: {
    http_requests: { fields: { SomeNewField: 'string', NewCount: 'int', Untold: null } },
    quantum_events: { scopes: ['zone'], fields: { Timestamp: 'timestamp', Spin: 'string' } },
  },
  destination_schemes: ['carrier'],
};

const fieldsPath = `/zones/${zoneId}/logpush/datasets/http_requests/fields`;
const jobs = `/zones/${zoneId}/logpush/jobs`;
const where = (condition: object) => JSON.stringify({ where: condition });
const status = { key: 'EdgeResponseStatus', operator: 'geq', value: '500' };

async function stage(fixture: Fixture = { ...world, service }) {
  const emulator = await start({ fixture });
  let declared: Readonly<Record<string, object>> = {};
  const configuration = () => ({ resource: { edge_logpush_job: declared } });
  const terraform = localTerraform(emulator, configuration, { retry_timeout_seconds: 60 });
  const calls = async () => {
    const { body } = await emulator.control('DELETE', '/calls');
    return (body as readonly unknown[]).map(
      (call) => `${String(pick(call, 'method'))} ${String(pick(call, 'path'))}`,
    );
  };
  return {
    emulator,
    terraform,
    calls,
    declare: (...all: readonly object[]) => {
      declared = Object.fromEntries(
        all.map((given, at) => [
          `j${at}`,
          {
            zone_id: zoneId,
            name: `job-${at}`,
            destination_conf: `https://logs.example.com/${at}`,
            fields: ['RayID'],
            ...given,
          },
        ]),
      );
    },
    questions: async () => (await calls()).filter((call) => call.includes('/fields')),
    live: async () => (await emulator.result('GET', jobs)) as readonly Record<string, unknown>[],
  };
}

const said = (diagnostics: readonly { severity: string; summary: string; detail: string }[]) =>
  diagnostics.map(({ severity, summary, detail }) => `${severity}: ${summary}: ${detail}`);

describe('names that this version does not know', () => {
  it('are deployed in silence where the API lists them, with one question for all jobs', async () => {
    const { terraform, declare, questions, live } = await stage();
    const counted = where({ and: [{ key: 'NewCount', operator: 'geq', value: '5' }] });
    declare(
      { fields: ['RayID', 'SomeNewField'], filter: counted },
      { fields: ['RayID', 'Untold'], output_options: {} },
      { filter: where({ and: [{ key: 'Untold', operator: 'startsWith', value: 'x' }] }) },
    );
    expect(await terraform.validate()).toEqual([]);
    const plan = await terraform.plan();
    expect(plan.diagnostics).toEqual([]);
    expect(await questions()).toHaveLength(1);
    expect(await terraform.apply(plan)).toEqual([]);
    expect(await questions()).toHaveLength(1);
    expect((await live())[0]).toMatchObject({
      logpull_options: 'fields=RayID,SomeNewField&timestamps=unixnano',
    });
    await terraform.expectNoChanges();
    declare({ fields: ['RayID', 'SomeNewField'], filter: counted, timestamp_format: 'rfc3339' });
    expect((await terraform.plan()).changes[0]?.action).toBe('update');
    expect(await questions()).toEqual([]);
  });

  it('are deployed in field_names alone, which are the fields then', async () => {
    const { terraform, declare, questions, live } = await stage();
    const order = (...names: readonly string[]) => ({ fields: null, output_options: { field_names: names } });
    declare(order('SomeNewFeild', 'RayID'));
    expect(said(await terraform.failedPlan())).toEqual([
      expect.stringMatching(/^error: Log fields: .*no field "SomeNewFeild"\. Did you mean "SomeNewField"/),
    ]);
    declare(order('SomeNewField', 'RayID'));
    const plan = await terraform.plan();
    expect(plan.diagnostics).toEqual([]);
    expect(await questions()).toHaveLength(2);
    await terraform.apply(plan);
    expect(await live()).toMatchObject([{ output_options: { field_names: ['SomeNewField', 'RayID'] } }]);
    await terraform.expectNoChanges();
    declare(order('RayID'));
    await terraform.apply();
    expect(await live()).toMatchObject([{ output_options: { field_names: ['RayID'] } }]);
    await terraform.expectNoChanges();
    declare({ ...order('RayID', 'ClientIP'), fields: ['ClientIP', 'RayID'] });
    await terraform.apply();
    await terraform.expectNoChanges();
  });

  it('fail where the API does not list them, with the nearest names that it lists', async () => {
    const { terraform, declare, live } = await stage();
    declare({
      fields: ['RayID', 'SomeNewFeild'],
      filter: where({ and: [{ key: 'NewCont', operator: 'geq', value: '5' }] }),
    });
    expect(await terraform.validate()).toEqual([]);
    expect(said(await terraform.failedPlan())).toEqual([
      expect.stringMatching(/^error: Log fields: .*no field "SomeNewFeild"\. Did you mean "SomeNewField"/),
      expect.stringMatching(/^error: Log filter: .*no field "NewCont"\. Did you mean "NewCount"/),
    ]);
    expect(await live()).toEqual([]);
  });

  it('fail in a filter whose operator the type does not take that the API says', async () => {
    const { terraform, declare } = await stage();
    declare({ filter: where({ and: [{ key: 'NewCount', operator: 'startsWith', value: '5' }] }) });
    expect(said(await terraform.failedPlan())).toEqual([
      expect.stringMatching(/^error: Log filter: The operator "startsWith" does not apply to "NewCount"/),
    ]);
  });

  it('are deployed in datasets that this version does not know', async () => {
    const { terraform, declare, live } = await stage();
    declare({
      dataset: 'quantum_events',
      fields: ['Timestamp', 'Spin'],
      filter: where({ and: [{ key: 'Spin', operator: 'eq', value: 'up' }] }),
    });
    expect((await terraform.plan()).diagnostics).toEqual([]);
    await terraform.apply();
    expect((await live())[0]).toMatchObject({ dataset: 'quantum_events' });
    await terraform.expectNoChanges();
    declare({ dataset: 'quantum_events', fields: ['Spim'] });
    expect((await terraform.plan()).changes[0]?.action).toBe('update');
  });

  it('fail in a dataset that the API does not have', async () => {
    const { terraform, declare } = await stage();
    declare({ dataset: 'http_request', fields: ['Any'] });
    expect(said(await terraform.failedPlan())).toEqual([
      expect.stringMatching(
        /^error: Unknown dataset: .*Did you mean "http_requests"\?.*could not find dataset/s,
      ),
    ]);
  });

  it.each([
    ['does not allow the question', { kind: 'status', status: 403 }],
    ['has no such path', { kind: 'status', status: 404 }],
    ['fails', { kind: 'status', status: 503 }],
  ])('are warned about where the API %s, once asked for all jobs', async (_why, fault) => {
    const { emulator, terraform, declare, questions } = await stage();
    await emulator.control('POST', '/faults', { ...fault, times: 99, match: { path: fieldsPath } });
    declare({ fields: ['RayID', 'SomeNewField'] }, { fields: ['RayID', 'Other'] });
    const plan = await terraform.plan();
    expect(said(plan.diagnostics)).toEqual([
      expect.stringMatching(
        /^warning: Log fields unknown to this version: "SomeNewField".*could not be asked/,
      ),
      expect.stringMatching(/^warning: Log fields unknown to this version: "Other".*could not be asked/),
    ]);
    expect((await questions()).length).toBeLessThanOrEqual(3);
    await emulator.control('DELETE', '/faults');
  });
});

describe('what the service takes', () => {
  it('is deployed as it is: other destinations, no sampling, retired fields', async () => {
    const { terraform, declare, live } = await stage();
    declare(
      { destination_conf: 'carrier://pigeon/coop?ring=7' },
      { destination_conf: 'kinesis://stream?region=r&sts-assume-role-arn=arn', sample_rate: 0 },
      { fields: ['RayID', 'FirewallMatchesActions'] },
    );
    const plan = await terraform.plan();
    expect(said(plan.diagnostics)).toEqual([
      expect.stringMatching(/^warning: Destination unknown to this version: .*"carrier:\/\/"/),
      expect.stringMatching(/^warning: Log fields retired by the service: .*"SecurityActions"/),
    ]);
    await terraform.apply(plan);
    expect((await live()).map((each) => each.destination_conf)).toEqual([
      'carrier://pigeon/coop?ring=7',
      'kinesis://stream?region=r&sts-assume-role-arn=arn',
      'https://logs.example.com/2',
    ]);
    await terraform.expectNoChanges();
  });

  it('takes an empty text as no filter', async () => {
    const { terraform, declare, live } = await stage();
    declare({ filter: '' });
    await terraform.apply();
    expect((await live())[0]).toMatchObject({ filter: null });
    await terraform.expectNoChanges();
    declare({ filter: where({ and: [status] }) });
    await terraform.apply();
    declare({ filter: '' });
    await terraform.apply();
    expect((await live())[0]).toMatchObject({ filter: null });
    await terraform.expectNoChanges();
  });

  it('sends a condition alone as a group, and finds either form the same', async () => {
    const { emulator, terraform, declare, live } = await stage();
    const grouped = where({ and: [status] });
    declare({ filter: where(status) });
    await terraform.apply();
    expect((await live())[0]).toMatchObject({ filter: grouped });
    await terraform.expectNoChanges();
    const [{ id }] = (await live()) as [{ id: number }];
    await emulator.result('PUT', `${jobs}/${id}`, { filter: where(status) });
    await terraform.expectNoChanges();
    declare({ filter: grouped });
    await terraform.expectNoChanges();
  });
});
