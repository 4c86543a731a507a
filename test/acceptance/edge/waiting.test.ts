import { setTimeout } from 'node:timers/promises';
import { CustomFieldsRuleset, LogpushJob, type LogpushJobProps } from '../../../lib';
import { startEdgeStack, zoneId, type EdgeStack } from '../../support/edge-stack';
import { runPlugin, type RunningPlugin } from '../../support/terraform-client';

describe('a plan or apply that waits for the service', () => {
  let edge: EdgeStack;
  let plugin: RunningPlugin;
  beforeAll(async () => {
    edge = await startEdgeStack();
    plugin = await runPlugin({ EDGE_RETRY_TIMEOUT_SECONDS: '' });
    edge.terraform.provider = () => Promise.resolve(plugin.provider);
    declare(['one', 'two']);
  });
  const declare = (names: readonly string[], props: Partial<LogpushJobProps> = {}) => {
    edge.declare((stack) => {
      for (const name of names)
        new LogpushJob(stack, name, {
          zoneId,
          name,
          destinationConf: `https://logs.example.com/${name}`,
          fields: ['RayID'],
          ...props,
        });
    });
  };

  it('succeeds, and reports once how long, how many calls and why', async () => {
    const pause = { status: 429, headers: { 'retry-after': '11' } };
    await edge.emulator.control('POST', '/faults', { kind: 'status', ...pause, match: { method: 'POST' } });
    const reported = await edge.terraform.apply();
    expect(reported.filter(({ summary }) => summary === 'Waited for the API')).toMatchObject([
      {
        severity: 'warning',
        detail: expect.stringMatching(
          /^1 call waited, for 1\d s in total\. Reasons: pause that the service asked for \(HTTP 429\)\. /,
        ) as string,
      },
    ]);
    await edge.terraform.expectNoChanges();
  });

  it('fails with the last failure when the time of the operation is over', async () => {
    declare(['late'], { timeouts: { create: '1s' } });
    const match = { method: 'POST' };
    await edge.emulator.control('POST', '/faults', { kind: 'status', status: 503, match, times: 1000 });
    const failures = await edge.terraform.failedApply();
    expect(failures.filter(({ severity }) => severity === 'error')).toMatchObject([
      {
        summary: 'Timeout exceeded',
        detail: expect.stringMatching(/^timeouts\.create is 1s, .*HTTP 503/) as string,
        attribute: ['timeouts', 'create'],
      },
    ]);
    await edge.emulator.control('DELETE', '/faults');
    await edge.terraform.apply();
    await edge.terraform.expectNoChanges();
  });

  it.each([
    // The service may have carried it out.
    ['between two attempts', { status: 503 }, ['edge_custom_fields_ruleset.fields']],
    ['for an hour, as the service asked', { status: 429, headers: { 'retry-after': '3600' } }, []],
  ])('ends at once when Terraform stops it while it waits %s', async (_, fault, kept) => {
    const stopped = await runPlugin({ EDGE_RETRY_TIMEOUT_SECONDS: '', TF_LOG_PROVIDER: 'debug' });
    edge.terraform.provider = () => Promise.resolve(stopped.provider);
    edge.terraform.forget();
    edge.declare((stack) => {
      new CustomFieldsRuleset(stack, 'fields', { zoneId, requestHeaders: ['x-a'] });
    });
    const match = { method: 'PUT' };
    await edge.emulator.control('POST', '/faults', { kind: 'status', ...fault, match, times: 1000 });
    const failed = edge.terraform.failedApply();
    const isAnswered = (line: string) =>
      line.includes('"method":"PUT"') && line.includes(`"status":${fault.status}`);
    while (!stopped.log().split('\n').some(isAnswered)) await setTimeout(20);
    await stopped.provider.stop();
    await failed;
    expect([...edge.terraform.state.keys()]).toEqual(kept);
    await edge.emulator.control('DELETE', '/faults');
  });
});
