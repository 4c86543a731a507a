import { App, S3Backend, TerraformOutput, TerraformStack } from 'cdktf';
import { existsSync } from 'node:fs';
import { EdgeProvider, LogpushJob, SecretVariable } from '../../lib';
import { TestEmulator } from '../../lib/testing';
import { describeWithTerraform } from '../support/terraform';

const destination = 's3://edge-logs/http?region=eu-central-1';

describeWithTerraform('a stack that is deployed by a test', () => {
  const edge = new TestEmulator();
  beforeAll(() => edge.start());
  afterAll(() => edge.close());

  /** A stack as a user has it in production: with the address of the service, and a remote state. */
  function makeStack(sampleRate: number): TerraformStack {
    const stack = new TerraformStack(new App(), 'logs');
    new S3Backend(stack, { bucket: 'states', key: 'logs' });
    new EdgeProvider(stack, 'edge', { baseUrl: 'https://api.cloudflare.com/client/v4' });
    const challenge = new SecretVariable(stack, 'challenge');
    const job = new LogpushJob(stack, 'job', {
      zoneId: edge.zoneId,
      name: 'logs',
      destinationConf: destination,
      ownershipChallenge: challenge.stringValue,
      fields: ['RayID'],
      sampleRate,
    });
    new TerraformOutput(stack, 'job_id', { value: job.id, sensitive: true });
    return stack;
  }

  it('is changed in place, repeated after a failure, and destroyed', async () => {
    const options = { variables: { challenge: await edge.proveOwnership(destination) } };
    const deployment = await edge.deploy(makeStack(0.5), options);
    const [job] = await edge.client.logpush.list(edge.zoneId);
    expect(deployment.outputs).toEqual({ job_id: String(job?.id) });

    await edge.injectFault({ match: { method: 'PUT' }, kind: 'status', status: 403 });
    await expect(deployment.redeploy(makeStack(0.25))).rejects.toMatchObject({
      name: 'TerraformError',
      message: expect.stringMatching(/^\S+ apply failed:\n\nError: /) as string,
      diagnostics: expect.arrayContaining([
        expect.objectContaining({ severity: 'error', address: 'edge_logpush_job.job' }),
      ]) as unknown,
    });
    await deployment.redeploy();
    const [changed, ...more] = await edge.client.logpush.list(edge.zoneId);
    expect([changed?.id, changed?.logpull_options, more]).toEqual([
      job?.id,
      expect.stringContaining('sample=0.25'),
      [],
    ]);

    await deployment.destroy();
    expect(await edge.client.logpush.list(edge.zoneId)).toEqual([]);
    await edge.close();
    expect(existsSync(deployment.folder)).toBe(false);
  });
});
