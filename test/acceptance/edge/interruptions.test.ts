import { setTimeout } from 'node:timers/promises';
import { CustomFieldsRuleset, LogpushJob } from '../../../lib';
import { textAt } from '../../emulator/support';
import { jobsPath, listOf, startEdgeStack, zoneId, type EdgeStack } from '../../support/edge-stack';
import { applyOnce, runPlugin, type RunningPlugin } from '../../support/terraform-client';

describe('a disturbed apply', () => {
  let edge: EdgeStack;
  let plugin: RunningPlugin | undefined;
  beforeEach(async () => {
    edge = await startEdgeStack();
    edge.terraform.provider = async () => (plugin ??= await runPlugin()).provider;
    edge.declare((stack) => {
      const fields = new CustomFieldsRuleset(stack, 'fields', { zoneId, requestHeaders: ['x-a'] });
      new LogpushJob(stack, 'logs', {
        zoneId,
        name: 'logs',
        destinationConf: 'https://logs.example.com/in',
        fields: ['RayID', 'RequestHeaders'],
        dependsOn: [fields],
      });
    });
  });
  afterEach(() => {
    plugin = undefined;
  });

  /** The next command starts another one. */
  async function killPlugin(): Promise<void> {
    const killed = plugin;
    plugin = undefined;
    await killed?.kill();
  }
  /** With the retries that users have by default. */
  async function startPatientPlugin(): Promise<void> {
    plugin = await runPlugin({ EDGE_RETRY_TIMEOUT_SECONDS: '', TF_LOG_PROVIDER: 'debug' });
  }
  const inject = (fault: object) => edge.emulator.control('POST', '/faults', fault);
  const expectEverythingOnce = async () => {
    await edge.terraform.expectNoChanges();
    expect(await edge.emulator.result('GET', jobsPath)).toHaveLength(1);
    expect(await edge.entryPoints()).toHaveLength(1);
  };

  it.each([
    // The service may have carried it out.
    ['between two attempts', { status: 503 }, ['edge_custom_fields_ruleset.fields']],
    [
      'for the service, which asked for an hour of silence',
      { status: 429, headers: { 'retry-after': '3600' } },
      [],
    ],
  ])('ends at once when Terraform stops it while it waits %s', async (_, fault, kept) => {
    await startPatientPlugin();
    await inject({ kind: 'status', ...fault, match: { method: 'PUT' }, times: 1000 });
    const outcome = applyOnce(edge.terraform);
    await answered('PUT', fault.status);
    await plugin?.provider.stop();
    expect(await outcome).toBe('failed');
    expect([...edge.terraform.state.keys()]).toEqual(kept);
  });

  it('names the orphaned job of a killed apply with its import ID, and creates no second one', async () => {
    await inject({ kind: 'lost_reply', match: { method: 'POST', path: '/zones/*/logpush/jobs' } });
    // The plan, that of the apply, and the look before the create get their lists. The next one, which would show the job, never arrives.
    await inject({ kind: 'hang', skip: 3, match: { method: 'GET', path: '/zones/*/logpush/jobs' } });
    const outcome = applyOnce(edge.terraform);
    await called('GET', '/logpush/jobs', 4);
    await killPlugin();
    expect(await outcome).toBe('the plugin died');
    await edge.emulator.control('DELETE', '/faults');
    const [job] = listOf(await edge.emulator.result('GET', jobsPath));
    const id = `${zoneId}/${textAt(job, 'id')}`;
    expect(await edge.terraform.failedPlan()).toMatchObject([
      {
        severity: 'error',
        summary: 'Job already exists',
        detail: expect.stringContaining(`id = "${id}"`) as string,
      },
    ]);
    await edge.terraform.import('edge_logpush_job.logs', id);
    await edge.terraform.apply();
    await expectEverythingOnce();
  });

  it('keeps created objects when Terraform stops it', async () => {
    await inject({ kind: 'hang', match: { method: 'PUT', path: '/zones/*/rulesets/*' } });
    const outcome = applyOnce(edge.terraform);
    await called('PUT', '/rulesets/');
    await plugin?.provider.stop();
    expect(await outcome).toBe('failed');
    expect([...edge.terraform.state.keys()]).toEqual(['edge_custom_fields_ruleset.fields']);
    await killPlugin();
    await edge.terraform.apply();
    await expectEverythingOnce();
  });

  /** Waits until the plugin has the answer to a call: until then, the service may have carried it out. */
  async function answered(method: string, status: number): Promise<void> {
    const isAnswer = (line: string) =>
      line.includes(`"method":"${method}"`) && line.includes(`"status":${status}`);
    while (plugin?.log().split('\n').some(isAnswer) !== true) await setTimeout(20);
  }

  /** Waits until the service got a call so many times; the time limit is that of the test. */
  async function called(method: string, path: string, times = 1): Promise<void> {
    const isMade = async () =>
      (await edge.emulator.calls()).filter((call) => call.method === method && call.path.includes(path))
        .length >= times;
    while (!(await isMade())) await setTimeout(20);
  }
});
