import { existsSync, readFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { CustomFieldsRuleset, LogpushJob, type LogpushJobProps } from '../../../lib';
import { runnerPath } from '../../../lib/drivers/provisioner/delivery';
import { pick } from '../../emulator/support';
import { jobsPath, listOf, zoneId } from '../../support/edge-stack';
import { describeWithNullProvider } from '../../support/null-provider/mirror';
import { childrenOf } from '../../support/processes';
import { saidIn, startProvisionerStack, type ProvisionerStack } from '../../support/provisioner-stack';
import type { Finished } from '../../support/terraform';

/** Processes are found in /proc. */
const onLinux = process.platform === 'linux' ? it : it.skip;

const destinationConf = 'https://logs.example.com/in';
const filter = '{"where":{"and":[{"key":"EdgeResponseStatus","operator":"eq","value":"500"}]}}';
const applying = ['apply', '-auto-approve', '-input=false', '-no-color'];
const posting = { method: 'POST', path: '/zones/*/logpush/jobs' };
const putting = { method: 'PUT', path: '/zones/*/logpush/jobs/*' };
const filling = { method: 'PUT', path: '/zones/*/rulesets/*' };

describeWithNullProvider('a deploy through the runner that fails', () => {
  let edge: ProvisionerStack;
  beforeAll(async () => {
    edge = await startProvisionerStack();
    declare();
    await edge.dir.init();
  });

  const declare = (job: Partial<LogpushJobProps> = {}) => {
    edge.declare((stack) => {
      const fields = new CustomFieldsRuleset(stack, 'fields', { zoneId, requestHeaders: ['x-a'] });
      new LogpushJob(stack, 'logs', {
        zoneId,
        name: 'logs',
        destinationConf,
        fields: ['RayID', 'RequestHeaders'],
        dependsOn: [fields],
        ...job,
      });
    });
  };
  const jobs = async () => listOf(await edge.emulator.result('GET', jobsPath));
  const fails = async () => saidIn(await edge.dir.apply([], { expectCode: 1 }));
  const heal = () => edge.emulator.control('DELETE', '/faults');

  it('does not change an existing object of its name, nor delete it in the following destroy', async () => {
    declare();
    const theirs = { name: 'logs', destination_conf: destinationConf, dataset: 'http_requests' };
    const id = pick(await edge.emulator.result('POST', jobsPath, theirs), 'id');
    expect(await fails()).toContain('Error: Object already exists name: ');
    await edge.writes();
    await edge.dir.destroy();
    expect(await edge.writes()).toEqual(['DELETE rulesets/:id/rules/:id', 'DELETE rulesets/:id']);
    expect(await jobs()).toMatchObject([{ id }]);
    await edge.emulator.result('DELETE', `${jobsPath}/${String(id)}`);
  });

  onLinux('is finished by the next one, wherever it failed', async () => {
    declare();
    const { code, ...output } = await edge.dir.start(applying, { EDGE_API_TOKEN: '' }).finished;
    expect([code, saidIn(output)]).toEqual([
      1,
      expect.stringContaining(
        'Error: No credentials api_token: Set EDGE_API_TOKEN, or EDGE_API_EMAIL with EDGE_API_KEY, in the environment.',
      ),
    ]);

    await edge.order({ kind: 'hang', match: filling });
    expect(saidIn(await killRunnerAt('PUT', '/rulesets/'))).toContain('signal: killed');
    expect(await edge.entryPoints()).toHaveLength(1);

    await edge.order({ kind: 'hang', match: filling });
    const interrupted = await startUntil('PUT', '/rulesets/');
    interrupted.terraform.kill('SIGINT');
    expect((await interrupted.finished).code).toBe(1);
    expect(interrupted.runners.filter((pid) => existsSync(`/proc/${pid}`))).toEqual([]);
    await heal();

    const message = 'creating a new job is not allowed: exceeded max jobs allowed';
    await edge.order({ kind: 'status', status: 400, code: 1004, message, match: posting });
    expect(await fails()).toMatch(
      /Error: local-exec provisioner error .* Error running command 'create': exit status 1\. Output: Error: Job limit of the zone reached zone_id: The job "logs" was not created: zone \w+ accepts none\. Its plan may not include Logpush\. .*exceeded max jobs allowed/,
    );
    await edge.writes();
    await edge.dir.apply();
    expect(await edge.writes()).toEqual(['POST logpush/jobs']);

    declare({ enabled: false, filter });
    await edge.order({ kind: 'hang', match: putting });
    await killRunnerAt('PUT', '/logpush/jobs/');
    await heal();
    expect(await jobs()).toMatchObject([{ enabled: true }]);
    expect(edge.memories()).toHaveLength(1);
    await edge.order({
      kind: 'status',
      status: 400,
      code: 1004,
      message: 'bad predicate: EdgeResponseStatus',
      match: putting,
    });
    expect(await fails()).toMatch(
      /Error running command 'update': exit status 1\. Output: Error: Filter refused by the API filter: .*bad predicate/,
    );
    await edge.writes();
    await edge.dir.apply();
    expect(await edge.writes()).toEqual(['PUT logpush/jobs/:id']);
    expect(await jobs()).toMatchObject([
      { enabled: false, filter: expect.stringContaining('500') as unknown },
    ]);
    expect((await edge.dir.plan()).code).toBe(0);
    expect([await edge.entryPoints(), edge.memories()]).toEqual([[expect.anything()], []]);

    await edge.order({ kind: 'status', status: 403, match: { method: 'DELETE' } });
    await edge.dir.destroy({ expectCode: 1 });
    expect(await jobs()).toHaveLength(1);
    await edge.dir.destroy();
    expect([...(await jobs()), ...(await edge.entryPoints()), ...edge.memories()]).toEqual([]);
  });

  async function killRunnerAt(method: string, path: string): Promise<Finished> {
    const { runners, finished } = await startUntil(method, path);
    for (const pid of runners) process.kill(pid, 'SIGKILL');
    const outcome = await finished;
    expect(outcome.code).toBe(1);
    return outcome;
  }

  /** Starts an apply and waits for a call of its runner, which has to hang. */
  async function startUntil(method: string, path: string) {
    await edge.calls();
    const { child: terraform, finished } = edge.dir.start(applying);
    const isCalled = async () => {
      const { body } = await edge.emulator.control('GET', '/calls');
      return listOf(body).some(
        (call) => pick(call, 'method') === method && String(pick(call, 'path')).includes(path),
      );
    };
    while (!(await isCalled())) {
      if (terraform.exitCode !== null) throw new Error(saidIn(await finished));
      await wait(50);
    }
    const runners = childrenOf(terraform.pid).filter((pid) =>
      readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(runnerPath),
    );
    expect(runners).toHaveLength(1);
    return { terraform, finished, runners };
  }
});
