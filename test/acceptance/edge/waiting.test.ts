import { LogpushJob, type LogpushJobProps } from '../../../lib';
import { startEdgeStack, zoneId, type EdgeStack } from '../../support/edge-stack';
import { runPlugin, type Diagnostic, type RunningPlugin } from '../../support/terraform-client';

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

  const askToWait = (seconds: number, match: object) =>
    edge.emulator.control('POST', '/faults', {
      kind: 'status',
      status: 429,
      headers: { 'retry-after': String(seconds) },
      match,
    });
  const waits = (diagnostics: readonly Diagnostic[]) =>
    diagnostics.filter(({ summary }) => summary === 'Waited for the API');

  it('succeeds, and reports once how long, how many calls and why', async () => {
    await askToWait(11, { method: 'POST' });
    const reported = waits(await edge.terraform.apply());
    expect(reported).toMatchObject([
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

  it('fails at once when the service asks for a wait beyond the time for retries, and logs calls and waits', async () => {
    const hasty = await runPlugin({ EDGE_RETRY_TIMEOUT_SECONDS: '6', TF_LOG_PROVIDER: 'debug' });
    edge.terraform.provider = () => Promise.resolve(hasty.provider);
    await askToWait(3600, { method: 'GET' });
    const started = Date.now();
    const failures = await edge.terraform.failedApply();
    expect(Date.now() - started).toBeLessThan(6000);
    expect(failures.filter(({ severity }) => severity === 'error')).toMatchObject([
      {
        summary: 'API rate limit exceeded',
        detail: expect.stringMatching(
          /HTTP 429.*3600 seconds \(Retry-After\).*the time for retries is 6 s/,
        ) as string,
      },
    ]);
    const lines = hasty
      .log()
      .split('\n')
      .flatMap((line) => (line.startsWith('{') ? [JSON.parse(line) as Record<string, unknown>] : []));
    expect(lines).toContainEqual(
      expect.objectContaining({
        '@level': 'warn',
        '@message': 'API call',
        ...{ method: 'GET', path: `/zones/${zoneId}/logpush/jobs`, status: 429, attempt: 1 },
        ray_id: expect.stringMatching(/^[0-9a-f]{16}-EMU$/) as string,
        ...{ operation: 'read', resource_type: 'edge_logpush_job', owner: zoneId },
      }),
    );
    edge.terraform.provider = () => Promise.resolve(plugin.provider);
  });

  it('does not report a short wait', async () => {
    await askToWait(1, { method: 'GET' });
    expect(waits((await edge.terraform.plan()).diagnostics)).toEqual([]);
  });
});
